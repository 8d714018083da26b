//! The time of lint rules: in `timing`, by the host's clock, only where it is asked for.
#![cfg(feature = "analysis")]
#![allow(missing_docs, clippy::unwrap_used)]

use std::cell::Cell;

use serde_json::{Value, json};
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Files, Limits, VerifyResult};
use verdict_vfs::Snapshot;

/// Two files, linted by a clock that goes on by a millisecond whenever it is read.
fn lint(lint: &Value) -> VerifyResult {
    let files =
        Files::from_texts([("/src/a.js", "debugger;\nif (!!a) b();\n"), ("/src/b.js", "debugger;\n")]);
    let snapshot = Snapshot::new(files).unwrap();
    let config = json!({ "lint": lint });
    let request = Request {
        command: "lint:/src/*.js",
        snapshot: &snapshot,
        limits: Limits::default(),
        config: Some(&config),
        seed: 0,
    };
    let time = Cell::new(0.0);
    let now = || time.replace(time.get() + 1.0);
    verify(&request, &mut Host { now: &now, meter: None, progress: &mut |_| {} })
}

/// The rules with their times.
fn rules(result: &VerifyResult) -> Vec<(&str, f64)> {
    result.timing.rules.iter().map(|one| (one.rule.as_str(), one.ms)).collect()
}

#[test]
fn each_rule_has_its_time_over_all_files() {
    let on = json!({ "no-extra-boolean-cast": 2, "no-debugger": 1, "no-empty": 0 });
    let config = |timing: bool| json!({ "configs": [{ "rules": on }], "timing": timing });
    let (timed, plain) = (lint(&config(true)), lint(&config(false)));
    assert_eq!(rules(&timed), [("no-debugger", 2.0), ("no-extra-boolean-cast", 2.0)]);
    assert!(rules(&plain).is_empty(), "{:?}", plain.timing);
    assert_eq!(timed.output, plain.output);
    assert_eq!(timed.output_sha256, plain.output_sha256);
}

#[test]
fn every_pass_of_fixes_counts() {
    let rules_on = json!({ "no-extra-boolean-cast": 2 });
    let result = lint(&json!({ "configs": [{ "rules": rules_on }], "fix": true, "timing": true }));
    assert_eq!(result.fixed["/src/a.js"], "debugger;\nif (a) b();\n");
    let [(rule, ms)] = rules(&result)[..] else { panic!("one rule: {:?}", result.timing) };
    // The file that changes is linted once more.
    assert!(rule == "no-extra-boolean-cast" && ms >= 3.0, "{ms}");
}

#[test]
fn the_times_of_parts_add_up() {
    let part = lint(&json!({ "configs": [{ "rules": { "no-debugger": 2 } }], "timing": true }));
    let mut all = part.timing.clone();
    all.append(
        lint(&json!({ "configs": [{ "rules": { "no-debugger": 2, "no-empty": 2 } }], "timing": true }))
            .timing,
    );
    let sums: Vec<(&str, f64)> = all.rules.iter().map(|one| (one.rule.as_str(), one.ms)).collect();
    assert_eq!(sums, [("no-debugger", 4.0), ("no-empty", 2.0)]);
}
