//! The phases, case by case.

use std::collections::BTreeMap;

use serde_json::json;
use verdict_gate::{ApplyOptions, GateReport, GateState, Phase, PhaseMask, Policy, Verdict};
use verdict_protocol::Code;
use verdict_vfs::Snapshot;

use crate::world::{Disk, Fault, Judge, World, apply_at, disk, pass, snapshot};

const BUNDLE: &str = r#"{"/a.js":"2","/b.js":null,"/new.js":"3"}"#;
const BEFORE: &str = "/a.js=1 /b.js=1 /c.md=1";
const AFTER: &str = "/a.js=2 /c.md=1 /new.js=3";

fn options(mask: u8) -> ApplyOptions {
    ApplyOptions {
        verify_command: Some("test:/a.test.js".into()),
        phase_mask: PhaseMask::try_from(f64::from(mask)).expect("a mask"),
        ..ApplyOptions::default()
    }
}

fn apply(
    world: &mut World,
    bundle: &str,
    options: &ApplyOptions,
    judge: impl FnMut(&str, &Snapshot) -> Verdict,
) -> (GateReport, Vec<(String, String)>) {
    let mut judge = Judge::new(judge);
    let ticks = std::cell::Cell::new(0.0);
    let clock = || {
        ticks.set(ticks.get() + 1.0);
        ticks.get()
    };
    let report = apply_at(bundle, options, &mut judge, world, &clock);
    (report, judge.asked)
}

fn world(files: &str, faults: impl IntoIterator<Item = (usize, Fault)>) -> World {
    World { disk: disk(files), faults: BTreeMap::from_iter(faults), ..World::default() }
}

/// Applies [`BUNDLE`] to [`BEFORE`] and expects a state, files, and a part of the message.
#[track_caller]
fn check(
    faults: &[(usize, Fault)],
    options: &ApplyOptions,
    judge: impl FnMut(&str, &Snapshot) -> Verdict,
    (state, files, message): (GateState, &str, &str),
) -> GateReport {
    let mut world = world(BEFORE, faults.to_vec());
    let (report, _) = apply(&mut world, BUNDLE, options, judge);
    assert_eq!(report.state, state, "{report:#?}");
    assert_eq!(world.disk, disk(files), "{report:#?}");
    assert!(report.message.contains(message), "{}", report.message);
    assert_eq!(report.success, state == GateState::Applied);
    assert_eq!(world.touched.is_empty(), state == GateState::Refused);
    report
}

fn on_type_check(verdict: impl Fn() -> Verdict) -> impl FnMut(&str, &Snapshot) -> Verdict {
    move |command, _| if command.starts_with("type-check:") { verdict() } else { pass() }
}

#[test]
fn a_good_change_is_applied_whole() {
    let mut world = world(BEFORE, []);
    let (before, after) = (snapshot(&disk(BEFORE)), snapshot(&disk(AFTER)));
    let (report, asked) = apply(&mut world, BUNDLE, &options(15), |_, _| pass());
    assert_eq!(world.disk, disk(AFTER));
    assert_eq!(report.pre_root.as_deref(), Some(before.root()));
    assert_eq!(report.post_root.as_deref(), Some(after.root()));
    let commands: Vec<&str> = asked.iter().map(|(command, _)| command.as_str()).collect();
    assert_eq!(
        commands,
        ["test:/a.test.js", "test:/a.test.js", "lint:/a.js /new.js", "type-check:/a.js /new.js"]
    );
    let roots: Vec<&str> = asked.iter().map(|(_, root)| root.as_str()).collect();
    let compared = [after.root(), before.root(), after.root(), after.root()];
    assert_eq!(roots, compared, "judged is what is applied, and compared with what was");
    insta::assert_json_snapshot!(report);
}

