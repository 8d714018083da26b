//! Converts a run to a verification report.

use verdict_protocol::Command;
use verdict_report::{CheckResult, Level, ReportBuilder, VerificationReport};

use super::{ProfileRun, StepResult, StepState};

impl ProfileRun {
    /// The run by levels: each step at the level of its verb; toolchain and drift checks at L3. A step that
    /// did not run has not passed.
    #[must_use]
    pub fn verification_report(&self, run_id: &str, iteration: u32) -> VerificationReport {
        let started = self.timing.started_at_ms;
        let mut report = ReportBuilder::new(run_id, iteration, started);
        self.add_checks(&mut report);
        report.finish(started + self.timing.duration_ms)
    }

    /// Adds the run's checks to a report.
    pub fn add_checks(&self, report: &mut ReportBuilder) {
        let toolchain: Vec<String> = self
            .toolchain
            .checks
            .iter()
            .map(|check| {
                let found = check.found.as_deref().unwrap_or("unknown");
                check.error.clone().unwrap_or_else(|| format!("{} {found}", check.name))
            })
            .collect();
        report.check(
            Level::L3,
            CheckResult::new("toolchain", self.toolchain.passed, &toolchain.join("\n"), 0.0),
        );
        for skill in &self.skills {
            for step in &skill.steps {
                let level =
                    Command::parse(&step.command).map_or(Level::L3, |command| Level::of(command.verb));
                report.check(level, self.step_check(&skill.skill, step));
            }
            let drifted: Vec<String> = skill
                .steps
                .iter()
                .filter_map(|step| step.drift.as_ref().map(|drift| (step, drift)))
                .flat_map(|(step, drift)| {
                    drift
                        .paths
                        .iter()
                        .map(move |path| format!("{}: {:?} {}", step.name, path.change, path.path))
                })
                .collect();
            let tolerated = drifted.is_empty() || skill.read_only == super::ReadOnly::None;
            let ran = skill.steps.iter().any(|step| step.state != StepState::NotRun);
            if ran {
                let name = format!("{}: drift", skill.skill);
                report.check(Level::L3, CheckResult::new(&name, tolerated, &drifted.join("\n"), 0.0));
            }
        }
    }

    fn step_check(&self, skill: &str, step: &StepResult) -> CheckResult {
        let name = format!("{skill}: {} ({})", step.name, step.command);
        let passed = step.state == StepState::Passed;
        let timing = self.timing.skills.get(skill).and_then(|skill| skill.steps.get(&step.name));
        let duration = timing.map_or(0.0, |timing| timing.duration_ms);
        let whole = self.results.iter().find(|output| output.skill == skill && output.step == step.name);
        let mut check = match (whole, step.state) {
            (Some(output), _) => CheckResult::of(&output.result).named(&name),
            (None, StepState::NotRun) => CheckResult::new(&name, false, "Not run", 0.0),
            (None, _) => CheckResult::new(&name, passed, &step.stdout_preview, duration),
        };
        if let (true, Some(error)) = (check.passed && !passed, &step.error) {
            check.output = Some(error.clone());
        }
        check.passed &= passed;
        check.duration = duration;
        check
    }
}
