//! A session's answer to a request for an engine that it does not have.
#![allow(missing_docs, clippy::unwrap_used)]

use serde_json::{Value, json};
use verdict_engine::Session;

fn ask(command: &str, engine: &str) -> Value {
    let message = json!({ "type": "VERIFY", "id": 1, "payload": {
        "command": command, "engine": engine, "snapshot": [["/a.test.js", "it('a', () => {})"]],
    } });
    let mut said = Vec::new();
    let _ = Session::default().handle(|| &message, &|| 0.0, &mut |answer| said.push(answer));
    serde_json::to_value(said.last().unwrap()).unwrap()
}

#[test]
fn tests_run_in_the_engine_that_is_asked_for_or_not_at_all() {
    for engine in ["browser", "both"] {
        let answer = ask("test:/a.test.js", engine);
        assert_eq!((&answer["success"], &answer["code"]), (&json!(false), &json!("err:unavailable")));
        assert_eq!(answer["error"], format!("engine: '{engine}' is not part of this host"));
        // Commands that run no tests are the same in every engine.
        assert_eq!(ask("eval:1", engine)["success"], true);
    }
    let answer = ask("test:/a.test.js", "boa");
    assert_eq!(
        (&answer["success"], &answer["engine"], &answer["provisional"]),
        (&json!(true), &Value::Null, &Value::Null)
    );
    assert_eq!(ask("test:/a.test.js", "v8")["error"]["code"], "err:protocol");
}
