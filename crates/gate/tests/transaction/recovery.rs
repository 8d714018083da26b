//! Files at the start: nothing, a complete state, an intermediate state, or an invalid record.

use verdict_gate::{GateState, RecordState, RecoveryState};
use verdict_protocol::Code;

use crate::scene::{AFTER, BEFORE, Scene, ended, recovered, with};
use crate::world::{BookFault, Fault, disk};

/// The number of steps until the first write of a file is half done, some time after the removal of `/b.js`.
const BETWEEN: usize = 19;

fn between() -> Scene {
    let scene = Scene::new().killed(BETWEEN);
    scene.holds("/a.js=t /c.md=one");
    scene
}

#[test]
fn an_empty_journal_is_nothing_to_recover() {
    let mut scene = Scene::new();
    let recovery = scene.recover();
    recovered(&scene, &recovery, RecoveryState::None, BEFORE);
    assert_eq!(scene.world.calls, 0, "the files are not even read");
}

#[test]
fn a_change_cut_short_is_undone() {
    let mut scene = between();
    let recovery = scene.recover();
    recovered(&scene, &recovery, RecoveryState::Undone, BEFORE);
    assert_eq!(recovery.live_root, recovery.pre_root);
    assert_eq!(recovery.restored, ["/a.js", "/b.js"], "only what is not as before is written");
    assert_eq!(recovery.displaced.len(), 1, "half a write is neither before nor after");
    assert_eq!(
        (recovery.displaced[0].path.as_str(), &recovery.displaced[0].content.0[..]),
        ("/a.js", &b"t"[..])
    );
    let again = scene.reload().recover();
    recovered(&scene, &again, RecoveryState::None, BEFORE);
}

#[test]
fn a_change_cut_short_before_its_first_step_is_only_cleared() {
    let mut scene = Scene::new().killed(15);
    assert!(scene.book.text.is_some());
    let recovery = scene.recover();
    recovered(&scene, &recovery, RecoveryState::Cleared, BEFORE);
    assert!(scene.world.touched.is_empty());
}

#[test]
fn a_change_cut_short_after_its_last_check_stays() {
    let steps = (0..).find(|steps| {
        let scene = Scene::new().killed(*steps);
        scene.book.text.as_ref().is_some_and(|text| text.contains("\"committed\""))
    });
    let mut scene = Scene::new().killed(steps.expect("a step"));
    let recovery = scene.recover();
    recovered(&scene, &recovery, RecoveryState::Cleared, AFTER);
    assert_eq!(recovery.live_root, recovery.post_root);
}

#[test]
fn what_others_wrote_meanwhile_is_left_or_kept() {
    let mut scene = between();
    scene.world.disk.insert("/c.md".into(), b"mine".to_vec());
    scene.world.disk.insert("/b.js".into(), b"mine too".to_vec());
    let recovery = scene.recover();
    assert_eq!(recovery.state, RecoveryState::Undone);
    assert_eq!(scene.world.disk, with(BEFORE, "/c.md", "mine"), "no other file is touched");
    assert_ne!(recovery.live_root, recovery.pre_root);
    let kept: Vec<_> = recovery.displaced.iter().map(|it| (it.path.as_str(), &it.content.0[..])).collect();
    assert_eq!(kept, [("/a.js", &b"t"[..]), ("/b.js", b"mine too")]);
}

#[test]
fn what_was_displaced_survives_a_page_that_is_closed_while_recovering() {
    let start = || {
        let mut scene = between();
        scene.world.disk.insert("/b.js".into(), b"mine".to_vec());
        scene
    };
    let mut closed = 0;
    for steps in 0.. {
        let mut scene = start();
        let life = crate::world::Life::of(steps);
        (scene.world.life, scene.book.life) = (life.clone(), life);
        let (target, journal) = (&mut scene.world, &mut scene.book);
        let verifier = &mut crate::world::Judge::new(|_: &str, _: &_| crate::world::pass());
        let gate = verdict_gate::Gate { verifier, target, journal, clock: &|| 0.0 };
        if crate::world::live({ gate }.recover()).is_some() {
            break;
        }
        if scene.book.text.is_none() {
            continue;
        }
        closed += 1;
        let recovery = scene.reload().recover();
        assert!(recovery.displaced.iter().any(|it| it.path == "/b.js" && it.content.0 == b"mine"), "{steps}");
        scene.holds(BEFORE);
    }
    assert!(closed > 10, "{closed}");
}

