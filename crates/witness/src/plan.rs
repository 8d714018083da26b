//! Which tests are confirmed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use verdict_protocol::{Command, Confirm, Required, Verb, VerifyResult};

use crate::key::tests;

/// What the second witness is asked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What the sample was drawn from.
    pub seed: u64,
    /// Files to run again, whole: tests of a file may depend on one another. In the order of paths.
    pub files: Vec<String>,
    /// Files whose tests must be confirmed.
    pub required: Vec<String>,
    /// Chosen files that no command can name: they cannot be run again, and do not keep others from it.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// How many tests must be confirmed.
    pub required_tests: usize,
    /// How many tests were drawn.
    pub sampled_tests: usize,
}

impl Plan {
    /// The command that the second witness is given; `None` where there is nothing to run again.
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

    /// Whether a file was chosen and cannot be run again.
    pub(crate) fn leaves_out(&self, file: &str) -> bool {
        self.left_out.iter().any(|one| one == file)
    }
}

/// Chooses what of a provisional result is run again. Only what has passed is: a failure needs no second witness, so a
/// result that is no success gives an empty plan. `seed` is drawn by the host when the result was there.
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

/// A path or glob as those of commands are read: from the root, whether it says so or not.
fn from_root(pattern: &str) -> String {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    if pattern.starts_with('/') { pattern.to_owned() } else { format!("/{pattern}") }
}

/// A share of some, rounded up.
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
