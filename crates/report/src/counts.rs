//! How many tests, suites and problems a run has.

use std::collections::BTreeMap;

use serde::Serialize;
use verdict_protocol::{Output, Scope, Severity, TestState, VerifyResult};

use crate::RunReport;
use crate::groups::Group;

/// Counts of a run. A command that is no `test:` counts as one test, in a suite of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Files, suites and commands that failed outside any test.
    pub failed_outside: usize,
    /// Tests that were not run by choice.
    pub skipped: usize,
    /// Tests without a body.
    pub todo: usize,
    /// Files and `describe` blocks, and commands that are no `test:`, in which something passed and
    /// nothing failed.
    pub suites_passed: usize,
    /// Those in which something failed.
    pub suites_failed: usize,
    /// Those in which nothing ran.
    pub suites_pending: usize,
    /// Errors of lint and type checks.
    pub errors: usize,
    /// Warnings of lint and type checks.
    pub warnings: usize,
}

impl Counts {
    /// Tests in any state.
    #[must_use]
    pub const fn tests(&self) -> usize {
        self.passed + self.failed + self.skipped + self.todo
    }

    /// Suites in any state.
    #[must_use]
    pub const fn suites(&self) -> usize {
        self.suites_passed + self.suites_failed + self.suites_pending
    }
}

impl RunReport {
    /// Counts the run.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts::of(&self.groups(), &self.results)
    }
}

impl Counts {
    pub(crate) fn of(groups: &[Group<'_>], results: &[VerifyResult]) -> Counts {
        let mut counts = Counts::default();
        let mut suites: BTreeMap<(usize, Vec<&str>), (bool, bool)> = BTreeMap::new();
        for (group, cases) in groups.iter().enumerate().map(|(n, group)| (n, &group.cases)) {
            for case in cases {
                *match case.state {
                    TestState::Passed => &mut counts.passed,
                    TestState::Failed if case.scope != Scope::Test => &mut counts.failed_outside,
                    TestState::Failed => &mut counts.failed,
                    TestState::Skipped => &mut counts.skipped,
                    TestState::Todo => &mut counts.todo,
                } += 1;
                let depth = if case.scope == Scope::Suite {
                    case.path.len()
                } else {
                    case.path.len().saturating_sub(1)
                };
                for end in 0..=depth {
                    let (passed, failed) = suites.entry((group, case.path[..end].to_vec())).or_default();
                    *passed |= case.state == TestState::Passed;
                    *failed |= case.state == TestState::Failed;
                }
            }
        }
        for (passed, failed) in suites.into_values() {
            *match (passed, failed) {
                (_, true) => &mut counts.suites_failed,
                (true, false) => &mut counts.suites_passed,
                (false, false) => &mut counts.suites_pending,
            } += 1;
        }
        for result in results {
            if let Output::Diagnostics(problems) = &result.output {
                let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
                counts.errors += errors;
                counts.warnings += problems.len() - errors;
            }
        }
        counts
    }
}
