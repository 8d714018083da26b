//! What `spec/verification.yaml` says.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Position;

/// Where the configuration is.
pub const CONFIG_PATH: &str = "/spec/verification.yaml";

/// The profile of a run that names none.
pub const DEFAULT_PROFILE: &str = "pr";

/// How long a step may take where nothing is said.
pub(super) const DEFAULT_TIMEOUT_MS: u64 = 30_000;
/// How long a step may take at most: an hour.
pub(super) const MAX_TIMEOUT_MS: u64 = 3_600_000;

/// A configuration that holds together: [`VerificationConfig::read`] makes no other.
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
    /// What must be there before a step runs.
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
    /// Where `profiles` stands in the file.
    #[serde(skip)]
    pub(super) profiles_at: Position,
}

/// Semver requirements, for example `^1` or `>=0.22, <0.24`. What is absent is not required.
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
    /// The type checks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub checker: Option<String>,
    /// The message protocol; its number is the major of a version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub protocol: Option<String>,
}

/// A skill: named steps and what they may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "String"))]
    pub description: Option<String>,
    /// How much trust it needs: 1 or 2.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 2)))]
    pub tier: u8,
    /// Wall-clock milliseconds that each step may take, 1 to 3600000.
    #[cfg_attr(feature = "schema", schemars(default = "default_timeout", range(min = 1, max = 3_600_000)))]
    pub timeout_ms: u64,
    /// Names of the host's environment that the guest finds in `process.env`. All others are scrubbed.
    #[cfg_attr(
        feature = "schema",
        schemars(default, inner(regex(pattern = r"^[A-Z0-9_]+$")), extend("uniqueItems" = true))
    )]
    pub env: Vec<String>,
    /// Whether the author asks for a network. It is recorded; the sandbox has none.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub network: Network,
    /// What must not change while a step runs.
    #[cfg_attr(feature = "schema", schemars(default))]
    pub read_only: ReadOnly,
    /// Whether a test that asserted nothing fails.
    #[cfg_attr(feature = "schema", schemars(default = "default_true"))]
    pub require_assertions: bool,
    /// Whether a test fails in which a failed assertion was caught.
    #[cfg_attr(feature = "schema", schemars(default = "default_true"))]
    pub strict_assertions: bool,
    /// What is run, in order. Each name stands once.
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

/// One command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its name, unique in the skill.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    pub name: String,
    /// `verb:argument`.
    #[cfg_attr(
        feature = "schema",
        schemars(regex(pattern = r"^\s*(test|lint|type-check|typecheck|eval)\s*:"))
    )]
    pub run: String,
    /// Wall-clock milliseconds that it may take, in the place of the skill's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(default, with = "u64", range(min = 1, max = 3_600_000)))]
    pub timeout_ms: Option<u64>,
}

/// Whether a skill asks for a network.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// It does not.
    #[default]
    Deny,
    /// It does. It gets none, and its tier rises.
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
    /// Nothing: drift is recorded and raises the tier, and fails nothing.
    None,
}
