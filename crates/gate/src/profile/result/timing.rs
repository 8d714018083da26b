//! The real time of a run, apart from what is equal for equal runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Real time of a run: `changes/<id>/verify/_timing.json`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileTiming {
    /// Milliseconds of the whole run.
    pub duration_ms: f64,
    /// By skill.
    pub skills: BTreeMap<String, SkillTiming>,
    /// When the run began, in milliseconds since 1970. Not kept in any file.
    #[serde(skip)]
    pub started_at_ms: f64,
}

/// Real time of a skill.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillTiming {
    /// Milliseconds.
    pub duration_ms: f64,
    /// By step; steps that did not run are not there.
    pub steps: BTreeMap<String, StepTiming>,
}

/// Real time of a step.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepTiming {
    /// Milliseconds.
    pub duration_ms: f64,
}
