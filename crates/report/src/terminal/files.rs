//! The lines of test files.

use std::collections::BTreeSet;

use verdict_protocol::{Output, Scope, TestState, VerifyResult};

use super::paint::time;
use super::{Detail, Paint};
use crate::escape::one_line;
use crate::groups::{Case, Group, groups};

/// Real milliseconds past which a test is slow, as in Vitest.
const SLOW_MS: f64 = 300.0;

/// The lines of a result's test files, each with the path of its file. `cached` are the
/// absolute paths of those whose results are those of an earlier run. All other results have none.
#[must_use]
pub fn file_lines(
    result: &VerifyResult,
    detail: Detail,
    paint: Paint,
    cached: &BTreeSet<String>,
) -> Vec<(String, String)> {
    if !matches!(result.output, Output::Tests(_)) || result.listed {
        return Vec::new();
    }
    let all = groups(std::slice::from_ref(result));
    let files = all.iter().filter(|group| group.name.starts_with('/'));
    files
        .map(|group| (group.name.to_owned(), text(group, detail, paint, cached.contains(group.name))))
        .collect()
}

fn text(group: &Group<'_>, detail: Detail, paint: Paint, is_cached: bool) -> String {
    if detail == Detail::Dots {
        return group.cases.iter().map(|case| dot(case.state, paint)).collect();
    }
    let mut out = format!("{}\n", head(group, paint, is_cached));
    for case in &group.cases {
        let is_slow = case.duration_ms >= SLOW_MS;
        let is_test = case.scope == Scope::Test;
        if detail == Detail::Tests || case.state == TestState::Failed || (is_slow && is_test) {
            out.push_str(&format!("   {}\n", of_case(case, is_slow, paint)));
        }
    }
    out
}

fn dot(state: TestState, paint: Paint) -> String {
    match state {
        TestState::Passed => paint.good("."),
        TestState::Failed => paint.bad("x"),
        TestState::Skipped => paint.warning("-"),
        TestState::Todo => paint.dim("*"),
    }
}

fn sign(state: TestState, paint: Paint) -> String {
    match state {
        TestState::Passed => paint.good("✓"),
        TestState::Failed => paint.bad("✗"),
        TestState::Skipped => paint.warning("↓"),
        TestState::Todo => paint.dim("□"),
    }
}

fn head(group: &Group<'_>, paint: Paint, is_cached: bool) -> String {
    let count =
        |state| group.cases.iter().filter(|case| case.scope == Scope::Test && case.state == state).count();
    let tests = group.cases.iter().filter(|case| case.scope == Scope::Test).count();
    let mut counts = vec![if tests == 1 { "1 test".to_owned() } else { format!("{tests} tests") }];
    for (state, name) in
        [(TestState::Failed, "failed"), (TestState::Skipped, "skipped"), (TestState::Todo, "todo")]
    {
        let count = count(state);
        counts.extend((count > 0).then(|| format!("{count} {name}")));
    }
    let state = if group.failed() {
        TestState::Failed
    } else if count(TestState::Passed) > 0 {
        TestState::Passed
    } else {
        TestState::Skipped
    };
    let name = one_line(group.name.trim_start_matches('/'));
    let counts = paint.dim(&format!("({})", counts.join(", ")));
    // The time is that of the earlier run.
    let took = if is_cached { "cached".to_owned() } else { time(group.duration_ms) };
    format!(" {} {name} {counts} {}", sign(state, paint), paint.dim(&took))
}

fn of_case(case: &Case<'_>, is_slow: bool, paint: Paint) -> String {
    let took = time(case.duration_ms);
    let took = if is_slow { paint.warning(&format!("{took} slow")) } else { paint.dim(&took) };
    format!("{} {} {took}", sign(case.state, paint), case.title())
}
