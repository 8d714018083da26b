//! The real time of a run, separate from everything that is equal for equal runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Real time of a run: `changes/<id>/verify/_timing.json`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ProfileTiming {
    /// Milliseconds of the whole run.
    pub duration_ms: f64,
    /// Times by skill.
    pub skills: BTreeMap<String, SkillTiming>,
    /// Start of the run in milliseconds since 1970. Not written to files.
    #[serde(skip)]
    pub started_at_ms: f64,
}

/// Real time of a skill.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SkillTiming {
    /// Milliseconds.
    pub duration_ms: f64,
    /// Times by step; steps that did not run are omitted.
    pub steps: BTreeMap<String, StepTiming>,
}

/// Real time of a step.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StepTiming {
    /// Milliseconds.
    pub duration_ms: f64,
}
