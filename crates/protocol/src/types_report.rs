//! What a `type-check:` says about how types were checked.

use serde::{Deserialize, Serialize};

use crate::{Code, Location};

/// The layer of a type check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum CheckLevel {
    /// Scopes and the module graph, which need no types.
    #[default]
    Fast,
    /// TypeScript itself, after the fast layer.
    Full,
}

/// What `== null` and `!= null` are to a type check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum NullChecks {
    /// They fail it.
    Error,
    /// They are reported and fail nothing.
    #[default]
    Warn,
    /// They are not reported.
    Off,
}

/// How the types of a `type-check:` were checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TypesReport {
    /// The layer that the result rests on.
    pub layer: CheckLevel,
    /// Why the full layer did not run or did not finish, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub unchecked: Option<String>,
    /// The stable code of that reason, if the full layer was started or demanded.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub code: Option<Code>,
    /// The checker of the full layer and its version, for example `typescript 6.0.3`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub checker: Option<String>,
    /// The program that the checker ran in, for example `node v20.20.2`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub runtime: Option<String>,
}

/// Another place that explains a problem.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Related {
    /// The place.
    #[serde(flatten)]
    pub location: Location,
    /// What is there, in a sentence.
    pub message: String,
}
