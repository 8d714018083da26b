//! The answer of a checker.

use serde::{Deserialize, Serialize};
use verdict_protocol::{Location, Related};

/// What a checker found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The diagnostics, by place.
    pub diagnostics: Vec<Finding>,
    /// The files that are part of a project.
    pub files: Vec<Covered>,
    /// TypeScript's version.
    pub typescript: String,
    /// The program that the checker ran in.
    #[serde(default)]
    pub runtime: Option<String>,
}

/// One diagnostic of TypeScript.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Finding {
    /// The number of the message, for example 2322.
    pub code: u32,
    /// `error`, `warning`, `suggestion` or `message`.
    pub category: String,
    /// The place.
    #[serde(flatten)]
    pub location: Location,
    /// The message. What it is chained with stands in further lines, indented.
    pub message: String,
    /// The source that it is about, cut to a length.
    pub text: String,
    /// Other places that explain it.
    pub related: Vec<Related>,
}

/// A file that was asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Covered {
    /// Absolute path in the snapshot.
    pub file: String,
    /// Whether its types were checked: not those of a script without `checkJs`, for example.
    pub checked: bool,
    /// Whether it is written for a type checker: TypeScript, or code that asks for checks.
    #[serde(default)]
    pub typed: bool,
}