#[test]
fn committed_files_of_which_some_were_lost_are_undone() {
    let mut scene = Scene::new();
    scene.book.faults.insert(4, BookFault::Fails);
    assert_eq!(scene.apply().state, GateState::Applied);
    scene.world.disk.remove("/new.js");
    let recovery = scene.reload().recover();
    recovered(&scene, &recovery, RecoveryState::Undone, BEFORE);
    // If every write was lost, there is no intermediate state.
    let mut scene = Scene::new();
    scene.book.faults.insert(4, BookFault::Fails);
    scene.apply();
    scene.world.disk = disk(BEFORE);
    let recovery = scene.reload().recover();
    recovered(&scene, &recovery, RecoveryState::Cleared, BEFORE);
}

#[test]
fn a_recovery_that_fails_goes_on_at_the_next_start() {
    let mut scene = between();
    scene.world.faults = (0..20).map(|at| (at, Fault::Fails)).collect();
    let recovery = scene.recover();
    assert_eq!((recovery.state, recovery.code), (RecoveryState::Failed, Some(Code::Unavailable)));
    scene.reload().world.faults = (0..20).map(|at| (at, Fault::Fails)).collect();
    let report = scene.apply();
    assert_eq!(report.state, GateState::Refused, "nothing is applied on top of half a change");
    let recovery = scene.reload().recover();
    recovered(&scene, &recovery, RecoveryState::Undone, BEFORE);
    // The gate does not trust a target that reports a write without performing it.
    let mut scene = between();
    scene.world.faults = (1..20).map(|at| (at, Fault::Lies)).collect();
    assert_eq!(scene.recover().state, RecoveryState::Failed);
    let recovery = scene.reload().recover();
    recovered(&scene, &recovery, RecoveryState::Undone, BEFORE);
}

#[test]
fn files_that_half_a_change_made_unreadable_are_recovered() {
    let mut scene = between();
    // A folder takes the place of a file of the change, so no listing can contain both.
    scene.world.disk.insert("/new.js".into(), b"three".to_vec());
    scene.world.disk.insert("/new.js/x".into(), b"".to_vec());
    assert_eq!(scene.recover().state, RecoveryState::Undone);
    assert_eq!(scene.world.disk, with(BEFORE, "/new.js/x", ""));
}

#[test]
fn an_apply_recovers_first_and_says_so() {
    let mut scene = between();
    let report = scene.apply();
    ended(&scene, &report, GateState::Applied, AFTER);
    let recovery = report.recovery.expect("a recovery");
    assert_eq!(recovery.state, RecoveryState::Undone);
    assert_eq!(report.warnings, ["Recovered first: apply_dogs_bundle was interrupted and is undone"]);
    assert_eq!(report.pre_root, recovery.pre_root);
    assert_eq!(scene.book.text, None);
}

#[test]
fn a_journal_that_cannot_be_read_keeps_the_gate_closed() {
    let mut scene = between();
    scene.book.faults.insert(0, BookFault::Fails);
    let recovery = scene.recover();
    assert_eq!((recovery.state, recovery.code), (RecoveryState::Failed, Some(Code::Unavailable)));
    assert!(scene.world.touched.is_empty());
}

