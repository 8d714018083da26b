//! Which tests are confirmed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use verdict_protocol::{Command, Confirm, Required, Verb, VerifyResult};

use crate::key::tests;

/// What the second witness is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// What the sample was drawn from.
    pub seed: u64,
    /// Files to run again, whole: tests of a file may depend on one another. In the order of paths.
    pub files: Vec<String>,
    /// Those of them whose tests must be confirmed.
    pub required: Vec<String>,
    /// How many tests must be confirmed.
    pub required_tests: usize,
    /// How many tests were drawn.
    pub sampled_tests: usize,
}

impl Plan {
    /// The command that the second witness is given; `None` where nothing is to be confirmed, or a path cannot be
    /// written in a command.
    #[must_use]
    pub fn command(&self) -> Option<String> {
        if self.files.is_empty() {
            return None;
        }
        Command::of_paths(Verb::Test, self.files.iter().map(String::as_str))
            .map(|command| command.to_string())
    }
}

/// Chooses what of a provisional result is run again. Only what has passed is: a failure needs no second witness, so a
/// result that is no success gives an empty plan. `seed` is drawn by the host when the result was there.
#[must_use]
pub fn plan(result: &VerifyResult, confirm: &Confirm, seed: u64) -> Plan {
    let mut plan =
        Plan { seed, files: Vec::new(), required: Vec::new(), required_tests: 0, sampled_tests: 0 };
    if !result.success {
        return plan;
    }
    let is_required = |file: &str| match &confirm.required {
        Required::All(_) => true,
        Required::Files(patterns) => {
            patterns.iter().any(|pattern| pattern == file || fast_glob::glob_match(pattern, file))
        }
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
    plan.files = files.into_iter().map(str::to_owned).collect();
    plan.required = required.into_iter().map(str::to_owned).collect();
    plan
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
