//! Verification profiles: what `spec/verification.yaml` asks for, run and recorded.
//!
//! A profile names skills, a skill names steps, a step is a `verb:argument` command. [`VerificationConfig::read`]
//! reads the file, [`run_profile`] runs a profile over a [`crate::Verifier`] and watches the tracked files for
//! drift, [`ProfileRun::artifacts`] says what a run leaves below `changes/<id>/`.
//!
//! ## What a step prints
//!
//! A command of a sandbox has no process and so no streams. `stdout` of a step is what the text renderer makes of
//! its result, `stderr` is the guest's console, a line a call. Neither has a time in it: equal runs are equal bytes.
//!
//! ## Network
//!
//! The sandbox has no network, whatever a skill says. `network: allow` is recorded, and raises the tier: the author
//! of the skill wants what a reviewer should know of. `network: deny` also keeps the host's proxy variables
//! away, even where the skill lists them.

mod artifacts;
mod change_id;
mod config;
mod drift;
mod env;
mod error;
mod node;
mod read;
mod report;
mod result;
mod run;
#[cfg(feature = "schema")]
mod schema;
mod status;
mod streams;
mod toolchain;

pub use artifacts::{artifact_name, canonical_json};
pub use change_id::ChangeId;
pub use config::{
    CONFIG_PATH, DEFAULT_PROFILE, Network, ReadOnly, Skill, Step, Toolchains, VerificationConfig,
};
pub use drift::{Drift, DriftChange, DriftPath, is_exempt};
pub(crate) use env::scrub;
pub use error::ProfileError;
pub use result::{
    Escalation, ProfileRun, ProfileTiming, SkillResult, SkillTiming, StepOutput, StepResult, StepState,
    StepTiming, ToolchainCheck, ToolchainResult,
};
pub use run::{ProfileRequest, run_profile};
#[cfg(feature = "schema")]
pub use schema::schemas;
pub use status::{ChangesetStatus, LastRun, LastRunSkill, VerificationHistory};
