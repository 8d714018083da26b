//! Runs of fixtures with and without a sealed test API.

use serde_json::{Value, json};
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Code, Limits, Output, TestEntry, VerifyResult};

use crate::support::snapshot_of;

pub(crate) fn run(fixture: &str, test: &Value) -> VerifyResult {
    let request = Request {
        command: "test:/**/*.test.{js,cjs,ts}",
        snapshot: &snapshot_of(fixture),
        limits: Limits::default(),
        config: Some(&json!({ "test": test })),
        seed: 0,
    };
    verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
}

pub(crate) fn sealed(fixture: &str) -> VerifyResult {
    run(
        fixture,
        &json!({ "sealedApi": true, "entries": ["/sut.js", "/sut.cjs"], "material": ["/helper.js", "/matchers.js"] }),
    )
}

pub(crate) fn tests(result: &VerifyResult) -> &[TestEntry] {
    match &result.output {
        Output::Tests(tests) => tests,
        other => panic!("{other:?}"),
    }
}

/// Passes without sealing; with it, is refused with `err:policy` and the name of the subject's file.
#[track_caller]
pub(crate) fn refused(fixture: &str, said: &str) {
    let plain = run(fixture, &json!({}));
    assert!(plain.success, "the attack succeeds without the option: {fixture}\n{plain:#?}");
    only_refused(fixture, said);
}

/// Is refused with sealing, and fails without it too.
#[track_caller]
pub(crate) fn only_refused(fixture: &str, said: &str) {
    let result = sealed(fixture);
    assert!(!result.success, "{fixture}\n{result:#?}");
    let failed = tests(&result).iter().find(|test| test.code == Some(Code::Policy));
    let failed = failed.unwrap_or_else(|| panic!("{fixture}\n{result:#?}"));
    let error = failed.error.as_deref().unwrap_or_default();
    assert!(error.contains(said), "{fixture}\n{error}");
}

/// Passes with and without the option.
#[track_caller]
pub(crate) fn honest(fixture: &str) {
    for result in [run(fixture, &json!({})), sealed(fixture)] {
        assert!(result.success, "{fixture}\n{result:#?}");
    }
}

/// Passes with the option.
#[track_caller]
pub(crate) fn passes(fixture: &str) {
    let result = sealed(fixture);
    assert!(result.success, "{fixture}\n{result:#?}");
}

pub(crate) const NAMES: &str = "['describe', 'it', 'test', 'expect', 'vi', 'jest', 'beforeEach', 'afterAll', 'suite', 'assert', 'chai', 'onTestFinished', 'expectTypeOf']";
