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

/// What the script is told of modules, and what the guests are sent, as the sources of two requests are these.
#[test]
fn a_module_is_told_once_and_forgotten_when_it_changed() {
    let mut session = Session::new(Box::new(Graphs::new(Rc::new(Absent))));
    let mut ask = |helper: &str| {
        let message = json!({ "type": "VERIFY", "id": 1, "payload": {
            "command": "test:/a.test.js /b.test.js", "engine": "browser",
            "snapshot": { "/a.test.js": "import './h.js';", "/b.test.js": "import './h.js';", "/h.js": helper },
        } });
        let mut todo: Vec<Value> = Vec::new();
        let mut new: Vec<Value> = session
            .handle(|| &message, 0.0)
            .iter()
            .map(|one| serde_json::to_value(one).expect("JSON"))
            .collect();
        let mut next = 0;
        while next < todo.len() || !new.is_empty() {
            todo.append(&mut new);
            let one = todo[next].clone();
            next += 1;
            let say = |seq: u32, events: Value| {
                let run = one["run"].as_u64().and_then(|run| u32::try_from(run).ok()).expect("a guest");
                let text = Some(json!({ "type": "batch", "seq": seq, "events": events }).to_string());
                Event::Guest { run, text }
            };
            let event = match one["do"].as_str() {
                Some("needFrame") => Event::Frame(FrameMessage::Up { sealed: true, why: None }),
                Some("lock") => Event::Locked,
                Some("start") => say(0, json!([{ "type": "ready" }])),
                Some("send") => say(1, json!([{ "type": "collected", "tests": [] }, { "type": "done" }])),
                _ => continue,
            };
            new = on(&mut session, event, 1.0);
        }
        todo
    };
    let told = |todo: &[Value]| -> Vec<String> {
        let modules = todo.iter().filter(|one| one["do"] == "modules");
        modules
            .flat_map(|one| {
                let new = one["modules"].as_array().into_iter().flatten();
                let gone = one["forget"].as_array().into_iter().flatten();
                new.map(|module| format!("{}={}", module["key"], module["id"].as_str().unwrap_or_default()))
                    .chain(gone.map(|key| format!("-{key}")))
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    let sent = |todo: &[Value]| -> Vec<String> {
        let runs = todo.iter().filter(|one| one["do"] == "send" && one["message"]["type"] == "run");
        runs.map(|one| one["message"]["modules"].to_string()).collect()
    };
    let first = ask("export const h = 1;");
    assert_eq!(told(&first), ["1=/h.js", "2=/a.test.js", "3=/b.test.js"]);
    assert_eq!(sent(&first), ["[1,2]", "[1,3]"]);
    let second = ask("export const h = 2;");
    assert_eq!(told(&second), ["4=/h.js"]);
    assert_eq!(sent(&second), ["[4,2]", "[4,3]"]);
    let third = ask("export const h = 2;");
    assert_eq!(told(&third), ["-1"]);
    assert_eq!(sent(&third), ["[4,2]", "[4,3]"]);
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
        let told = todo.iter().find(|one| one["do"] == "modules").expect("modules are told");
        let modules = told["modules"].as_array().expect("modules");
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

#[test]
fn an_answer_tells_what_its_files_were_served_and_guests_are_not_told_that_it_will() {
    let ask = |level: &str| {
        let mut session = Session::new(Box::new(Graphs::new(Rc::new(Absent))));
        let message = json!({ "type": "VERIFY", "id": 1, "payload": {
            "command": "test:/a.test.js", "engine": "browser",
            "config": { "test": { "evidence": level, "pinnedImports": [{ "importer": "/a.test.js", "specifier": "./b", "path": "/b.ts" }] } },
            "snapshot": {
                "/a.test.js": "import './b';", "/b.js": "", "/b.ts": "",
                "/__snapshots__/a.test.js.snap": "exports[`t 1`] = `1`;",
            },
        } });
        session.handle(|| &message, 0.0);
        on(&mut session, Event::Frame(FrameMessage::Up { sealed: true, why: None }), 10.0);
        on(&mut session, Event::Locked, 20.0);
        let todo = say(&mut session, 0, &json!([{ "type": "ready" }]));
        let run = todo
            .iter()
            .find(|one| one["do"] == "send")
            .map(|one| one["message"].clone())
            .expect("a file to run");
        assert!(
            ["evidence", "pinnedImports", "mutant"].iter().all(|key| run["config"].get(key).is_none()),
            "{run}"
        );
        say(&mut session, 1, &json!([{ "type": "readFile", "n": 1, "path": "/golden.txt" }]));
        let todo = say(&mut session, 2, &json!([{ "type": "collected", "tests": [] }, { "type": "done" }]));
        let answer = todo.iter().map(|one| &one["message"]).find(|one| one["type"] == "VERIFY_COMPLETE");
        answer.expect("an answer")["evidence"].clone()
    };
    assert_eq!(ask("off"), Value::Null);
    for level in ["graph", "full"] {
        let evidence = ask(level);
        assert_eq!((&evidence["divided"], &evidence["subject"]), (&json!(true), &json!(["/b.js", "/b.ts"])));
        let file = &evidence["files"][0];
        assert_eq!(
            (&file["file"], &file["imports"], &file["reads"]),
            (
                &json!("/a.test.js"),
                &json!([{ "importer": "/a.test.js", "specifier": "./b", "kind": "import", "path": "/b.ts" }]),
                &json!([
                    { "path": "/__snapshots__/a.test.js.snap", "kind": "snapshot", "by": null },
                    { "path": "/golden.txt", "kind": "snapshot", "by": null },
                ]),
            )
        );
    }
}
