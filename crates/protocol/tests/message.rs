//! Incoming messages, and the answer to a malformed one.

use serde_json::{Value, json};
use verdict_protocol::{FromWorker, MemoryUse, Reply, RequestId, ToWorker, VerifyResult, decode};

fn check(message: &Value, expected: &str) {
    let actual = match decode(|| message) {
        Ok(ToWorker::Verify(reply, payload)) => {
            let reply = match reply {
                Reply::Id(id) => format!("id {id}"),
                Reply::Plain => "plain".into(),
                Reply::RequestId(id) => format!("requestId {id}"),
            };
            let files: Vec<&str> = payload
                .snapshot
                .iter()
                .flat_map(|files| files.0.iter().map(|(path, _)| path.as_str()))
                .collect();
            format!("verify {reply} {} {files:?}", payload.command)
        }
        Ok(ToWorker::Snapshot(message)) => format!("snapshot {} entries", message.entries.len()),
        Ok(ToWorker::Ping(id)) => format!("ping {}", id.map(|id| id.to_string()).unwrap_or_default()),
        Err(error) => format!(
            "{}{}",
            error.to_error().message,
            error.id.map(|id| format!(" [{id}]")).unwrap_or_default()
        ),
    };
    assert_eq!(actual, expected, "for {message}");
}

#[test]
fn every_envelope() {
    let payload = json!({ "command": "eval:1", "vfsSnapshot": { "/a.js": "1" }, "sessionId": "s" });
    check(&json!({ "type": "VERIFY", "id": "r1", "payload": payload }), r#"verify id r1 eval:1 ["/a.js"]"#);
    check(&json!({ "type": "VERIFY", "id": 7, "payload": payload }), r#"verify id 7 eval:1 ["/a.js"]"#);
    check(&json!({ "type": "VERIFY", "payload": payload }), r#"verify plain eval:1 ["/a.js"]"#);
    check(&json!({ "requestId": "q", "command": "eval:1" }), "verify requestId q eval:1 []");
    check(&json!({ "type": "PING" }), "ping ");
    check(&json!({ "type": "PING", "id": "p" }), "ping p");
    check(
        &json!({ "type": "VERIFY", "id": "__proto__", "payload": payload, "future": 1 }),
        r#"verify id __proto__ eval:1 ["/a.js"]"#,
    );
}

#[test]
fn every_form_of_files() {
    for files in [
        json!({ "/a.js": "1", "__proto__": "2" }),
        json!([["/a.js", "1"], ["__proto__", { "base64": "Mg==" }]]),
        json!([{ "path": "/a.js", "content": "1" }, { "path": "__proto__", "content": "2", "mtime": 3 }]),
    ] {
        check(
            &json!({ "type": "VERIFY", "id": "r", "payload": { "command": "eval:1", "snapshot": files } }),
            r#"verify id r eval:1 ["/a.js", "__proto__"]"#,
        );
    }
}

#[test]
fn malformed_messages_name_the_place() {
    check(&json!(null), "Malformed message at (root): invalid type: null, expected struct Head");
    check(&json!(42), "Malformed message at (root): invalid type: integer `42`, expected struct Head");
    check(&json!({}), "Malformed message at /type: missing field `type`");
    check(&json!({ "type": "FLY", "id": "x" }), "Malformed message at /type: Unknown message type: FLY [x]");
    check(&json!({ "type": 3 }), "Malformed message at /type: invalid type: integer `3`, expected a string");
    check(
        &json!({ "type": "VERIFY", "id": "" }),
        "Malformed message at /id: an id has 1 to 256 bytes, not 0",
    );
    check(
        &json!({ "type": "VERIFY", "id": -1 }),
        "Malformed message at /id: invalid value: integer `-1`, expected a text or a non-negative integer",
    );
    check(
        &json!({ "type": "VERIFY", "id": 1.5 }),
        "Malformed message at /id: invalid type: floating point `1.5`, expected a text or a non-negative integer",
    );
    check(
        &json!({ "requestId": [1], "command": "eval:1" }),
        "Malformed message at /requestId: invalid type: sequence, expected a text or a non-negative integer",
    );
    check(
        &json!({ "type": "VERIFY", "id": "y".repeat(300) }),
        "Malformed message at /id: an id has 1 to 256 bytes, not 300",
    );
    check(
        &json!({ "type": "VERIFY", "id": "x" }),
        "Malformed message at (root): missing field `payload` [x]",
    );
    check(
        &json!({ "type": "VERIFY", "id": "x", "payload": {} }),
        "Malformed message at /payload: missing field `command` [x]",
    );
    check(
        &json!({ "type": "VERIFY", "id": "x", "payload": { "command": "eval:1", "limits": { "timeMs": "soon" } } }),
        "Malformed message at /payload/limits/timeMs: invalid type: string \"soon\", expected u64 [x]",
    );
    check(
        &json!({ "type": "VERIFY", "id": "x", "payload": { "command": "eval:1", "snapshot": [["/a~/b.js", 5]] } }),
        "Malformed message at /payload/snapshot/0/1: invalid type: integer `5`, expected file content: a string, bytes or { base64 } [x]",
    );
}

#[test]
fn answers_take_the_shape_that_was_asked_for() {
    let result = || Box::new(VerifyResult::refused("nope:", verdict_protocol::Code::Command, "Unknown"));
    let id = || RequestId::Text("r".into());
    let complete = serde_json::to_value(FromWorker::VerifyComplete {
        id: Some(id()),
        result: result(),
        session_id: Some(json!(5)),
        memory: Some(MemoryUse { heap_bytes: 65_536, peak_bytes: 7 }),
    })
    .unwrap();
    assert_eq!(complete["type"], "VERIFY_COMPLETE");
    assert_eq!(complete["success"], false);
    assert_eq!(complete["code"], "err:command");
    assert_eq!(complete["sessionId"], 5);
    assert_eq!(complete["memory"], json!({ "heapBytes": 65_536, "peakBytes": 7 }));
    let plain = serde_json::to_value(FromWorker::Plain { request_id: id(), result: result() }).unwrap();
    assert_eq!(plain["requestId"], "r");
    assert_eq!(plain["result"]["error"], "Unknown");
    assert!(plain.get("type").is_none());
}
