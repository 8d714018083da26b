//! Confirmation by a second witness: what ran again in the engine that cannot be forged, and its outcome.

use serde::{Deserialize, Serialize};

use crate::TestEntry;

/// How to confirm a provisional result. It comes with the request and never from the snapshot, so that the
/// code under test cannot weaken its own examination.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Confirm {
    /// Tests that must be confirmed.
    pub required: Required,
    /// Share of the other passed tests to sample at random, from 0 to 1; rounded up.
    pub sample: f64,
    /// How to treat a required test that the second engine cannot run.
    pub unconfirmed: OnUnconfirmed,
}

impl Default for Confirm {
    fn default() -> Confirm {
        Confirm { required: Required::default(), sample: 0.1, unconfirmed: OnUnconfirmed::Fail }
    }
}

/// The tests that must be confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", untagged)]
pub enum Required {
    /// `"all"`.
    All(All),
    /// The tests of files that a path or glob matches.
    Files(Vec<String>),
}

/// The word `all`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum All {
    /// Every test.
    All,
}

impl Default for Required {
    fn default() -> Required {
        Required::Files(Vec::new())
    }
}

/// How to treat a required test that could not be confirmed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OnUnconfirmed {
    /// The request fails.
    #[default]
    Fail,
    /// The test is only listed.
    Allow,
}

/// The outcome of the second witness.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Witnesses {
    /// Seed of the sample: fresh random bits of the host, drawn after the first witness finished.
    pub seed: u64,
    /// Files that ran again, each as a whole, sorted by path.
    pub files: Vec<String>,
    /// Number of tests that had to be confirmed.
    pub required: usize,
    /// Number of sampled tests.
    pub sampled: usize,
    /// Number of tests in `files` on which both witnesses agree.
    pub confirmed: usize,
    /// Tests on which the witnesses disagree. A single one fails the request with `err:disagreement`.
    pub disagreements: Vec<Disagreement>,
    /// Tests that the second witness could not run.
    pub unconfirmed: Vec<Unconfirmed>,
}

/// A test on which two engines disagree, with both results. An engine that does not know the test has none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Disagreement {
    /// Absolute path in the snapshot.
    pub file: String,
    /// Suite names and the test name, outermost first.
    pub path: Vec<String>,
    /// The browser engine's result.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub browser: Option<Box<TestEntry>>,
    /// The interpreter's result.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub boa: Option<Box<TestEntry>>,
}

/// A test that could not be confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unconfirmed {
    /// Absolute path in the snapshot.
    pub file: String,
    /// Suite names and the test name, outermost first.
    pub path: Vec<String>,
    /// Whether it had to be confirmed.
    pub required: bool,
    /// Why the test is unconfirmed, in a sentence.
    pub why: String,
}
