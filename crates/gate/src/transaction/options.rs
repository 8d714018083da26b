//! The caller's options of a transaction.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use verdict_protocol::{Confirm, HostResolution};

use crate::policy::{Approval, Assertions, Protected, ProtectedGlobs, Reaction, Strictness};

/// The phases to run: bits 0x01 `PreFlight`, 0x02 Snapshot+Rollback, 0x04 `PostVerify`, 0x08 `BuildCheck`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "u8")]
pub struct PhaseMask(u8);

/// A phase mask that is no integer from 1 to 15.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("phase mask {0} is not a whole number from 1 to 15")]
pub struct InvalidPhaseMask(pub f64);

impl PhaseMask {
    /// All four phases.
    pub const ALL: PhaseMask = PhaseMask(15);

    /// Whether a phase runs.
    #[must_use]
    pub const fn has(self, phase: Phase) -> bool {
        self.0 & phase.bit() != 0
    }
}

impl Default for PhaseMask {
    fn default() -> Self {
        PhaseMask::ALL
    }
}

impl TryFrom<f64> for PhaseMask {
    type Error = InvalidPhaseMask;

    fn try_from(mask: f64) -> Result<Self, InvalidPhaseMask> {
        (1..=15u8).find(|bits| f64::from(*bits) == mask).map(PhaseMask).ok_or(InvalidPhaseMask(mask))
    }
}

impl From<PhaseMask> for u8 {
    fn from(mask: PhaseMask) -> u8 {
        mask.0
    }
}

impl std::fmt::Display for PhaseMask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A phase of the verification protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Phase {
    /// Parses and checks the bundle, and records the state before.
    PreFlight,
    /// Rehearses the change on a copy, verifies it there and cancels it.
    #[serde(rename = "Snapshot+Rollback")]
    SnapshotRollback,
    /// Compares the effect with the bundle. Only warns.
    PostVerify,
    /// Checks that changed files and their possible importers have no new type errors.
    BuildCheck,
}

impl Phase {
    /// The phases, in order.
    pub const ALL: [Phase; 4] =
        [Phase::PreFlight, Phase::SnapshotRollback, Phase::PostVerify, Phase::BuildCheck];

    /// The name in reports, for example `Snapshot+Rollback`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Phase::PreFlight => "PreFlight",
            Phase::SnapshotRollback => "Snapshot+Rollback",
            Phase::PostVerify => "PostVerify",
            Phase::BuildCheck => "BuildCheck",
        }
    }

    /// The bit of a phase mask.
    #[must_use]
    pub const fn bit(self) -> u8 {
        match self {
            Phase::PreFlight => 1,
            Phase::SnapshotRollback => 2,
            Phase::PostVerify => 4,
            Phase::BuildCheck => 8,
        }
    }
}

/// What a gate permits that it would otherwise refuse. The default is strict.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Policy {
    /// Whether the gate may apply a change that nothing verified, because it has no verify command, or because the
    /// verifier answers `err:unavailable`. Every such case is a warning. A verification that failed, timed out or
    /// crashed is never permitted.
    #[serde(alias = "allow_unverified")]
    pub allow_unverified: bool,
    /// Reaction to an existing test that passed before and fails in its old form on the change.
    #[serde(alias = "old_tests")]
    pub old_tests: Reaction,
    /// Reaction to a change that removes a test, skips it or reduces its assertions.
    #[serde(alias = "weakened_tests")]
    pub weakened_tests: Reaction,
    /// Reaction to a change that makes the application use test material: an import of a helper, a fixture, a
    /// test file. If permitted, the file stays test material for later changes.
    #[serde(alias = "material_in_subject")]
    pub material_in_subject: Reaction,
    /// Reaction to a change after which the application's host resolves an import to another file than
    /// the one that tests judged.
    #[serde(alias = "host_resolution")]
    pub host_resolution: Reaction,
    /// How the application's host resolves imports; a page's way by default.
    pub host: HostResolution,
    /// Reaction to a test without assertions that judges the change.
    #[serde(alias = "require_assertions")]
    pub require_assertions: Reaction,
    /// Reaction to a test that judges the change and catches a failed assertion.
    #[serde(alias = "strict_assertions")]
    pub strict_assertions: Reaction,
    /// The strictness of all reactions that are not set.
    pub strictness: Strictness,
    /// Reaction to an added comment that suppresses a check.
    pub suppressions: Option<Reaction>,
    /// Reaction to new findings of lint rules that find mistakes, or that the project made errors.
    pub lint: Option<Reaction>,
    /// Reaction to new findings of style rules.
    #[serde(alias = "lint_style")]
    pub lint_style: Option<Reaction>,
    /// Reaction to code of the application that newly replaces a built-in function or object.
    #[serde(alias = "built_ins")]
    pub built_ins: Option<Reaction>,
    /// Reaction to a written file whose name has control characters, or characters that change the direction
    /// of text.
    #[serde(alias = "odd_names")]
    pub odd_names: Option<Reaction>,
    /// The kinds of protected files that may be changed.
    pub allow: BTreeSet<Protected>,
    /// Protected files in addition to the defaults.
    pub protected: ProtectedGlobs,
    /// Rules of the constitution that a person lifts for this change.
    pub approvals: Vec<Approval>,
    /// With two engines: the tests to confirm in the engine that cannot be forged, and the share of others to
    /// sample. Tests that the change can break are always confirmed.
    pub confirm: Confirm,
}

impl Policy {
    /// The requirements on tests that judge a change.
    #[must_use]
    pub const fn assertions(&self) -> Assertions {
        Assertions { require: self.require_assertions, strict: self.strict_assertions }
    }
}

/// How a bundle is applied.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ApplyOptions {
    /// A `verb:argument` command, run on a copy with the change before any live file is touched. It runs
    /// whatever the phase mask is.
    #[serde(alias = "verify_command")]
    pub verify_command: Option<String>,
    /// A profile of `/spec/verification.yaml` in its state before the change. It runs on a copy with the
    /// change, with or instead of a verify command, whatever the phase mask is.
    pub profile: Option<String>,
    /// The folder of the project whose own configuration counts, such as `/`: that of `vitest.config.*` and the like, in
    /// their state before the change. It lies below `/verdict.config.json` and the verifier's configuration.
    pub project: Option<String>,
    /// The host's environment, from which a skill of the profile gets what it lists.
    pub env: BTreeMap<String, String>,
    /// The change that the profile runs for: files that its runs write are no drift.
    #[serde(alias = "change_id")]
    pub change_id: Option<String>,
    /// The phases to run. Parsing and checking the bundle, the stale check and the proof by root hash always
    /// run.
    #[serde(alias = "phase_mask")]
    pub phase_mask: PhaseMask,
    /// The policy.
    pub policy: Policy,
    /// The text of the constitution; by default that of the files before the change, if there is one.
    pub constitution: Option<String>,
    /// Path of the code that makes the change: its capabilities determine where it may write. Without it they
    /// are not checked.
    pub actor: Option<String>,
    /// The command that the change comes from, for the names of snapshots and checkpoints;
    /// `apply_dogs_bundle` by default.
    pub name: Option<String>,
    /// The run that the change belongs to.
    #[serde(alias = "run_id")]
    pub run_id: Option<String>,
    /// The attempt in the run, from 1.
    pub iteration: Option<u32>,
}

impl ApplyOptions {
    /// The command that the change comes from.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("apply_dogs_bundle")
    }
}
