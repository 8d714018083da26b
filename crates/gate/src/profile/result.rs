//! The result of a run.

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
    /// The change that the run is for, if there is one.
    pub change_id: Option<String>,
    /// Whether the toolchain fits, there are skills, and all of them passed.
    pub passed: bool,
    /// Highest effective tier of the skills, 1 to 3.
    pub effective_tier: u8,
    /// Root hash of the judged files, without those that runs of the change write.
    pub snapshot_root: String,
    /// The toolchain of the run.
    pub toolchain: ToolchainResult,
    /// The skills, in the order of the profile.
    pub skills: Vec<SkillResult>,
    /// Real time. Everything else is equal for equal runs.
    pub timing: ProfileTiming,
    /// The results of the steps that ran, in order, for renderers. Not written to files.
    #[serde(skip)]
    pub results: Vec<StepOutput>,
    /// Problems that tests have and that the caller permits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The complete result of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepOutput {
    /// Name of the skill.
    pub skill: String,
    /// Name of the step in the skill.
    pub step: String,
    /// The verifier's result.
    pub result: VerifyResult,
}

/// The toolchain of a run: `changes/<id>/verify/_toolchain.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ToolchainResult {
    /// Version of the format: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub version: u32,
    /// Whether all requirements are met.
    pub passed: bool,
    /// One check per tool: engine, rules, checker, protocol.
    pub checks: Vec<ToolchainCheck>,
}

/// The check of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ToolchainCheck {
    /// `engine`, `rules`, `checker` or `protocol`.
    pub name: String,
    /// The semver requirement; null if the profile has none.
    pub required: Option<String>,
    /// The version, null if the verifier does not report it.
    pub found: Option<String>,
    /// Whether the version fits, or none is required.
    pub passed: bool,
    /// The reason why it does not fit.
    pub error: Option<String>,
}

/// The result of a skill: `changes/<id>/verify/<skill>.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SkillResult {
    /// Version of the format: 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    pub version: u32,
    /// Name of the skill.
    pub skill: String,
    /// The profile that the skill ran in.
    pub profile: String,
    /// The change that the run is for, if there is one.
    pub change_id: Option<String>,
    /// Root hash of the judged files.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub snapshot_root: String,
    /// Whether all steps passed.
    pub passed: bool,
    /// The reason why no step ran, if none did.
    pub error: Option<String>,
    /// The configured tier, 1 or 2.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 2)))]
    pub tier: u8,
    /// The effective tier: one more for each of network and timeout, 3 for drift, 3 at most.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub effective_tier: u8,
    /// Why the effective tier is higher than the configured one.
    pub escalations: Vec<Escalation>,
    /// Whether a network was requested. There was none.
    pub network: Network,
    /// Which files had to stay unchanged.
    pub read_only: ReadOnly,
    /// Names of the variables that the guest got, sorted. Values are not recorded.
    pub env: Vec<String>,
    /// Names of listed variables that were withheld because they concern the network.
    pub env_scrubbed: Vec<String>,
    /// The steps, in order.
    pub steps: Vec<StepResult>,
}

/// Why a tier rose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Escalation {
    /// The skill requests a network.
    Network,
    /// A step timed out.
    Timeout,
    /// Tracked files changed during a step.
    Drift,
}

/// The outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    /// The step was positively found to pass.
    Passed,
    /// The step did not pass.
    Failed,
    /// The step did not run: an earlier step failed, or the skill was not eligible.
    NotRun,
}

/// The result of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StepResult {
    /// Name of the step.
    pub name: String,
    /// `verb:argument`.
    pub command: String,
    /// The outcome.
    pub state: StepState,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
    /// The stable `err:*` code of the error, if it has one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub code: Option<Code>,
    /// Whether the step timed out.
    pub timed_out: bool,
    /// Time limit in wall-clock milliseconds.
    pub timeout_ms: u64,
    /// Hash of the verifier's exact result: lowercase hex SHA-256 of `output`.
    pub output_sha256: Option<String>,
    /// The first 4 KiB of the text renderer's output, cut between characters.
    #[cfg_attr(feature = "schema", schemars(length(max = 4096)))]
    pub stdout_preview: String,
    /// Size of the whole text in bytes.
    pub stdout_bytes: u64,
    /// Lowercase hex SHA-256 of the whole text.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub stdout_sha256: String,
    /// The first 4 KiB of the guest's console, one line per call, cut between characters.
    #[cfg_attr(feature = "schema", schemars(length(max = 4096)))]
    pub stderr_preview: String,
    /// Size of the whole text in bytes.
    pub stderr_bytes: u64,
    /// Lowercase hex SHA-256 of the whole text.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub stderr_sha256: String,
    /// Tracked files that changed while the step ran.
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

    /// Whether nothing was judged because the verifier was unavailable: no step passed, and each failed one
    /// has `err:unavailable`.
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

    /// The code of the first step without a verdict; `None` if every step got one.
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
