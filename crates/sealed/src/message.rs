//! What goes between the host and a guest, over a port that the guest's harness took before any guest code ran.
//!
//! All that a guest says is hostile: harness and tests share a heap. It comes as JSON text, so that its size is known
//! before it is read, and reading it is bounded in depth.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use verdict_protocol::{Code, Location, UnhandledKind};

use crate::graph::{LoadError, Shared, keys};

/// A message to a guest.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToGuest {
    /// Run a test file, once.
    Run(Box<RunFile>),
    /// The answer to [`GuestEvent::Load`]: a module, and those of its graph that the guest may not have.
    Loaded {
        /// Of the question.
        n: u64,
        /// Which module it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Each ready to run: their numbers, of what [`crate::Do::Modules`] told.
        #[serde(serialize_with = "keys")]
        modules: Vec<Rc<Shared>>,
        /// What is thrown instead.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<LoadError>,
    },
    /// The answer to [`GuestEvent::ReadFile`].
    File {
        /// Of the question.
        n: u64,
        /// The file, if it is there.
        text: Option<String>,
    },
}

impl ToGuest {
    /// The modules that it names by their numbers.
    #[must_use]
    pub fn modules(&self) -> &[Rc<Shared>] {
        match self {
            ToGuest::Run(run) => &run.modules,
            ToGuest::Loaded { modules, .. } => modules,
            ToGuest::File { .. } => &[],
        }
    }
}

/// A test file and all that it needs to begin.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunFile {
    /// Absolute path.
    pub file: String,
    /// Of `Math.random` and of the order of tests.
    pub seed: u64,
    /// How tests run: [`verdict_protocol::TestConfig`], its pattern always in the form that has flags.
    pub config: serde_json::Value,
    /// Modules that run before the file.
    pub setup: Vec<String>,
    /// What the file imports, and what stands in for some of it; may hold more than is imported. Their numbers, of what
    /// [`crate::Do::Modules`] told.
    #[serde(serialize_with = "keys")]
    pub modules: Vec<Rc<Shared>>,
    /// The snapshot file.
    pub snapshot: SnapshotFile,
    /// All files as text, where the guest may read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Vec<(String, String)>>,
    /// Whether it has a DOM.
    pub dom: bool,
    /// Tests that may be declared (`limits.tests`).
    pub max_tests: u64,
    /// Bytes of console that are kept (`limits.consoleBytes`).
    pub console_bytes: u64,
    /// Whether the guest may ask by [`GuestEvent::Need`].
    pub needs: bool,
    /// Whether the guest says at once whatever begins, and is never [quiet](FromGuest::Batch::quiet).
    pub eager: bool,
}

/// The snapshot file of a test file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SnapshotFile {
    /// Where it is, or would be.
    pub path: String,
    /// What it holds, if it is there.
    pub text: Option<String>,
}

/// One message of a guest.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FromGuest {
    /// What happened since the last one, in order.
    Batch {
        /// Counts from 0, without a gap.
        seq: u64,
        /// Whether tests and hooks may begin after this of which the next one tells: so many are begun that each is not
        /// worth a message. Where it is not set, what begins next is said before it does.
        #[serde(default)]
        quiet: bool,
        /// In order.
        events: Vec<GuestEvent>,
    },
}

