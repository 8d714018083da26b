//! What a caller says of policies.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What becomes of a change that a rule speaks against.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reaction {
    /// It is refused.
    #[default]
    Block,
    /// The report warns.
    #[serde(alias = "allow")]
    Warn,
}

/// Files that judge changes, and so are not changed without an explicit allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protected {
    /// What carries out commands.
    Verifier,
    /// What applies changes, and what it keeps of its own.
    Gate,
    /// The rules.
    Constitution,
    /// What is verified, in which steps.
    Profiles,
    /// How tests, lint and type checks are configured.
    Config,
}

impl Protected {
    /// The spelling in `policy.allow`.
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

/// A person's approval of what a rule forbids.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// The rule's id.
    pub rule: String,
    /// Who approves, for the record.
    pub by: String,
}

/// Globs of protected files beside the defaults, by kind.
pub type ProtectedGlobs = BTreeMap<Protected, Vec<String>>;
