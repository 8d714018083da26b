//! The journal record: when the gate writes it, what it contains, and the effect of journal faults.

use verdict_gate::{GateState, RecoveryState};
use verdict_protocol::Code;

use crate::scene::{AFTER, BEFORE, Scene, ended, recovered};
use crate::world::{BookFault, Fault};

// Calls on the journal: 0 read, 1 write, 2 read back, 3 write committed, 4 clear.
#[track_caller]
fn check(faults: &[(usize, BookFault)], state: GateState, files: &str, story: &str) {
    let mut scene = Scene::new();
    scene.book.faults = faults.iter().copied().collect();
    let report = scene.apply();
    ended(&scene, &report, state, files);
    assert_eq!(scene.story(), story, "{report:#?}");
    let files_then = scene.world.disk.clone();
    // Whatever the journal contains, the next start touches nothing.
    let recovery = scene.reload().recover();
    assert!(recovery.is_open(), "{recovery:#?}");
    assert!(scene.world.touched.is_empty(), "{recovery:#?}");
    assert_eq!((scene.world.disk.clone(), scene.book.text.clone()), (files_then, None));
}

#[test]
fn a_record_is_written_before_the_first_step_and_cleared_after_the_last() {
    check(&[], GateState::Applied, AFTER, "applying committed -");
    let mut refused = Scene::new();
    refused.world.faults.insert(1, Fault::Stale("/c.md".into()));
    assert_eq!(refused.apply().state, GateState::Refused);
    assert_eq!(refused.story(), "", "nothing live was to be touched");
}

#[test]
fn a_record_holds_both_contents_of_every_path_both_roots_and_a_checksum() {
    let mut scene = Scene::new();
    scene.world.disk.insert("/a.js".into(), vec![0xff]);
    let report = scene.apply();
    let text = scene.book.asked[0].clone().expect("a record");
    let record: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(record["body"]["preRoot"].as_str(), report.pre_root.as_deref());
    assert_eq!(record["body"]["postRoot"].as_str(), report.post_root.as_deref());
    assert_eq!(record["body"]["startedAt"], 1_772_116_222_000.0);
    insta::assert_snapshot!(text.replace("\"body\"", "\n\"body\"").replace("{\"path\"", "\n{\"path\""));
}

#[test]
fn without_a_journal_nothing_is_applied() {
    for fault in [BookFault::Fails, BookFault::FailsAfter, BookFault::Lies, BookFault::Torn] {
        check(&[(1, fault)], GateState::Refused, BEFORE, "applying -");
    }
    check(&[(2, BookFault::Fails)], GateState::Refused, BEFORE, "applying -");
    let mut scene = Scene::new();
    scene.book.faults.insert(0, BookFault::Fails);
    let report = scene.apply();
    ended(&scene, &report, GateState::Refused, BEFORE);
    assert_eq!(report.code, Some(Code::Unavailable));
    assert_eq!(scene.story(), "");
    // If the record cannot be cleared, it at least states that there is nothing to undo.
    check(
        &[(1, BookFault::FailsAfter), (2, BookFault::Fails)],
        GateState::Refused,
        BEFORE,
        "applying - undone",
    );
}

#[test]
fn a_journal_that_cannot_be_cleared_after_success_leaves_the_change_applied() {
    check(&[(4, BookFault::Fails)], GateState::Applied, AFTER, "applying committed -");
    check(&[(4, BookFault::FailsAfter)], GateState::Applied, AFTER, "applying committed -");
    check(&[(3, BookFault::Fails)], GateState::Applied, AFTER, "applying committed -");
    let mut scene = Scene::new();
    scene.book.faults.insert(4, BookFault::Fails);
    let report = scene.apply();
    assert!(report.warnings[0].contains("The journal could not be cleared: no room"), "{report:#?}");
    // Recovery does not undo later edits by somebody else, even in the same files.
    scene.world.disk.insert("/a.js".into(), b"mine".to_vec());
    let recovery = scene.reload().recover();
    recovered(&scene, &recovery, RecoveryState::Cleared, "/a.js=mine /c.md=one /new.js=three");
}

#[test]
fn a_journal_that_cannot_be_told_of_success_nor_cleared_takes_the_change_back() {
    // Further calls: 5 read, 6 clear, 7 write undone.
    let both = [(3, BookFault::Fails), (4, BookFault::Fails)];
    check(&both, GateState::Restored, BEFORE, "applying committed - -");
    // The journal reports failure but contains the record: the change stays.
    let told = [(3, BookFault::FailsAfter), (4, BookFault::Fails)];
    check(&told, GateState::Applied, AFTER, "applying committed -");
    // The journal reports success but keeps its old content.
    let lied = [(3, BookFault::Lies), (4, BookFault::Fails)];
    check(&lied, GateState::Restored, BEFORE, "applying committed - -");
    let mute = [(3, BookFault::Fails), (4, BookFault::Fails), (5, BookFault::Fails), (6, BookFault::Fails)];
    // The record may be missing, so the gate writes it again, up to twice, before it rolls anything back.
    check(&mute, GateState::Restored, BEFORE, "applying committed - applying applying -");
}

#[test]
fn a_change_that_changes_nothing_needs_no_record() {
    let mut scene = Scene::new();
    scene.world.disk = crate::world::disk(AFTER);
    let bundle = r#"[{"operation":"MODIFY","file_path":"/a.js","new_content":"two"}]"#;
    let options = verdict_gate::ApplyOptions {
        verify_command: Some("test:/a.test.js".into()),
        ..verdict_gate::ApplyOptions::default()
    };
    let report = scene.apply_bundle(bundle, &options);
    ended(&scene, &report, GateState::Applied, AFTER);
    assert_eq!(scene.story(), "");
}
