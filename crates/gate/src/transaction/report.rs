//! The report of a transaction, for the caller and for storage.

use serde::Serialize;
use verdict_protocol::Code;
use verdict_report::AuditSnapshot;

use super::{CheckReport, Displaced, Phase, Recovery};
use crate::policy::{Approval, Suppression, TestsReport, Violation};
use crate::profile::ProfileRun;
use crate::{BundleError, DocumentError};

/// The outcome of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GateState {
    /// The whole change is live.
    Applied,
    /// No live file was touched for this change. An earlier transaction may have been undone, see
    /// [`GateReport::recovery`].
    Refused,
    /// The gate touched live files and restored them, proven by root hash.
    Restored,
    /// The gate touched live files and could not restore them: a person must check.
    Terminal,
    /// The change was only judged, and passed every phase that ran. No live file was touched.
    Checked,
}

/// The outcome of a phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PhaseReport {
    /// The phase.
    pub phase: Phase,
    /// Whether it ran without finding a problem. A skipped phase has not passed.
    pub passed: bool,
    /// Whether it did not run: not requested, or not reached.
    pub skipped: bool,
    /// The outcome, in a sentence.
    pub detail: String,
    /// Real milliseconds.
    pub duration_ms: f64,
}

/// A problem with its location in the bundle, or in `file` if that is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GateError {
    /// The problem, in a sentence.
    pub message: String,
    /// Line, 1-based.
    pub line: Option<u32>,
    /// Column, 1-based, in UTF-16 units.
    pub column: Option<u32>,
    /// Absolute path of the file that the location refers to; absent for the bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// A stable `err:*` code, or the code of a diagnostic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Id of the policy rule behind it, if there is one: `docs/policy/` has a page for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl GateError {
    pub(crate) fn new(code: impl Into<Option<Code>>, message: impl Into<String>) -> GateError {
        GateError {
            message: message.into(),
            line: None,
            column: None,
            file: None,
            code: code.into().map(|code| code.to_string()),
            rule: None,
        }
    }
}

impl From<&DocumentError> for GateError {
    fn from(error: &DocumentError) -> Self {
        GateError {
            line: Some(error.line),
            column: Some(error.column),
            file: Some(error.name.clone()),
            ..GateError::new(Code::Syntax, error.message.clone())
        }
    }
}

impl From<BundleError> for GateError {
    fn from(error: BundleError) -> Self {
        GateError {
            message: error.message,
            line: Some(error.line),
            column: Some(error.column),
            file: None,
            code: Some(error.kind.code().to_string()),
            rule: None,
        }
    }
}

/// The report of a gate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GateReport {
    /// Whether the request succeeded. For an apply: `state == applied`, so the change is live, complete and
    /// permitted. For a check: `state == checked`, and every phase of the mask passed.
    pub success: bool,
    /// The outcome.
    pub state: GateState,
    /// The outcome in a sentence.
    pub message: String,
    /// The reason for a failure.
    pub code: Option<Code>,
    /// Operations of the bundle that are live.
    pub changes_applied: u32,
    /// Operations of the bundle that were applied, to the copy or live, and undone.
    pub changes_rolled_back: u32,
    /// The four phases, in order.
    pub phases: Vec<PhaseReport>,
    /// The problems.
    pub errors: Vec<GateError>,
    /// Information that did not affect the outcome.
    pub warnings: Vec<String>,
    /// Effects of the change that the constitution forbids or discourages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
    /// Comments that the change adds and that suppress a check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressions: Vec<Suppression>,
    /// The approvals that lifted a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub approvals: Vec<Approval>,
    /// The change's effect on existing tests, if it touches any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsReport>,
    /// Root hash before the change; null if the files could not be read.
    pub pre_root: Option<String>,
    /// Root hash after the change, of the live files; null if they could not be read or were never touched.
    pub post_root: Option<String>,
    /// The verifier's result of the verify command, or null.
    pub result: serde_json::Value,
    /// The run of the profile, if one was requested and could run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileRun>,
    /// All checks of the verifier, in order.
    pub checks: Vec<CheckReport>,
    /// Id of the checkpoint that the target created before the first live step, or null.
    pub checkpoint: Option<String>,
    /// Whether that checkpoint was restored.
    pub checkpoint_restored: bool,
    /// Name of the audit snapshot of the state before, or null if phase 2 did not run.
    pub snapshot: Option<String>,
    /// The audit snapshot, for the host to save. It is large, and not part of the report's JSON.
    #[serde(skip)]
    pub audit: Option<AuditSnapshot>,
    /// Start of the transaction in milliseconds since 1970; 0 if it did not start.
    pub started_at: f64,
    /// End of the transaction in milliseconds since 1970; 0 if it did not start.
    pub completed_at: f64,
    /// Content that a restore overwrote and that was neither the old nor the new one: a partial write, or
    /// somebody else's work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub displaced: Vec<Displaced>,
    /// The recovery of an earlier transaction, if the journal had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<Recovery>,
}

impl GateReport {
    /// A refusal before any check, for example for invalid options.
    #[must_use]
    pub fn refused(code: Code, message: impl Into<String>) -> GateReport {
        let message = message.into();
        let skipped = |phase| PhaseReport {
            phase,
            passed: false,
            skipped: true,
            detail: "Not reached".to_owned(),
            duration_ms: 0.0,
        };
        GateReport {
            success: false,
            state: GateState::Refused,
            code: Some(code),
            changes_applied: 0,
            changes_rolled_back: 0,
            phases: Phase::ALL.map(skipped).into(),
            errors: vec![GateError::new(code, message.clone())],
            message,
            warnings: Vec::new(),
            violations: Vec::new(),
            suppressions: Vec::new(),
            approvals: Vec::new(),
            tests: None,
            pre_root: None,
            post_root: None,
            result: serde_json::Value::Null,
            profile: None,
            checks: Vec::new(),
            checkpoint: None,
            checkpoint_restored: false,
            snapshot: None,
            audit: None,
            started_at: 0.0,
            completed_at: 0.0,
            displaced: Vec::new(),
            recovery: None,
        }
    }
}