#[test]
fn phase_masks() {
    for mask in 1..=15u8 {
        let report =
            check(&[], &options(mask), |_, _| pass(), (GateState::Applied, AFTER, "3 change(s) applied"));
        for phase in &report.phases {
            let asked = mask & phase.phase.bit() != 0;
            assert_eq!((phase.passed, phase.skipped), (asked, !asked), "{mask} {phase:?}");
            assert_eq!(phase.detail.starts_with("Skipped by phase mask"), !asked);
        }
    }
    for bad in [0.0, 16.0, -1.0, 1.5, f64::NAN, f64::INFINITY, 271.0] {
        assert!(PhaseMask::try_from(bad).is_err(), "{bad}");
    }
    for bad in ["0", "16", "\"15\"", "null", "1.5", "[]"] {
        assert!(serde_json::from_str::<PhaseMask>(bad).is_err(), "{bad}");
    }
    let read: ApplyOptions =
        serde_json::from_str(r#"{"verifyCommand":"lint:/a.js","phaseMask":9}"#).expect("options");
    assert!(read.phase_mask.has(Phase::BuildCheck) && !read.phase_mask.has(Phase::PostVerify));
    assert_eq!(read.policy, Policy { allow_unverified: false, ..Policy::default() });
}

#[test]
fn a_negative_verdict_refuses_whatever_the_mask() {
    let refused = |message| (GateState::Refused, BEFORE, message);
    for mask in 1..=15u8 {
        let failing = || {
            let entry = json!({ "suite": "s", "test": "x", "path": ["x"], "passed": false, "state": "failed", "scope": "test", "durationMs": 0.0 });
            crate::common::answer(
                &json!({ "success": false, "error": "1 test(s) failed", "output": [entry] }),
            )
        };
        let report =
            check(&[], &options(mask), |_, _| failing(), refused("Verification failed: 1 test(s) failed"));
        assert_eq!(report.code, None);
        assert_eq!(report.changes_rolled_back, 3);
        assert_eq!(report.result["output"][0]["test"], "x");
    }
    for code in [Code::NoTests, Code::Timeout, Code::Crashed, Code::Cancelled, Code::Unavailable] {
        let failed = |_: &str, _: &Snapshot| Verdict::failed(code, "no");
        let report = check(&[], &options(15), failed, refused("Verification failed: no"));
        assert_eq!(report.code, Some(code));
    }
    // A result with both success and a code is not a pass.
    let both =
        |_: &str, _: &Snapshot| Verdict { success: true, code: Some(Code::Timeout), ..Verdict::default() };
    check(&[], &options(15), both, refused("Verification failed"));
}

#[test]
fn without_verification_the_gate_is_closed_unless_the_policy_opens_it() {
    let open = Policy { allow_unverified: true, ..Policy::default() };
    let none = ApplyOptions { verify_command: None, ..options(15) };
    let report =
        check(&[], &none, |_, _| pass(), (GateState::Refused, BEFORE, "Nothing verifies this change"));
    assert_eq!(report.code, Some(Code::Policy));
    let allowed = ApplyOptions { policy: open.clone(), ..none };
    let report = check(&[], &allowed, |_, _| pass(), (GateState::Applied, AFTER, ""));
    assert_eq!(report.warnings, ["Not verified: no verify command, and the policy allows it"]);

    let missing = |_: &str, _: &Snapshot| Verdict::failed(Code::Unavailable, "no worker");
    let allowed = ApplyOptions { policy: open, ..options(15) };
    let report = check(&[], &allowed, missing, (GateState::Applied, AFTER, ""));
    assert_eq!(report.warnings.len(), 3, "{:?}", report.warnings);
    assert!(report.phases[3].skipped && !report.phases[3].passed);
    // The policy permits a missing verifier, not a failing one.
    let failing = |_: &str, _: &Snapshot| Verdict::failed(Code::Timeout, "too long");
    check(&[], &allowed, failing, (GateState::Refused, BEFORE, "too long"));
}

#[test]
fn a_command_that_is_none_is_refused_before_anything() {
    let unknown = ApplyOptions { verify_command: Some("rm -rf /".into()), ..options(15) };
    let report =
        check(&[], &unknown, |_, _| pass(), (GateState::Refused, BEFORE, "Unknown command type: rm -rf /"));
    assert_eq!(report.code, Some(Code::Command));
    assert_eq!(report.pre_root, None);
}

#[test]
fn a_bundle_with_mistakes_touches_nothing() {
    let mut world = world(BEFORE, []);
    let bundle = "[{\"operation\":\"CREATE\",\"file_path\":\"/a.js\",\"new_content\":\"\"},\n{\"operation\":\"DELETE\",\"file_path\":\"/x\"}]";
    let (report, asked) = apply(&mut world, bundle, &options(15), |_, _| pass());
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Integrity)));
    let places: Vec<_> = report.errors.iter().map(|error| (error.line, error.column)).collect();
    assert_eq!(places, [(Some(1), Some(2)), (Some(2), Some(1))]);
    assert!(asked.is_empty() && world.touched.is_empty());
    let reached: Vec<_> = report.phases.iter().map(|phase| (phase.passed, phase.skipped)).collect();
    assert_eq!(reached, [(false, false), (false, true), (false, true), (false, true)]);
}

