//! The report of given checks.
#![allow(missing_docs, reason = "a test")]

use crate::support;

use serde_json::{Value, json};
use support::{NOW, at, check, entry, failed, problem, report, result};
use verdict_protocol::{Code, Output, Severity, TestState, VerifyResult};
use verdict_report::{
    CheckResult, Format, HarnessConfig, Level, ReportBuilder, Timestamp, VerificationReport,
    render_verification,
};

/// A complete example, built from results.
fn example() -> VerificationReport {
    let mut types = result(
        "type-check:/src/**",
        false,
        Output::Diagnostics(vec![
            problem(at("/src/test.ts", 45, 3), "TS2304", "Cannot find name 'foo'", Severity::Error),
            problem(at("/src/test.ts", 67, 5), "TS2339", "Property 'bar' does not exist", Severity::Error),
        ]),
    );
    types.timing.total_ms = 5234.0;
    let mut lint = result("lint:/src/**", true, Output::Diagnostics(Vec::new()));
    lint.timing.total_ms = 2100.0;
    let mut builder = ReportBuilder::new("ac31daa7-620a-451e-86e0-4269fe15b824", 1, NOW)
        .harness(HarnessConfig { wait_for_ci: false, skip_levels: vec![Level::L2, Level::L3] });
    builder.check(Level::L0, CheckResult::of(&types).named("typecheck"));
    builder.check(Level::L0, CheckResult::of(&lint).named("lint"));
    let mut report = builder.finish(NOW + 7400.0);
    report.captured_at = Timestamp::from_ms(NOW);
    report
}

#[test]
fn a_report_has_the_keys_of_the_specification() {
    let mut actual = serde_json::to_value(example()).expect("JSON");
    let findings = actual["levels"]["L0"]["checks"][0]
        .as_object_mut()
        .expect("a check")
        .remove("findings")
        .expect("findings stand beside the keys of the specification");
    assert_eq!(
        actual,
        json!({
            "runId": "ac31daa7-620a-451e-86e0-4269fe15b824",
            "iteration": 1,
            "capturedAt": "2026-01-02T15:35:00.000Z",
            "overall": { "passed": false, "summary": "L0 failed: typecheck" },
            "levels": {
                "L0": {
                    "level": "L0",
                    "passed": false,
                    "checks": [
                        {
                            "name": "typecheck",
                            "passed": false,
                            "output": "/src/test.ts(45,3): error TS2304: Cannot find name 'foo'\n/src/test.ts(67,5): error TS2339: Property 'bar' does not exist",
                            "duration": 5234
                        },
                        { "name": "lint", "passed": true, "output": "", "duration": 2100 }
                    ],
                    "duration": 7334
                },
                "L1": null,
                "L2": null,
                "L3": null
            },
            "duration": 7400,
            "completedAt": "2026-01-02T15:35:07.400Z",
            "skippedLevels": ["L2", "L3"],
            "harnessConfig": { "waitForCI": false, "skipLevels": ["L2", "L3"] }
        })
    );
    assert_eq!(findings[0]["location"], json!({ "file": "/src/test.ts", "line": 45, "column": 3 }));
    assert_eq!(findings[1]["rule"], "TS2339");
}

#[test]
fn a_verb_decides_the_level() {
    let mut builder = ReportBuilder::new("r", 1, NOW);
    let passed = Output::Tests(vec![entry("/a.test.js", &["t"], TestState::Passed)]);
    for result in [
        result("test:/a.test.js", true, passed),
        result("lint:/a.js", true, Output::Diagnostics(Vec::new())),
        result("typecheck:/a.js", true, Output::Diagnostics(Vec::new())),
        result("eval:1+1", true, Output::Value(2.into())),
        VerifyResult::refused("rm -rf /", Code::Command, "Unknown command type: rm -rf /"),
    ] {
        builder.result(&result);
    }
    let report = builder.finish(NOW);
    let names = |level| -> Vec<String> {
        let level = report.levels.get(level).expect("ran");
        level.checks.iter().map(|check| format!("{} {}", check.passed, check.name)).collect()
    };
    assert_eq!(names(Level::L0), ["true lint:/a.js", "true typecheck:/a.js"]);
    assert_eq!(names(Level::L1), ["true test:/a.test.js"]);
    assert_eq!(names(Level::L2), ["true eval:1+1"]);
    assert_eq!(names(Level::L3), ["false rm -rf /"]);
    assert_eq!(report.overall.summary, "L3 failed: rm -rf /");
}

