//! What exceeds the memory limit of the native host costs one request, and the host itself has no limit. The cases of
//! `tests/hostile/worker/` run against this host in `tests/e2e/hostile-worker.test.mjs`.

use crate::server;

use std::process::Command;

use serde_json::{Value, json};
use server::Server;

/// The memory limit of these tests, in bytes.
const LIMIT: u64 = 64 << 20;

/// A request that must pass after each case.
fn honest(server: &mut Server) {
    let payload = json!({
        "command": "test:/honest.test.js",
        "snapshot": [["/honest.test.js", "test('honest', () => { expect(6 * 7).toBe(42); });"]],
    });
    let answer = server.verify(&payload);
    assert_eq!((&answer["success"], &answer["code"]), (&json!(true), &Value::Null), "{answer}");
}

#[test]
fn what_is_refused_between_two_looks_names_the_bytes() {
    let mut server = Server::start();
    let answer = server.verify(&json!({
        "command": "test:/a.test.js",
        "snapshot": { "/a.test.js": "test('ended', () => {}); test('t', () => { let s = 'o'; for (;;) s += s; });" },
        "limits": { "memoryBytes": LIMIT },
    }));
    assert_eq!(answer["code"], "err:memory", "{answer}");
    let error = answer["error"].as_str().expect("a reason");
    let (start, end) = ("The request held ", &format!("its limit is {LIMIT} bytes (limits.memoryBytes)"));
    assert!(error.starts_with(start) && error.ends_with(end.as_str()), "{error}");
    assert_eq!(
        (&answer["output"][0]["test"], &answer["output"][0]["passed"]),
        (&json!("ended"), &json!(true))
    );
    honest(&mut server);
}

#[test]
fn a_request_says_what_it_took_and_owes_nothing_for_those_before_it() {
    let mut server = Server::start();
    let payload = json!({
        "command": "eval:' '.repeat(1 << 20).repeat(40).length",
        "limits": { "memoryBytes": LIMIT },
    });
    for _ in 0..6 {
        let answer = server.verify(&payload);
        assert_eq!(answer["output"], 40 << 20, "{answer}");
        let peak = answer["memory"]["peakBytes"].as_u64().expect("a count");
        assert!((40 << 20..LIMIT).contains(&peak), "{peak}");
    }
}

#[test]
fn the_host_itself_has_no_limit() {
    let mut server = Server::start();
    // The request is far larger than its guest's limit, and the host reads all of it.
    let text = format!("/* {} */ export const a = 1;", "x".repeat(24 << 20));
    let answer = server.verify(&json!({
        "command": "eval:1 + 1",
        "snapshot": { "/a.js": text },
        "limits": { "memoryBytes": 1 << 20 },
    }));
    assert_eq!((&answer["success"], &answer["output"]), (&json!(true), &json!(2)), "{answer}");
}

#[test]
fn a_command_of_a_terminal_is_held_to_the_default() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
        .env("VERDICT_CHECKER", "off")
        .args(["verify", "--json", "--root"])
        .arg(folder.path())
        .args(["eval:let s = 'o'; for (;;) s += s;", "eval:1 + 1"])
        .output()
        .expect("verdict runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
    let (first, second) = (&report["results"][0], &report["results"][1]);
    assert_eq!(first["code"], "err:memory", "{first}");
    let limit = verdict_protocol::Limits::default().memory_bytes.to_string();
    assert!(first["error"].as_str().is_some_and(|error| error.contains(&limit)), "{first}");
    assert_eq!((&second["success"], &second["output"]), (&json!(true), &json!(2)));
    assert_eq!(output.status.code(), Some(1));
}
