//! A run as a verification report.

use verdict_report::{Level, LevelResult};

use super::host::{FILES, Live, disk, fail, pass, run};

const SKILLS: &str = "  all:
    tier: 1
    steps:
      - { name: unit, run: 'test:/a.test.js' }
      - { name: more, run: 'test:/b.test.js' }
";

fn checks(level: Option<&LevelResult>) -> Vec<(&str, bool)> {
    level
        .map(|level| level.checks.iter().map(|check| (check.name.as_str(), check.passed)).collect())
        .unwrap_or_default()
}

#[test]
fn a_run_that_passed_is_a_report_that_passed() {
    let report = run(SKILLS, &mut Live::of(disk(FILES)), pass).verification_report("run-1", 2);
    assert!(report.passed(), "{}", report.overall.summary);
    assert_eq!((report.run_id.as_str(), report.iteration), ("run-1", 2));
    assert_eq!(
        checks(report.levels.get(Level::L1)),
        [("all: unit (test:/a.test.js)", true), ("all: more (test:/b.test.js)", true)]
    );
    assert_eq!(checks(report.levels.get(Level::L3)), [("toolchain", true), ("all: drift", true)]);
    assert!(report.levels.get(Level::L0).is_none() && report.levels.get(Level::L2).is_none());
    assert!(report.duration > 0.0);
}

#[test]
fn a_step_that_did_not_run_is_no_pass_in_the_report() {
    let report = run(SKILLS, &mut Live::of(disk(FILES)), fail).verification_report("run-1", 1);
    assert!(!report.passed());
    let level = report.levels.get(Level::L1).expect("tests");
    assert_eq!(
        checks(Some(level)),
        [("all: unit (test:/a.test.js)", false), ("all: more (test:/b.test.js)", false)]
    );
    assert_eq!(level.checks[1].output.as_deref(), Some("Not run"));
    assert_eq!(level.checks[0].findings.len(), 1, "findings keep their places");
}

#[test]
fn drift_is_a_failure_of_sanity_and_of_the_step() {
    let mut live = Live::of(disk(FILES));
    live.meddling.insert(1, vec![("/src/lib.js", Some("touched"))]);
    let report = run(SKILLS, &mut live, pass).verification_report("run-1", 1);
    assert_eq!(checks(report.levels.get(Level::L3)), [("toolchain", true), ("all: drift", false)]);
    let step = &report.levels.get(Level::L1).expect("tests").checks[0];
    assert!(!step.passed && step.output.as_deref().unwrap_or_default().starts_with("Drift: "));
}