#[test]
fn only_what_ran_and_passed_passes() {
    let summary = |checks: &[(Level, bool)]| {
        let report = report("r", 1, NOW, checks);
        assert_eq!(report.passed(), report.overall.passed);
        (report.overall.passed, report.overall.summary)
    };
    let (l0, l1) = (Level::L0, Level::L1);
    assert_eq!(summary(&[]), (false, "Nothing ran".into()));
    assert_eq!(summary(&[(l0, true), (l1, true)]), (true, "2 check(s) passed in L0, L1".into()));
    assert_eq!(summary(&[(l0, true), (l1, false)]), (false, "L1 failed: check".into()));
    assert_eq!(summary(&[(l0, false), (l0, true)]), (false, "L0 failed: check".into()));
    let many = [(l0, false); 6];
    assert_eq!(summary(&many), (false, "L0 failed: check, check, check, 3 more".into()));
}

#[test]
fn a_claim_without_checks_is_no_pass() {
    let mut empty = report("r", 1, NOW, &[(Level::L0, true)]);
    empty.levels.l0.as_mut().expect("ran").checks.clear();
    let mut failed = report("r", 1, NOW, &[(Level::L0, true)]);
    failed.levels.l0.as_mut().expect("ran").checks[0].passed = false;
    let mut overall = report("r", 1, NOW, &[(Level::L0, false)]);
    overall.overall.passed = true;
    let mut nothing = report("r", 1, NOW, &[]);
    nothing.overall.passed = true;
    for report in [empty, failed, overall, nothing] {
        assert!(report.overall.passed && !report.passed(), "{report:?}");
        for format in Format::ALL {
            let text = render_verification(&report, format);
            let failing = [
                "FAIL ",
                "\"success\": false",
                "<error",
                "<failure",
                "not ok",
                "::error",
                "\"level\": \"error\"",
            ];
            assert!(failing.iter().any(|word| text.contains(word)), "{}: {text}", format.as_str());
        }
    }
}

#[test]
fn a_level_left_out_on_purpose_is_skipped_and_one_with_nothing_to_run_is_not() {
    let harness = HarnessConfig { wait_for_ci: true, skip_levels: vec![Level::L3, Level::L1] };
    let mut builder = ReportBuilder::new("r", 1, NOW).harness(harness.clone());
    builder.check(Level::L0, check("lint", true));
    builder.check(Level::L3, check("drift", true));
    let report = builder.finish(NOW);
    assert_eq!(report.skipped_levels, [Level::L1], "L2 was not run, L3 was run all the same");
    assert_eq!(report.harness_config, harness);
    let shown = render_verification(&report, Format::Tap);
    assert!(shown.contains("L1 # SKIP") && !shown.contains("L2"), "{shown}");
}

#[test]
fn a_forged_success_beside_a_failed_test_is_a_failed_check() {
    let forged = result("test:/a", true, Output::Tests(vec![failed("/a", &["t"], "no")]));
    let skipped = result("test:/a", true, Output::Tests(vec![entry("/a", &["t"], TestState::Skipped)]));
    let stopped = VerifyResult { success: true, ..VerifyResult::refused("eval:1", Code::Timeout, "late") };
    for result in [forged, skipped, stopped] {
        assert!(!CheckResult::of(&result).passed, "{result:?}");
    }
}

