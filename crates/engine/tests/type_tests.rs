//! Tests of types in a session, whose checker is elsewhere: what it is asked, and the result by its answer.

use serde_json::{Value, json};
use verdict_engine::Session;

use crate::support::answers_of;

/// The answer of a session to a step of a request.
fn ask(command: &str, test: &Value, step: &Value) -> Value {
    let files = json!([
        ["/a.test-d.ts", "test('a', () => {});\ntest('b', () => {});\n"],
        ["/b.test.ts", "test('runs', () => {});\n"],
    ]);
    let payload =
        json!({ "command": command, "snapshot": files, "config": { "test": test }, "typeTests": step });
    let mut answers = answers_of(&mut Session::default(), &payload);
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

fn typed() -> Value {
    json!({ "typecheck": { "enabled": true, "ignoreSourceErrors": true } })
}

#[test]
fn a_plan_says_what_the_checker_is_asked_and_what_runs() {
    let plan = |command: &str, test: &Value| -> Value {
        let answer = ask(command, test, &json!("plan"));
        assert_eq!((&answer["success"], &answer["code"]), (&Value::Bool(true), &Value::Null), "{answer}");
        serde_json::from_str(answer["detail"].as_str().expect("a plan")).expect("JSON")
    };
    let found = plan("test:/*.test*", &typed());
    assert_eq!(found["question"]["files"], json!(["/a.test-d.ts"]));
    assert_eq!((&found["question"]["type"], &found["question"]["all"]), (&json!("CHECK"), &json!(true)));
    assert_eq!(
        (&found["rest"], &found["config"]["test"]["typecheck"]),
        (&json!("test:/b.test.ts"), &json!(false))
    );
    assert_eq!(plan("test:/a.test-d.ts", &typed())["rest"], Value::Null);
    // None of these has tests of types.
    assert_eq!(plan("test:/b.test.ts", &typed()), Value::Null);
    assert_eq!(plan("test:/*.test*", &json!({})), Value::Null);
    assert_eq!(plan("test:/none.test-d.ts", &typed()), Value::Null);
    // A list needs no answer.
    let mut list = typed();
    list["list"] = json!(true);
    assert_eq!(plan("test:/*.test*", &list)["question"], Value::Null);
}

#[test]
fn a_judge_takes_what_the_checker_said() {
    let judge = |said: Value| ask("test:/*.test*", &typed(), &json!({ "judge": said }));
    let states = |result: &Value| -> Vec<String> {
        let of = |entry: &Value| {
            format!("{} {}", entry["test"].as_str().unwrap_or("-"), entry["state"].as_str().unwrap_or("-"))
        };
        result["output"].as_array().expect("tests").iter().map(of).collect()
    };
    let checked = |diagnostics: Value| {
        json!({ "reply": {
            "type": "CHECKED", "id": 7, "typescript": "6.0.3", "diagnostics": diagnostics,
            "files": [{ "file": "/a.test-d.ts", "checked": true, "typed": true }],
        } })
    };
    let clean = judge(checked(json!([])));
    assert_eq!(
        (&clean["success"], states(&clean)),
        (&Value::Bool(true), vec!["a passed".into(), "b passed".into()])
    );
    assert_eq!(clean["types"]["layer"], "full");
    let wrong = judge(checked(json!([{
        "code": 2322, "category": "error", "file": "/a.test-d.ts", "line": 2, "column": 1, "message": "wrong",
    }])));
    assert_eq!(states(&wrong), ["a passed", "b failed"]);
    // Whatever is no answer is no pass.
    for (said, code) in [
        (json!({ "failure": { "code": "err:timeout", "message": "Verification timeout" } }), "err:timeout"),
        (json!({ "reply": { "type": "FAILED", "code": "crashed", "message": "too deep" } }), "err:crashed"),
        (json!({ "reply": { "type": "BROKEN", "message": "not as it was built" } }), "err:startup"),
    ] {
        let result = judge(said);
        assert_eq!((&result["success"], &result["code"]), (&Value::Bool(false), &json!(code)), "{result}");
        assert!(!states(&result).iter().any(|state| state.contains("passed")), "{result}");
    }
}
