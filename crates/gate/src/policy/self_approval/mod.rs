//! No change approves itself: where it touches tests that exist, they also judge it in their old form, and the
//! report says what became of them.

mod compare;
mod confirm;
mod material;
mod run;
mod source;

use serde::Serialize;

/// What a change does to tests that exist. Only tests that passed before count against it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TestsReport {
    /// The files that exist, are what tests are made of, and are changed, or may be hidden by a new file.
    pub touched: Vec<String>,
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
    /// How often the verifier was asked for all this.
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