#[test]
fn stale_files_are_refused() {
    let edit = || Fault::Stale("/c.md".into());
    let mut world = world(BEFORE, [(1, edit())]);
    let (report, _) = apply(&mut world, BUNDLE, &options(15), |_, _| pass());
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Integrity)));
    assert!(report.message.contains("Stale") && report.message.contains("/c.md"), "{}", report.message);
    assert!(world.touched.is_empty());
    assert_eq!(world.disk["/c.md"], b"somebody else", "the other's edit is kept");
}

// Calls: 0 load, 1 load, 2 remove /b.js, 3 write /a.js, 4 write /new.js, 5 load, then a restore.
#[test]
fn a_step_that_fails_is_taken_back() {
    for at in 2..=4 {
        for fault in [Fault::Fails, Fault::FailsHalfWay, Fault::Lies] {
            let report = check(
                &[(at, fault)],
                &options(15),
                |_, _| pass(),
                (GateState::Restored, BEFORE, "as before"),
            );
            assert_eq!(report.code, Some(Code::Integrity));
            assert_eq!((report.changes_applied, report.changes_rolled_back), (0, 3));
            assert_eq!(report.pre_root, report.post_root);
        }
    }
    let unread = (5, Fault::Fails);
    check(
        &[unread],
        &options(15),
        |_, _| pass(),
        (GateState::Restored, BEFORE, "cannot be read back: cannot list"),
    );
}

#[test]
fn a_restore_is_tried_twice_and_then_says_so() {
    // 4 fails, 5 loads, 6 and 7 restore files, 8 loads; then the restore repeats.
    let once = [(4, Fault::FailsHalfWay), (6, Fault::Fails)];
    check(&once, &options(15), |_, _| pass(), (GateState::Restored, BEFORE, "as before"));
    let for_ever: Vec<(usize, Fault)> =
        (4..40).filter(|at| ![5, 8, 9].contains(at)).map(|at| (at, Fault::Fails)).collect();
    let mut world = world(BEFORE, for_ever);
    let (report, _) = apply(&mut world, BUNDLE, &options(15), |_, _| pass());
    assert_eq!(report.state, GateState::Terminal, "{report:#?}");
    assert!(report.message.contains("RESTORING FAILED"), "{}", report.message);
    assert!(report.errors.len() > 2, "{:#?}", report.errors);
    assert!(!report.success && report.changes_applied == 0);
}

