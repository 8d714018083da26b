//! Shared parts of this crate's tests.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of this module")]

use serde_json::{Value, json};
use verdict_engine::{Handled, Host, Request, Session, verify};
use verdict_protocol::{Files, Limits, VerifyResult};
use verdict_vfs::Snapshot;

/// Path and text of each file of a fixture, which follows a line `//- /path`.
pub fn files_of(fixture: &str) -> Vec<(&str, &str)> {
    let files = fixture.split("//- ").skip(1);
    let parts = files.map(|file| file.split_once('\n').unwrap_or((file, "")));
    parts.map(|(path, text)| (path.trim(), text)).collect()
}

/// The snapshot of a fixture.
pub fn snapshot_of(fixture: &str) -> Snapshot {
    Snapshot::new(Files::from_texts(files_of(fixture))).expect("a snapshot")
}

/// Runs a command on a fixture, on a stack like that of a worker.
pub fn run(command: &str, fixture: &str) -> VerifyResult {
    run_within(command, fixture, None, Limits::default())
}

/// Runs the first file of a fixture as a test, on a stack like that of a worker.
pub fn run_first(fixture: &str, config: Option<Value>) -> VerifyResult {
    let command = format!("test:{}", files_of(fixture).first().map_or("", |(path, _)| *path));
    run_within(&command, fixture, config, Limits { instructions: 20_000_000, ..Limits::default() })
}

fn run_within(command: &str, fixture: &str, config: Option<Value>, limits: Limits) -> VerifyResult {
    let (command, snapshot) = (command.to_owned(), snapshot_of(fixture));
    let run = move || {
        let request =
            Request { command: &command, snapshot: &snapshot, limits, config: config.as_ref(), seed: 0 };
        verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread").join().expect("no panic")
}

/// What a session answers to a request, without real times.
pub fn answers_of(session: &mut Session, payload: &Value) -> Vec<Value> {
    let message = json!({ "type": "VERIFY", "id": 1, "payload": payload });
    let mut answers = Vec::new();
    let mut keep = |answer| answers.push(serde_json::to_value(answer).expect("JSON"));
    assert_eq!(session.handle(|| &message, &|| 0.0, &mut keep), Handled::Done);
    answers
}
