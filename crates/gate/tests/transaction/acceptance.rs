//! The four phases, requirement by requirement (spec G1 to G14). `crates/gate/tests/policy` tests the
//! constitution.

use serde_json::{Value, json};
use verdict_gate::{ApplyOptions, GateReport, GateState, PhaseMask, Verdict};
use verdict_protocol::Code;
use verdict_report::diff_snapshots;

use crate::scene::{AFTER, BEFORE, Scene, ended};
use crate::world::{disk, pass, snapshot};

fn options(mask: u8) -> ApplyOptions {
    ApplyOptions {
        verify_command: Some("test:/a.test.js".into()),
        phase_mask: PhaseMask::try_from(f64::from(mask)).expect("a mask"),
        ..ApplyOptions::default()
    }
}

fn applied(mask: u8) -> (GateReport, Scene) {
    let mut scene = Scene::new();
    let report = scene.apply_with(&options(mask), |_, _| pass());
    ended(&scene, &report, GateState::Applied, AFTER);
    (report, scene)
}

fn detail(report: &GateReport, phase: usize) -> &str {
    &report.phases[phase].detail
}

#[test]
fn every_phase_answers_with_phase_passed_detail_and_duration_ms() {
    let json = serde_json::to_value(applied(15).0).expect("JSON");
    let names: Vec<&str> = json["phases"]
        .as_array()
        .expect("phases")
        .iter()
        .map(|phase| {
            assert!(phase["passed"] == true && phase["detail"].is_string(), "{phase}");
            assert!(phase["duration_ms"].as_f64().is_some_and(|ms| ms >= 0.0), "{phase}");
            phase["phase"].as_str().expect("a name")
        })
        .collect();
    assert_eq!(names, ["PreFlight", "Snapshot+Rollback", "PostVerify", "BuildCheck"]);
}

#[test]
fn phase_1_captures_the_pre_state_before_any_change() {
    let (report, _) = applied(15);
    let before = snapshot(&disk(BEFORE));
    let start = format!("Pre-state captured: 3 files, root {}.", before.root());
    assert!(detail(&report, 0).starts_with(&start), "{}", detail(&report, 0));
    assert_eq!(report.pre_root.as_deref(), Some(before.root()));
}

#[test]
fn phase_2_takes_a_snapshot_named_after_the_command_and_the_time() {
    let (report, _) = applied(15);
    let name = report.snapshot.as_deref().expect("a name");
    assert!(name.starts_with("apply_dogs_bundle_pre_20260226_143022_"), "{name}");
    assert!(detail(&report, 1).ends_with(&format!("Snapshot: {name}.json")), "{}", detail(&report, 1));
    let mut scene = Scene::new();
    let named = ApplyOptions { name: Some("spawn_actor".into()), ..options(3) };
    let report = scene.apply_with(&named, |_, _| pass());
    assert!(report.snapshot.expect("a name").starts_with("spawn_actor_pre_20260226_143022_"));
}

#[test]
fn phase_2_executes_on_a_copy_cancels_and_proves_the_rollback_before_anything_live() {
    let mut scene = Scene::new();
    let mut judged = Vec::new();
    let report = scene.apply_with(&options(15), |command, files| {
        judged.push((command.to_owned(), files.root().to_owned()));
        pass()
    });
    ended(&scene, &report, GateState::Applied, AFTER);
    let (before, after) = (snapshot(&disk(BEFORE)), snapshot(&disk(AFTER)));
    assert_eq!(
        judged[0],
        ("test:/a.test.js".to_owned(), after.root().to_owned()),
        "on a copy with the change"
    );
    let start = format!("Rollback verified OK (3 files restored, root {}).", before.root());
    assert!(detail(&report, 1).starts_with(&start), "{}", detail(&report, 1));
    // A failure there ends the transaction. Unit tests cover a rollback that leaves another root.
    let mut scene = Scene::new();
    let report = scene.apply_with(&options(15), |_, _| Verdict::failed(Code::Crashed, "no"));
    ended(&scene, &report, GateState::Refused, BEFORE);
    assert!(scene.world.touched.is_empty() && scene.story().is_empty());
    assert_eq!(report.changes_rolled_back, 3);
}

#[test]
fn phase_2_then_executes_the_change_for_real() {
    let (report, scene) = applied(15);
    assert_eq!(scene.world.touched, ["remove /b.js", "write /a.js", "write /new.js"]);
    assert_eq!(report.post_root.as_deref(), Some(snapshot(&disk(AFTER)).root()));
}

