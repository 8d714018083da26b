//! Values that several tests need.
#![allow(dead_code, reason = "each test uses a part")]

use verdict_protocol::{
    Code, Diagnostic, Location, Output, Scope, Severity, TestEntry, TestState, VerifyResult,
};
use verdict_report::{CheckResult, Level, ReportBuilder, VerificationReport};

/// 2026-01-02T15:35:00.000Z
pub(crate) const NOW: f64 = 1_767_368_100_000.0;

pub(crate) fn at(file: &str, line: u32, column: u32) -> Location {
    Location { file: file.into(), line, column, ..Location::default() }
}

pub(crate) fn entry(file: &str, path: &[&str], state: TestState) -> TestEntry {
    let (test, suites) = path.split_last().expect("a name");
    serde_json::from_value(serde_json::json!({
        "suite": *suites.last().unwrap_or(&"Default"),
        "test": test,
        "passed": state == TestState::Passed,
        "error": null,
        "scope": Scope::Test,
        "state": state,
        "path": path,
        "file": file, "line": 3, "column": 1,
        "durationMs": 0.0,
    }))
    .expect("an entry")
}

pub(crate) fn failed(file: &str, path: &[&str], error: &str) -> TestEntry {
    TestEntry { error: Some(error.into()), ..entry(file, path, TestState::Failed) }
}

pub(crate) fn problem(at: Location, rule: &str, message: &str, severity: Severity) -> Diagnostic {
    let code = rule.starts_with("TS").then(|| rule.to_owned());
    let rule = code.is_none().then(|| rule.to_owned());
    Diagnostic { location: at, message: message.into(), rule, code, severity, ..Diagnostic::default() }
}

pub(crate) fn result(command: &str, success: bool, output: Output) -> VerifyResult {
    let mut result = VerifyResult::refused(command, Code::Protocol, "");
    (result.success, result.output, result.code, result.error) = (success, output, None, None);
    result
}

pub(crate) fn check(name: &str, passed: bool) -> CheckResult {
    CheckResult::new(name, passed, if passed { "" } else { "Error..." }, 5000.0)
}

/// A report with one check per named level.
pub(crate) fn report(run: &str, iteration: u32, at: f64, checks: &[(Level, bool)]) -> VerificationReport {
    let mut builder = ReportBuilder::new(run, iteration, at - 100.0);
    for (level, passed) in checks {
        builder.check(*level, check("check", *passed));
    }
    builder.finish(at)
}

pub(crate) fn passing(run: &str, iteration: u32, at: f64) -> VerificationReport {
    report(run, iteration, at, &[(Level::L0, true), (Level::L1, true)])
}
