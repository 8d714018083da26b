//! `changes/<id>/05-status.json`, of which a run sets `verification.last_run` and nothing else.

mod splice;

use serde::{Deserialize, Serialize};

use super::{ChangeId, ProfileRun, canonical_json};

/// The state of a change that was carried out. Verification is no state: it stands beside.
const EXECUTED: &str = "executed";

/// A status file. Keys that are not here are kept as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangesetStatus {
    /// The change.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub changeset_id: Option<String>,
    /// How far the change is; `executed` for one that is verified. A run leaves it as it is.
    pub state: String,
    /// What is known of its verification.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub verification: Option<VerificationHistory>,
}

/// What is known of the verification of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerificationHistory {
    /// The last run; what it found lies in `changes/<id>/verify/`.
    #[serde(default)]
    pub last_run: Option<LastRun>,
}

/// A run in short.
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
    /// Root hash of the files that were judged.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub snapshot_root: String,
    /// Whether the toolchain fits.
    pub toolchain_passed: bool,
    /// Lowercase hex SHA-256 of `verify/_toolchain.json`.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub toolchain_sha256: String,
    /// Its skills, in their order.
    pub skills: Vec<LastRunSkill>,
}

/// A skill of a run in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LastRunSkill {
    /// Its name.
    pub skill: String,
    /// Whether it passed.
    pub passed: bool,
    /// Its tier as configured.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 2)))]
    pub tier: u8,
    /// Its tier as found.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub effective_tier: u8,
    /// Absolute path of its result.
    pub artifact: String,
    /// Lowercase hex SHA-256 of that file.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub sha256: String,
}

impl LastRun {
    /// A run, its skills still missing.
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

/// The status file with this last run. One that is missing is made; of one that is there, every byte outside
/// `verification.last_run` stays.
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
