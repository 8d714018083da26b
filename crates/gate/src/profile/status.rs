//! `changes/<id>/05-status.json`, in which a run sets only `verification.last_run`.

mod splice;

use serde::{Deserialize, Serialize};

use super::{ChangeId, ProfileRun, canonical_json};

/// The state of an executed change. Verification is recorded separately.
const EXECUTED: &str = "executed";

/// A status file. Unknown keys are preserved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangesetStatus {
    /// The change.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub changeset_id: Option<String>,
    /// The state of the change; `executed` when it is verified. A run does not change it.
    pub state: String,
    /// The verification history.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub verification: Option<VerificationHistory>,
}

/// The verification history of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerificationHistory {
    /// The last run; its results are in `changes/<id>/verify/`.
    #[serde(default)]
    pub last_run: Option<LastRun>,
}

/// A summary of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LastRun {
    /// The profile.
    pub profile: String,
    /// Whether it passed.
    pub passed: bool,
    /// The outcome in a sentence.
    pub summary: String,
    /// Highest effective tier of its skills.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub effective_tier: u8,
    /// Root hash of the judged files.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub snapshot_root: String,
    /// Whether the toolchain fits.
    pub toolchain_passed: bool,
    /// Lowercase hex SHA-256 of `verify/_toolchain.json`.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub toolchain_sha256: String,
    /// The skills, in order.
    pub skills: Vec<LastRunSkill>,
}

/// A summary of a skill's run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LastRunSkill {
    /// Name of the skill.
    pub skill: String,
    /// Whether it passed.
    pub passed: bool,
    /// The configured tier.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 2)))]
    pub tier: u8,
    /// The effective tier.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub effective_tier: u8,
    /// Absolute path of the result.
    pub artifact: String,
    /// Lowercase hex SHA-256 of the result file.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub sha256: String,
}

impl LastRun {
    /// The summary of a run, without its skills.
    pub(super) fn of(run: &ProfileRun, toolchain_sha256: String) -> LastRun {
        LastRun {
            profile: run.profile.clone(),
            passed: run.passed,
            summary: run.summary(),
            effective_tier: run.effective_tier,
            snapshot_root: run.snapshot_root.clone(),
            toolchain_passed: run.toolchain.passed,
            toolchain_sha256,
            skills: Vec::new(),
        }
    }
}

/// Sets the last run in a status file. Creates a missing file, and preserves every byte of an existing one outside
/// `verification.last_run`.
pub(super) fn set_last_run(old: Option<&[u8]>, id: &ChangeId, run: &LastRun) -> Result<Vec<u8>, String> {
    let Some(old) = old else {
        return Ok(canonical_json(&ChangesetStatus {
            changeset_id: Some(id.to_string()),
            state: EXECUTED.to_owned(),
            verification: Some(VerificationHistory { last_run: Some(run.clone()) }),
        }));
    };
    let text = std::str::from_utf8(old).map_err(|_| "not UTF-8".to_owned())?;
    let top = splice::members(text)?;
    match top.get("state").map(serde_json::from_str::<String>) {
        Some(Ok(_)) => {}
        Some(Err(_)) => return Err("state is no text".to_owned()),
        None => return Err("state is missing".to_owned()),
    }
    let run = serde_json::to_value(run).map_err(|error| error.to_string())?;
    let history = || serde_json::json!({ "last_run": run });
    let edited = match top.get("verification") {
        None => splice::insert(text, text.trim_end(), "verification", &history()),
        Some("null") => splice::replace(text, top.get("verification").unwrap_or_default(), &history()),
        Some(verification) => {
            let inner = splice::members(verification).map_err(|why| format!("verification: {why}"))?;
            match inner.get("last_run") {
                Some(last) => splice::replace(text, last, &run),
                None => splice::insert(text, verification, "last_run", &run),
            }
        }
    };
    Ok(edited.into_bytes())
}
