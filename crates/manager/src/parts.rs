//! A `test:` of several files, a part a file.

use js_sys::Object;
use serde::{Deserialize, Serialize};
use verdict_protocol::{
    Code, Command, ConsoleLog, Limits, Location, Output, TestEntry, Timing, Verb, VerifyResult,
};
use verdict_supervisor::Id;
use verdict_vfs::{Snapshot, VfsPath, is_glob};
use wasm_bindgen::{JsCast, JsValue};

use crate::driver::Driver;
use crate::js;
use crate::request::{Open, Work};

/// Fewer files are not worth the messages.
const FEWEST_FILES: usize = 4;
/// JavaScript's largest safe integer: no limit.
const UNLIMITED: f64 = 9_007_199_254_740_991.0;

/// A part that a worker is at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part {
    pub(crate) whole: Id,
    pub(crate) index: usize,
}

/// The files of a request, each of which can be a part of it: none where it has too few, where the engine is to say
/// what is wrong with it, or where a file cannot be named alone.
pub(crate) fn files(command: &str, payload: &Object, snapshot: &Snapshot) -> Vec<VfsPath> {
    let named = || {
        let command = Command::parse(command).ok().filter(|command| command.verb == Verb::Test)?;
        if !is_glob(&command.argument) && !command.argument.trim().contains(char::is_whitespace) {
            return None;
        }
        output_bytes(payload)?;
        let files = snapshot.select_all(&command.patterns().ok()?).ok()?;
        let alone = |file: &VfsPath| command_of(file).is_some();
        (files.len() >= FEWEST_FILES && files.iter().all(alone)).then_some(files)
    };
    named().unwrap_or_default()
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

fn command_of(file: &VfsPath) -> Option<String> {
    Command::of_paths(Verb::Test, [file.as_str()]).map(|command| command.to_string())
}

/// What a worker is sent for one part: its file, and no limit of its output, which is cut when it is joined.
pub(crate) fn payload(whole: &Object, file: &VfsPath) -> Object {
    let limits = Object::assign(&Object::new(), js::get(whole, "limits").unchecked_ref());
    js::set(&limits, "outputBytes", UNLIMITED);
    let payload = Object::assign(&Object::new(), whole);
    js::set(&payload, "command", command_of(file));
    js::set(&payload, "limits", limits);
    payload
}

/// A part's answer, as far as it is read: a narrower type than [`VerifyResult`], which would bring a reader of
/// everything else along.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    output: Option<Vec<TestEntry>>,
    error: Option<String>,
    code: Option<Code>,
    #[serde(default)]
    location: Option<Location>,
    snapshot_root: String,
    console: ConsoleLog,
    timing: Timing,
}

impl Answer {
    fn read(result: Object, command: &str) -> VerifyResult {
        match serde_wasm_bindgen::from_value(result.into()) {
            Ok(Answer { output, error, code, location, snapshot_root, console, timing }) => VerifyResult {
                output: output.map_or(Output::None, Output::Tests),
                error,
                location,
                snapshot_root,
                console,
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
    fn put(&mut self, files: usize, index: usize, answer: VerifyResult) {
        self.0.resize(files, None);
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
        let Ok(Work::Verify { payload, files, .. }) = &request.work else { return false };
        answers.put(files.len(), part.index, Answer::read(result, &request.command));
        let Some(results) = answers.take() else { return false };
        let limit = output_bytes(payload).unwrap_or(Limits::default().output_bytes);
        let mut joined = VerifyResult::joined(&request.command, results, limit);
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