#[test]
fn build_check_counts_new_errors_only() {
    let problem = |line: u32, message: &str| json!({ "file": "/a.js", "line": line, "column": 1, "message": message, "code": "TS2304", "severity": "error" });
    let found = |output: Vec<serde_json::Value>| {
        let error = format!("Found {} type issue(s)", output.len());
        crate::common::answer(&json!({ "success": false, "error": error, "output": output }))
    };
    let before = snapshot(&disk(BEFORE)).root().to_owned();
    let judge = |old: Vec<serde_json::Value>, new: Vec<serde_json::Value>| {
        let before = before.clone();
        move |command: &str, snapshot: &Snapshot| match (
            command.starts_with("type-check:"),
            snapshot.root() == before,
        ) {
            (false, _) => pass(),
            (true, true) => found(old.clone()),
            (true, false) => found(new.clone()),
        }
    };
    let known = || problem(1, "Cannot find name 'x'.");
    let moved = problem(9, "Cannot find name 'x'.");
    check(&[], &options(15), judge(vec![known()], vec![moved.clone()]), (GateState::Applied, AFTER, ""));
    let broken = (GateState::Restored, BEFORE, "1 new errors");
    let report = check(&[], &options(15), judge(vec![known()], vec![moved.clone(), known()]), broken);
    assert_eq!(report.errors.len(), 1);
    assert_eq!((report.errors[0].file.as_deref(), report.errors[0].line), (Some("/a.js"), Some(1)));
    check(&[], &options(15), judge(vec![], vec![moved.clone()]), broken);
    // The mask can omit the phase, which is then recorded as skipped.
    check(&[], &options(7), judge(vec![], vec![moved]), (GateState::Applied, AFTER, ""));
}

#[test]
fn a_build_check_that_cannot_judge_is_no_pass() {
    let restored = |message| (GateState::Restored, BEFORE, message);
    check(
        &[],
        &options(15),
        on_type_check(|| Verdict::failed(Code::Timeout, "too long")),
        restored("too long"),
    );
    check(&[], &options(15), on_type_check(|| Verdict::failed(Code::Unavailable, "gone")), restored("gone"));
    check(&[], &options(15), on_type_check(Verdict::default), restored("no reason given"));
    let cut = || {
        crate::common::answer(&json!({ "success": false, "output": [{ "message": "x" }], "truncated": true }))
    };
    check(&[], &options(15), on_type_check(cut), restored("cut"));
}

#[test]
fn build_check_covers_importers() {
    let files: Disk = disk(
        "/a.js=1 /lib/index.ts=1 /uses-a.js=import'./a.js' /uses-uses.js=from'./uses-a' /uses-lib.js=from'./lib' /other.js=1 /style.css=1",
    );
    let asked_for = |bundle: &str| {
        let mut world = World { disk: files.clone(), ..World::default() };
        let (_, asked) = apply(&mut world, bundle, &options(15), |_, _| pass());
        asked.last().expect("asked").0.clone()
    };
    assert_eq!(asked_for(r#"{"/other.js":"2"}"#), "type-check:/other.js");
    assert_eq!(asked_for(r#"{"/lib/index.ts":"2"}"#), "type-check:/lib/index.ts /uses-lib.js");
    assert!(asked_for(r#"{"/a.js":null}"#).contains("/uses-a.js /uses-uses.js"));
    assert_eq!(asked_for(r#"{"/it is.js":"2"}"#), "type-check:\"/it is.js\"");
    assert_eq!(asked_for(r#"{"/style.css":"2"}"#), "test:/a.test.js", "nothing to check");
}

#[test]
fn post_verify_warns_of_what_changed_nothing() {
    let mut world = world(BEFORE, []);
    let bundle = r#"[{"operation":"MODIFY","file_path":"/a.js","new_content":"1"},{"operation":"RENAME","file_path":"/b.js","new_path":"/d.js"}]"#;
    let (report, _) = apply(&mut world, bundle, &options(15), |_, _| pass());
    assert_eq!(report.state, GateState::Applied);
    assert_eq!(report.warnings, ["MODIFY /a.js changed nothing: the content is the same"]);
    assert_eq!(
        report.phases[2].detail,
        "2 operations: 0 created, 0 modified, 0 deleted, 1 renamed. File delta: expected +0, actual +0. Post-count: 3."
    );
    assert!(report.phases[2].passed);
}
