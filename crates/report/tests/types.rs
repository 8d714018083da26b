//! Every format says in words how types were checked.

use verdict_protocol::{CheckLevel, Code, Output, TypesReport, VerifyResult};
use verdict_report::{Format, RunReport, render};

const FORMATS: [Format; 6] =
    [Format::Text, Format::Json, Format::Junit, Format::Tap, Format::Github, Format::Sarif];

fn report(types: Option<TypesReport>, code: Option<Code>, warnings: &[&str]) -> RunReport {
    let mut result = VerifyResult::refused("type-check:/a.ts", Code::Crashed, "");
    result.success = code.is_none();
    result.code = code;
    result.error = code.map(|_| "Verification timeout".to_owned());
    result.output = Output::Diagnostics(Vec::new());
    result.types = types.map(Box::new);
    result.warnings = warnings.iter().map(ToString::to_string).collect();
    RunReport { started_at_ms: 0.0, slowest: 0, results: vec![result.sealed(u64::MAX)] }
}

fn check(report: &RunReport, expected: &str) {
    for format in FORMATS {
        let shown = render(report, format);
        assert_eq!(shown.matches(expected).count(), 1, "{format:?} says {expected:?} once:\n{shown}");
    }
}

fn fast(unchecked: Option<&str>) -> TypesReport {
    TypesReport { unchecked: unchecked.map(str::to_owned), ..TypesReport::default() }
}

#[test]
fn the_layer_and_its_version() {
    let full = TypesReport {
        layer: CheckLevel::Full,
        checker: Some("typescript 6.0.3".into()),
        ..TypesReport::default()
    };
    check(&report(Some(full.clone()), None, &[]), "types were checked by typescript 6.0.3");
    let in_node = TypesReport { runtime: Some("node v20.20.2".into()), ..full };
    check(&report(Some(in_node), None, &[]), "types were checked by typescript 6.0.3 in node v20.20.2");
    check(
        &report(Some(fast(None)), None, &[]),
        "types were not inferred: only names, imports and exports were checked",
    );
}

#[test]
fn why_they_were_not_checked() {
    let late = fast(Some("the checker took too long"));
    check(&report(Some(late), Some(Code::Timeout), &[]), "types were not checked: the checker took too long");
    // A warning that says it is not repeated.
    let missing = fast(Some("there is no Node in PATH"));
    let warning = "Types were not checked: there is no Node in PATH";
    check(&report(Some(missing), None, &[warning]), "there is no Node in PATH");
}

#[test]
fn nothing_is_said_without_types() {
    for format in FORMATS {
        let shown = render(&report(None, None, &[]), format);
        assert!(!shown.contains("types were"), "{format:?}: {shown}");
    }
}
