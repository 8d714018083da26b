//! Tests that assert nothing and did not before. They only show that code runs, and the change is not to
//! blame for the lack.

use verdict_protocol::{Scope, TestEntry, TestState, VerifyResult};

use super::TestName;
use super::before::Before;
use super::runs::{Ran, name};
use crate::transaction::Verdict;

/// The failure message of a test without a required assertion.
const WANT: &str = "expected any number of assertion, but got none";

/// Whether all failures look like missing assertions, judged by their messages. It only decides whether a
/// closer look is worthwhile.
pub(crate) fn fails_for_want_of_assertions(result: &VerifyResult) -> bool {
    let verdict = Verdict::from(result.clone());
    let failed: Vec<&TestEntry> =
        verdict.tests().unwrap_or_default().iter().filter(|entry| entry.state == TestState::Failed).collect();
    let is_idle = |entry: &&TestEntry| {
        entry.scope == Scope::Test && entry.assertions == 0 && entry.error.as_deref() == Some(WANT)
    };
    !failed.is_empty() && failed.iter().all(is_idle)
}

impl Before {
    /// The tests that passed without an assertion, if they also did so before the change and other tests
    /// assert. `None` if one is new or used to assert, or if no test asserts.
    pub(crate) fn idle_as_before(&self, result: &VerifyResult) -> Option<Vec<TestName>> {
        let after = Ran::of_result(result.clone()).ok()?;
        let is_idle = |entry: &TestEntry| entry.state == TestState::Passed && entry.assertions == 0;
        let idle = after.tests.iter().filter(|(_, entry)| is_idle(entry));
        let was_idle = |key| self.ran.tests.get(key).is_some_and(is_idle);
        let names: Option<Vec<TestName>> = idle.map(|(key, _)| was_idle(key).then(|| name(key))).collect();
        names.filter(|_| after.passed().any(|(_, entry)| entry.assertions > 0))
    }
}
