//! Results stay within their limit without hiding a failure.

use serde_json::json;
use verdict_protocol::{
    Code, Diagnostic, DiagnosticCounts, Location, Output, OutputCounts, Scope, Severity, TestCounts,
    TestEntry, TestState, UnknownCode, VerifyResult, sha256_hex,
};

fn entry(name: usize, state: TestState) -> TestEntry {
    TestEntry {
        suite: "s".into(),
        test: format!("t{name}"),
        passed: state == TestState::Passed,
        error: None,
        scope: Scope::Test,
        state,
        path: vec!["s".into()],
        location: Location { file: "/a.js".into(), line: 1, column: 1, ..Location::default() },
        duration_ms: 0.0,
        assertions: 0,
        swallowed: 0,
        code: None,
        diff: None,
        stack: None,
        failed_at: None,
        errors: Vec::new(),
    }
}

#[test]
fn a_cut_keeps_order_and_failures() {
    let mut result = VerifyResult::refused("test:/a.js", Code::Limit, "");
    result.output = Output::Tests(
        (0..100).map(|n| entry(n, if n == 90 { TestState::Failed } else { TestState::Passed })).collect(),
    );
    let whole = result.output.to_bytes().len();
    let result = result.sealed(whole as u64 / 2);
    assert!(result.truncated);
    assert!(result.output.to_bytes().len() <= whole / 2);
    let Output::Tests(entries) = &result.output else { panic!("tests stay tests") };
    assert_eq!(entries.last().map(|entry| entry.test.as_str()), Some("t90"));
    assert_eq!(entries[0].test, "t0");
    assert_eq!(result.output_sha256, sha256_hex(&result.output.to_bytes()));
}

#[test]
fn counts_are_of_all_entries_whatever_a_cut_left() {
    let state = |n: usize| match n % 10 {
        0 => TestState::Failed,
        1 => TestState::Skipped,
        2 => TestState::Todo,
        _ => TestState::Passed,
    };
    let mut whole = VerifyResult::refused("test:/a.js", Code::Limit, "");
    whole.output = Output::Tests((0..3_000).map(|n| entry(n, state(n))).collect());
    if let Output::Tests(entries) = &mut whole.output {
        entries[0].scope = Scope::File;
    }
    whole.timing.tests = (0..3_000).map(f64::from).collect();
    let size = whole.output.to_bytes().len() as u64;
    let counts = TestCounts { passed: 2_100, failed: 299, failed_outside: 1, skipped: 300, todo: 300 };
    for limit in [size, size / 2, size / 100, 10, 0] {
        let cut = whole.clone().sealed(limit);
        let Output::Tests(entries) = &cut.output else { panic!("tests stay tests") };
        assert_eq!(cut.counts, Some(OutputCounts::Tests(counts)), "at {limit}");
        assert_eq!(cut.omitted, 3_000 - entries.len(), "at {limit}");
        assert_eq!((cut.count(TestState::Passed), cut.count(TestState::Failed)), (2_100, 300), "at {limit}");
        // The times of the remaining entries are kept.
        let times: Vec<String> = cut.timing.tests.iter().map(|ms| format!("t{ms}")).collect();
        assert_eq!(times, entries.iter().map(|entry| entry.test.clone()).collect::<Vec<_>>(), "at {limit}");
        let again = cut.clone().sealed(limit / 2);
        assert_eq!(again.counts, cut.counts, "a second cut at {limit}");
        assert!(again.omitted >= cut.omitted);
        let text = serde_json::to_string(&cut).expect("JSON");
        assert_eq!(serde_json::from_str::<VerifyResult>(&text).expect("a result"), cut);
    }
}

#[test]
fn findings_are_counted_before_they_are_cut() {
    let mut result = VerifyResult::refused("lint:/a.js", Code::Limit, "");
    let finding = |n: usize| Diagnostic {
        location: Location { file: "/a.js".into(), line: 1, column: 1, ..Location::default() },
        severity: if n.is_multiple_of(4) { Severity::Error } else { Severity::Warning },
        message: format!("m{n}"),
        ..Diagnostic::default()
    };
    result.output = Output::Diagnostics((0..100).map(finding).collect());
    let result = result.sealed(200);
    let counts = DiagnosticCounts { errors: 25, warnings: 75, ..DiagnosticCounts::default() };
    assert_eq!(result.counts, Some(OutputCounts::Diagnostics(counts)));
    assert!(result.omitted > 90 && result.truncated);
}

#[test]
fn a_value_past_the_limit_becomes_a_preview_with_its_hash() {
    let mut result = VerifyResult::refused("eval:x", Code::Limit, "");
    result.output = Output::Value(json!("x".repeat(10_000)));
    let bytes = result.output.to_bytes();
    let Output::Value(value) = result.sealed(1_000).output else { panic!("a value stays a value") };
    assert_eq!(value["type"], "truncated");
    assert_eq!(value["bytes"], bytes.len());
    assert_eq!(value["sha256"], sha256_hex(&bytes));
}

#[test]
fn codes_are_what_the_documentation_lists() {
    let page = include_str!("../../../docs/reference/errors.md");
    for code in Code::ALL {
        let section = format!("## `{code}`\n\n{}\n", code.meaning());
        assert!(page.contains(&section), "docs/reference/errors.md is stale: it lacks\n{section}");
    }
    assert_eq!(page.matches("\n## ").count(), Code::ALL.len());
    assert_eq!("err:none".parse::<Code>(), Err(UnknownCode("err:none".to_owned())));
    for code in Code::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), json!(code.as_str()));
        assert_eq!(code.as_str().parse(), Ok(*code));
        assert!(code.as_str().starts_with("err:") && code.meaning().ends_with('.'));
    }
}

#[test]
fn a_result_is_read_back_as_it_was() {
    let check = |command: &str, output: Output, error: Option<&str>| {
        let mut result = VerifyResult::refused(command, Code::Limit, "");
        result.output = output;
        result.error = error.map(str::to_owned);
        let text = serde_json::to_string(&result).unwrap();
        assert_eq!(serde_json::from_str::<VerifyResult>(&text).unwrap(), result, "for {command}");
    };
    check("test:/a.js", Output::Tests(vec![entry(1, TestState::Todo)]), None);
    check("test:/a.js", Output::None, Some("gone"));
    check("lint:/a.js", Output::Diagnostics(Vec::new()), None);
    check("eval:null", Output::Value(json!(null)), None);
    check("eval:[1]", Output::Value(json!([1])), None);
    check("eval:?", Output::None, Some("Evaluation error: SyntaxError"));
}