/// What a guest says that happened. A stack is the text of V8, with places in the code that ran.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum GuestEvent {
    /// The harness is there and waits for [`ToGuest::Run`].
    Ready {},
    /// A module is needed that no import of the source names.
    Load {
        /// Told back in the answer.
        n: u64,
        /// What the guest asks for.
        specifier: String,
        /// The module that asks.
        importer: String,
    },
    /// A `require` needs a module that no source names, and cannot wait: the guest goes on no more.
    Need {
        /// What the guest asks for.
        specifier: String,
        /// The module that asks.
        importer: String,
    },
    /// A file is needed.
    ReadFile {
        /// Told back in the answer.
        n: u64,
        /// Any text.
        path: String,
    },
    /// All tests, in the order of declaration: their places in this list are their numbers. Comes once.
    Collected {
        /// Each of them.
        tests: Vec<GuestTest>,
        /// A stack from where `.only` stands, if some is.
        #[serde(default)]
        focused: Option<String>,
    },
    /// An attempt at a test begins.
    Started {
        /// Which.
        test: usize,
        /// Real milliseconds.
        now: f64,
        /// Milliseconds that it may take with its hooks; none or 0 for any.
        #[serde(default)]
        timeout: Option<f64>,
    },
    /// Hooks of a suite begin.
    Hook {
        /// Milliseconds that they may take; none or 0 for any.
        #[serde(default)]
        timeout: Option<f64>,
    },
    /// The function of a test ran to its end.
    Completed {
        /// Which.
        test: usize,
    },
    /// Assertions came to a verdict.
    Asserted {
        /// In which test.
        test: usize,
        /// How many since the last of these.
        count: u32,
    },
    /// An assertion failed, and its error was thrown to the guest.
    AssertionFailed {
        /// In which test.
        test: usize,
        /// How.
        fault: GuestFault,
    },
    /// The failure of this number was what another assertion was about.
    Forgiven {
        /// In which test.
        test: usize,
        /// Which.
        assertion: usize,
    },
    /// So many tests had failed that it does not run.
    Bailed {
        /// Which.
        test: usize,
        /// How many.
        failed: usize,
    },
    /// It asked to be skipped while it ran.
    SkippedItself {
        /// Which.
        test: usize,
    },
    /// Something went wrong in a test or in what surrounds it.
    TestFault {
        /// Which.
        test: usize,
        /// What.
        fault: GuestFault,
    },
    /// A test is over.
    Finished {
        /// Which.
        test: usize,
        /// Real milliseconds.
        now: f64,
    },
    /// Something went wrong in a suite.
    SuiteFault {
        /// Its names, outermost first.
        path: Vec<String>,
        /// What.
        fault: GuestFault,
    },
    /// Something went wrong outside tests and suites.
    FileFault {
        /// What.
        fault: GuestFault,
    },
    /// The file could not be loaded.
    LoadFailed {
        /// Why.
        fault: GuestFault,
    },
    /// A line of the console.
    Console {
        /// The method.
        level: String,
        /// Formatted.
        text: String,
        /// The test that was running.
        #[serde(default)]
        test: Option<usize>,
    },
    /// Lines of the console for which nothing was left of the bytes that are kept.
    ConsoleDropped {
        /// How many.
        count: u32,
    },
    /// Snapshots that are new, and such that nothing asked for. Comes once, where there is something to say.
    Snapshot {
        /// The snapshot file.
        #[serde(default)]
        file: Option<NewFile>,
        /// Files of their own.
        #[serde(default)]
        raw: Vec<NewFile>,
        /// In the test file.
        #[serde(default)]
        inline: Vec<NewInline>,
        /// Names of entries of the snapshot file.
        #[serde(default)]
        obsolete: Vec<String>,
    },
    /// It answers a `ping`.
    Pong {},
    /// All of the file is told.
    Done {},
}

/// A test as it was declared.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct GuestTest {
    /// Names of its suites, outermost first, and its own.
    pub path: Vec<String>,
    /// A stack from where it was declared.
    #[serde(default)]
    pub at: String,
    /// What is to become of it.
    pub plan: GuestPlan,
    /// Whether it passes by failing.
    #[serde(default)]
    pub fails: bool,
}

/// What is to become of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GuestPlan {
    /// It runs.
    Run,
    /// It does not, by choice.
    Skip,
    /// It has no body yet.
    Todo,
}

/// What went wrong.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GuestFault {
    /// Of an error.
    pub name: String,
    /// Of an error, or a preview of what else was thrown.
    pub message: String,
    /// The hook that failed.
    pub hook: Option<String>,
    /// That nobody handled it.
    pub unhandled: Option<UnhandledKind>,
    /// The test that it comes from, where it is not told with that test.
    pub test: Option<Vec<String>>,
    /// Line diff of expected and received.
    pub diff: Option<String>,
    /// V8's, with or without its header.
    pub stack: Option<String>,
    /// Where it is known to be in the snapshot, as of a module that does not parse.
    pub at: Option<Location>,
    /// Of an error.
    pub cause: Option<Box<GuestFault>>,
    /// Of an aggregate.
    pub errors: Vec<GuestFault>,
    /// Own properties of an error, as an object is printed.
    pub properties: Option<String>,
    /// Number of the assertion that failed.
    pub assertion: Option<usize>,
    /// Which rule.
    pub code: Option<Code>,
}

/// A file that is new.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct NewFile {
    /// Where.
    pub path: String,
    /// The whole of it.
    pub content: String,
    /// Names of the entries that are new.
    pub keys: Vec<String>,
}

/// An argument that a call lacks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NewInline {
    /// A stack from the call.
    pub at: String,
    /// What was received.
    pub text: String,
}

/// Reads a message. Lone surrogates, which JSON of JavaScript has as escapes, are read as the text of these escapes.
///
/// # Errors
/// What is no message, in a sentence.
pub fn read(text: &str) -> Result<FromGuest, String> {
    serde_json::from_str(&well_formed(text)).map_err(|error| error.to_string())
}

/// Escapes of lone surrogates as such.
fn well_formed(text: &str) -> std::borrow::Cow<'_, str> {
    let surrogate = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok().filter(|unit| (0xd800..0xe000).contains(unit))
    };
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return text.into();
    }
    let (mut output, mut kept, mut at) = (String::new(), 0, 0);
    while let Some(found) = text[at..].find('\\') {
        at += found;
        match (surrogate(at), surrogate(at + 6)) {
            (Some(0xd800..0xdc00), Some(0xdc00..)) => at += 12,
            (Some(unit), _) => {
                output.push_str(&text[kept..at]);
                output.push_str(&format!("\\\\u{unit:04X}"));
                at += 6;
                kept = at;
            }
            // The character behind it is ASCII in any JSON.
            (None, _) => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
        }
    }
    output.push_str(&text[kept..]);
    output.into()
}
