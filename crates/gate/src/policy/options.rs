//! The caller's policy options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The reaction to a change that breaks a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Reaction {
    /// The gate refuses the change.
    #[default]
    Block,
    /// The report contains a warning.
    #[serde(alias = "allow")]
    Warn,
}

/// Files that judge changes. Only an explicit allowance lets a change touch them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ProtectedKind"))]
#[serde(rename_all = "lowercase")]
pub enum Protected {
    /// The program that runs commands.
    Verifier,
    /// The program that applies changes, and its own data.
    Gate,
    /// The constitution.
    Constitution,
    /// The profiles: what to verify, in which steps.
    Profiles,
    /// The configuration of tests, lint and type checks.
    Config,
}

impl Protected {
    /// The name in `policy.allow`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Protected::Verifier => "verifier",
            Protected::Gate => "gate",
            Protected::Constitution => "constitution",
            Protected::Profiles => "profiles",
            Protected::Config => "config",
        }
    }
}

/// A person's approval of a change that a rule forbids.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// The rule's id.
    pub rule: String,
    /// The person who approves, for the record.
    pub by: String,
}

/// Globs of additional protected files, by kind.
pub type ProtectedGlobs = BTreeMap<Protected, Vec<String>>;
