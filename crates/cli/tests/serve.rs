//! `verdict serve --stdio`, driven by another program.
#![allow(clippy::disallowed_methods, reason = "tests use files")]

use crate::server;

use std::ffi::OsStr;

use serde_json::{Value, json};
use server::Server;
use tempfile::TempDir;
use verdict_protocol::Toolchain;

#[test]
fn thousands_of_requests_in_one_process() {
    let mut server = Server::start();
    for number in 0..3_000 {
        let answer = server.ask(&json!({
            "type": "VERIFY",
            "id": number,
            "payload": { "command": format!("eval:{number} + 1"), "snapshot": [["/a.js", "1"]] },
        }));
        assert_eq!((&answer["id"], &answer["output"]), (&json!(number), &json!(number + 1)));
    }
}

#[test]
fn inline_snapshots_and_configuration() {
    let mut server = Server::start();
    let payload = json!({
        "command": "lint:/a.js",
        "snapshot": { "/a.js": "var a; debugger;" },
        "config": { "lint": { "off": ["no-var"] } },
        "sessionId": { "any": ["shape"] },
    });
    let answer = server.verify(&payload);
    assert_eq!(answer["error"], "Found 1 linting issue(s)");
    assert_eq!(answer["sessionId"], payload["sessionId"]);
    let wrong = json!({ "command": "lint:/a.js", "config": { "lint": { "off": "no-var" } } });
    assert_eq!(server.verify(&wrong)["code"], "err:protocol");
}

#[test]
fn what_is_no_message_is_answered_and_survived() {
    let mut server = Server::start();
    for line in ["null", "42", "{", "\"VERIFY\"", "{\"type\":\"FLY\"}", "{\"type\":\"VERIFY\",\"id\":\"\"}"] {
        server.send(line);
        let answer = server.read();
        assert_eq!(answer["error"]["code"], "err:protocol", "{line}: {answer}");
    }
    for bytes in [
        &b"\xff\xfe\n"[..],
        b"{\"type\":\"PING\",\"id\":\"\xc3\"}\n",
        b"{\"type\":\"PING\",\"id\":1}\0\n",
        b"\0\n",
        "\u{a0}\n".as_bytes(),
        b"{\"type\":\r\n",
    ] {
        server.send_bytes(bytes);
        let answer = server.read();
        assert_eq!(answer["error"]["code"], "err:protocol", "{bytes:?}: {answer}");
    }
    // Empty lines are ignored.
    server.send_bytes(b"\n \t\r\n");
    let mut pong = server.ask(&json!({ "type": "PING", "id": 1 }));
    let memory = pong.as_object_mut().and_then(|pong| pong.remove("memory")).expect("what the process holds");
    assert!(memory["heapBytes"].as_u64() > Some(0), "{memory}");
    assert_eq!(pong, json!({ "type": "PONG", "success": true, "id": 1, "toolchain": Toolchain::current() }));
}

#[test]
fn a_timeout_or_a_crash_leaves_snapshots_and_the_next_request_whole() {
    let mut server = Server::start();
    let files = verdict_protocol::Files::from_texts([("/a.js", "export const a = 1;")]);
    let snapshot = verdict_vfs::Snapshot::new(files).expect("a snapshot");
    server.send(&json!({ "type": "SNAPSHOT", "payload": snapshot.to_message() }).to_string());
    let keys = json!({ "command": "eval:Object.keys(vfs)", "snapshotRef": snapshot.root() });
    assert_eq!(server.verify(&keys)["output"], json!(["/a.js"]));

    let hang = json!({ "command": "eval:/(a+)+$/.test('a'.repeat(60) + 'b')", "limits": { "timeMs": 300 } });
    let answer = server.verify(&hang);
    assert_eq!((&answer["code"], &answer["error"]), (&json!("err:timeout"), &json!("Verification timeout")));
    let plain = json!({ "requestId": "q", "command": hang["command"], "limits": hang["limits"] });
    assert_eq!(server.ask(&plain)["result"]["code"], "err:timeout");

    assert_eq!(server.verify(&keys)["output"], json!(["/a.js"]), "the new process has the snapshot");
    let unknown = json!({ "command": "eval:1", "snapshotRef": "00" });
    assert_eq!(server.verify(&unknown)["type"], "NEED_SNAPSHOT");
}

