//! What a run found.

use serde::{Deserialize, Serialize};
use verdict_protocol::{Code, VerifyResult};

use super::{Drift, Network, ReadOnly};

mod timing;

pub use timing::{ProfileTiming, SkillTiming, StepTiming};

/// A run of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileRun {
    /// The profile.
    pub profile: String,
    /// The change that it was run for, if there is one.
    pub change_id: Option<String>,
    /// Whether the toolchain fits, and there are skills and all passed.
    pub passed: bool,
    /// Highest effective tier of the skills, 1 to 3.
    pub effective_tier: u8,
    /// Root hash of the files that were judged, those that the runs of the change write left out.
    pub snapshot_root: String,
    /// What it was run with.
    pub toolchain: ToolchainResult,
    /// In the order of the profile.
    pub skills: Vec<SkillResult>,
    /// Real time. All else is equal for equal runs.
    pub timing: ProfileTiming,
    /// The results of the steps that ran, in their order, for renderers. Not kept in any file.
    #[serde(skip)]
    pub results: Vec<StepOutput>,
    /// What a caller let through that tests do not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The whole result of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepOutput {
    /// The skill.
    pub skill: String,
    /// The step.
    pub step: String,
    /// What the verifier found.
    pub result: VerifyResult,
}

/// What a run was made with: `changes/<id>/verify/_toolchain.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ToolchainResult {
    /// Version of the format: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub version: u32,
    /// Whether all that is required is there.
    pub passed: bool,
    /// One a tool: engine, rules, checker, protocol.
    pub checks: Vec<ToolchainCheck>,
}

/// One tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ToolchainCheck {
    /// `engine`, `rules`, `checker` or `protocol`.
    pub name: String,
    /// The semver requirement, null where there is none.
    pub required: Option<String>,
    /// The version, null where the verifier does not say.
    pub found: Option<String>,
    /// Whether the version fits, or none is required.
    pub passed: bool,
    /// Why it does not fit.
    pub error: Option<String>,
}

/// What a skill found: `changes/<id>/verify/<skill>.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SkillResult {
    /// Version of the format: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub version: u32,
    /// Its name.
    pub skill: String,
    /// The profile that it ran in.
    pub profile: String,
    /// The change that it was run for, if there is one.
    pub change_id: Option<String>,
    /// Root hash of the files that were judged.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub snapshot_root: String,
    /// Whether all steps passed.
    pub passed: bool,
    /// Why no step ran, where none did.
    pub error: Option<String>,
    /// Its tier as configured, 1 or 2.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 2)))]
    pub tier: u8,
    /// Its tier as found: one more for each of network and timeout, 3 for drift, 3 at most.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub effective_tier: u8,
    /// Why the one is above the other.
    pub escalations: Vec<Escalation>,
    /// Whether a network was asked for. There was none.
    pub network: Network,
    /// What must not have changed.
    pub read_only: ReadOnly,
    /// Names of the variables that the guest got, sorted. Their values are the host's own matter.
    pub env: Vec<String>,
    /// Names of variables that the skill lists and did not get, since they are those of a network.
    pub env_scrubbed: Vec<String>,
    /// Its steps, in order.
    pub steps: Vec<StepResult>,
}

/// Why a tier rose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Escalation {
    /// The skill asks for a network.
    Network,
    /// A step ran out of time.
    Timeout,
    /// Tracked files changed during a step.
    Drift,
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// It was positively found to hold.
    Passed,
    /// It was not.
    Failed,
    /// Nothing was run: a step before it failed, or the skill was not to run at all.
    NotRun,
}

/// What a step found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StepResult {
    /// Its name.
    pub name: String,
    /// `verb:argument`.
    pub command: String,
    /// How it ended.
    pub state: StepState,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
    /// The stable `err:*` code of what went wrong, where it has one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub code: Option<Code>,
    /// Whether it ran out of time.
    pub timed_out: bool,
    /// Wall-clock milliseconds that it was given.
    pub timeout_ms: u64,
    /// Hash of the exact result, as the verifier gave it: lowercase hex SHA-256 of `output`.
    pub output_sha256: Option<String>,
    /// The first 4 KiB of what the text renderer makes of the result, cut between characters.
    #[cfg_attr(feature = "schema", schemars(length(max = 4096)))]
    pub stdout_preview: String,
    /// Bytes of all of it.
    pub stdout_bytes: u64,
    /// Lowercase hex SHA-256 of all of it.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub stdout_sha256: String,
    /// The first 4 KiB of the guest's console, a line a call, cut between characters.
    #[cfg_attr(feature = "schema", schemars(length(max = 4096)))]
    pub stderr_preview: String,
    /// Bytes of all of it.
    pub stderr_bytes: u64,
    /// Lowercase hex SHA-256 of all of it.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub stderr_sha256: String,
    /// Tracked files that changed while it ran.
    pub drift: Option<Drift>,
}

impl ProfileRun {
    /// The outcome in a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let profile = &self.profile;
        let count = self.skills.len();
        if self.passed {
            return format!("Profile {profile} passed: {count} skill(s), tier {}", self.effective_tier);
        }
        if let Some(error) = self.toolchain.checks.iter().find_map(|check| check.error.as_deref()) {
            return format!("Profile {profile} did not run: {error}");
        }
        let failed: Vec<String> =
            self.skills.iter().filter(|skill| !skill.passed).map(SkillResult::failure).collect();
        format!("Profile {profile} failed, {} of {count} skill(s): {}", failed.len(), failed.join("; "))
    }

    /// Whether nothing was judged since the verifier was not there: no step passed, and each that failed did so by
    /// `err:unavailable`.
    #[must_use]
    pub fn unavailable(&self) -> bool {
        let mut steps = self.skills.iter().flat_map(|skill| &skill.steps);
        self.toolchain.passed
            && steps.clone().any(|step| step.state == StepState::Failed)
            && steps.all(|step| match step.state {
                StepState::Passed => false,
                StepState::Failed => step.code == Some(Code::Unavailable) && step.drift.is_none(),
                StepState::NotRun => true,
            })
    }

    /// The code of the first step that could not be judged; none where steps were judged and found wanting.
    #[must_use]
    pub fn code(&self) -> Option<Code> {
        if !self.toolchain.passed {
            return Some(Code::Version);
        }
        self.skills.iter().flat_map(|skill| &skill.steps).find_map(|step| step.code)
    }
}

impl SkillResult {
    fn failure(&self) -> String {
        let step = self.steps.iter().find(|step| step.state == StepState::Failed);
        match (step, &self.error) {
            (Some(step), _) => {
                format!("{}/{}: {}", self.skill, step.name, step.error.as_deref().unwrap_or("failed"))
            }
            (None, error) => format!("{}: {}", self.skill, error.as_deref().unwrap_or("did not run")),
        }
    }
}
