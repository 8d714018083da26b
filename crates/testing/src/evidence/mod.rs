//! Records the assertions of tests, from the call until they pass or fail.

mod expected;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boa_engine::{Context, JsValue};
use verdict_judge::TestId;
use verdict_protocol::{AssertionEvidence, EvidenceLevel, Location, TestConfig, sha256_hex, shorten};
use verdict_sandbox::{IsSubject, SourceHook, calling_place};
use verdict_vfs::{Snapshot, VfsPath};

use crate::locations::exact;
use crate::state::State;

/// Maximum number of recorded assertions per file, so that a test cannot fill the host's memory.
const MOST_ASSERTIONS: usize = 20_000;
/// Number of hex digits of a digest.
const DIGITS: usize = 16;
/// Maximum length of a displayed preview, in bytes.
const SHOWN: usize = 160;

/// A recorded assertion.
pub(crate) type Made = Rc<AssertionEvidence>;

/// Locations in a file, as line and column.
type PlacesInFile = Rc<BTreeSet<(u32, u32)>>;

/// The recorded assertions of a file's tests.
pub(crate) struct Recorder {
    snapshot: Snapshot,
    source_hook: Rc<dyn SourceHook>,
    is_subject: IsSubject,
    /// Assertions of each test's last attempt.
    tests: RefCell<BTreeMap<usize, Vec<Made>>>,
    kept: Cell<usize>,
    truncated: Cell<bool>,
    /// Locations of calls whose first argument consists of literals, by file.
    literal_calls: RefCell<BTreeMap<String, PlacesInFile>>,
}

impl Recorder {
    /// Creates a recorder for a file, if full evidence is enabled.
    pub(crate) fn new(
        config: &TestConfig,
        snapshot: &Snapshot,
        source_hook: &Rc<dyn SourceHook>,
        is_subject: &IsSubject,
    ) -> Option<Recorder> {
        (config.evidence >= EvidenceLevel::Full).then(|| Recorder {
            snapshot: snapshot.clone(),
            source_hook: Rc::clone(source_hook),
            is_subject: Rc::clone(is_subject),
            tests: RefCell::default(),
            kept: Cell::default(),
            truncated: Cell::default(),
            literal_calls: RefCell::default(),
        })
    }

    /// Drops the assertions of an earlier attempt at a test.
    pub(crate) fn begin(&self, test: TestId) {
        let dropped = self.tests.borrow_mut().remove(&test.0).map_or(0, |dropped| dropped.len());
        self.kept.set(self.kept.get() - dropped);
    }

    /// Records an assertion that passed or failed.
    pub(crate) fn keep(&self, test: TestId, made: Option<Made>) {
        if self.kept.get() >= MOST_ASSERTIONS {
            return self.truncated.set(true);
        }
        self.kept.set(self.kept.get() + 1);
        self.tests.borrow_mut().entry(test.0).or_default().push(made.unwrap_or_default());
    }

    /// The assertions of a test.
    pub(crate) fn of(&self, test: TestId) -> Vec<AssertionEvidence> {
        let tests = self.tests.borrow();
        tests.get(&test.0).into_iter().flatten().map(|made| (**made).clone()).collect()
    }

    /// Whether some are missing because there were too many.
    pub(crate) fn is_truncated(&self) -> bool {
        self.truncated.get()
    }

    /// Whether a function's file belongs to the subject.
    fn is_subject(&self, file: &str) -> bool {
        (self.is_subject)(file)
    }

    /// Whether the first argument of the call at a location consists of literals.
    fn is_literal(&self, at: &Location) -> bool {
        let known = self.literal_calls.borrow().get(&at.file).cloned();
        let places = known.unwrap_or_else(|| {
            let path = VfsPath::parse(&at.file).ok();
            let text = path.as_ref().and_then(|path| self.snapshot.get(path)?.text());
            let found =
                path.as_ref().zip(text).map(|(path, text)| self.source_hook.literal_calls(path, text));
            let places: PlacesInFile = Rc::new(found.unwrap_or_default().into_iter().collect());
            self.literal_calls.borrow_mut().insert(at.file.clone(), Rc::clone(&places));
            places
        });
        places.contains(&(at.line, at.column))
    }
}

/// Location of the guest's call of the harness.
fn place(state: &State, context: &Context) -> Option<Location> {
    calling_place(context).map(|at| exact(&state.places, at))
}

/// Whether a name occurs at a location.
fn is_name(state: &State, at: &Location, name: &str) -> bool {
    let line = state.places.with_lines(&at.file, |text, starts| {
        let start = starts.get(usize::try_from(at.line).ok()?.checked_sub(1)?)?;
        let units = text.get(*start..)?.encode_utf16().skip(usize::try_from(at.column).ok()?.checked_sub(1)?);
        Some(units.take(name.len()).eq(name.encode_utf16()))
    });
    line.flatten() == Some(true)
}

/// The call that starts an assertion: `expect(value)`.
#[derive(Debug)]
pub(crate) struct Begun {
    at: Location,
    /// Whether the value consists of literals.
    constant: bool,
}

/// The current call of the harness, as the start of an assertion. `None` if nothing is recorded.
pub(crate) fn begun(context: &Context) -> Option<Rc<Begun>> {
    let state = State::of(context);
    let recorder = state.recorder.as_ref()?;
    let at = place(&state, context)?;
    let constant = recorder.is_literal(&at);
    Some(Rc::new(Begun { at, constant }))
}

/// Creates the record of an assertion by the named matcher; `words` adds its modifiers to the name. `None` if
/// nothing is recorded.
pub(crate) fn made(
    name: &str,
    words: impl FnOnce() -> String,
    begun: Option<&Begun>,
    args: &[JsValue],
    context: &mut Context,
) -> Option<Made> {
    let state = State::of(context);
    let recorder = state.recorder.as_ref()?;
    let at = place(&state, context);
    // The engine knows the locations of calls. A property that is only read gets the location of its
    // assertion's start.
    let at = match begun {
        Some(begun) if !at.as_ref().is_some_and(|at| is_name(&state, at, name)) => Some(begun.at.clone()),
        _ => at,
    };
    let is_subject = |file: &str| recorder.is_subject(file);
    let expected = expected::describe(args, &is_subject, context);
    let digest = if args.is_empty() { String::new() } else { sha256_hex(expected.text.as_bytes()) };
    Some(Rc::new(AssertionEvidence {
        matcher: words(),
        line: at.as_ref().map_or(0, |at| at.line),
        file: at.map(|at| at.file),
        arguments: u32::try_from(args.len()).unwrap_or(u32::MAX),
        expected: digest.chars().take(DIGITS).collect(),
        shown: shorten(&expected.text, SHOWN),
        open: expected.open,
        constant: begun.is_some_and(|begun| begun.constant),
    }))
}
