//! The configuration in `spec/verification.yaml`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Position;

/// Path of the configuration.
pub const CONFIG_PATH: &str = "/spec/verification.yaml";

/// The default profile.
pub const DEFAULT_PROFILE: &str = "pr";

/// Default time limit of a step, in milliseconds.
pub(super) const DEFAULT_TIMEOUT_MS: u64 = 30_000;
/// Maximum time limit of a step, in milliseconds: an hour.
pub(super) const MAX_TIMEOUT_MS: u64 = 3_600_000;

/// A consistent configuration; [`VerificationConfig::read`] creates no other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(description = "Profiles of skills of steps, by which a change is judged.")
)]
#[serde(deny_unknown_fields)]
pub struct VerificationConfig {
    /// Version of the format: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub version: u32,
    /// Versions that must be available before a step runs.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub toolchains: Toolchains,
    /// Skills by name.
    #[cfg_attr(feature = "schema", schemars(extend("minProperties" = 1, "propertyNames" = {"minLength": 1})))]
    pub skills: BTreeMap<String, Skill>,
    /// Names of skills by name of profile, in the order in which they run.
    #[cfg_attr(
        feature = "schema",
        schemars(extend(
            "minProperties" = 1,
            "propertyNames" = {"minLength": 1},
            "additionalProperties" = {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}
        ))
    )]
    pub profiles: BTreeMap<String, Vec<String>>,
    /// Location of `profiles` in the file.
    #[serde(skip)]
    pub(super) profiles_at: Position,
}

/// Semver requirements, for example `^1` or `>=0.22, <0.24`. An absent tool is not required.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Toolchains {
    /// The engine that runs guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub engine: Option<String>,
    /// The lint rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub rules: Option<String>,
    /// The set of type checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub checker: Option<String>,
    /// The message protocol; its number is the major version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub protocol: Option<String>,
}

/// A skill: named steps and their permissions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// The purpose of the skill.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub description: Option<String>,
    /// The required trust: 1 or 2.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 2)))]
    pub tier: u8,
    /// Time limit of each step in wall-clock milliseconds, 1 to 3600000.
    #[cfg_attr(feature = "schema", schemars(default = "default_timeout", range(min = 1, max = 3_600_000)))]
    pub timeout_ms: u64,
    /// Names of host variables that the guest sees in `process.env`. All others are removed.
    #[cfg_attr(
        feature = "schema",
        schemars(default, inner(regex(pattern = r"^[A-Z0-9_]+$")), extend("uniqueItems" = true))
    )]
    pub env: Vec<String>,
    /// Whether the author requests a network. This is recorded; the sandbox has none.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub network: Network,
    /// What must not change while a step runs.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub read_only: ReadOnly,
    /// Whether a test without assertions fails.
    #[cfg_attr(feature = "schema", schemars(default = "default_true"))]
    pub require_assertions: bool,
    /// Whether a test fails if it caught a failed assertion.
    #[cfg_attr(feature = "schema", schemars(default = "default_true"))]
    pub strict_assertions: bool,
    /// The commands, in order. Names are unique.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub steps: Vec<Step>,
}

#[cfg(feature = "schema")]
const fn default_timeout() -> u64 {
    DEFAULT_TIMEOUT_MS
}

#[cfg(feature = "schema")]
const fn default_true() -> bool {
    true
}

/// A command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The name, unique in the skill.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub name: String,
    /// `verb:argument`.
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = r"^\s*(test|lint|type-check|typecheck|eval)\s*:"))
    )]
    pub run: String,
    /// Time limit in wall-clock milliseconds, instead of the skill's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "u64", range(min = 1, max = 3_600_000)))]
    pub timeout_ms: Option<u64>,
}

/// Whether a skill requests a network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// The skill needs no network.
    #[default]
    Deny,
    /// It requests a network. It gets none, and its tier rises.
    Allow,
}

/// What must not change while a step runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReadOnly {
    /// Tracked files: a step during which one changes fails.
    #[default]
    Tracked,
    /// Nothing: drift is recorded and raises the tier, but fails nothing.
    None,
}
