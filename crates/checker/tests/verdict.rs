//! What a finding of TypeScript comes to, with the fast layer and a baseline beside it.

use proptest::prelude::*;
use verdict_checker::{Answer, Baseline, CODES, Covered, Failure, Finding, compared, joined};
use verdict_protocol::{CheckLevel, Code, Diagnostic, Location, Output, Severity, TypesConfig, VerifyResult};

const FILE: &str = "/a.js";

fn at(line: u32) -> Location {
    Location { file: FILE.into(), line, column: 1, ..Location::default() }
}

fn finding(code: u32, line: u32) -> Finding {
    Finding {
        code,
        category: "error".into(),
        location: at(line),
        message: format!("message {code}"),
        text: "x".into(),
        ..Finding::default()
    }
}

fn answer(typed: bool, checked: bool, diagnostics: Vec<Finding>) -> Answer {
    let files = vec![Covered { file: FILE.into(), checked, typed }];
    Answer { diagnostics, files, typescript: "6.0.3".into(), runtime: None }
}

fn fast(found: Vec<Diagnostic>) -> VerifyResult {
    let errors = found.iter().filter(|one| one.severity == Severity::Error).count();
    let mut result = VerifyResult::refused("type-check:/a.js", Code::NotFound, "");
    result.code = None;
    result.error = (errors > 0).then(|| format!("Found {errors} type issue(s)"));
    result.success = errors == 0;
    result.output = Output::Diagnostics(found);
    result.sealed(u64::MAX)
}

fn scope(code: &str, line: u32) -> Diagnostic {
    Diagnostic {
        location: at(line),
        code: Some(code.into()),
        message: "of scope".into(),
        ..Diagnostic::default()
    }
}

fn lines(result: &VerifyResult) -> Vec<String> {
    let Output::Diagnostics(found) = &result.output else { return Vec::new() };
    let id = |one: &Diagnostic| one.code.clone().or_else(|| one.rule.clone()).unwrap_or_default();
    found.iter().map(|one| format!("{} {} {:?}", one.location.line, id(one), one.severity)).collect()
}

#[test]
fn what_fails() {
    let check =
        |typed, code, config: &TypesConfig, before: Option<&[Finding]>, confirmed: bool, expected: bool| {
            let known = if confirmed { vec![scope("TS2304", 3)] } else { Vec::new() };
            let before = before.map(|before| answer(typed, true, before.to_vec()));
            let full = answer(typed, true, vec![finding(code, 3)]);
            let result = joined(fast(known), Ok(full), before.as_ref(), config, u64::MAX);
            assert_eq!(!result.success, expected, "{code} {:?}", lines(&result));
            assert_eq!(result.error.is_some(), expected);
            assert_eq!(lines(&result).len(), 1, "said once: {:?}", lines(&result));
        };
    let plain = TypesConfig::default();
    let strict = TypesConfig { strict: true, ..TypesConfig::default() };
    let comparing = TypesConfig { comparing: true, ..TypesConfig::default() };
    // Code with types fails for every error.
    check(true, 2339, &plain, None, false, true);
    check(true, 2322, &plain, None, false, true);
    // Code without fails for what is certain.
    check(false, 2305, &plain, None, false, true);
    check(false, 1005, &plain, None, false, true);
    check(false, 5023, &plain, None, false, true);
    check(false, 2339, &plain, None, false, false);
    check(false, 2339, &comparing, None, false, false);
    check(false, 9999, &plain, None, false, false);
    check(false, 2339, &strict, None, false, true);
    // Names fail where the scope analysis agrees.
    check(false, 2304, &plain, None, true, true);
    check(false, 2304, &plain, None, false, false);
    // Some fail only where they are new.
    check(false, 2554, &plain, None, false, false);
    check(false, 2554, &comparing, None, false, true);
    check(false, 2554, &plain, Some(&[]), false, true);
    check(false, 2554, &plain, Some(&[finding(2554, 90)]), false, false);
    check(true, 2322, &plain, Some(&[finding(2322, 90)]), false, false);
    check(true, 2322, &plain, Some(&[finding(2345, 3)]), false, true);
}

#[test]
fn the_full_layer_replaces_the_fast_one_where_it_checked() {
    let check = |checked, found: Vec<Diagnostic>, full: Vec<Finding>, expected: &[&str]| {
        let result =
            joined(fast(found), Ok(answer(true, checked, full)), None, &TypesConfig::default(), u64::MAX);
        assert_eq!(lines(&result), expected);
        assert_eq!(result.types.expect("a report").layer, CheckLevel::Full);
    };
    check(true, vec![scope("TS2304", 1)], vec![], &[]);
    check(false, vec![scope("TS2304", 1)], vec![], &["1 TS2304 Error"]);
    check(true, vec![scope("TS2304", 1)], vec![finding(2552, 1)], &["1 TS2552 Error"]);
    let style =
        Diagnostic { code: None, rule: Some("eqeqeq".into()), severity: Severity::Warning, ..scope("", 2) };
    check(true, vec![style], vec![finding(2322, 1)], &["1 TS2322 Error", "2 eqeqeq Warning"]);
    // A file that does not parse is told by the layer that tells more.
    check(
        false,
        vec![scope("err:syntax", 1)],
        vec![finding(1005, 1), finding(1109, 2)],
        &["1 TS1005 Error", "2 TS1109 Error"],
    );
    check(true, vec![scope("err:syntax", 1)], vec![], &["1 err:syntax Error"]);
    // Suggestions fail nothing.
    let suggestion = Finding { category: "suggestion".into(), ..finding(6133, 1) };
    check(true, vec![], vec![suggestion], &["1 TS6133 Warning"]);
}

