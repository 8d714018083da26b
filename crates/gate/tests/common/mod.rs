//! Verifier answers for tests, built from the keys that a test needs.

use serde_json::{Value, json};
use verdict_gate::{Check, Verdict};
use verdict_protocol::{Code, TestEntry, VerifyResult};

/// An answer with some keys of a `VERIFY_COMPLETE`. The remaining keys are those of a pass without findings.
/// [`to`] sets the check that it answers.
pub(crate) fn answer(keys: &Value) -> Verdict {
    let is_test = |entry: &Value| entry["state"].is_string();
    let is_tests = keys["output"].as_array().is_some_and(|output| output.iter().any(is_test));
    let command = if is_tests { "test:/a.test.js" } else { "lint:/a.js" };
    let mut whole = serde_json::to_value(VerifyResult::refused(command, Code::Crashed, "")).expect("JSON");
    let pass = json!({ "success": true, "error": null, "code": null, "output": [] });
    for (key, value) in pass.as_object().into_iter().chain(keys.as_object()).flatten() {
        whole[key] = value.clone();
    }
    for entry in whole["output"].as_array_mut().into_iter().flatten() {
        let name = entry["path"].as_array().and_then(|path| path.last().cloned()).unwrap_or(json!("any"));
        let lacks = match is_test(entry) {
            true => json!({
                "suite": "Default", "test": name, "path": [name], "passed": entry["state"] == "passed", "scope": "test",
                "file": "/a.test.js", "line": 1, "column": 1, "durationMs": 0.0,
            }),
            false => json!({ "file": "/a.js", "line": 1, "column": 1, "severity": "error" }),
        };
        for (key, value) in lacks.as_object().into_iter().flatten() {
            if entry[key].is_null() {
                entry[key] = value.clone();
            }
        }
    }
    Verdict::read(&whole)
}

/// Turns an answer into the answer to a check.
pub(crate) fn to(check: &Check<'_>, mut verdict: Verdict) -> Verdict {
    if let Some(result) = &mut verdict.result {
        result.command = check.command.to_owned();
        if result.snapshot_root.is_empty() {
            result.snapshot_root = check.snapshot.root().to_owned();
        }
        if check.command.starts_with("test:")
            && matches!(&result.output, verdict_protocol::Output::Diagnostics(found) if found.is_empty())
        {
            result.output = match verdict.success {
                true => verdict_protocol::Output::Tests(vec![passing()]),
                false => verdict_protocol::Output::None,
            };
        }
    }
    verdict
}

fn passing() -> TestEntry {
    let entry = json!({
        "suite": "Default", "test": "any", "path": ["any"], "passed": true, "state": "passed", "scope": "test", "error": null,
        "file": "/any.test.js", "line": 1, "column": 1, "durationMs": 0.0, "assertions": 1,
    });
    serde_json::from_value(entry).expect("an entry")
}
