//! What a caller decides about a transaction.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use verdict_protocol::{Confirm, HostResolution};

use crate::policy::{Approval, Assertions, Protected, ProtectedGlobs, Reaction, Strictness};

/// Which phases run: bits 0x01 `PreFlight`, 0x02 Snapshot+Rollback, 0x04 `PostVerify`, 0x08 `BuildCheck`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "u8")]
pub struct PhaseMask(u8);

/// A phase mask that is no whole number from 1 to 15.
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
pub enum Phase {
    /// The bundle is read and checked, the state before is recorded.
    PreFlight,
    /// The change is rehearsed on a copy, verified there and cancelled.
    #[serde(rename = "Snapshot+Rollback")]
    SnapshotRollback,
    /// The effect is compared with what the bundle said. Warns only.
    PostVerify,
    /// What changed, and what may import it, has no type error that it did not have before.
    BuildCheck,
}

impl Phase {
    /// The phases in their order.
    pub const ALL: [Phase; 4] =
        [Phase::PreFlight, Phase::SnapshotRollback, Phase::PostVerify, Phase::BuildCheck];

    /// The name in reports: `Snapshot+Rollback`.
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

/// What a gate lets through that it would refuse otherwise. The default is strict.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Policy {
    /// A change may be applied though nothing verified it: no verify command is given, or the verifier
    /// answers `err:unavailable`. Every such case is a warning. A verification that failed, timed out or
    /// crashed is never let through.
    #[serde(alias = "allow_unverified")]
    pub allow_unverified: bool,
    /// What becomes of a change on which an existing test fails in its old form, though it passed before.
    #[serde(alias = "old_tests")]
    pub old_tests: Reaction,
    /// What becomes of a change that leaves fewer assertions in a test, skips it or removes it.
    #[serde(alias = "weakened_tests")]
    pub weakened_tests: Reaction,
    /// What becomes of a change by which the application comes to use test material: an import of a helper, a fixture, a
    /// test file. What is let through stays test material for later changes.
    #[serde(alias = "material_in_subject")]
    pub material_in_subject: Reaction,
    /// What becomes of a change by which the application imports another file on its host than the one that tests judged.
    #[serde(alias = "host_resolution")]
    pub host_resolution: Reaction,
    /// How the host of the application resolves imports: a page, where nothing is said.
    pub host: HostResolution,
    /// What becomes of a change that is judged by a test which asserts nothing.
    #[serde(alias = "require_assertions")]
    pub require_assertions: Reaction,
    /// What becomes of a change that is judged by a test which catches a failed assertion.
    #[serde(alias = "strict_assertions")]
    pub strict_assertions: Reaction,
    /// How much is refused where nothing else is said.
    pub strictness: Strictness,
    /// What becomes of a change that adds a comment which keeps a check from being made.
    pub suppressions: Option<Reaction>,
    /// What becomes of a change with new findings of lint rules that find mistakes, or that the project made errors.
    pub lint: Option<Reaction>,
    /// The same of rules that are a matter of style.
    #[serde(alias = "lint_style")]
    pub lint_style: Option<Reaction>,
    /// What becomes of a change that writes a file whose name has controls, or characters that change the direction of text.
    #[serde(alias = "odd_names")]
    pub odd_names: Option<Reaction>,
    /// Which kinds of protected files may be changed.
    pub allow: BTreeSet<Protected>,
    /// What is protected beside the defaults.
    pub protected: ProtectedGlobs,
    /// Which rules of the constitution somebody lifts for this change.
    pub approvals: Vec<Approval>,
    /// Where two engines are asked: which tests the one confirms that cannot be forged, beside those that the change can
    /// break, and how many others are drawn.
    pub confirm: Confirm,
}

impl Policy {
    /// What tests that judge a change are held to.
    #[must_use]
    pub const fn assertions(&self) -> Assertions {
        Assertions { require: self.require_assertions, strict: self.strict_assertions }
    }
}

/// How a bundle is applied.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ApplyOptions {
    /// `verb:argument`, run on a copy with the change before anything live is touched. It runs whatever
    /// the phase mask is.
    #[serde(alias = "verify_command")]
    pub verify_command: Option<String>,
    /// A profile of `/spec/verification.yaml` as it is before the change, run on a copy with the change, beside
    /// or in the place of a verify command. It runs whatever the phase mask is.
    pub profile: Option<String>,
    /// The host's environment, of which a skill of the profile gets what it lists.
    pub env: BTreeMap<String, String>,
    /// The change that the profile is run for: what its runs write is no drift.
    #[serde(alias = "change_id")]
    pub change_id: Option<String>,
    /// Which phases run. Reading and checking the bundle, the stale check and the proof by root hash are
    /// no matter of choice and are always done.
    #[serde(alias = "phase_mask")]
    pub phase_mask: PhaseMask,
    /// What is let through.
    pub policy: Policy,
    /// The text of the constitution that holds; without, that of the files before the change, if there is one.
    pub constitution: Option<String>,
    /// Path of the code that makes the change: its capabilities say where it may write. Without one they are
    /// not asked for that.
    pub actor: Option<String>,
    /// The command that the change comes from, as snapshots and checkpoints name it; `apply_dogs_bundle`
    /// without.
    pub name: Option<String>,
    /// The run that the change belongs to.
    #[serde(alias = "run_id")]
    pub run_id: Option<String>,
    /// Which attempt of the run it is, from 1.
    pub iteration: Option<u32>,
}

impl ApplyOptions {
    /// The command that the change comes from.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("apply_dogs_bundle")
    }
}
