//! A run as files with test cases, the structure of test report formats.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use verdict_protocol::{Location, Output, Scope, TestEntry, TestState, VerifyResult};

use crate::escape::one_line;
use crate::explain::explained;
use crate::printed::{Console, Printed};

/// The name for problems of the whole run.
pub(crate) const OVERALL: &str = "overall";

/// A test file, or another command, or a command without tests.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    /// Path of the file, or the command. Untrusted text.
    pub(crate) name: &'a str,
    pub(crate) cases: Vec<Case<'a>>,
    /// Console output outside test cases.
    pub(crate) printed: Vec<Printed<'a>>,
    /// Real milliseconds.
    pub(crate) duration_ms: f64,
}

/// A test, a failure outside tests, or the single case of a command.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    /// Suite names and name of the test, outermost first. Untrusted text.
    pub(crate) path: Vec<&'a str>,
    pub(crate) scope: Scope,
    pub(crate) state: TestState,
    /// The failure messages; empty if it did not fail. Untrusted text, possibly of several lines.
    pub(crate) messages: Vec<String>,
    /// Console output to show with this case.
    pub(crate) printed: Option<Printed<'a>>,
    pub(crate) location: Option<&'a Location>,
    /// Real milliseconds.
    pub(crate) duration_ms: f64,
}

impl Case<'_> {
    /// All failure messages, joined.
    pub(crate) fn message(&self) -> Option<String> {
        (!self.messages.is_empty()).then(|| self.messages.join("\n\n"))
    }

    /// Suite names and name of the test, on one line.
    pub(crate) fn title(&self) -> String {
        self.path.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(" > ")
    }
}

impl<'a> Group<'a> {
    pub(crate) fn failed(&self) -> bool {
        self.cases.iter().any(|case| case.state == TestState::Failed)
    }

    /// A group for a negative verdict that nothing else explains.
    pub(crate) fn unexplained(why: String) -> Group<'a> {
        let case = Case {
            path: vec![OVERALL],
            scope: Scope::File,
            state: TestState::Failed,
            messages: vec![why],
            printed: None,
            location: None,
            duration_ms: 0.0,
        };
        Group { name: OVERALL, cases: vec![case], printed: Vec::new(), duration_ms: 0.0 }
    }
}

pub(crate) fn groups(results: &[VerifyResult]) -> Vec<Group<'_>> {
    results.iter().flat_map(of).collect()
}

fn of(result: &VerifyResult) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    if let Output::Tests(entries) = &result.output {
        // Times are in the order of entries; if entries were cut, they cannot be assigned.
        let times =
            if result.timing.tests.len() == entries.len() { result.timing.tests.as_slice() } else { &[] };
        let files: BTreeMap<&str, f64> =
            result.timing.files.iter().rev().map(|timing| (timing.file.as_str(), timing.ms)).collect();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut console = Console::of(result);
        for (index, entry) in entries.iter().enumerate() {
            let file = entry.test_file();
            let at = *places.entry(file).or_insert_with(|| {
                let duration_ms = files.get(file).copied().unwrap_or_default();
                groups.push(Group { name: file, cases: Vec::new(), printed: Vec::new(), duration_ms });
                groups.len() - 1
            });
            let duration_ms = times.get(index).copied().unwrap_or_default();
            groups[at].cases.push(case(entry, duration_ms, console.take(entry)));
        }
        for printed in console.rest() {
            if let Some(at) = printed.by.first().and_then(|file| places.get(file)) {
                groups[*at].printed.push(printed);
            }
        }
    }
    // A negative result that its entries do not explain becomes a case, as does a command without tests.
    let said = groups.iter().any(Group::failed);
    if groups.is_empty() || (!result.success && !said) {
        groups.push(command(result));
    }
    groups
}

fn case<'a>(entry: &'a TestEntry, duration_ms: f64, printed: Option<Printed<'a>>) -> Case<'a> {
    let messages = if entry.state != TestState::Failed {
        Vec::new()
    } else if entry.errors.is_empty() {
        let mut message = entry.error.clone().unwrap_or_else(|| "failed".to_owned());
        for more in [&entry.diff, &entry.stack].into_iter().flatten() {
            message = format!("{message}\n{more}");
        }
        vec![message]
    } else {
        entry.errors.iter().map(explained).collect()
    };
    Case {
        path: if entry.path.is_empty() {
            vec![entry.test.as_str()]
        } else {
            entry.path.iter().map(String::as_str).collect()
        },
        scope: entry.scope,
        state: entry.state,
        messages,
        printed,
        location: Some(entry.failed_at.as_ref().unwrap_or(&entry.location)),
        duration_ms,
    }
}

fn command(result: &VerifyResult) -> Group<'_> {
    let message = (!result.success).then(|| {
        let mut message = result.error.clone().unwrap_or_else(|| "failed".to_owned());
        if let Some(code) = result.code {
            message = format!("{code}: {message}");
        }
        if let Output::Diagnostics(problems) = &result.output {
            for problem in problems {
                let Location { file, line, column, .. } = &problem.location;
                let rule = problem.rule.as_ref().or(problem.code.as_ref());
                let rule = rule.map_or_else(String::new, |rule| format!(" ({rule})"));
                let said = one_line(&problem.message);
                let _ = write!(message, "\n{}:{line}:{column} {said}{rule}", one_line(file));
            }
        }
        message
    });
    Group {
        name: &result.command,
        printed: if matches!(result.output, Output::Tests(_)) {
            Vec::new()
        } else {
            Console::of(result).rest()
        },
        duration_ms: result.timing.total_ms,
        cases: vec![Case {
            path: vec![&result.command],
            // A negative judgement is a failed test; a command that could not be judged failed outside tests.
            scope: if result.code.is_none() { Scope::Test } else { Scope::File },
            state: if result.success { TestState::Passed } else { TestState::Failed },
            messages: message.into_iter().collect(),
            printed: None,
            location: result.location.as_ref(),
            duration_ms: result.timing.total_ms,
        }],
    }
}
