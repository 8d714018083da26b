//! Checkpoints of the target: made before the first step, restored first, and always verified.

use verdict_gate::{ApplyOptions, GateReport, GateState, Verdict};
use verdict_protocol::Code;

use crate::scene::{AFTER, BEFORE, Scene, ended};
use crate::world::{Fault, pass};

fn scene(faults: &[(usize, Fault)]) -> Scene {
    let mut scene = Scene::new();
    scene.world.checkpointing = true;
    scene.world.faults = faults.iter().cloned().collect();
    scene
}

/// Applies with a failing type check, so that the whole change is live when the gate rolls it back.
fn broken(scene: &mut Scene) -> GateReport {
    let options = ApplyOptions { verify_command: Some("test:/a.test.js".into()), ..ApplyOptions::default() };
    scene.apply_with(&options, |command, _| {
        if command.starts_with("type-check:") { Verdict::failed(Code::Timeout, "no") } else { pass() }
    })
}

// Calls: 0 load, 1 load, 2 checkpoint, 3 load, 4 remove /b.js, 5 write /a.js, 6 write /new.js, 7 load. The
// rollback continues: 8 load, 9 restore the checkpoint, 10 load, 11 remove /new.js, 12 load.
#[test]
fn a_checkpoint_is_made_before_the_first_step_and_named_in_the_report() {
    let mut scene = scene(&[]);
    let report = scene.apply();
    ended(&scene, &report, GateState::Applied, AFTER);
    assert_eq!(report.checkpoint.as_deref(), Some("cp1 before apply_dogs_bundle: 3 operations"));
    assert!(!report.checkpoint_restored);
    assert_eq!(scene.world.checkpoints[0].1, crate::world::disk(BEFORE));
    assert_eq!(scene.story(), "applying committed -");
}

#[test]
fn a_checkpoint_is_brought_back_first_and_files_created_since_are_removed() {
    let mut scene = scene(&[]);
    let report = broken(&mut scene);
    ended(&scene, &report, GateState::Restored, BEFORE);
    assert!(report.checkpoint_restored && report.warnings.is_empty(), "{report:#?}");
    let id = report.checkpoint.expect("an id");
    assert_eq!(
        scene.world.touched[3..],
        [format!("restore {id}"), "remove /new.js".to_owned()],
        "the checkpoint, and then what it left"
    );
    assert_eq!(scene.book.text, None);
}

#[test]
fn without_a_checkpoint_that_was_asked_for_nothing_is_applied() {
    for fault in [Fault::Fails, Fault::FailsHalfWay] {
        let mut scene = scene(&[(2, fault)]);
        let report = scene.apply();
        ended(&scene, &report, GateState::Refused, BEFORE);
        assert_eq!(report.code, Some(Code::Unavailable));
        assert!(report.message.contains("The checkpoint could not be made: disk full"), "{}", report.message);
        assert!(scene.world.touched.is_empty());
        assert_eq!((scene.story().as_str(), &scene.book.text), ("applying -", &None));
    }
}

#[test]
fn a_checkpoint_that_cannot_be_brought_back_is_a_warning() {
    for fault in [Fault::Fails, Fault::FailsHalfWay] {
        let mut scene = scene(&[(9, fault)]);
        let report = broken(&mut scene);
        ended(&scene, &report, GateState::Restored, BEFORE);
        assert!(!report.checkpoint_restored);
        assert!(report.warnings[0].contains("disk full; going on file by file"), "{report:#?}");
    }
    // The gate verifies a checkpoint that claims to be restored, and does not need one that was never made.
    for at in [2, 9] {
        let mut scene = scene(&[(at, Fault::Lies)]);
        let report = broken(&mut scene);
        ended(&scene, &report, GateState::Restored, BEFORE);
    }
}

#[test]
fn files_that_change_while_the_checkpoint_is_made_are_stale() {
    let mut scene = scene(&[(2, Fault::Stale("/c.md".into()))]);
    let report = scene.apply();
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Integrity)));
    assert!(report.message.contains("Stale"), "{}", report.message);
    assert!(scene.world.touched.is_empty());
    assert_eq!(scene.world.disk["/c.md"], b"somebody else");
    assert_eq!(scene.book.text, None);
}

#[test]
fn what_a_restore_overwrites_of_somebody_else_is_in_the_report() {
    for checkpointing in [false, true] {
        let at = if checkpointing { 7 } else { 5 };
        let mut scene = scene(&[(at, Fault::Stale("/c.md".into()))]);
        scene.world.checkpointing = checkpointing;
        let report = scene.apply();
        ended(&scene, &report, GateState::Restored, BEFORE);
        assert_eq!(report.displaced.len(), 1, "{report:#?}");
        assert_eq!(report.displaced[0].content.0, b"somebody else");
        let json = serde_json::to_value(&report).expect("JSON");
        assert_eq!(json["displaced"][0], serde_json::json!({ "path": "/c.md", "content": "somebody else" }));
    }
}
