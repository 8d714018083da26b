//! Verification profiles: runs and records what `spec/verification.yaml` requires.
//!
//! A profile names skills, a skill has named steps, and a step is a `verb:argument` command.
//! [`VerificationConfig::read`] parses the file. [`run_profile`] runs a profile with a [`crate::Verifier`]
//! and checks tracked files for drift. [`ProfileRun::artifacts`] lists the files that a run writes below
//! `changes/<id>/`.
//!
//! ## Output of a step
//!
//! A command of a sandbox has no process and therefore no streams. `stdout` of a step is the text renderer's
//! output for its result. `stderr` is the guest's console, one line per call. Neither contains times, so
//! equal runs give equal bytes.
//!
//! ## Network
//!
//! The sandbox has no network, whatever a skill says. `network: allow` is recorded and raises the tier,
//! because a reviewer should know that the author requests it. `network: deny` also withholds the host's
//! proxy variables, even if the skill lists them.

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
pub(crate) use run::{ProfileHost, run_profile_on};
pub use run::{ProfileRequest, run_profile};
#[cfg(feature = "schema")]
pub use schema::schemas;
pub use status::{ChangesetStatus, LastRun, LastRunSkill, VerificationHistory};