#[test]
fn a_limit_in_an_async_generator_is_no_crash() {
    let mut server = Server::start();
    for body in ["for (;;);", "(function f() { f(); })();"] {
        let source = format!(
            "it('passes', () => {{}});\nit('t', async () => {{ async function* g() {{ {body} }} for await (const x of g()) x; }});"
        );
        let payload = json!({
            "command": "test:/a.test.js",
            "snapshot": { "/a.test.js": source },
            "limits": { "instructions": 100_000 },
        });
        let answer = server.verify(&payload);
        let error = "An async generator reached a limit (instructions, loopIterations or recursion)";
        assert_eq!((&answer["code"], &answer["error"]), (&json!("err:budget"), &json!(error)), "{answer}");
        assert_eq!(answer["output"][0]["passed"], true);
        assert_eq!(answer["output"].as_array().map(Vec::len), Some(1), "{answer}");
        assert_eq!(server.verify(&json!({ "command": "eval:1" }))["output"], 1);
    }
}

/// A checker that says of each file that it is asked about which process it is, and how many files its snapshot has. It dies of `/die.ts`.
fn checker() -> TempDir {
    let script = "import { createInterface } from 'node:readline';
        const say = (message) => process.stdout.write(`${JSON.stringify(message)}\\n`);
        say({ type: 'READY', typescript: '6.0.3', node: process.version });
        const known = new Map();
        for await (const line of createInterface({ input: process.stdin })) {
          const { type, id, files, put, remove, base } = JSON.parse(line);
          if (type === 'SNAPSHOT') {
            if (base === undefined) known.clear();
            for (const [path] of put) known.set(path, true);
            for (const path of remove ?? []) known.delete(path);
            continue;
          }
          if (files.includes('/die.ts')) process.exit(1);
          say({ type: 'CHECKED', id, typescript: '6.0.3', files: files.map((file) => ({ file, checked: true, typed: true })),
            diagnostics: files.map((file) => ({ code: 2322, category: 'error', file, line: 1, column: 1, endLine: 1, endColumn: 2, message: `${process.pid} ${known.size}`, text: '', related: [] })) });
        }";
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("node.mjs"), script).expect("a script");
    folder
}

