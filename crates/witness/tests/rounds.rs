//! The flow of a request through both rounds, through the public API.

use serde_json::{Value, json};
use verdict_protocol::{Code, Confirm, VerifyResult};
use verdict_witness::{FirstRound, Next, Rounds, SecondRound};

/// A result of `/a.test.js` with one test in this state.
fn result(state: &str, code: Option<&str>, provisional: bool) -> VerifyResult {
    let passed = state == "passed";
    let entry = json!({
        "suite": "Default", "test": "one", "passed": passed, "error": null, "scope": "test", "state": state,
        "path": ["one"], "file": "/a.test.js", "line": 1, "column": 1, "durationMs": 0.0, "code": null,
    });
    let output = if code.is_none() { json!([entry]) } else { Value::Null };
    let value = json!({
        "success": passed && code.is_none(), "output": output, "error": code.map(|_| "why"), "code": code,
        "command": "test:/**", "snapshotRoot": "root", "outputSha256": "", "truncated": false,
        "console": { "entries": [], "total": 0, "truncated": false }, "provisional": provisional,
        "timing": { "totalMs": 0.0, "files": [], "tests": [] },
    });
    serde_json::from_value(value).expect("a result")
}

fn provisional(state: &str) -> FirstRound {
    FirstRound::Provisional { result: Box::new(result(state, None, true)), seed: 7 }
}

fn rounds(policy: Value) -> Rounds {
    let policy: Confirm = serde_json::from_value(policy).expect("a policy");
    Rounds::new(policy)
}

fn all() -> Rounds {
    rounds(json!({ "required": "all" }))
}

/// What the host is told, in a word or two.
fn told(next: &Next) -> String {
    match next {
        Next::Run(command) => format!("run {command}"),
        Next::Adopt => "adopt".to_owned(),
        Next::Refuse(_) => "refuse".to_owned(),
        Next::Settle(result) => {
            assert!(!result.provisional && result.witnesses.is_some());
            let outcome = result.code.map_or(if result.success { "passed" } else { "failed" }, Code::as_str);
            format!("settle {outcome}")
        }
        Next::Cancelled => "cancelled".to_owned(),
    }
}

#[track_caller]
fn check(next: &Next, expected: &str) {
    assert_eq!(told(next), expected);
}

/// The outcome of a request whose first round passed.
#[track_caller]
fn check_second(second: &SecondRound<'_>, expected: &str) {
    let mut rounds = all();
    check(&rounds.first_ended(provisional("passed")), "run test:/a.test.js");
    check(&rounds.second_ended(second), expected);
    // It has one outcome.
    check(&rounds.second_ended(second), "adopt");
}

#[test]
fn a_first_round_that_is_final_needs_no_second() {
    check(&all().first_ended(FirstRound::Final), "adopt");
    let result = Box::new(result("passed", None, false));
    check(&all().first_ended(FirstRound::Provisional { result, seed: 7 }), "adopt");
}

#[test]
fn a_provisional_pass_runs_again() {
    check_second(&SecondRound::Answered(&result("passed", None, false)), "settle passed");
    check_second(&SecondRound::Answered(&result("failed", None, false)), "settle err:disagreement");
}

#[test]
fn with_nothing_to_confirm_the_first_result_counts() {
    check(&all().first_ended(provisional("failed")), "settle failed");
    check(
        &rounds(json!({ "required": [], "sample": 0 })).first_ended(provisional("passed")),
        "settle passed",
    );
}

#[test]
fn a_second_round_that_did_not_run_is_no_witness() {
    check_second(&SecondRound::Answered(&result("passed", Some("err:busy"), false)), "adopt");
    check_second(&SecondRound::Answered(&result("passed", Some("err:cancelled"), false)), "adopt");
    check_second(&SecondRound::Refused, "refuse");
    check_second(&SecondRound::NotStarted, "settle err:unavailable");
    // A worker that crashed ran, and judged nothing.
    check_second(
        &SecondRound::Answered(&result("passed", Some("err:crashed"), false)),
        "settle err:unavailable",
    );
}

#[test]
fn a_request_cancelled_between_its_rounds_ends() {
    let mut rounds = all();
    rounds.cancel();
    check(&rounds.first_ended(provisional("passed")), "cancelled");
    check(&rounds.second_ended(&SecondRound::NotStarted), "adopt");
    // A round that was answered before the cancellation reached it keeps its answer.
    let mut rounds = all();
    rounds.cancel();
    check(&rounds.first_ended(FirstRound::Final), "adopt");
    // One whose second round runs gets the outcome of that.
    let mut rounds = all();
    check(&rounds.first_ended(provisional("passed")), "run test:/a.test.js");
    rounds.cancel();
    check(
        &rounds.second_ended(&SecondRound::Answered(&result("passed", Some("err:cancelled"), false))),
        "adopt",
    );
}
