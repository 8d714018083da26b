//! `verdict serve --stdio`, driven by another program.

mod server;

use serde_json::json;
use server::Server;
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
