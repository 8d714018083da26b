//! What one verification of a run found, by level. The keys are those of spec R1.

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
pub enum Level {
    /// Contracts: lint and type checks.
    L0,
    /// Tests.
    L1,
    /// Blackbox: evaluations from outside.
    L2,
    /// Sanity: that a rollback restores, that nothing drifted, that what was applied builds.
    L3,
}

impl Level {
    /// All levels, in their order.
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

    /// The level that a verb belongs to.
    #[must_use]
    pub const fn of(verb: Verb) -> Level {
        match verb {
            Verb::Lint | Verb::TypeCheck => Level::L0,
            Verb::Test => Level::L1,
            Verb::Eval => Level::L2,
        }
    }
}

/// The verdict of a whole report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overall {
    /// Whether something ran and all of it passed.
    pub passed: bool,
    /// In a sentence, for example `L0 failed: typecheck`.
    pub summary: String,
}

/// What the checks of one level found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LevelResult {
    /// Which level.
    pub level: Level,
    /// Whether there is a check and all passed.
    pub passed: bool,
    /// In the order in which they ran.
    pub checks: Vec<CheckResult>,
    /// Real milliseconds.
    #[serde(with = "duration")]
    pub duration: f64,
}

/// One result a level; `null` for a level that did not run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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

    /// The levels that ran, in their order.
    pub fn ran(&self) -> impl Iterator<Item = &LevelResult> {
        Level::ALL.into_iter().filter_map(|level| self.get(level))
    }
}

/// What decided which levels ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HarnessConfig {
    /// Whether the verdict of a CI service was waited for.
    #[serde(rename = "waitForCI")]
    pub wait_for_ci: bool,
    /// Levels that were not to run.
    #[serde(rename = "skipLevels")]
    pub skip_levels: Vec<Level>,
}

/// What one verification of a run found. Names, summaries and outputs are hostile text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VerificationReport {
    /// Which run, see [`crate::RunId`].
    pub run_id: String,
    /// Which verification of the run.
    pub iteration: u32,
    /// When the report was made.
    pub captured_at: Timestamp,
    /// The verdict.
    pub overall: Overall,
    /// What each level found.
    pub levels: Levels,
    /// Real milliseconds from begin to end.
    #[serde(with = "duration")]
    pub duration: f64,
    /// When the last check ended.
    pub completed_at: Timestamp,
    /// Levels that were left out on purpose, as against levels for which there was nothing to run.
    #[serde(default)]
    pub skipped_levels: Vec<Level>,
    /// What decided which levels ran.
    #[serde(default)]
    pub harness_config: HarnessConfig,
}

impl LevelResult {
    /// Whether there is a check and all passed, whatever `passed` says.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.checks.is_empty() && self.checks.iter().all(|check| check.passed)
    }
}

impl VerificationReport {
    /// Whether something ran, all of it passed, and the report says so: the verdict to go by.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.overall.passed
            && self.levels.ran().next().is_some()
            && self.levels.ran().all(|level| level.passed && level.holds())
    }

    /// The first thing that claims to have passed though something in it did not: `overall`, or a level.
    pub(crate) fn contradiction(&self) -> Option<&'static str> {
        let failed = |level: &&LevelResult| level.passed && level.checks.iter().any(|check| !check.passed);
        if let Some(level) = self.levels.ran().find(failed) {
            return Some(level.level.as_str());
        }
        let failed = self.levels.ran().any(|level| !level.passed);
        (self.overall.passed && failed).then_some("overall")
    }
}