#[test]
fn a_failure_keeps_what_is_known_and_never_passes() {
    let failure = Failure::new(Code::Timeout, "the checker took more than 10 ms");
    let result =
        joined(fast(vec![scope("TS2588", 4)]), Err(failure.clone()), None, &TypesConfig::default(), u64::MAX);
    assert_eq!(lines(&result), ["4 TS2588 Error"]);
    assert_eq!((result.success, result.code), (false, Some(Code::Timeout)));
    let report = result.types.expect("a report");
    assert_eq!(
        (report.layer, report.unchecked.as_deref()),
        (CheckLevel::Fast, Some("the checker took more than 10 ms"))
    );
    let result = joined(fast(vec![]), Err(failure), None, &TypesConfig::default(), u64::MAX);
    assert!(!result.success && result.error.is_some());
    let refused = VerifyResult::refused("type-check:/b.js", Code::NotFound, "File not found: /b.js");
    let kept = joined(refused.clone(), Ok(Answer::default()), None, &TypesConfig::default(), u64::MAX);
    assert_eq!(kept, refused);
}

#[test]
fn the_table_is_in_order_and_each_code_has_a_reason() {
    assert!(CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
    assert!(CODES.iter().all(|entry| entry.reason.len() > 10));
}

proptest! {
    /// However lines move, a state compared with itself has nothing new, and one finding more is found.
    #[test]
    fn moved_findings_are_known(codes in proptest::collection::vec(2300_u32..2310, 0..12), shift in 0_u32..50) {
        let before: Vec<Finding> = codes.iter().zip(1..).map(|(code, line)| finding(*code, line)).collect();
        let after: Vec<Finding> = codes.iter().zip(1 + shift..).map(|(code, line)| finding(*code, line)).collect();
        let mut baseline = Baseline::of(&before);
        prop_assert!(after.iter().all(|one| baseline.excuse(one)));
        prop_assert!(codes.iter().all(|code| !baseline.excuse(&finding(*code, 1))));
    }

    /// The findings come sorted, each once, whatever the order of the answer.
    #[test]
    fn the_order_is_by_place(mut found in proptest::collection::vec((2300_u32..2400, 1_u32..9), 0..20), seed in 0_usize..20) {
        let make = |found: &[(u32, u32)]| {
            let all = found.iter().map(|(code, line)| finding(*code, *line)).collect();
            joined(fast(vec![]), Ok(answer(true, true, all)), None, &TypesConfig::default(), u64::MAX)
        };
        let first = make(&found);
        let count = found.len().max(1);
        found.rotate_left(seed % count);
        prop_assert_eq!(lines(&first), lines(&make(&found)));
    }
}

#[test]
fn a_baseline_tells_what_is_new() {
    let full = || answer(true, true, vec![finding(2322, 3), finding(2339, 5)]);
    let news = |before: Option<&Answer>| {
        let result =
            joined(fast(vec![scope("err:x", 9)]), Ok(full()), before, &TypesConfig::default(), u64::MAX);
        let Output::Diagnostics(found) = result.output else { return Vec::new() };
        found.iter().map(|one| one.is_new).collect()
    };
    assert_eq!(news(None), [None, None, None]);
    // The line may have moved. What the fast layer found is compared apart from this.
    let before = answer(true, true, vec![finding(2322, 1)]);
    assert_eq!(news(Some(&before)), [Some(false), Some(true), None]);
}

#[test]
fn a_baseline_of_the_fast_layer_tells_what_is_new() {
    let now = fast(vec![scope("TS2304", 3), scope("TS2304", 9), scope("TS2305", 4)]);
    let result = compared(now, &fast(vec![scope("TS2304", 1)]));
    assert_eq!(lines(&result), ["3 TS2304 Warning", "9 TS2304 Error", "4 TS2305 Error"]);
    assert_eq!(result.error.as_deref(), Some("Found 2 type issue(s)"));
    let Output::Diagnostics(found) = &result.output else { unreachable!("findings") };
    assert_eq!(found.iter().map(|one| one.is_new).collect::<Vec<_>>(), [Some(false), Some(true), Some(true)]);

    let same = || fast(vec![scope("TS2304", 3)]);
    let result = compared(same(), &same());
    assert!(result.success && result.error.is_none());
    // The full layer says nothing of a file that it did not check, and what is known of it stays.
    let kept = joined(result, Ok(answer(false, false, vec![])), None, &TypesConfig::default(), u64::MAX);
    assert!(kept.success);
    assert_eq!(lines(&kept), ["3 TS2304 Warning"]);
    // A state that could not be checked excuses nothing.
    assert!(!compared(same(), &VerifyResult::refused("type-check:/a.js", Code::NotFound, "")).success);
}
