//! Splits a request for several files into parts: one file each for a `test:`, several files each for a
//! `lint:` or `type-check:`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::Object;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use verdict_protocol::{
    Code, Command, ConsoleLog, Engine, Evidence, LimitReached, Limits, Location, MAX_SAFE_INTEGER, Output,
    SnapshotReport, Timing, Verb, VerifyResult,
};
use verdict_supervisor::Id;
use verdict_vfs::{Snapshot, VfsPath, is_glob};
use wasm_bindgen::JsCast;

use crate::js;

/// Minimum number of files for which splitting pays off: of tests, and of files that are only read.
const FEWEST_FILES: usize = 4;
const FEWEST_FILES_READ: usize = 32;
/// Number of files in a part of `lint:` and `type-check:`. One file takes a fraction of a millisecond.
const FILES_READ: usize = 16;
/// The output limit of a part: none, because the output is cut after joining.
const UNLIMITED: f64 = MAX_SAFE_INTEGER as f64;

/// A part that a worker runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub(crate) whole: Id,
    pub(crate) index: usize,
}

/// The parts of a request, in the order of the result.
///
/// The findings of a file depend on the snapshot, which every worker has completely, and not on the other
/// files of the command. This holds for tests, which have their own realm, for lint rules, and for the
/// existing type checks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    /// The command of each part.
    commands: Vec<String>,
    /// Total number of files.
    pub(crate) files: usize,
}

impl Parts {
    /// Splits a request. It has no parts if there are too few files, if the engine must report an error, or
    /// if a file cannot be named alone.
    pub(crate) fn of(command: &str, payload: &Object, snapshot: &Snapshot) -> Parts {
        let parts = || {
            let command = Command::parse(command).ok()?;
            let (fewest, at_once) = match command.verb {
                Verb::Test => (FEWEST_FILES, 1),
                Verb::Lint | Verb::TypeCheck => (FEWEST_FILES_READ, FILES_READ),
                Verb::Eval => return None,
            };
            if !is_glob(&command.argument) && !command.argument.trim().contains(char::is_whitespace) {
                return None;
            }
            output_bytes(payload)?;
            let files = snapshot.select_all(&command.patterns().ok()?).ok()?;
            if files.len() < fewest {
                return None;
            }
            let commands = files.chunks(at_once).map(|files| {
                let paths = files.iter().map(VfsPath::as_str);
                Command::of_paths(command.verb, paths).map(|command| command.to_string())
            });
            Some(Parts { commands: commands.collect::<Option<_>>()?, files: files.len() })
        };
        parts().unwrap_or_default()
    }

    /// The number of parts; 0 if the request runs as a whole.
    pub(crate) fn len(&self) -> usize {
        self.commands.len()
    }

    /// The payload of one part: its files, without an output limit, because the output is cut after joining.
    pub(crate) fn payload(&self, whole: &Object, index: usize) -> Option<Object> {
        let command = self.commands.get(index)?;
        let payload = Object::assign(&Object::new(), whole);
        js::set(&payload, "command", command);
        js::set(&payload, "limits", unlimited(whole));
        Some(payload)
    }
}

/// The limits of a request, without one for its output.
pub(crate) fn unlimited(payload: &Object) -> Object {
    let limits = Object::assign(&Object::new(), js::get(payload, "limits").unchecked_ref());
    js::set(&limits, "outputBytes", UNLIMITED);
    limits
}

/// The output limit of a request; `None` if it is invalid.
pub(crate) fn output_bytes(payload: &Object) -> Option<u64> {
    let Some(limits) = js::given(payload, "limits") else { return Some(Limits::default().output_bytes) };
    if !limits.is_object() {
        return None;
    }
    match js::get(&limits, "outputBytes") {
        given if given.is_undefined() => Some(Limits::default().output_bytes),
        given => {
            let bytes = given.as_f64()?;
            ((0.0..=UNLIMITED).contains(&bytes) && bytes.fract() == 0.0).then_some(bytes as u64)
        }
    }
}