#[test]
fn types_are_checked_by_one_process() {
    let folder = checker();
    let mut server = Server::with_checker(folder.path().as_os_str());
    let said = |answer: &Value| answer["output"][0]["message"].as_str().unwrap_or_default().to_owned();
    let inline = json!({ "command": "type-check:/a.ts", "snapshot": { "/a.ts": "export {};", "/b.ts": "" }, "sessionId": 7 });
    let first = server.verify(&inline);
    let process = said(&first).split(' ').next().unwrap_or_default().to_owned();
    assert_eq!(said(&first), format!("{process} 2"), "{first}");
    assert_eq!(
        (&first["id"], &first["sessionId"], &first["success"]),
        (&json!("r"), &json!(7), &json!(false))
    );
    assert_eq!(first["types"]["layer"], "full");
    assert!(first["memory"]["heapBytes"].as_u64() > Some(0), "{first}");
    // A snapshot that was sent before, a change of it, and both other envelopes.
    let files = verdict_protocol::Files::from_texts([("/a.ts", "1"), ("/b.ts", "2"), ("/c.ts", "3")]);
    let snapshot = verdict_vfs::Snapshot::new(files).expect("a snapshot");
    server.send(&json!({ "type": "SNAPSHOT", "payload": snapshot.to_message() }).to_string());
    let held = json!({ "command": "type-check:/a.ts", "snapshotRef": snapshot.root() });
    assert_eq!(said(&server.verify(&held)), format!("{process} 3"));
    let plain = server
        .ask(&json!({ "requestId": "q", "command": "type-check:/a.ts", "vfsSnapshot": { "/a.ts": "" } }));
    assert_eq!((&plain["requestId"], said(&plain["result"])), (&json!("q"), format!("{process} 1")));
    let bare = server.ask(&json!({ "type": "VERIFY", "payload": { "command": "type-check:/a.ts", "vfsSnapshot": { "/a.ts": "" } } }));
    assert_eq!((&bare["id"], said(&bare)), (&Value::Null, format!("{process} 1")));
    // The fast layer alone, if it is asked for; nothing about other verbs.
    let fast = server.verify(&json!({ "command": "type-check:/a.ts", "snapshot": { "/a.ts": "" }, "config": { "types": { "level": "fast" } } }));
    assert_eq!((&fast["success"], &fast["types"]["layer"]), (&json!(true), &json!("fast")));
    assert_eq!(server.verify(&json!({ "command": "eval:1" }))["types"], Value::Null);
    // The limit of the output is that of the request, and counts go on.
    let cut = server.verify(&json!({ "command": "type-check:/*.ts", "snapshotRef": snapshot.root(), "limits": { "outputBytes": 300 } }));
    assert_eq!(
        (&cut["truncated"], &cut["counts"]["errors"], &cut["omitted"]),
        (&json!(true), &json!(3), &json!(2)),
        "{cut}"
    );
    // What the engine refuses is refused, and a checker that dies is replaced.
    assert_eq!(server.verify(&json!({ "command": "type-check:/none.ts" }))["code"], "err:not_found");
    assert_eq!(
        server.verify(&json!({ "command": "type-check:/a.ts", "snapshotRef": "00" }))["type"],
        "NEED_SNAPSHOT"
    );
    let died = server.verify(&json!({ "command": "type-check:/die.ts", "snapshot": { "/die.ts": "" } }));
    assert_eq!((&died["code"], &died["success"]), (&json!("err:crashed"), &json!(false)));
    let next = server.verify(&held);
    assert!(said(&next).ends_with(" 3") && !said(&next).starts_with(&format!("{process} ")), "{next}");
}

#[test]
fn tests_of_types_are_checked_too() {
    let folder = checker();
    let mut server = Server::with_checker(folder.path().as_os_str());
    let tests = "describe('s', () => {}); test('b', () => {});";
    let payload = json!({
        "command": "test:**/*.test*",
        "snapshot": { "/a.test-d.ts": tests, "/b.test.js": "test('runs', () => {});" },
        "config": { "test": { "typecheck": { "enabled": true, "ignoreSourceErrors": true } } },
    });
    let answer = server.verify(&payload);
    let states: Vec<_> =
        answer["output"].as_array().expect("tests").iter().map(|entry| &entry["state"]).collect();
    assert_eq!(states, ["passed", "passed", "failed"], "{answer}");
    assert_eq!((&answer["output"][2]["scope"], &answer["types"]["layer"]), (&json!("suite"), &json!("full")));
    assert_eq!(answer["command"], payload["command"]);
    // Nothing but tests of types: no engine is asked.
    let mut only = payload.clone();
    only["command"] = json!("test:/a.test-d.ts");
    assert_eq!(server.verify(&only)["output"].as_array().map(Vec::len), Some(2));
    // Where nobody checks types, they do not pass.
    let mut server = Server::with_checker(OsStr::new("off"));
    let answer = server.verify(&payload);
    assert_eq!((&answer["success"], &answer["code"]), (&json!(false), &json!("err:unavailable")), "{answer}");
    let mut server = Server::with_checker(OsStr::new("/nowhere"));
    let answer = server.verify(&json!({ "command": "type-check:/a.ts", "snapshot": { "/a.ts": "" } }));
    assert_eq!((&answer["success"], &answer["types"]["layer"]), (&json!(true), &json!("fast")));
    assert!(
        answer["warnings"][0].as_str().is_some_and(|text| text.starts_with("Types were not checked")),
        "{answer}"
    );
}
