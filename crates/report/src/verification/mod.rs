//! The findings of one verification of a run, by level.

mod builder;
mod check;
mod shown;
mod timestamp;

pub use builder::ReportBuilder;
pub use check::{CheckFinding, CheckResult};
pub use timestamp::Timestamp;

pub(crate) use timestamp::duration;

use serde::{Deserialize, Serialize};
use verdict_protocol::Verb;

/// A level of verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Level {
    /// Contracts: lint and type checks.
    L0,
    /// Tests.
    L1,
    /// Blackbox: evaluations from outside.
    L2,
    /// Sanity: a rollback restores, nothing drifted, and the applied change builds.
    L3,
}

impl Level {
    /// All levels, in order.
    pub const ALL: [Level; 4] = [Level::L0, Level::L1, Level::L2, Level::L3];

    /// The name in JSON, for example `L0`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::L0 => "L0",
            Level::L1 => "L1",
            Level::L2 => "L2",
            Level::L3 => "L3",
        }
    }

    /// The level of a verb.
    #[must_use]
    pub const fn of(verb: Verb) -> Level {
        match verb {
            Verb::Lint | Verb::TypeCheck => Level::L0,
            Verb::Test => Level::L1,
            Verb::Eval | Verb::Project => Level::L2,
        }
    }
}

/// The verdict of a whole report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "OverallResult"))]
pub struct Overall {
    /// Whether something ran and everything passed.
    pub passed: bool,
    /// A sentence, for example `L0 failed: typecheck`.
    pub summary: String,
}

/// The checks of one level.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LevelResult {
    /// The level.
    pub level: Level,
    /// Whether there is a check and all passed.
    pub passed: bool,
    /// The checks, in the order in which they ran.
    pub checks: Vec<CheckResult>,
    /// Real milliseconds.
    #[serde(with = "duration")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub duration: f64,
}

/// One result per level; `null` if a level did not run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "LevelResults"))]
#[serde(rename_all = "UPPERCASE", default)]
pub struct Levels {
    /// Contracts: lint and type checks.
    pub l0: Option<LevelResult>,
    /// Tests.
    pub l1: Option<LevelResult>,
    /// Blackbox.
    pub l2: Option<LevelResult>,
    /// Sanity.
    pub l3: Option<LevelResult>,
}

impl Levels {
    /// The result of a level, if it ran.
    #[must_use]
    pub const fn get(&self, level: Level) -> Option<&LevelResult> {
        match level {
            Level::L0 => self.l0.as_ref(),
            Level::L1 => self.l1.as_ref(),
            Level::L2 => self.l2.as_ref(),
            Level::L3 => self.l3.as_ref(),
        }
    }

    pub(crate) const fn slot(&mut self, level: Level) -> &mut Option<LevelResult> {
        match level {
            Level::L0 => &mut self.l0,
            Level::L1 => &mut self.l1,
            Level::L2 => &mut self.l2,
            Level::L3 => &mut self.l3,
        }
    }

    /// The levels that ran, in order.
    pub fn ran(&self) -> impl Iterator<Item = &LevelResult> {
        Level::ALL.into_iter().filter_map(|level| self.get(level))
    }
}

/// The configuration that decided which levels ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct HarnessConfig {
    /// Whether the report waited for the verdict of a CI service.
    #[serde(rename = "waitForCI")]
    pub wait_for_ci: bool,
    /// Levels that were excluded.
    #[serde(rename = "skipLevels")]
    pub skip_levels: Vec<Level>,
}

/// The findings of one verification of a run. Names, summaries and outputs are untrusted text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VerificationReport {
    /// Id of the run.
    pub run_id: String,
    /// The iteration of the run.
    pub iteration: u32,
    /// When the report was created.
    pub captured_at: Timestamp,
    /// The verdict.
    pub overall: Overall,
    /// The result of each level.
    pub levels: Levels,
    /// Real milliseconds from start to end.
    #[serde(with = "duration")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub duration: f64,
    /// When the last check finished.
    pub completed_at: Timestamp,
    /// Levels that were deliberately excluded, as opposed to levels without anything to run.
    #[serde(default)]
    pub skipped_levels: Vec<Level>,
    /// The configuration that decided which levels ran.
    #[serde(default)]
    pub harness_config: HarnessConfig,
}

impl LevelResult {
    /// Whether there is a check and all passed, regardless of `passed`.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.checks.is_empty() && self.checks.iter().all(|check| check.passed)
    }
}

impl VerificationReport {
    /// The authoritative verdict: something ran, everything passed, and the report says so.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.overall.passed
            && self.levels.ran().next().is_some()
            && self.levels.ran().all(|level| level.passed && level.holds())
    }

    /// The first part that claims to have passed although something in it failed: `overall`, or a level.
    pub(crate) fn contradiction(&self) -> Option<&'static str> {
        let failed = |level: &&LevelResult| level.passed && level.checks.iter().any(|check| !check.passed);
        if let Some(level) = self.levels.ran().find(failed) {
            return Some(level.level.as_str());
        }
        let failed = self.levels.ran().any(|level| !level.passed);
        (self.overall.passed && failed).then_some("overall")
    }
}
