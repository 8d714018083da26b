//! Messages between the session and the page.

use crate::support;

use serde_json::{Value, json};
use support::Fake;
use verdict_sealed::Session;
use verdict_sealed::run::{Event, FrameMessage};
use verdict_sealed::supply::{ModuleOptions, Modules, Supplier};
use verdict_vfs::Snapshot;

struct Fakes;

impl Supplier for Fakes {
    fn of(&mut self, _: &Snapshot, _: ModuleOptions) -> Box<dyn Modules> {
        Box::new(Fake { transformer: true, needed: Default::default() })
    }
}

/// The instructions after a message.
fn handle(session: &mut Session, message: &Value) -> Vec<Value> {
    let todo = session.handle(|| message, 0.0);
    todo.iter().map(|one| serde_json::to_value(one).expect("JSON")).collect()
}

fn on(session: &mut Session, event: Event) -> Vec<Value> {
    session.on(event, 1.0).iter().map(|one| serde_json::to_value(one).expect("JSON")).collect()
}

fn verify(command: &str) -> Value {
    json!({ "type": "VERIFY", "id": 1, "payload": {
        "command": command, "engine": "browser", "sessionId": "s", "snapshot": { "/a.test.js": "it('a')" },
    } })
}

/// The single posted message, without the long parts of a result.
fn posted(todo: &[Value]) -> Value {
    let posted: Vec<&Value> = todo.iter().filter(|one| one["do"] == "post").collect();
    assert_eq!(posted.len(), 1, "{todo:?}");
    let message = &posted[0]["message"];
    json!([message["type"], message["id"], message["code"], message["error"], message["sessionId"]])
}

#[test]
fn a_request_is_answered_in_the_shape_in_which_it_was_asked() {
    let mut session = Session::new(Box::new(Fakes));
    let started = handle(&mut session, &verify("test:/a.test.js"));
    let kinds: Vec<&Value> = started.iter().map(|one| &one["do"]).collect();
    assert_eq!(kinds, ["post", "needFrame", "lock", "wakeAt"]);
    let events = [
        json!({ "kind": "started", "verb": "test", "files": 1 }),
        json!({ "kind": "fileStarted", "file": "/a.test.js" }),
    ];
    assert_eq!(started[0]["message"]["event"], events[1]);
    assert_eq!(started[0]["message"]["before"], json!(events[..1]));
    let why = Some("no".to_owned());
    let todo = on(&mut session, Event::Frame(FrameMessage::Up { sealed: false, why }));
    assert_eq!(
        posted(&todo),
        json!([
            "VERIFY_COMPLETE",
            1,
            "err:unavailable",
            "The browser engine is not available: The frame is not sealed: no",
            "s"
        ])
    );
    assert_eq!(todo.iter().filter(|one| one["do"] == "unlock").count(), 1);
}

#[test]
fn requests_wait_for_one_another() {
    let mut session = Session::new(Box::new(Fakes));
    handle(&mut session, &verify("test:/a.test.js"));
    assert_eq!(handle(&mut session, &verify("test:/a.test.js")), Vec::<Value>::new());
    let gone = || Event::Frame(FrameMessage::Gone { why: Some("no".into()) });
    let todo = on(&mut session, gone());
    let complete =
        |todo: &[Value]| todo.iter().filter(|one| one["message"]["type"] == "VERIFY_COMPLETE").count();
    assert_eq!((complete(&todo), todo.iter().filter(|one| one["do"] == "needFrame").count()), (1, 1));
    assert_eq!(complete(&on(&mut session, gone())), 1);
    assert_eq!(complete(&on(&mut session, gone())), 0);
}

#[test]
fn what_cannot_run_is_refused() {
    let mut session = Session::new(Box::new(Fakes));
    let cases = [
        (verify("lint:/a.test.js"), "err:unavailable", "The browser engine runs test: and has no lint:"),
        (verify("eval:1"), "err:unavailable", "The browser engine runs test: and has no eval:"),
        (verify("run:1"), "err:command", "Unknown command type: run"),
        (verify("test:/b.test.js"), "err:not_found", "Test file not found: /b.test.js"),
    ];
    for (message, code, error) in cases {
        let todo = handle(&mut session, &message);
        let complete: Vec<&Value> =
            todo.iter().map(|one| &one["message"]).filter(|one| one["type"] == "VERIFY_COMPLETE").collect();
        assert_eq!(complete.len(), 1, "{todo:?}");
        assert_eq!(complete[0]["code"], code);
        assert!(complete[0]["error"].as_str().is_some_and(|text| text.starts_with(error)), "{complete:?}");
    }
}

#[test]
fn snapshots_are_kept_and_missed_ones_asked_for() {
    let mut session = Session::new(Box::new(Fakes));
    let root = "0".repeat(64);
    let of_root =
        json!({ "type": "VERIFY", "id": "x", "payload": { "command": "test:/a", "snapshotRef": root } });
    let todo = handle(&mut session, &of_root);
    assert_eq!(
        todo,
        [
            json!({ "do": "post", "message": { "type": "NEED_SNAPSHOT", "id": "x", "root": root, "blobs": [] } })
        ]
    );
    let todo =
        handle(&mut session, &json!({ "type": "SNAPSHOT", "payload": { "entries": [], "root": root } }));
    assert_eq!(todo[0]["message"]["error"]["code"], "err:integrity");
    assert_eq!(handle(&mut session, &json!({ "type": "PING", "id": 3 }))[0]["message"]["type"], "PONG");
    assert_eq!(handle(&mut session, &json!(7))[0]["message"]["error"]["code"], "err:protocol");
}
