//! Selects the tests to confirm.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use verdict_protocol::{Command, Confirm, Required, Verb, VerifyResult};

use crate::key::tests;

/// The task of the second witness.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Seed of the sample.
    pub seed: u64,
    /// Files to run again, each as a whole because its tests may depend on each other, sorted by path.
    pub files: Vec<String>,
    /// Files whose tests must be confirmed.
    pub required: Vec<String>,
    /// Selected files that no command can name. They cannot run again, and do not prevent others from
    /// running.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// Number of tests that must be confirmed.
    pub required_tests: usize,
    /// Number of sampled tests.
    pub sampled_tests: usize,
}

impl Plan {
    /// The command for the second witness; `None` if there is nothing to run again.
    #[must_use]
    pub fn command(&self) -> Option<String> {
        if self.files.is_empty() {
            return None;
        }
        Command::of_paths(Verb::Test, self.files.iter().map(String::as_str))
            .map(|command| command.to_string())
    }

    /// Whether the tests of a file must be confirmed.
    pub(crate) fn requires(&self, file: &str) -> bool {
        self.required.iter().any(|one| one == file)
    }

    /// Whether a file was selected and cannot run again.
    pub(crate) fn leaves_out(&self, file: &str) -> bool {
        self.left_out.iter().any(|one| one == file)
    }
}

/// Selects the parts of a provisional result to run again. Only passed tests are selected: a failure needs no
/// second witness, so a failed result has an empty plan. The host draws `seed` after the result arrived.
#[must_use]
pub fn plan(result: &VerifyResult, confirm: &Confirm, seed: u64) -> Plan {
    let mut plan = Plan { seed, ..Plan::default() };
    if !result.success {
        return plan;
    }
    let patterns: Option<Vec<String>> = match &confirm.required {
        Required::All(_) => None,
        Required::Files(patterns) => Some(patterns.iter().map(|pattern| from_root(pattern)).collect()),
    };
    let names = |pattern: &String, file: &str| pattern == file || fast_glob::glob_match(pattern, file);
    let is_required = |file: &str| {
        patterns.as_ref().is_none_or(|patterns| patterns.iter().any(|pattern| names(pattern, file)))
    };
    let mut files: BTreeSet<&str> = BTreeSet::new();
    let mut required: BTreeSet<&str> = BTreeSet::new();
    let mut others = Vec::new();
    for ((file, ..), entry) in tests(result) {
        if is_required(file) {
            files.insert(file);
            required.insert(file);
            plan.required_tests += usize::from(entry.passed);
        } else if entry.passed {
            others.push(file);
        }
    }
    plan.sampled_tests = share(others.len(), confirm.sample);
    let mut draw = fastrand::Rng::with_seed(seed);
    files.extend(draw.choose_multiple(others, plan.sampled_tests));
    let can_be_named = |file: &str| Command::of_paths(Verb::Test, [file]).is_some();
    let (named, left_out) = files.into_iter().map(str::to_owned).partition(|file| can_be_named(file));
    (plan.files, plan.left_out) = (named, left_out);
    plan.required = required.into_iter().map(str::to_owned).collect();
    plan
}

/// A path or glob as in commands: relative to the root, with or without a leading `/`.
fn from_root(pattern: &str) -> String {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    if pattern.starts_with('/') { pattern.to_owned() } else { format!("/{pattern}") }
}

/// The given share of a number, rounded up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share of a count that fits a list"
)]
fn share(of: usize, share: f64) -> usize {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
    ((of as f64 * share).ceil() as usize).min(of)
}
