//! How many tests, suites and problems a run has.

use std::collections::BTreeMap;

use serde::Serialize;
use verdict_protocol::{Output, Scope, Severity, TestState, VerifyResult};

use crate::RunReport;
use crate::groups::{Group, groups};

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
        Counts::of(&groups(&self.results), &self.results)
    }
}

/// Suites as a tree, each by a number.
#[derive(Default)]
struct Suites<'a> {
    /// Whether something passed, and whether something failed.
    states: Vec<(bool, bool)>,
    /// By the suite around it and its name.
    inner: BTreeMap<(usize, &'a str), usize>,
}

impl<'a> Suites<'a> {
    fn add(&mut self) -> usize {
        self.states.push((false, false));
        self.states.len() - 1
    }

    fn within(&mut self, outer: usize, name: &'a str) -> usize {
        if let Some(known) = self.inner.get(&(outer, name)) {
            return *known;
        }
        let suite = self.add();
        self.inner.insert((outer, name), suite);
        suite
    }

    fn mark(&mut self, suite: usize, state: TestState) {
        self.states[suite].0 |= state == TestState::Passed;
        self.states[suite].1 |= state == TestState::Failed;
    }
}

impl Counts {
    pub(crate) fn of(groups: &[Group<'_>], results: &[VerifyResult]) -> Counts {
        let mut counts = Counts::default();
        let mut suites = Suites::default();
        for group in groups {
            let file = suites.add();
            for case in &group.cases {
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
                let mut suite = file;
                suites.mark(suite, case.state);
                for name in &case.path[..depth] {
                    suite = suites.within(suite, name);
                    suites.mark(suite, case.state);
                }
            }
        }
        for (passed, failed) in suites.states {
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
