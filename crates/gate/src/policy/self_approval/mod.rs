//! No change approves itself: every test that passed before must pass after, tests that the change touches also judge it in
//! their old form, and the report says what became of them.

mod before;
mod compare;
mod confirm;
mod decide;
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

/// What a change does to tests that exist. Only tests that passed before count against it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TestsReport {
    /// The files of the state before that are test material and that the change leaves with other bytes or not at all.
    pub touched: Vec<String>,
    /// Imports of test material that mean another file after the change: `importer specifier`.
    pub turned: Vec<String>,
    /// Tests that there were not before.
    pub added: Vec<TestName>,
    /// Tests whose text is another.
    pub changed: Vec<TestName>,
    /// Tests with the same text under another name or in another file.
    pub renamed: Vec<RenamedTest>,
    /// Tests that hold less than before.
    pub weakened: Vec<WeakenedTest>,
    /// Tests that passed before and do not in their old form on the changed code.
    pub failed_in_old_form: Vec<FailedTest>,
    /// Tests that pass at random: they passed in the state before and failed on the change, and so they did in the state before
    /// under another seed. They do not count against the change.
    pub flaky: Vec<FlakyTest>,
    /// Imports that mean another file on the host of the application than in the tests that judged it.
    pub host: Vec<HostImport>,
    /// How often the verifier was asked for all this, runs under other seeds aside.
    pub runs: u32,
}

/// A test.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TestName {
    /// Absolute path of its file.
    pub file: String,
    /// Suite names and the test name, outermost first, joined by ` > `.
    pub test: String,
}

/// A test under another name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RenamedTest {
    /// As it was.
    pub from: TestName,
    /// As it is.
    pub to: TestName,
}

/// A test that holds less than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WeakenedTest {
    /// Which, by its name before.
    #[serde(flatten)]
    pub name: TestName,
    /// In which way.
    pub why: Weakening,
    /// Assertions that ran before.
    pub before: u32,
    /// Assertions that run now.
    pub after: u32,
    /// What it asserted before and does not any more, as far as that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asserted: Vec<String>,
    /// What it asserts now, as far as that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asserts: Vec<String>,
    /// Where the first of the lost assertions stood: `/a.test.js:3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl WeakenedTest {
    pub(crate) fn new(name: TestName, why: Weakening, before: u32, after: u32) -> WeakenedTest {
        WeakenedTest { name, why, before, after, asserted: Vec::new(), asserts: Vec::new(), at: None }
    }
}

/// In which way a test holds less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Weakening {
    /// It is gone.
    Removed,
    /// It is there and does not run.
    Skipped,
    /// It runs and does not pass any more.
    Fails,
    /// It runs and fewer assertions do.
    FewerAssertions,
    /// Its assertions hold values to less.
    WeakerAssertions,
    /// It ran code of the application and does not any more.
    NoLongerRuns,
    /// It replaces a module of the application that it did not replace.
    NewMock,
    /// In its old form it fails on a mutant of the code that it tests; as it is it passes.
    NoLongerFails,
}

impl Weakening {
    /// In words.
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

/// A test that does not pass in its old form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FailedTest {
    /// Which.
    #[serde(flatten)]
    pub name: TestName,
    /// Why, in a sentence.
    pub error: String,
}
