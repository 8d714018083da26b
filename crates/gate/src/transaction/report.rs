//! What a transaction did, for the caller and for the record.

use serde::Serialize;
use verdict_protocol::Code;
use verdict_report::AuditSnapshot;

use super::{CheckReport, Displaced, Phase, Recovery};
use crate::policy::{Approval, Suppression, TestsReport, Violation};
use crate::profile::ProfileRun;
use crate::{BundleError, DocumentError};

/// How a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GateState {
    /// The change is live, whole.
    Applied,
    /// Nothing live was touched for this change. What an earlier one had left may have been undone, see
    /// [`GateReport::recovery`].
    Refused,
    /// Live files were touched and are as before again, proven by root hash.
    Restored,
    /// Live files were touched and could not be brought back: a person must look.
    Terminal,
    /// The change was only judged, and would be applied as far as it was. Nothing live was touched.
    Checked,
}

/// What one phase did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PhaseReport {
    /// Which.
    pub phase: Phase,
    /// Whether it ran and found nothing wrong. A skipped phase has not passed.
    pub passed: bool,
    /// Whether it did not run: not asked for, or not reached.
    pub skipped: bool,
    /// What it found, in a sentence.
    pub detail: String,
    /// Real milliseconds.
    pub duration_ms: f64,
}

/// One thing that is wrong, with its place in the bundle, or in `file` where that is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GateError {
    /// In a sentence.
    pub message: String,
    /// 1-based.
    pub line: Option<u32>,
    /// 1-based, in UTF-16 units.
    pub column: Option<u32>,
    /// Absolute path of the file that the place is in; absent for a place in the bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// A stable `err:*` code, or the code of a diagnostic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Id of the rule of the policy by which it counts, where there is one: `docs/policy/` has a page of each.
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

/// The answer of a gate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GateReport {
    /// Whether what was asked for holds: `state == applied`, the change is live, whole and let through; or of a check
    /// `state == checked`, and every phase of the mask passed.
    pub success: bool,
    /// How it ended.
    pub state: GateState,
    /// The outcome in a sentence.
    pub message: String,
    /// Why it did not succeed.
    pub code: Option<Code>,
    /// Operations of the bundle that are live.
    pub changes_applied: u32,
    /// Operations of the bundle that were applied, to the copy or live, and taken back.
    pub changes_rolled_back: u32,
    /// The four phases, in their order.
    pub phases: Vec<PhaseReport>,
    /// What is wrong.
    pub errors: Vec<GateError>,
    /// What is worth knowing and did not decide.
    pub warnings: Vec<String>,
    /// What the change does and the constitution forbids, or advises against.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
    /// The comments that the change adds and that keep a check from being made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressions: Vec<Suppression>,
    /// The approvals that lifted a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub approvals: Vec<Approval>,
    /// What the change does to tests that exist, where it touches some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestsReport>,
    /// Root hash before; null if the files could not be read.
    pub pre_root: Option<String>,
    /// Root hash after, read from the live files; null if they could not be read or were never touched.
    pub post_root: Option<String>,
    /// The verifier's own result of the verify command, or null.
    pub result: serde_json::Value,
    /// The run of the profile, where one was asked for and could be run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileRun>,
    /// Everything that the verifier was asked, in that order.
    pub checks: Vec<CheckReport>,
    /// Id of the checkpoint that the target made before the first live step, or null.
    pub checkpoint: Option<String>,
    /// Whether that checkpoint was brought back.
    pub checkpoint_restored: bool,
    /// Name of the audit snapshot of the state before, or null where phase 2 did not run.
    pub snapshot: Option<String>,
    /// The audit snapshot itself, for the host to save: it is big, and no part of the report's JSON.
    #[serde(skip)]
    pub audit: Option<AuditSnapshot>,
    /// When the transaction began and ended, in milliseconds since 1970; 0 where it did not begin.
    pub started_at: f64,
    /// See `started_at`.
    pub completed_at: f64,
    /// What a restore overwrote that was neither before nor after the change: half a write, or somebody
    /// else's work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub displaced: Vec<Displaced>,
    /// What an earlier transaction had left in the journal, and what became of it, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<Recovery>,
}

impl GateReport {
    /// A refusal before anything was looked at, for example of options that cannot be read.
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
