//! Counts a run's tests, suites and problems.

use std::collections::BTreeMap;

use serde::Serialize;
use verdict_protocol::{OutputCounts, Scope, TestCounts, TestState, VerifyResult};

use crate::RunReport;
use crate::groups::{Group, groups};
use crate::remarks::counts_of_cut;

/// The counts of a run, including entries cut from outputs. A command other than `test:` counts as one test
/// in its own suite. Suites are counted from the visible tests only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Files, suites and commands that failed outside any test.
    pub failed_outside: usize,
    /// Tests that were skipped.
    pub skipped: usize,
    /// Tests without a body.
    pub todo: usize,
    /// Files, `describe` blocks and other commands in which something passed and nothing failed.
    pub suites_passed: usize,
    /// Suites in which something failed.
    pub suites_failed: usize,
    /// Suites in which nothing ran.
    pub suites_pending: usize,
    /// Errors of lint and type checks.
    pub errors: usize,
    /// Warnings of lint and type checks.
    pub warnings: usize,
    /// Tests and findings that are counted but not shown, because the output is incomplete.
    pub omitted: usize,
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

/// Suites as a tree, each with a number.
#[derive(Default)]
struct Suites<'a> {
    /// Whether something passed, and whether something failed.
    states: Vec<(bool, bool)>,
    /// Suite numbers, by parent suite and name.
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
        let mut cases = TestCounts::default();
        let mut suites = Suites::default();
        for group in groups {
            let file = suites.add();
            for case in &group.cases {
                cases.add(case.scope, case.state);
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
        let TestCounts { passed, failed, failed_outside, skipped, todo } = cases;
        let mut counts = Counts { passed, failed, failed_outside, skipped, todo, ..Counts::default() };
        for (passed, failed) in suites.states {
            *match (passed, failed) {
                (_, true) => &mut counts.suites_failed,
                (true, false) => &mut counts.suites_passed,
                (false, false) => &mut counts.suites_pending,
            } += 1;
        }
        for result in results {
            counts.omitted += result.omitted;
            if let Some(OutputCounts::Diagnostics(found)) = result.counts() {
                counts.errors += found.errors;
                counts.warnings += found.warnings;
            }
            if let Some(all) = counts_of_cut(result) {
                counts.put_in_place_of(shown(result), all);
            }
        }
        counts
    }
}

impl Counts {
    /// Replaces the visible tests of a cut result by its total counts.
    const fn put_in_place_of(&mut self, shown: TestCounts, all: TestCounts) {
        self.passed = self.passed + all.passed - shown.passed;
        self.skipped = self.skipped + all.skipped - shown.skipped;
        self.todo = self.todo + all.todo - shown.todo;
        // If nothing failed, a visible failure stands for the command.
        if all.failed + all.failed_outside > 0 {
            self.failed = self.failed + all.failed - shown.failed;
            self.failed_outside = self.failed_outside + all.failed_outside - shown.failed_outside;
        }
    }
}

/// The visible tests of a result, by state.
fn shown(result: &VerifyResult) -> TestCounts {
    let mut shown = TestCounts::default();
    for case in groups(std::slice::from_ref(result)).iter().flat_map(|group| &group.cases) {
        shown.add(case.scope, case.state);
    }
    shown
}
