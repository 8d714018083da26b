//! Two witnesses: what was run again in the engine that cannot be forged, and what came of it.

use serde::{Deserialize, Serialize};

use crate::TestEntry;

/// What of a provisional result is confirmed. It comes with the request, never from the snapshot: the code under test
/// does not decide how well it is looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Confirm {
    /// Tests that must be confirmed.
    pub required: Required,
    /// Which share of the other passed tests is drawn at random, from 0 to 1; rounded up.
    pub sample: f64,
    /// What becomes of a required test that the second engine cannot run.
    pub unconfirmed: OnUnconfirmed,
}

impl Default for Confirm {
    fn default() -> Confirm {
        Confirm { required: Required::default(), sample: 0.1, unconfirmed: OnUnconfirmed::Fail }
    }
}

/// Which tests must be confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", untagged)]
pub enum Required {
    /// `"all"`.
    All(All),
    /// Those of files that a path or glob names.
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

/// What becomes of a required test that could not be confirmed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OnUnconfirmed {
    /// The request fails.
    #[default]
    Fail,
    /// It is listed, and nothing more.
    Allow,
}

/// What the second witness said of a result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Witnesses {
    /// What the sample was drawn from: fresh random bits of the host, drawn when the first witness had ended.
    pub seed: u64,
    /// Files that were run again, whole, in the order of paths.
    pub files: Vec<String>,
    /// How many tests had to be confirmed.
    pub required: usize,
    /// How many were drawn.
    pub sampled: usize,
    /// How many tests of `files` both witnesses say the same of.
    pub confirmed: usize,
    /// Tests that the witnesses disagree on. One is enough to fail the request as `err:disagreement`.
    pub disagreements: Vec<Disagreement>,
    /// Tests that the second witness could not run.
    pub unconfirmed: Vec<Unconfirmed>,
}

/// A test that two engines disagree on, with both results. One that an engine knows nothing of has none there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Disagreement {
    /// Absolute path in the snapshot.
    pub file: String,
    /// Suite names and the test name, outermost first.
    pub path: Vec<String>,
    /// What the browser's engine says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub browser: Option<Box<TestEntry>>,
    /// What the interpreter says.
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
    /// Whether it had to be.
    pub required: bool,
    /// What hindered it, in a sentence.
    pub why: String,
}