/// A part's answer, with only the fields that joining needs: deserializing a full [`VerifyResult`] would
/// enlarge the module.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer<E> {
    success: bool,
    output: Option<Vec<E>>,
    error: Option<String>,
    code: Option<Code>,
    #[serde(default)]
    location: Option<Location>,
    #[serde(default)]
    limit: Option<LimitReached>,
    snapshot_root: String,
    #[serde(default)]
    warnings: Vec<String>,
    console: ConsoleLog,
    #[serde(default)]
    snapshots: SnapshotReport,
    #[serde(default)]
    sequence_seed: Option<u64>,
    #[serde(default)]
    listed: bool,
    #[serde(default)]
    engine: Engine,
    #[serde(default)]
    provisional: bool,
    #[serde(default)]
    reused: bool,
    #[serde(default)]
    evidence: Option<Box<Evidence>>,
    #[serde(default)]
    fixed: BTreeMap<String, String>,
    #[serde(default)]
    max_warnings: Option<usize>,
    timing: Timing,
}

impl<E: DeserializeOwned> Answer<E> {
    fn read(result: Object, command: &str, output_of: fn(Vec<E>) -> Output) -> VerifyResult {
        match serde_wasm_bindgen::from_value(result.into()) {
            Ok(Answer {
                success,
                output,
                error,
                code,
                location,
                limit,
                snapshot_root,
                warnings,
                console,
                snapshots,
                sequence_seed,
                listed,
                engine,
                provisional,
                reused,
                evidence,
                fixed,
                max_warnings,
                timing,
            }) => VerifyResult {
                success,
                output: output.map_or(Output::None, output_of),
                error,
                location,
                limit,
                snapshot_root,
                warnings,
                console,
                snapshots,
                sequence_seed,
                listed,
                engine,
                provisional,
                reused,
                evidence,
                fixed,
                max_warnings,
                timing,
                code,
                command: command.to_owned(),
                kind: Command::verb_of(command),
                // Only whole requests have these: they are made when the parts are joined.
                engines: Vec::new(),
                output_sha256: String::new(),
                truncated: false,
                counts: None,
                omitted: 0,
                shard: None,
                witnesses: None,
                types: None,
                detail: None,
                hint: None,
            },
            Err(error) => {
                let why = format!("The worker's answer cannot be read: {error}");
                VerifyResult::refused(command, Code::Protocol, why)
            }
        }
    }
}

/// The answers of a request's parts.
#[derive(Debug, Default)]
pub(crate) struct Answers(Vec<Option<VerifyResult>>);

impl Answers {
    /// Adds the answer of a part. The last one completes the request: returns its result.
    pub(crate) fn add(
        &mut self,
        command: &str,
        payload: &Object,
        parts: &Parts,
        index: usize,
        answer: Object,
    ) -> Option<VerifyResult> {
        let is_test = Command::parse(command).is_ok_and(|command| command.verb == Verb::Test);
        let read = if is_test {
            Answer::read(answer, command, Output::Tests)
        } else {
            Answer::read(answer, command, Output::Diagnostics)
        };
        self.put(parts.len(), index, read);
        let results = self.take()?;
        let limit = output_bytes(payload).unwrap_or(Limits::default().output_bytes);
        Some(if is_test {
            VerifyResult::joined(command, results, limit)
        } else {
            VerifyResult::joined_findings(command, results, limit)
        })
    }

    fn put(&mut self, parts: usize, index: usize, answer: VerifyResult) {
        self.0.resize(parts, None);
        if let Some(place) = self.0.get_mut(index) {
            *place = Some(answer);
        }
    }

    /// Takes all answers in order, once all are there.
    fn take(&mut self) -> Option<Vec<VerifyResult>> {
        self.0
            .iter()
            .all(Option::is_some)
            .then(|| std::mem::take(&mut self.0).into_iter().flatten().collect())
    }
}

/// The running parts of open requests, by number.
#[derive(Debug, Default)]
pub(crate) struct RunningParts(RefCell<BTreeMap<Id, Part>>);

impl RunningParts {
    /// Records that a part runs under a number.
    pub(crate) fn begin(&self, id: Id, part: Part) {
        self.0.borrow_mut().insert(id, part);
    }

    /// The request that a number belongs to, and its part.
    pub(crate) fn whole_of(&self, id: Id) -> (Id, Option<Part>) {
        match self.0.borrow().get(&id) {
            Some(part) => (part.whole, Some(*part)),
            None => (id, None),
        }
    }

    /// Ends a part; `None` if the number is not that of a part.
    pub(crate) fn end(&self, id: Id) -> Option<Part> {
        self.0.borrow_mut().remove(&id)
    }

    /// Ends all parts of a request.
    pub(crate) fn end_all_of(&self, whole: Id) {
        self.0.borrow_mut().retain(|_, part| part.whole != whole);
    }
}
