//! What a command found: one entry a test, lint problem or type problem.

use serde::{Deserialize, Serialize};

use crate::{Code, TestError};

/// A place in a file of the snapshot. Lines and columns are 1-based; columns count UTF-16 units,
/// as editors, ESLint and V8 do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Absolute path in the snapshot.
    pub file: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end_line: Option<u32>,
    /// Column after the last character.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub end_column: Option<u32>,
}

/// What a [`TestEntry`] speaks of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// A test.
    #[default]
    Test,
    /// A suite whose `beforeAll` or `afterAll` failed.
    Suite,
    /// A file that could not be loaded, or that failed outside any test.
    File,
}

/// The state of a test, in the terms of Vitest's and Jest's reporters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestState {
    /// Ran to its end without a failure.
    Passed,
    /// Ran, or should have run, and did not pass.
    Failed,
    /// Not run by choice.
    Skipped,
    /// Declared without a body.
    Todo,
}

/// One test of a `test:` result. `{ suite, test, passed, error }` are the keys of spec W10.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestEntry {
    /// Name of the innermost suite; `Default` for a test outside any (spec W10).
    pub suite: String,
    /// Name of the test.
    pub test: String,
    /// `state == passed`.
    pub passed: bool,
    /// Why it failed, or null.
    pub error: Option<String>,
    /// What the entry speaks of.
    pub scope: Scope,
    /// Its state.
    pub state: TestState,
    /// Suite names and the test name, outermost first.
    pub path: Vec<String>,
    /// Where the test is declared or, for a failure outside tests, where it happened.
    #[serde(flatten)]
    pub location: Location,
    /// Virtual milliseconds between start and end, so that equal runs are equal bytes. Real time is in
    /// `timing.tests`.
    pub duration_ms: f64,
    /// How many assertions ran in its last attempt: matchers that came to a verdict, counted on the host's side,
    /// so that a test cannot claim more than it did. 0 for what did not run.
    #[serde(default)]
    pub assertions: u32,
    /// How many failed assertions of its last attempt were caught and did not fail it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub swallowed: u32,
    /// Which limit or rule stopped it, if one did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<Code>,
    /// Line diff of expected and received.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub diff: Option<String>,
    /// Stack of the error, guest frames only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stack: Option<String>,
    /// Where the failing assertion or throw stands.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failed_at: Option<Location>,
    /// All that went wrong, in the order in which it did; `error`, `code`, `diff`, `stack` and `failedAt` are the
    /// short form of it. Empty where nothing was thrown or asserted, as for a test that did not run.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub errors: Vec<TestError>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// How much a [`Diagnostic`] weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Fails the command.
    Error,
    /// Is shown and does not fail the command.
    Warning,
}

/// One problem of a `lint:` or `type-check:` result. `{ line, message }` and `{ variable?, message }`
/// are the keys of spec W13 and spec W15.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Where.
    #[serde(flatten)]
    pub location: Location,
    /// What is wrong, in a sentence.
    pub message: String,
    /// ESLint rule id, for example `no-var`; null for type problems that have only a code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<String>,
    /// TypeScript diagnostic code, for example `TS2304`, or a stable `err:*` code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<String>,
    /// The identifier that a type problem is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub variable: Option<String>,
    /// How much it weighs.
    pub severity: Severity,
}
