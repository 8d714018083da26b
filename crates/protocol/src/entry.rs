//! The entries of a result: tests, lint problems and type problems.

use serde::{Deserialize, Serialize};

use crate::{Code, TestError};

/// A location in a snapshot file. Lines and columns are 1-based. Columns count UTF-16 units, as in editors,
/// ESLint and V8.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
    #[cfg_attr(feature = "types", ts(optional))]
    pub end_line: Option<u32>,
    /// Column after the last character.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub end_column: Option<u32>,
}

/// The subject of a [`TestEntry`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "EntryScope"))]
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
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum TestState {
    /// Ran to its end without a failure.
    Passed,
    /// Did not pass, although it ran or should have run.
    Failed,
    /// Was skipped.
    Skipped,
    /// Is declared without a body.
    Todo,
}

/// One test of a `test:` result. `{ suite, test, passed, error }` are the keys of spec W10.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
    /// Whether the entry is about a test, a suite or a file.
    pub scope: Scope,
    /// The test's state.
    pub state: TestState,
    /// Suite names and the test name, outermost first.
    pub path: Vec<String>,
    /// Location of the test's declaration; for a failure outside tests, of the failure.
    #[serde(flatten)]
    pub location: Location,
    /// Virtual milliseconds between start and end, so that equal runs give equal bytes. Real time is in
    /// `timing.tests`.
    pub duration_ms: f64,
    /// Number of assertions that passed or failed in the last attempt; 0 if it did not run. The host counts
    /// them, so that a test cannot claim more.
    #[serde(default)]
    pub assertions: u32,
    /// Number of failed assertions of the last attempt that were caught and did not fail it.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub swallowed: u32,
    /// Code of the limit or rule that stopped it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub code: Option<Code>,
    /// Line diff of expected and received.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub diff: Option<String>,
    /// Stack of the error, with guest frames only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub stack: Option<String>,
    /// Location of the failing assertion or throw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub failed_at: Option<Location>,
    /// All errors, in order of occurrence; `error`, `code`, `diff`, `stack` and `failedAt` are their short
    /// form. Empty if nothing was thrown or asserted, for example if the test did not run.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub errors: Vec<TestError>,
}

impl TestEntry {
    /// Path of the test file; for a suite, of the file in which its hook failed. An entry for a file has its path as
    /// name, because the failure may be located in another file.
    #[must_use]
    pub fn test_file(&self) -> &str {
        let named = self.path.first().filter(|_| self.scope == Scope::File);
        named.unwrap_or(&self.location.file)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The severity of a [`Diagnostic`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Fails the command.
    #[default]
    Error,
    /// Is reported and does not fail the command.
    Warning,
}

/// One problem of a `lint:` or `type-check:` result. `{ line, message }` and `{ variable?, message }`
/// are the keys of spec W13 and spec W15.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Location of the problem.
    #[serde(flatten)]
    pub location: Location,
    /// The problem, in a sentence.
    pub message: String,
    /// ESLint rule id, for example `no-var`; null for type problems that have only a code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub rule: Option<String>,
    /// TypeScript diagnostic code, for example `TS2304`, or a stable `err:*` code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub code: Option<String>,
    /// The identifier that a type problem is about.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub variable: Option<String>,
    /// Other places that explain the problem.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub related: Vec<crate::Related>,
    /// The checker that found it, if it is not Verdict's own: `typescript`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub source: Option<String>,
    /// The severity.
    pub severity: Severity,
    /// Whether the baseline of the request did not have it. Absent without a baseline, and of findings that Verdict itself made.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub is_new: Option<bool>,
    /// Which of the rule's messages it is, for example `unexpected`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub message_id: Option<String>,
    /// The edit that corrects the problem and keeps the behaviour of the code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub fix: Option<TextEdit>,
    /// Edits that correct the problem and may change the behaviour, for a person to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub suggestions: Vec<Suggestion>,
}

/// The replacement of a part of a file, as in ESLint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TextEdit {
    /// Start and end of the replaced part, in UTF-16 units from the start of the file. A byte order mark
    /// does not count.
    pub range: (u32, u32),
    /// The text in its place. An empty text removes the part.
    pub text: String,
}

/// An edit that a person may choose, as in ESLint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// Which of the rule's messages describes it.
    pub message_id: String,
    /// What it does, in a sentence.
    pub message: String,
    /// The edit.
    pub fix: TextEdit,
}