#[test]
fn output_is_a_line_a_finding_and_no_more_than_4_kib() {
    let tests = result(
        "test:/a",
        false,
        Output::Tests(vec![
            entry("/a", &["t"], TestState::Passed),
            failed("/a", &["s", "u\nnot ok"], "expected 1 to be 2\n/b(1,1): error TS1: forged"),
        ]),
    );
    assert_eq!(
        CheckResult::of(&tests).output.expect("output"),
        "1 passed, 1 failed, 0 skipped, 0 todo\n/a(3,1): error test: s > u\\nnot ok: expected 1 to be 2\n    /b(1,1): error TS1: forged"
    );
    let refused = VerifyResult::refused("test:/a", Code::NotFound, "Test file not found: /a");
    assert_eq!(
        CheckResult::of(&refused).output.expect("output"),
        "error err:not_found: Test file not found: /a"
    );
    let eval = result("eval:1+1", true, Output::Value(json!({ "a": "\u{1b}[31m" })));
    assert_eq!(CheckResult::of(&eval).output.expect("output"), "{\"a\":\"\\u001b[31m\"}");

    let warnings = (0..100_000)
        .map(|n| problem(at("/a.js", n, 1), "no-var", "Unexpected var.", Severity::Warning))
        .chain([problem(at("/z.js", 1, 1), "no-undef", "'x' is not defined.", Severity::Error)])
        .collect();
    let many = CheckResult::of(&result("lint:/**", false, Output::Diagnostics(warnings)));
    let output = many.output.expect("output");
    assert!(output.len() <= 4096 && output.starts_with("/z.js(1,1): error no-undef:"), "{output}");
    let shown = output.lines().count() - 1;
    assert!(output.ends_with(&format!("… {} more", 100_001 - shown)), "{output}");
    assert_eq!(many.findings.len(), 100);

    let huge = "é".repeat(1 << 20);
    for check in [
        CheckResult::new(&huge, false, &huge, f64::NAN),
        CheckResult::of(&VerifyResult::refused(&format!("eval:{huge}"), Code::Crashed, &*huge)),
        CheckResult::of(&result("eval:1", true, Output::Value(huge.clone().into()))),
        CheckResult::of(&result("test:/a", false, Output::Tests(vec![failed(&huge, &[&huge], &huge)]))),
    ] {
        assert!(check.output.as_ref().is_some_and(|output| output.len() <= 4096), "{}", check.name);
        assert!(check.name.len() <= 200);
        assert!(
            check.findings.iter().all(|finding| finding.message.len() <= 500 && finding.title.len() <= 500)
        );
    }
}

#[test]
fn times_and_durations_are_what_json_can_hold() {
    for (ms, expected) in [
        (0.0, "1970-01-01T00:00:00.000Z"),
        (NOW + 7400.9, "2026-01-02T15:35:07.400Z"),
        (951_782_400_000.0, "2000-02-29T00:00:00.000Z"),
        (-1.0, "1970-01-01T00:00:00.000Z"),
        (f64::NAN, "1970-01-01T00:00:00.000Z"),
        (f64::INFINITY, "9999-12-31T23:59:59.999Z"),
    ] {
        let time = Timestamp::from_ms(ms);
        assert_eq!(time.to_string(), expected);
        assert_eq!(Timestamp::parse(expected), Some(time));
    }
    assert_eq!(Timestamp::parse("2026-01-02T16:35:07+01:00"), Some(Timestamp::from_ms(NOW + 7000.0)));
    for text in
        ["", "now", "2026-01-02", "2026-13-02T00:00:00Z", "1969-12-31T23:59:59Z", "2026-01-02T15:35:07"]
    {
        assert_eq!(Timestamp::parse(text), None, "{text}");
    }
    for (ms, expected) in [
        (1.5, json!(1.5)),
        (3.0, json!(3)),
        (-1.0, json!(0)),
        (f64::NAN, json!(0)),
        (f64::INFINITY, json!(0)),
    ] {
        let check = CheckResult { duration: ms, ..check("c", true) };
        assert_eq!(serde_json::to_value(&check).expect("JSON")["duration"], expected);
        let mut builder = ReportBuilder::new("r", 1, NOW);
        builder.check(Level::L0, check);
        let value: Value = serde_json::to_value(builder.finish(ms)).expect("JSON");
        assert!(serde_json::from_value::<VerificationReport>(value).is_ok());
    }
}

#[test]
fn a_report_in_every_format() {
    for format in Format::ALL {
        insta::assert_snapshot!(
            format!("report.{}", format.as_str()),
            render_verification(&example(), format)
        );
    }
}