/// The expected delta is +1 for a CREATE, -1 for a DELETE and 0 for other operations.
#[test]
fn phase_3_compares_the_expected_delta_with_the_actual() {
    let check = |bundle: &str, expected: &str| {
        let mut scene = Scene::new();
        let report = scene.apply_bundle(bundle, &options(7));
        assert!(report.success && report.phases[2].passed, "{report:#?}");
        assert!(detail(&report, 2).contains(expected), "{}", detail(&report, 2));
    };
    let delta = |expected: &str, count: usize| {
        format!("File delta: expected {expected}, actual {expected}. Post-count: {count}.")
    };
    check(r#"{"/new.js":""}"#, &delta("+1", 4));
    check(r#"{"/a.js":null}"#, &delta("-1", 2));
    check(r#"{"/a.js":"two"}"#, &delta("+0", 3));
    check(r#"{"/a.js":null,"/n.js":"","/m.js":""}"#, &delta("+1", 4));
    check(
        r#"[{"operation":"RENAME","file_path":"/a.js","new_path":"/d.js","new_content":"x"}]"#,
        &delta("+0", 3),
    );
}

#[test]
fn phase_3_warns_and_does_not_block() {
    let mut scene = Scene::new();
    let bundle = r#"[{"operation":"MODIFY","file_path":"/a.js","new_content":"one"}]"#;
    let report = scene.apply_bundle(bundle, &options(7));
    assert!(report.success && report.phases[2].passed);
    assert_eq!(report.warnings, ["MODIFY /a.js changed nothing: the content is the same"]);
}

#[test]
fn phase_4_checks_what_is_dirty_and_passes_where_all_is_clean() {
    let (report, _) = applied(15);
    assert_eq!(detail(&report, 3), "BuildCheck: 2 files checked. All clean.");
}

#[test]
fn phase_4_cancels_the_transaction_on_an_error() {
    let mut scene = Scene::new();
    let error = json!({ "success": false, "error": "Found 1 type issue(s)", "output": [{ "file": "/a.js", "line": 1, "column": 1, "message": "bad", "severity": "error" }] });
    let report = scene.apply_with(&options(15), |command, files| {
        let after = files.root() == snapshot(&disk(AFTER)).root();
        match command.starts_with("type-check:") && after {
            true => crate::common::answer(&error),
            false => pass(),
        }
    });
    ended(&scene, &report, GateState::Restored, BEFORE);
    assert!(!report.phases[3].passed && !report.phases[3].skipped);
    assert_eq!(report.errors[0].message, "bad");
}

#[test]
fn phase_4_has_no_effect_on_a_change_without_code() {
    let mut scene = Scene::new();
    let report = scene.apply_bundle(r#"{"/c.md":"two"}"#, &options(15));
    assert_eq!(detail(&report, 3), "BuildCheck: no JavaScript or TypeScript file is affected.");
    assert_eq!(report.checks.len(), 2, "nothing is asked but the tests of both states");
}

#[test]
fn the_mask_table() {
    for (mask, expected) in [
        (1, [true, false, false, false]),
        (3, [true, true, false, false]),
        (7, [true, true, true, false]),
        (15, [true, true, true, true]),
        (9, [true, false, false, true]),
        (2, [false, true, false, false]),
        (5, [true, false, true, false]),
    ] {
        let (report, scene) = applied(mask);
        for (phase, runs) in report.phases.iter().zip(expected) {
            assert_eq!((phase.passed, phase.skipped), (runs, !runs), "{mask} {phase:?}");
        }
        assert_eq!(report.snapshot.is_some(), expected[1], "a snapshot of every phase 2");
        let built = report.checks.iter().any(|check| check.command.starts_with("type-check:"));
        assert_eq!(built, expected[3]);
        // Atomicity is not optional.
        assert_eq!(scene.story(), "applying committed -");
        assert!(report.checks.iter().any(|check| check.command == "test:/a.test.js"));
    }
}

#[test]
fn a_phase_that_is_not_asked_for_can_still_stop_the_change() {
    let mut scene = Scene::new();
    scene.world.faults.insert(1, crate::world::Fault::Stale("/c.md".into()));
    let report = scene.apply_with(&options(9), |_, _| pass());
    assert_eq!((report.state, report.phases[1].skipped), (GateState::Refused, false), "{report:#?}");
}

#[test]
fn snapshots_are_a_trail_that_can_be_compared() {
    let mut scene = Scene::new();
    let first = scene.apply_with(&options(15), |_, _| pass()).audit.expect("a snapshot");
    let json = serde_json::to_value(&first).expect("JSON");
    assert_eq!(json["snapshot_name"], "apply_dogs_bundle_pre");
    assert!(json["timestamp"].as_str().expect("a time").starts_with("2026-02-26T14:30:22"));
    assert_eq!(json["file_count"], 3);
    let paths: Vec<&Value> =
        json["files"].as_array().expect("files").iter().map(|file| &file["path"]).collect();
    assert_eq!(paths, ["/a.js", "/b.js", "/c.md"]);
    let second = scene.apply_bundle(r#"{"/c.md":"two"}"#, &options(15)).audit.expect("a snapshot");
    let diff = diff_snapshots(&first, &second);
    assert_eq!(
        (diff.created, diff.modified, diff.deleted),
        (vec!["/new.js".to_owned()], vec!["/a.js".to_owned()], vec!["/b.js".to_owned()],)
    );
    assert_ne!(first.file_name(), second.file_name(), "no snapshot takes the place of another");
    // A refused change has one too.
    let mut scene = Scene::new();
    let report = scene.apply_with(&options(15), |_, _| Verdict::failed(Code::Crashed, "no"));
    assert_eq!(report.audit.map(|audit| audit.root), report.pre_root);
}
