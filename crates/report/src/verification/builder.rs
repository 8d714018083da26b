//! Builds a report from checks as they finish.

use verdict_protocol::{Command, VerifyResult};

use super::{CheckResult, HarnessConfig, Level, LevelResult, Levels, Overall, Timestamp, VerificationReport};
use crate::escape::one_line;

/// Maximum number of failed checks named in a summary.
const NAMED: usize = 3;

/// Collects checks and judges them. A level passes if it has a check and all passed; the whole passes if a
/// level ran and all passed.
#[derive(Debug, Clone)]
pub struct ReportBuilder {
    run_id: String,
    iteration: u32,
    started_at_ms: f64,
    harness: HarnessConfig,
    levels: Levels,
}

impl ReportBuilder {
    /// Creates a report without checks. `started_at_ms`: milliseconds since 1970.
    #[must_use]
    pub fn new(run_id: impl Into<String>, iteration: u32, started_at_ms: f64) -> ReportBuilder {
        ReportBuilder {
            run_id: run_id.into(),
            iteration,
            started_at_ms,
            harness: HarnessConfig::default(),
            levels: Levels::default(),
        }
    }

    /// Sets the configuration that decided which levels ran.
    #[must_use]
    pub fn harness(mut self, harness: HarnessConfig) -> ReportBuilder {
        self.harness = harness;
        self
    }

    /// Adds a check to a level.
    pub fn check(&mut self, level: Level, check: CheckResult) -> &mut ReportBuilder {
        let result = self.levels.slot(level).get_or_insert_with(|| LevelResult {
            level,
            passed: true,
            checks: Vec::new(),
            duration: 0.0,
        });
        result.duration = super::duration::sane(result.duration + super::duration::sane(check.duration));
        result.passed &= check.passed;
        result.checks.push(check);
        self
    }

    /// Adds a command's result to the level of its verb, under the command as name. An unknown command is a
    /// failure of L3.
    pub fn result(&mut self, result: &VerifyResult) -> &mut ReportBuilder {
        let level = Command::parse(&result.command).map_or(Level::L3, |command| Level::of(command.verb));
        self.check(level, CheckResult::of(result))
    }

    /// Builds the report. `completed_at_ms`: milliseconds since 1970.
    #[must_use]
    pub fn finish(&self, completed_at_ms: f64) -> VerificationReport {
        let levels = self.levels.clone();
        let completed_at = Timestamp::from_ms(completed_at_ms);
        let skipped =
            |level: &Level| self.harness.skip_levels.contains(level) && levels.get(*level).is_none();
        VerificationReport {
            run_id: self.run_id.clone(),
            iteration: self.iteration,
            captured_at: completed_at,
            overall: overall(&levels),
            duration: super::duration::sane(completed_at_ms - self.started_at_ms),
            completed_at,
            skipped_levels: Level::ALL.into_iter().filter(skipped).collect(),
            harness_config: self.harness.clone(),
            levels,
        }
    }
}

fn overall(levels: &Levels) -> Overall {
    let failed: Vec<String> = levels
        .ran()
        .filter(|level| !level.passed)
        .map(|level| {
            let mut names: Vec<String> = level
                .checks
                .iter()
                .filter(|check| !check.passed)
                .take(NAMED)
                .map(|check| one_line(&check.name))
                .collect();
            let more = level.checks.iter().filter(|check| !check.passed).count() - names.len();
            names.extend((more > 0).then(|| format!("{more} more")));
            format!("{} failed: {}", level.level.as_str(), names.join(", "))
        })
        .collect();
    let ran: Vec<&str> = levels.ran().map(|level| level.level.as_str()).collect();
    let checks: usize = levels.ran().map(|level| level.checks.len()).sum();
    match (ran.is_empty(), failed.is_empty()) {
        (true, _) => Overall { passed: false, summary: "Nothing ran".to_owned() },
        (false, true) => {
            Overall { passed: true, summary: format!("{checks} check(s) passed in {}", ran.join(", ")) }
        }
        (false, false) => Overall { passed: false, summary: failed.join("; ") },
    }
}
