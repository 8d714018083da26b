//! A request for several files, in parts: a `test:` a file each, a `lint:` or `type-check:` some files each.

use js_sys::Object;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use verdict_protocol::{
    Code, Command, ConsoleLog, Engine, Evidence, LimitReached, Limits, Location, Output, SnapshotReport,
    Timing, Verb, VerifyResult,
};
use verdict_supervisor::Id;
use verdict_vfs::{Snapshot, VfsPath, is_glob};
use wasm_bindgen::{JsCast, JsValue};

use crate::driver::Driver;
use crate::js;
use crate::request::{Open, Work};

/// Fewer files are not worth the messages: of tests, and of what is only read.
const FEWEST_FILES: usize = 4;
const FEWEST_FILES_READ: usize = 32;
/// How many files are read at once. One takes a fraction of a millisecond.
const FILES_READ: usize = 16;
/// JavaScript's largest safe integer: no limit.
const UNLIMITED: f64 = 9_007_199_254_740_991.0;

/// A part that a worker is at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub(crate) whole: Id,
    pub(crate) index: usize,
}

/// The parts of a request by their files, in the order of the result.
///
/// What is found in a file depends on the snapshot, which every worker has whole, and not on the other files that a
/// command names: so it is of tests, which have a realm each, of lint rules, and of the type checks that there are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    /// The command of each part.
    commands: Vec<String>,
    /// How many files all of them have.
    pub(crate) files: usize,
}

impl Parts {
    /// None where a request has too few files, where the engine is to say what is wrong with it, or where a file
    /// cannot be named alone.
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

    /// How many there are; none if it runs whole.
    pub(crate) fn len(&self) -> usize {
        self.commands.len()
    }

    /// What a worker is sent for one part: its files, and no limit of its output, which is cut when it is joined.
    pub(crate) fn payload(&self, whole: &Object, index: usize) -> Option<Object> {
        let command = self.commands.get(index)?;
        let limits = Object::assign(&Object::new(), js::get(whole, "limits").unchecked_ref());
        js::set(&limits, "outputBytes", UNLIMITED);
        let payload = Object::assign(&Object::new(), whole);
        js::set(&payload, "command", command);
        js::set(&payload, "limits", limits);
        Some(payload)
    }
}

/// The limit of a request's output; `None` where it is none.
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

/// A part's answer, as far as it is read: a narrower type than [`VerifyResult`], which would bring a reader of
/// everything else along.
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
                timing,
                code,
                ..VerifyResult::refused(command, Code::NoTests, "")
            },
            Err(error) => {
                let why = format!("The worker's answer cannot be read: {error}");
                VerifyResult::refused(command, Code::Protocol, why)
            }
        }
    }
}

/// The answers of the parts of a request.
#[derive(Debug, Default)]
pub(crate) struct Answers(Vec<Option<VerifyResult>>);

impl Answers {
    fn put(&mut self, parts: usize, index: usize, answer: VerifyResult) {
        self.0.resize(parts, None);
        if let Some(place) = self.0.get_mut(index) {
            *place = Some(answer);
        }
    }

    /// All of them in order, once all are there.
    fn take(&mut self) -> Option<Vec<VerifyResult>> {
        self.0
            .iter()
            .all(Option::is_some)
            .then(|| std::mem::take(&mut self.0).into_iter().flatten().collect())
    }
}

impl Driver {
    /// Keeps a part's answer. With the last one the whole has its answer; gives whether that is a pass.
    pub(crate) fn answer_part(&self, part: Part, result: Object, now: f64) -> bool {
        let mut open = self.open.borrow_mut();
        let Some(Open { request, answers, answer, dispatched, .. }) = open.get_mut(&part.whole) else {
            return false;
        };
        let Ok(Work::Verify { payload, parts, .. }) = &request.work else { return false };
        let command = &request.command;
        let is_test = Command::parse(command).is_ok_and(|command| command.verb == Verb::Test);
        let read = if is_test {
            Answer::read(result, command, Output::Tests)
        } else {
            Answer::read(result, command, Output::Diagnostics)
        };
        answers.put(parts.len(), part.index, read);
        let Some(results) = answers.take() else { return false };
        let limit = output_bytes(payload).unwrap_or(Limits::default().output_bytes);
        let mut joined = if is_test {
            VerifyResult::joined(command, results, limit)
        } else {
            VerifyResult::joined_findings(command, results, limit)
        };
        // The engines' times added up are longer than it took.
        joined.timing.total_ms = now - dispatched.unwrap_or(now);
        *answer = Some(to_object(&joined));
        joined.success
    }

    /// The number of the request that something is about, and which part of it.
    pub(crate) fn whole_of(&self, id: Id) -> (Id, Option<Part>) {
        match self.parts.borrow().get(&id) {
            Some(part) => (part.whole, Some(*part)),
            None => (id, None),
        }
    }
}

/// A result in the shape in which workers post theirs.
pub(crate) fn to_object(result: &VerifyResult) -> Object {
    result
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .ok()
        .and_then(|value: JsValue| value.dyn_into::<Object>().ok())
        .unwrap_or_default()
}
