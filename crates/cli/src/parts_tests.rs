//! Tests the requests for sessions, and the joining of their answers.

use serde_json::{Value, json};
use verdict_protocol::{Code, Engine, FileContent, Files, Limits, Output, Shard, TestState, VerifyResult};
use verdict_vfs::Snapshot;

use super::{Parts, TestRequest};

fn snapshot() -> Snapshot {
    let paths = ["/a.test.js", "/b c.test.js", "/d.test.js", "/e \"'.test.js", "/lib.js"];
    let files = paths.map(|path| (path.to_owned(), FileContent(path.as_bytes().to_vec())));
    Snapshot::new(Files(files.into())).expect("files")
}

fn asked<'a>(command: &'a str, snapshot: &'a Snapshot, config: Value) -> TestRequest<'a> {
    let limits = Limits { time_ms: 1000, ..Limits::default() };
    TestRequest { command, snapshot, config, limits, file_ms: 1000, is_trial: false, seed: 7 }
}

/// The commands of the parts, or the code of the refusal.
fn check(command: &str, config: Value, expected: Result<&[&str], Code>) {
    let snapshot = snapshot();
    let parts = Parts::of(&asked(command, &snapshot, config), Engine::Browser);
    let commands = parts
        .map(|parts| parts.parts.into_iter().map(|part| part.command).collect::<Vec<_>>())
        .map_err(|refusal| refusal.0);
    assert_eq!(
        commands,
        expected.map(|expected| expected.iter().map(|text| (*text).to_owned()).collect()),
        "{command}"
    );
}

#[test]
fn a_file_a_part_in_their_order() {
    check("test:/d.test.js /a.test.js", json!({}), Ok(&["test:/d.test.js", "test:/a.test.js"]));
    check(
        "test:/[a-d]*.test.js",
        json!({}),
        Ok(&["test:/a.test.js", "test:\"/b c.test.js\"", "test:/d.test.js"]),
    );
}

#[test]
fn what_hangs_together_stays_together() {
    let all = "test:/*.test.js";
    check("test:/[a-d]*.test.js", json!({ "test": { "bail": 1 } }), Ok(&["test:/[a-d]*.test.js"]));
    // A file that cannot be named alone.
    check(all, json!({}), Ok(&[all]));
}

#[test]
fn what_the_engine_would_refuse() {
    check("test:/none.js", json!({}), Err(Code::NotFound));
    check("test:/none*.js", json!({}), Err(Code::NotFound));
    check("test:../up.js", json!({}), Err(Code::Path));
    check("test:\"/a.test.js", json!({}), Err(Code::Command));
    check("test:/a.test.js", json!({ "test": { "bail": "x" } }), Err(Code::Protocol));
}

#[test]
fn the_files_of_a_shard_are_chosen_once() {
    let snapshot = snapshot();
    let mut commands = Vec::new();
    for index in 1..=2 {
        let asked =
            asked("test:/[a-d]*.test.js", &snapshot, json!({ "test": { "shard": format!("{index}/2") } }));
        let Ok(parts) = Parts::of(&asked, Engine::Browser) else { continue };
        assert_eq!(parts.request(0, &asked, 5)["options"]["config"]["test"]["shard"], Value::Null);
        let result = parts.joined(&asked, vec![parts.failed(0, &asked, Code::Crashed, "x")], 1.0);
        assert_eq!(result.shard, Shard::parse(&format!("{index}/2")).ok());
        commands.extend(parts.parts.into_iter().map(|part| part.command));
    }
    commands.sort();
    assert_eq!(commands, ["test:\"/b c.test.js\"", "test:/a.test.js", "test:/d.test.js"]);
}

#[test]
fn a_request_is_of_the_browsers_engine_and_its_output_is_not_cut() {
    let snapshot = snapshot();
    let asked = asked("test:/a.test.js", &snapshot, json!({ "test": { "retry": 2 } }));
    let request = Parts::of(&asked, Engine::Browser).expect("parts").request(0, &asked, 5);
    assert_eq!(request["command"], "test:/a.test.js");
    let options = &request["options"];
    assert_eq!(
        (&options["engine"], &options["timeout"], &options["seed"]),
        (&json!("browser"), &json!(5), &json!(7))
    );
    assert_eq!(options["config"], json!({ "test": { "retry": 2 } }));
    assert_eq!(options["limits"]["outputBytes"], json!((1_u64 << 53) - 1));
    assert_eq!(options["limits"]["timeMs"], json!(5));
}

/// States and codes of a result's entries.
fn entries(result: &VerifyResult) -> Vec<(&str, TestState, Option<Code>)> {
    let Output::Tests(entries) = &result.output else { return Vec::new() };
    entries.iter().map(|entry| (entry.test.as_str(), entry.state, entry.code)).collect()
}

#[test]
fn only_the_file_that_came_to_nothing_fails() {
    let snapshot = snapshot();
    let asked = asked("test:/a.test.js /d.test.js", &snapshot, json!({}));
    let parts = Parts::of(&asked, Engine::Browser).expect("parts");
    let passed: VerifyResult = serde_json::from_value(json!({
        "success": true, "error": null, "code": null, "command": "test:/d.test.js", "snapshotRoot": snapshot.root(),
        "outputSha256": "", "truncated": false, "console": { "entries": [], "total": 0, "truncated": false },
        "engine": "browser", "provisional": true, "timing": { "totalMs": 1, "files": [], "tests": [1] },
        "output": [{ "suite": "Default", "test": "t", "passed": true, "error": null, "scope": "test", "state": "passed",
            "path": ["t"], "file": "/d.test.js", "line": 1, "column": 1, "durationMs": 0 }],
    }))
    .expect("a result");
    let results = vec![parts.failed(0, &asked, Code::Crashed, "gone"), parts.answered(1, passed)];
    let result = parts.joined(&asked, results, 12.5);
    assert!(!result.success);
    assert_eq!((result.code, result.error.as_deref()), (Some(Code::Crashed), Some("gone")));
    assert_eq!(
        entries(&result),
        [("/a.test.js", TestState::Failed, Some(Code::Crashed)), ("t", TestState::Passed, None)]
    );
    assert_eq!((result.engine, result.provisional), (Engine::Browser, true));
    assert_eq!((result.snapshot_root.as_str(), result.command.as_str()), (snapshot.root(), asked.command));
    assert!((result.timing.total_ms - 12.5).abs() < f64::EPSILON);
}

#[test]
fn a_part_out_of_time_names_its_file() {
    let snapshot = snapshot();
    let asked = asked("test:/a.test.js", &snapshot, json!({}));
    let parts = Parts::of(&asked, Engine::Browser).expect("parts");
    let timeout = VerifyResult::refused("test:/a.test.js", Code::Timeout, "Verification timeout");
    let answered = parts.answered(0, timeout);
    assert_eq!(entries(&answered), [("/a.test.js", TestState::Failed, Some(Code::Timeout))]);
    // A problem with the request is no fault of a file.
    let refused = VerifyResult::refused("test:/a.test.js", Code::Startup, "no worker");
    assert_eq!(parts.answered(0, refused).output, Output::None);
}
