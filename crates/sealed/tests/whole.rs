//! A request with modules as they are made of files, from the page's message to its answer.

use std::rc::Rc;

use serde_json::{Value, json};
use verdict_sealed::run::{Event, FrameMessage};
use verdict_sealed::{Graphs, Session};
use verdict_transform::{Job, Lower, Lowered, NotLowered};

/// A transformer that is not there.
struct Absent;

impl Lower for Absent {
    fn lower(&self, _: &Job) -> Result<Lowered, NotLowered> {
        Err(NotLowered::Absent)
    }
}

fn on(session: &mut Session, event: Event, now: f64) -> Vec<Value> {
    session.on(event, now).iter().map(|one| serde_json::to_value(one).expect("JSON")).collect()
}

fn say(session: &mut Session, seq: u64, events: &Value) -> Vec<Value> {
    let text = Some(json!({ "type": "batch", "seq": seq, "events": events }).to_string());
    on(session, Event::Guest { run: 0, text }, 100.0)
}

/// Line and column of a text in the code that a module became.
fn place_in(code: &str, text: &str) -> String {
    let at = code.find(text).expect("the text");
    let line = code[..at].matches('\n').count() + 1;
    let column = code[..at].rsplit('\n').next().map_or(0, |line| line.encode_utf16().count()) + 1;
    format!("{line}:{column}")
}

#[test]
fn places_of_the_code_that_ran_are_those_of_the_snapshot() {
    let source = "import { it } from 'vitest';\nimport { f } from './b (1).ts';\nit('é', () => { f<string>('x'); });\n";
    let helper = "export function f<T>(x: T): never {\n  throw new Error(x as string);\n}\n";
    let mut session = Session::new(Box::new(Graphs::new(Rc::new(Absent))));
    let message = json!({ "type": "VERIFY", "id": 1, "payload": {
        "command": "test:/a.test.ts", "engine": "browser", "config": { "test": { "testTimeout": 70 } },
        "snapshot": { "/a.test.ts": source, "/b (1).ts": helper },
    } });
    session.handle(|| &message, 0.0);
    on(&mut session, Event::Frame(FrameMessage::Up { sealed: true, why: None }), 10.0);
    on(&mut session, Event::Locked, 20.0);
    let todo = say(&mut session, 0, &json!([{ "type": "ready" }]));
    let run = todo.iter().find(|one| one["do"] == "send").map(|one| &one["message"]).expect("a file to run");
    assert_eq!(
        (&run["type"], &run["file"], &run["config"]["testTimeout"]),
        (&json!("run"), &json!("/a.test.ts"), &json!(70))
    );
    assert_eq!(run["snapshot"], json!({ "path": "/__snapshots__/a.test.ts.snap", "text": null }));
    let code = |id: &str| {
        let modules = run["modules"].as_array().expect("modules");
        let module = modules.iter().find(|module| module["id"] == id).expect("the module");
        module["code"].as_str().expect("code").to_owned()
    };
    let (test, helper) = (code("/a.test.ts"), code("/b (1).ts"));
    assert!(test.contains("//# sourceURL=/a.test.ts") && helper.contains("//# sourceURL=/b%20%281%29.ts"));
    let declared = format!("Error\n    at /a.test.ts:{}", place_in(&test, "it)('é'"));
    let stack = format!(
        "Error: x\n    at f (/b%20%281%29.ts:{})\n    at /a.test.ts:{}\n    at run (blob:null/harness.js:1:2)",
        place_in(&helper, "new Error"),
        place_in(&test, "f)"),
    );
    let todo = say(
        &mut session,
        1,
        &json!([
            { "type": "collected", "tests": [{ "path": ["é"], "at": declared, "plan": "run" }] },
            { "type": "started", "test": 0, "now": 1, "timeout": 70 },
            { "type": "testFault", "test": 0, "fault": { "name": "Error", "message": "x", "stack": stack } },
            { "type": "finished", "test": 0, "now": 2 },
            { "type": "done" },
        ]),
    );
    let answer = todo
        .iter()
        .map(|one| &one["message"])
        .find(|one| one["type"] == "VERIFY_COMPLETE")
        .expect("an answer");
    let entry = &answer["output"][0];
    assert_eq!((&entry["line"], &entry["column"]), (&json!(3), &json!(1)), "{entry}");
    assert_eq!(entry["stack"], "Error: x\n    at f (/b (1).ts:2:9)\n    at /a.test.ts:3:17");
    assert_eq!(
        entry["errors"][0]["frame"]["text"],
        "1| export function f<T>(x: T): never {\n2|   throw new Error(x as string);\n |         ^\n3| }"
    );
    assert_eq!((&answer["engine"], &answer["provisional"]), (&json!("browser"), &json!(true)));
}
