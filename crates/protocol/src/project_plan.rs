//! What a project's own configuration comes to: the value of `project:`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Verb;

/// The commands that verify a project, as its own tools are configured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProjectPlan {
    /// The configurations that count, by their path from the project's folder, such as `vitest.config.ts`.
    pub configurations: Vec<String>,
    /// The commands, in the order in which a person waits for them.
    pub commands: Vec<ProjectCommand>,
    /// The tests of the project, or of each project among several.
    pub tests: Vec<ProjectTests>,
    /// Files that the configurations make, such as those of `define`, by their path. The commands need them.
    pub files: BTreeMap<String, String>,
    /// Sentences about what has no meaning here.
    pub warnings: Vec<String>,
}

/// The configuration of tests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProjectTests {
    /// The name of a project among several.
    pub name: Option<String>,
    /// The folder from the root, without slashes at its ends.
    pub folder: String,
    /// The test files, as globs from the root.
    pub include: Vec<String>,
    /// The configuration of the requests, without the variables that a test runner sets.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub config: Value,
}

/// A command of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ProjectCommand {
    /// The verb.
    #[cfg_attr(feature = "types", ts(type = "'test' | 'lint' | 'type-check'"))]
    pub verb: Verb,
    /// The command in a few words, in place of all files: `test:[unit] .`.
    pub label: String,
    /// The command, which names each file.
    pub command: String,
    /// The configuration of the request.
    #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
    pub config: Value,
}