#[test]
fn a_record_that_is_torn_edited_foreign_or_newer_locks_the_gate() {
    let text = between().book.text.expect("a record");
    let torn: Vec<String> = (0..text.len()).step_by(7).map(|end| text[..end].to_owned()).collect();
    let strange = [
        (text.replace("\"/a.js\"", "\"/x.js\""), "torn or was edited"),
        (format!("{text}x"), "torn or was edited"),
        (text.replace("\"version\":1", "\"version\":2"), "version 2"),
        (text.replace("verdict-gate-journal", "other"), "not a record of this gate"),
        ("null".into(), "not a record of this gate"),
        ("{\"a\":1}".into(), "not a record of this gate"),
        ("\u{0}\u{ff}".into(), "not a record of this gate"),
        ("[".repeat(100_000), "not a record of this gate"),
    ];
    let all = torn.into_iter().map(|text| (text, "")).chain(strange);
    for (text, why) in all {
        let mut scene = between();
        let left = scene.world.disk.clone();
        scene.book.text = Some(text.clone());
        let recovery = scene.recover();
        assert_eq!((recovery.state, recovery.code), (RecoveryState::Locked, Some(Code::Integrity)), "{text}");
        assert!(recovery.message.contains(why), "{}", recovery.message);
        let report = scene.apply();
        assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Integrity)));
        assert!(report.message.contains("reset"), "{}", report.message);
        assert_eq!((&scene.world.disk, scene.book.text.as_ref()), (&left, Some(&text)), "nothing is touched");
        let reset = scene.reset("looked at it").expect("a reset");
        assert_eq!((reset.held, reset.text), (None, Some(text)));
        assert_eq!((&scene.world.disk, &scene.book.text), (&left, &None));
        assert_eq!(scene.recover().state, RecoveryState::None);
    }
}

/// A transaction whose restore fails.
fn terminal() -> (Scene, verdict_gate::GateReport) {
    let mut scene = Scene::new();
    scene.world.faults = (4..40).map(|at| (at, Fault::Fails)).collect();
    let report = scene.apply();
    assert_eq!(report.state, GateState::Terminal, "{report:#?}");
    scene.reload();
    (scene, report)
}

#[test]
fn a_restore_that_fails_locks_the_gate_until_a_person_resets_it() {
    let (mut scene, report) = terminal();
    assert!(report.message.contains("RESTORING FAILED"));
    let left = scene.world.disk.clone();
    for _ in 0..3 {
        let report = scene.reload().apply();
        assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Integrity)));
        assert!(report.message.contains("could not be taken back"), "{}", report.message);
        let recovery = scene.reload().recover();
        assert_eq!(recovery.state, RecoveryState::Locked);
        assert!(recovery.pre_root.is_some() && recovery.post_root.is_some());
        assert_eq!((&scene.world.disk, scene.world.calls), (&left, 0), "the files are not even read");
    }
    let held = scene.book.text.clone();
    for reason in ["", " \n"] {
        assert_eq!(scene.reset(reason).expect_err("a reset without a reason").0, "a reset needs a reason");
    }
    assert_eq!(scene.book.text, held);
    let reset = scene.reset("put back by hand").expect("a reset");
    let record = reset.held.expect("what it held");
    assert_eq!(record.state, RecordState::Terminal);
    assert_eq!(record.files.len(), 3);
    assert!(record.reason.expect("a reason").contains("disk full"));
    assert!(reset.message.contains("put back by hand"), "{}", reset.message);
    scene.world.disk = disk(BEFORE);
    let report = scene.apply();
    ended(&scene, &report, GateState::Applied, AFTER);
}

#[test]
fn a_terminal_state_that_the_journal_cannot_be_told_is_said_and_tried_again() {
    let mut scene = Scene::new();
    scene.world.faults = (4..40).map(|at| (at, Fault::Fails)).collect();
    scene.book.faults = (3..20).map(|at| (at, BookFault::Fails)).collect();
    let report = scene.apply();
    assert_eq!(report.state, GateState::Terminal);
    let told = report.errors.iter().any(|error| error.message == "the journal could not be told: no room");
    assert!(told, "{report:#?}");
    let recovery = scene.reload().recover();
    recovered(&scene, &recovery, RecoveryState::Undone, BEFORE);
}

#[test]
fn a_reset_of_an_empty_journal_says_so_and_one_that_fails_keeps_the_record() {
    let mut scene = Scene::new();
    assert_eq!(scene.reset("why not").expect("a reset").message, "There was no record");
    let (mut scene, _) = terminal();
    let held = scene.book.text.clone();
    scene.book.faults.insert(1, BookFault::Fails);
    assert_eq!(scene.reset("now").expect_err("it cannot be cleared").0, "no room");
    assert_eq!(scene.book.text, held);
}
