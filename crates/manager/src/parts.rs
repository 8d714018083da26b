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
use wasm_bindgen::{JsCast, JsValue};

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
                Verb::Eval | Verb::Project => return None,
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

    /// A part for each of these files. It has no parts if a file cannot be named alone.
    pub(crate) fn of_files<'a>(files: impl Iterator<Item = &'a str>) -> Parts {
        let command = |file| Command::of_paths(Verb::Test, [file]).map(|command| command.to_string());
        let commands: Vec<String> = files.map(command).collect::<Option<_>>().unwrap_or_default();
        Parts { files: commands.len(), commands }
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

/// Clears the shard of a request whose files are chosen already.
pub(crate) fn without_shard(payload: &Object) {
    let copy = |of: &JsValue, key: &str| Object::assign(&Object::new(), js::get(of, key).unchecked_ref());
    let config = copy(payload, "config");
    let test = copy(&config, "test");
    // An absent key would take the value of the files' configuration.
    js::set(&test, "shard", JsValue::NULL);
    js::set(&config, "test", test);
    js::set(payload, "config", config);
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
    /// Adds the answer of a part. Returns whether it was the last one.
    pub(crate) fn add(&mut self, command: &str, parts: &Parts, index: usize, answer: Object) -> bool {
        let read = if Command::verb_of(command) == Some(Verb::Test) {
            Answer::read(answer, command, Output::Tests)
        } else {
            Answer::read(answer, command, Output::Diagnostics)
        };
        self.0.resize(parts.len(), None);
        if let Some(place) = self.0.get_mut(index) {
            *place = Some(read);
        }
        self.0.iter().all(Option::is_some)
    }

    /// The answers until now.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &VerifyResult> {
        self.0.iter().flatten()
    }

    /// The answers until now, by part.
    pub(crate) fn into_parts(self) -> impl Iterator<Item = (usize, VerifyResult)> {
        self.0.into_iter().enumerate().filter_map(|(part, answer)| Some((part, answer?)))
    }

    /// Joins the answers, which are all there.
    pub(crate) fn joined(&mut self, command: &str, payload: &Object) -> VerifyResult {
        let results = std::mem::take(&mut self.0).into_iter().flatten();
        let limit = output_bytes(payload).unwrap_or(Limits::default().output_bytes);
        if Command::verb_of(command) == Some(Verb::Test) {
            VerifyResult::joined(command, results, limit)
        } else {
            VerifyResult::joined_findings(command, results, limit)
        }
    }
}

/// Whether an answer says that there is no such engine here.
pub(crate) fn is_unavailable(answer: &VerifyResult) -> bool {
    answer.code == Some(Code::Unavailable) && !matches!(answer.output, Output::Tests(_))
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
