//! Tracked files that change while a step runs.

use verdict_gate::profile::{ChangeId, DriftChange, ProfileRun, StepState, is_exempt};
use verdict_protocol::Code;
use verdict_vfs::VfsPath;

use super::host::{FILES, Judge, Live, Scene, TWO_STEPS, config, disk, pass, run};

/// Runs two steps for the change `c1`. Somebody else edits files before the second comparison, which follows
/// the first step.
fn meddled(skills: &str, meddling: &[(&'static str, Option<&'static str>)]) -> ProfileRun {
    let mut live = Live::of(disk(FILES));
    live.meddling.insert(1, meddling.to_vec());
    run(skills, &mut live, pass)
}

fn paths(run: &ProfileRun) -> Vec<(&str, DriftChange)> {
    let drift = run.skills[0].steps[0].drift.as_ref();
    drift
        .map(|drift| drift.paths.iter().map(|path| (path.path.as_str(), path.change)).collect())
        .unwrap_or_default()
}

#[test]
fn a_step_that_touches_a_file_in_src_is_a_drift_violation_of_tier_3() {
    let run = meddled(TWO_STEPS, &[("/src/lib.js", Some("touched"))]);
    let skill = &run.skills[0];
    assert_eq!(paths(&run), [("/src/lib.js", DriftChange::Modified)]);
    assert_eq!((run.passed, skill.passed, skill.effective_tier), (false, false, 3));
    assert_eq!(skill.steps[0].state, StepState::Failed);
    assert_eq!(skill.steps[0].code, Some(Code::Integrity));
    assert_eq!(
        skill.steps[0].error.as_deref(),
        Some("Drift: 1 tracked file(s) changed during the step (/src/lib.js)")
    );
    assert_eq!(skill.steps[1].state, StepState::NotRun);
    let drift = skill.steps[0].drift.as_ref().expect("drift");
    assert_ne!(drift.before_root, drift.after_root);
}

#[test]
fn files_that_come_go_and_move_are_drift() {
    let run = meddled(
        TWO_STEPS,
        &[("/new.js", Some("new")), ("/src/lib.js", None), ("/moved.js", Some("export {};\n"))],
    );
    assert_eq!(
        paths(&run),
        [
            ("/moved.js", DriftChange::Created),
            ("/new.js", DriftChange::Created),
            ("/src/lib.js", DriftChange::Deleted),
        ]
    );
}

#[test]
fn artifacts_of_the_change_and_its_status_are_no_drift() {
    let exempt = [("/changes/c1/verify/log.txt", Some("x")), ("/changes/c1/05-status.json", Some("{}"))];
    let run = meddled(TWO_STEPS, &exempt);
    assert!(run.passed, "{}", run.summary());
    assert_eq!(run.effective_tier, 1);
}

#[test]
fn what_only_looks_exempt_is_drift() {
    for path in [
        "/changes/c1/verifyx",
        "/changes/c1/verifyx/a.json",
        "/changes/c1/verify/deep/a.json",
        "/changes/c1/05-status.json.bak",
        "/changes/c1/x05-status.json",
        "/changes/c1/verify.json",
        "/changes/other/verify/a",
        "/changes/other/05-status.json",
        "/changes/C1/verify/a",
        "/changes/c1x/verify/a",
        "/x/changes/c1/verify/a",
        "/05-status.json",
    ] {
        let run = meddled(TWO_STEPS, &[(path, Some("x"))]);
        assert_eq!(paths(&run), [(path, DriftChange::Created)]);
        assert!(!run.passed && run.effective_tier == 3, "{path}");
    }
}

#[test]
fn exempt_is_an_exact_match() {
    let id = ChangeId::parse("c1").expect("an id");
    let exempt = |path: &str| is_exempt(&VfsPath::parse(path).expect("a path"), &id);
    assert!(exempt("/changes/c1/verify/a") && exempt("/changes/c1/05-status.json"));
    assert!(
        !exempt("/changes/c1/verify")
            && !exempt("/changes/c1/verify/a/b")
            && !exempt("/changes/other/verify/a")
    );
}

#[test]
fn without_a_change_nothing_is_exempt() {
    let config = config(TWO_STEPS);
    let mut live = Live::of(disk(FILES));
    live.meddling.insert(1, vec![("/changes/c1/verify/log.txt", Some("x"))]);
    let scene = Scene { change: None, ..Scene::of(&config) };
    let run = scene.run(&mut Judge::new(pass), &mut live).expect("a run");
    assert_eq!(paths(&run).len(), 1);
}

#[test]
fn drift_under_read_only_none_is_recorded_at_tier_3_and_fails_nothing() {
    let skills = TWO_STEPS.replace("    tier: 1\n", "    tier: 1\n    read_only: none\n");
    let run = meddled(&skills, &[("/src/lib.js", Some("touched"))]);
    assert!(run.passed);
    assert_eq!((run.effective_tier, paths(&run).len()), (3, 1));
}

#[test]
fn drift_is_the_step_s_during_which_it_happened() {
    let second = TWO_STEPS.replace("unit", "zero");
    let mut live = Live::of(disk(FILES));
    // Comparisons: at the start, and after each of four steps.
    live.meddling.insert(2, vec![("/src/lib.js", Some("touched"))]);
    let run = run(&format!("{TWO_STEPS}{second}"), &mut live, pass);
    let drifted: Vec<bool> =
        run.skills.iter().flat_map(|skill| &skill.steps).map(|step| step.drift.is_some()).collect();
    assert_eq!(drifted, [false, true, false, false]);
    assert_eq!((run.skills[0].effective_tier, run.skills[1].effective_tier), (3, 1));
}

#[test]
fn files_that_cannot_be_looked_at_fail_the_step() {
    let mut live = Live { broken: vec![1], ..Live::of(disk(FILES)) };
    let run = run(TWO_STEPS, &mut live, pass);
    assert_eq!(run.skills[0].steps[0].code, Some(Code::Unavailable));
    assert!(!run.passed);
}

#[test]
fn many_files_that_drift_are_counted_and_the_first_hundred_named() {
    let mut live = Live::of(disk(FILES));
    let names: Vec<String> = (0..150).map(|n| format!("/d/{n:03}.js")).collect();
    let names: Vec<&'static str> = names.into_iter().map(|name| &*name.leak()).collect();
    live.meddling.insert(1, names.iter().map(|name| (*name, Some("x"))).collect());
    let run = run(TWO_STEPS, &mut live, pass);
    let drift = run.skills[0].steps[0].drift.as_ref().expect("drift");
    assert_eq!((drift.total, drift.paths.len()), (150, 100));
}
