//! The `types` of a configuration.

use serde::{Deserialize, Serialize};

use crate::{CheckLevel, NullChecks};

/// Type check configuration.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct TypesConfig {
    /// Names of additional global variables.
    pub globals: Vec<String>,
    /// Whether every file can count on the globals of Node: `process`, `Buffer` …
    pub node: bool,
    /// What `== null` and `!= null` are.
    pub null_checks: NullChecks,
    /// Whether everything that TypeScript reports as an error fails, also where code without types makes it uncertain.
    pub strict: bool,
    /// The layer that is demanded; by default the full one, wherever it can run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub level: Option<CheckLevel>,
    /// The `tsconfig.json` whose project is checked, as a path in the snapshot. By default the nearest to each file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub project: Option<String>,
    /// Whether the caller compares two states. Problems that only fail if they are new are then errors.
    pub comparing: bool,
}
