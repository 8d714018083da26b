//! No change approves itself. Every test that passed before must pass after the change. Touched tests also
//! judge it in their old form. The report lists the effect on each test.

mod before;
mod compare;
mod confirm;
mod decide;
mod earlier_types;
mod flaky;
mod host;
mod idle;
mod imports_of_text;
mod judges;
mod material;
mod moves;
mod mutants;
mod old_form;
mod records;
mod run;
mod runs;
mod source;
mod strength;
mod unnamed;

use serde::Serialize;

pub(crate) use before::Before;
pub use flaky::FlakyTest;
pub use host::HostImport;
pub(crate) use idle::fails_for_want_of_assertions;

/// A change's effect on existing tests. Only tests that passed before count against it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TestsReport {
    /// Test material of the previous state that the change modifies or removes.
    pub touched: Vec<String>,
    /// Imports of test material that resolve to another file after the change: `importer specifier`.
    pub turned: Vec<String>,
    /// Tests that did not exist before.
    pub added: Vec<TestName>,
    /// Tests with changed text.
    pub changed: Vec<TestName>,
    /// Tests with the same text under another name or in another file.
    pub renamed: Vec<RenamedTest>,
    /// Tests that are weaker than before.
    pub weakened: Vec<WeakenedTest>,
    /// Tests that passed before and fail in their old form on the changed code.
    pub failed_in_old_form: Vec<FailedTest>,
    /// Tests that pass at random. Each passed in the previous state and failed on the change, and failed in
    /// the previous state under another seed. They do not count against the change.
    pub flaky: Vec<FlakyTest>,
    /// Imports that resolve to another file on the application's host than in the judging tests.
    pub host: Vec<HostImport>,
    /// The number of verifier runs for this comparison, excluding runs under other seeds.
    pub runs: u32,
}

/// The name of a test.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TestName {
    /// Absolute path of its file.
    pub file: String,
    /// Suite names and the test name, outermost first, joined by ` > `.
    pub test: String,
}

/// A renamed test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RenamedTest {
    /// The old name.
    pub from: TestName,
    /// The new name.
    pub to: TestName,
}

/// A test that is weaker than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct WeakenedTest {
    /// The test, by its name before the change.
    #[serde(flatten)]
    pub name: TestName,
    /// How it became weaker.
    pub why: Weakening,
    /// The number of assertions that ran before.
    pub before: u32,
    /// The number of assertions that run now.
    pub after: u32,
    /// The assertions that it lost, as far as known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub asserted: Vec<String>,
    /// The assertions that it makes now, as far as known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub asserts: Vec<String>,
    /// The location of the first lost assertion: `/a.test.js:3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub at: Option<String>,
}

impl WeakenedTest {
    pub(crate) fn new(name: TestName, why: Weakening, before: u32, after: u32) -> WeakenedTest {
        WeakenedTest { name, why, before, after, asserted: Vec::new(), asserts: Vec::new(), at: None }
    }
}

/// How a test became weaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "WeakenedBy"))]
#[serde(rename_all = "camelCase")]
pub enum Weakening {
    /// The test no longer exists.
    Removed,
    /// The test exists and does not run.
    Skipped,
    /// The test runs and no longer passes.
    Fails,
    /// The test runs with fewer assertions.
    FewerAssertions,
    /// The test's assertions accept more values.
    WeakerAssertions,
    /// The test no longer runs some code of the application.
    NoLongerRuns,
    /// The test newly mocks a module of the application.
    NewMock,
    /// The old form fails on a mutant of the tested code; the new form passes.
    NoLongerFails,
}

impl Weakening {
    /// A short description.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Weakening::Removed => "removed",
            Weakening::Skipped => "skipped",
            Weakening::Fails => "fails",
            Weakening::FewerAssertions => "fewer assertions",
            Weakening::WeakerAssertions => "weaker assertions",
            Weakening::NoLongerRuns => "no longer runs the code that it tests",
            Weakening::NewMock => "mocks the code that it tests",
            Weakening::NoLongerFails => "no longer fails on a mutant",
        }
    }
}

/// A test that fails in its old form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FailedTest {
    /// File, suites and name of the test.
    #[serde(flatten)]
    pub name: TestName,
    /// Why the test fails, in a sentence.
    pub error: String,
}
