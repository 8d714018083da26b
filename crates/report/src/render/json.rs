//! The JSON of Vitest's and Jest's reporters.

use serde::Serialize;
use verdict_protocol::{Scope, TestState};

use crate::escape;
use crate::groups::{Case, Group};
use crate::model::Model;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Root<'a> {
    num_total_test_suites: usize,
    num_passed_test_suites: usize,
    num_failed_test_suites: usize,
    num_pending_test_suites: usize,
    num_total_tests: usize,
    num_passed_tests: usize,
    num_failed_tests: usize,
    num_pending_tests: usize,
    num_todo_tests: usize,
    start_time: f64,
    success: bool,
    /// Number of tests that are counted but missing in `testResults`.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warnings: &'a [String],
    /// How types were checked.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    types: &'a [String],
    test_results: Vec<File<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    name: &'a str,
    status: &'static str,
    start_time: f64,
    end_time: f64,
    /// Failure of the file outside tests.
    message: String,
    assertion_results: Vec<Assertion<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Assertion<'a> {
    ancestor_titles: &'a [&'a str],
    full_name: String,
    title: &'a str,
    status: &'static str,
    duration: f64,
    failure_messages: Vec<&'a str>,
    location: Option<Place>,
}

#[derive(Serialize)]
struct Place {
    line: u32,
    column: u32,
}

pub(super) fn render(model: &Model<'_>) -> String {
    let counts = &model.counts;
    let mut clock = model.started_at_ms;
    let root = Root {
        num_total_test_suites: counts.suites(),
        num_passed_test_suites: counts.suites_passed,
        num_failed_test_suites: counts.suites_failed,
        num_pending_test_suites: counts.suites_pending,
        num_total_tests: counts.tests(),
        num_passed_tests: counts.passed,
        num_failed_tests: counts.failed,
        num_pending_tests: counts.skipped,
        num_todo_tests: counts.todo,
        start_time: model.started_at_ms,
        success: model.success,
        omitted: (counts.omitted > 0).then_some(counts.omitted),
        warnings: &model.remarks,
        types: &model.checks,
        test_results: model
            .groups
            .iter()
            .map(|group| {
                let start_time = clock;
                clock += group.duration_ms;
                file(group, start_time)
            })
            .collect(),
    };
    let mut text = escape::json(&serde_json::to_string_pretty(&root).unwrap_or_default());
    text.push('\n');
    text
}

fn file<'a>(group: &'a Group<'a>, start_time: f64) -> File<'a> {
    let outside: Vec<&str> = group
        .cases
        .iter()
        .filter(|case| case.scope != Scope::Test)
        .flat_map(|case| case.messages.iter().map(String::as_str))
        .collect();
    File {
        name: group.name,
        status: if group.failed() { "failed" } else { "passed" },
        start_time,
        end_time: start_time + group.duration_ms,
        message: outside.join("\n"),
        assertion_results: group
            .cases
            .iter()
            .filter(|case| case.scope == Scope::Test)
            .map(assertion)
            .collect(),
    }
}

fn assertion<'a>(case: &'a Case<'a>) -> Assertion<'a> {
    let (title, ancestors) = case.path.split_last().unwrap_or((&"", &[]));
    Assertion {
        ancestor_titles: ancestors,
        full_name: case.path.join(" "),
        title,
        status: match case.state {
            TestState::Passed => "passed",
            TestState::Failed => "failed",
            TestState::Skipped => "skipped",
            TestState::Todo => "todo",
        },
        duration: case.duration_ms,
        failure_messages: case.messages.iter().map(String::as_str).collect(),
        location: case.location.map(|location| Place { line: location.line, column: location.column }),
    }
}
