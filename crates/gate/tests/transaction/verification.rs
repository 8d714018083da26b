//! A transaction as a verification report.

use serde_json::json;
use verdict_gate::{ApplyOptions, GateReport, PhaseMask, Policy, Verdict};
use verdict_protocol::{Code, Output, VerifyResult};
use verdict_report::VerificationReport;

use crate::scene::Scene;
use crate::world::{Fault, pass};

fn options(command: &str) -> ApplyOptions {
    ApplyOptions { verify_command: Some(command.into()), ..ApplyOptions::default() }
}

/// The status of each level, `-` for one that did not run.
fn levels(report: &VerificationReport) -> String {
    let level = |level: Option<&verdict_report::LevelResult>| {
        level.map_or_else(
            || "-".to_owned(),
            |level| {
                let checks = level.checks.iter();
                let named =
                    checks.map(|check| format!("{}{}", if check.passed { "" } else { "!" }, check.name));
                named.collect::<Vec<_>>().join(", ")
            },
        )
    };
    verdict_report::Level::ALL.map(|name| level(report.levels.get(name))).join(" | ")
}

#[track_caller]
fn check(report: &GateReport, passed: bool, expected: &str) {
    let verification = report.verification_report("run-1", 2);
    assert_eq!(levels(&verification), expected);
    assert_eq!(verification.passed(), passed, "{verification:#?}");
    assert_eq!((verification.run_id.as_str(), verification.iteration), ("run-1", 2));
}

#[test]
fn an_applied_change_passes_at_the_level_of_its_command() {
    let all = "PreFlight, Snapshot+Rollback, PostVerify, BuildCheck, Transaction";
    for (command, expected) in [
        ("test:/a.test.js", format!("- | test:/a.test.js | - | {all}")),
        ("lint:/a.js", format!("lint:/a.js | - | - | {all}")),
        ("type-check:/a.js", format!("type-check:/a.js | - | - | {all}")),
        ("eval:1+1", format!("- | - | eval:1+1 | {all}")),
    ] {
        let report = Scene::new().apply_with(&options(command), |_, _| pass());
        check(&report, true, &expected);
    }
}

#[test]
fn phases_that_were_skipped_are_no_checks() {
    let mask = PhaseMask::try_from(1.0).expect("a mask");
    let options = ApplyOptions { phase_mask: mask, ..options("test:/a.test.js") };
    let report = Scene::new().apply_with(&options, |_, _| pass());
    check(&report, true, "- | test:/a.test.js | - | PreFlight, Transaction");
}

#[test]
fn what_is_not_live_does_not_pass() {
    let failed = |_: &str, _: &_| Verdict::failed(Code::NoTests, "no tests");
    let report = Scene::new().apply_with(&options("test:/a.test.js"), failed);
    check(&report, false, "- | !test:/a.test.js | - | PreFlight, !Snapshot+Rollback, !Transaction");
    assert!(report.verification_report("r", 1).overall.summary.starts_with("L1 failed: test:/a.test.js"));

    let report = Scene::new().apply_with(&options("nonsense"), |_, _| pass());
    check(&report, false, "- | - | - | !PreFlight, !Transaction");

    // No phase failed, but a step did.
    let mut scene = Scene::new();
    scene.world.faults.insert(3, Fault::Fails);
    let report = scene.apply();
    check(&report, false, "- | test:/a.test.js | - | PreFlight, Snapshot+Rollback, !Transaction");
}

#[test]
fn what_was_let_through_unverified_has_a_failed_check() {
    let policy = Policy { allow_unverified: true, ..Policy::default() };
    let options = ApplyOptions { policy, ..options("test:/a.test.js") };
    let gone = |_: &str, _: &_| Verdict::failed(Code::Unavailable, "no worker");
    let report = Scene::new().apply_with(&options, gone);
    assert!(report.success);
    check(&report, false, "- | !test:/a.test.js | - | PreFlight, Snapshot+Rollback, PostVerify, Transaction");
}

#[test]
fn a_baseline_counts_for_nothing_by_itself() {
    let known = json!({ "success": false, "error": "Found 1 type issue(s)", "output": [{ "file": "/a.js", "line": 1, "column": 1, "message": "old", "severity": "error" }] });
    let report = Scene::new().apply_with(&options("test:/a.test.js"), |command, _| {
        if !command.starts_with("type-check:") {
            return pass();
        }
        crate::common::answer(&known)
    });
    assert!(report.success, "{report:#?}");
    let purposes: Vec<String> =
        report.checks.iter().map(|check| format!("{:?} {}", check.purpose, check.passed)).collect();
    assert_eq!(purposes, ["Verify true", "Baseline true", "Lint true", "BuildCheck false", "Baseline false"]);
    assert!(report.verification_report("r", 1).passed());
}

#[test]
fn findings_of_the_verifier_are_kept_with_their_places() {
    let entry = json!([{ "suite": "s", "test": "adds", "path": ["s", "adds"], "passed": false, "state": "failed", "scope": "test",
        "error": "expected 2", "file": "/a.test.js", "line": 3, "column": 5, "durationMs": 0 }]);
    let mut result = VerifyResult::refused("test:/a.test.js", Code::Crashed, "1 test(s) failed");
    result.code = None;
    result.output = Output::Tests(serde_json::from_value(entry).expect("an entry"));
    let report = Scene::new().apply_with(&options("test:/a.test.js"), |_, _| Verdict::from(result.clone()));
    let verification = report.verification_report("r", 1);
    let check = &verification.levels.l1.as_ref().expect("tests").checks[0];
    assert!(check.output.as_deref().is_some_and(|output| output.contains("expected 2")), "{check:#?}");
    assert_eq!(check.findings.len(), 1);
}

#[test]
fn times_are_those_of_the_clock() {
    let report = Scene::new().apply();
    let verification = serde_json::to_value(report.verification_report("r", 1)).expect("JSON");
    assert_eq!(verification["completedAt"], "2026-02-26T14:30:22.000Z");
    assert_eq!(verification["duration"], 0);
}
