//! The fast layer says nothing that TypeScript does not say, and says it in the same words at the same places. The
//! cases are those of the full layer, with what `tsc` said about them.
#![allow(clippy::disallowed_methods, reason = "tests use files")]

#[allow(dead_code, reason = "other tests use the rest")]
use crate::common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use common::snapshot;
use verdict_analysis::TypeChecker;
use verdict_protocol::{Diagnostic, TypesConfig};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../checker/js/test/cases");

/// Codes for which the fast layer has words of its own, because it resolves names as an engine does.
const OWN_WORDS: [&str; 5] = ["TS2304", "TS2307", "TS2305", "TS2614", "TS2724"];

fn fast(case: &Path) -> Vec<String> {
    let files = snapshot(&fs::read_to_string(case).expect("a case"));
    let config = TypesConfig::default();
    let mut checker = TypeChecker::new(&files, &config);
    let mut lines = Vec::new();
    for (path, _) in files.iter() {
        let is_code = path.extension().is_some_and(|end| end.ends_with("js") || end.ends_with("ts"));
        if is_code && !path.as_str().contains("/node_modules/") {
            lines.extend(checker.check(path).iter().filter_map(line));
        }
    }
    lines
}

/// A finding as `tsc` prints it. `None` if TypeScript has no code for it.
fn line(one: &Diagnostic) -> Option<String> {
    let code = one.code.as_deref().filter(|code| code.starts_with("TS") && !OWN_WORDS.contains(code))?;
    let place = &one.location;
    Some(format!("{}({},{}): error {code}: {}", &place.file, place.line, place.column, one.message))
}

fn recorded(case: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(case.with_extension("tsc")).expect("what tsc said");
    serde_json::from_str(&text).expect("a list of lines")
}

#[test]
fn all_that_it_says_tsc_says() {
    let mut cases: Vec<_> =
        fs::read_dir(CASES).expect("cases").map(|entry| entry.expect("a case").path()).collect();
    cases.sort();
    let mut false_alarms = String::new();
    for case in cases.iter().filter(|path| path.extension().is_some_and(|end| end == "txt")) {
        let expected = recorded(case);
        for line in fast(case) {
            if !expected.contains(line.trim_start_matches('/')) {
                let _ = writeln!(false_alarms, "{}: {line}", case.file_name().unwrap_or_default().display());
            }
        }
    }
    assert_eq!(false_alarms, "", "tsc does not say this");
}

/// The places and codes that `tsc` reports in a case, and the fast layer leaves to the full one.
fn left(case: &str) -> Vec<String> {
    let case = Path::new(CASES).join(case);
    let found: BTreeSet<String> =
        fast(&case).into_iter().map(|line| line.trim_start_matches('/').to_owned()).collect();
    let left = recorded(&case).into_iter().filter(|line| !found.contains(line));
    left.map(|line| line.splitn(3, ": ").take(2).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn names() {
    let left = left("names.txt");
    let expected = [
        "early.ts(6,15) error TS2448",
        "early.ts(7,20) error TS2448",
        "early.ts(8,24) error TS2448",
        "ignored.ts(8,1) error TS2578",
        "late.js(17,36) error TS2448",
        "late.js(17,59) error TS2448",
    ];
    assert_eq!(left, expected);
}

#[test]
fn arguments() {
    let left = left("arguments.txt");
    let expected = [
        "calls.ts(14,20) error TS2554",
        "calls.ts(15,1) error TS2554",
        "calls.ts(17,12) error TS2554",
        "calls.ts(19,18) error TS2554",
        "calls.ts(23,1) error TS2554",
        "calls.ts(24,5) error TS2554",
        "calls.ts(25,5) error TS2554",
        "calls.ts(30,14) error TS2554",
        "calls.ts(33,33) error TS2554",
        "calls.ts(34,34) error TS2794",
        "names.js(17,21) error TS8029",
        "names.js(34,23) error TS8024",
        "names.js(36,23) error TS8024",
        "names.js(9,20) error TS8024",
        "scripts.js(10,7) error TS2554",
        "scripts.js(6,1) error TS2554",
        "scripts.js(8,9) error TS2554",
    ];
    assert_eq!(left, expected);
}
