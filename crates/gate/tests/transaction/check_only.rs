//! Judges a change without applying it.

use serde_json::json;
use verdict_gate::{ApplyOptions, Gate, GateReport, GateState, Phase, RecoveryState};
use verdict_protocol::Code;
use verdict_vfs::Snapshot;

use crate::world::{Book, Fault, Judge, World, disk, pass};

/// Judges a change of `/a.js` with a verifier that fails commands with a given prefix.
fn judge(
    fails: &str,
    options: &serde_json::Value,
    faults: &[(usize, Fault)],
    journal: Option<&str>,
) -> (GateReport, Vec<String>) {
    let options: ApplyOptions = serde_json::from_value(options.clone()).expect("options");
    let before = disk("/a.js=1 /a.test.js=1");
    let mut world = World::new(before.clone(), faults.iter().cloned());
    let mut book = Book { text: journal.map(str::to_owned), ..Book::default() };
    let fails = fails.to_owned();
    let mut verifier = Judge::new(move |command: &str, _: &Snapshot| {
        let mut verdict = pass();
        if !fails.is_empty() && command.starts_with(&fails) {
            verdict.success = false;
            verdict.error = Some("no".to_owned());
            verdict.code = Some(Code::Timeout);
        }
        verdict
    });
    let mut gate = Gate { verifier: &mut verifier, target: &mut world, journal: &mut book, clock: &|| 0.0 };
    let report = pollster::block_on(gate.check(r#"{"/a.js":"2","/b.js":"3"}"#, &options));
    let stale = faults.iter().any(|(_, fault)| matches!(fault, Fault::Stale(_)));
    assert!(world.touched.is_empty() && (stale || world.disk == before), "{report:#?}");
    assert!(book.asked.is_empty() && world.checkpoints.is_empty(), "the journal is only looked at");
    assert_eq!(report.success, report.state == GateState::Checked);
    assert!(matches!(report.state, GateState::Checked | GateState::Refused), "{report:#?}");
    assert_eq!((report.changes_applied, &report.post_root, &report.snapshot), (0, &None, &None));
    (report, verifier.asked.into_iter().map(|(command, _)| command).collect())
}

#[test]
fn every_phase_of_the_mask_judges() {
    let options = |mask: u8| json!({ "verifyCommand": "test:/a.test.js", "phaseMask": mask });
    let (report, asked) = judge("", &options(15), &[], None);
    assert_eq!((report.state, report.code), (GateState::Checked, None), "{report:#?}");
    assert_eq!(
        report.message,
        "2 change(s) checked by PreFlight, Snapshot+Rollback, PostVerify, BuildCheck; nothing was applied"
    );
    assert_eq!(asked, ["test:/a.test.js", "test:/a.test.js", "lint:/a.js /b.js", "type-check:/a.js /b.js"]);
    assert!(report.phases.iter().all(|phase| phase.passed), "{report:#?}");
    assert!(!report.phases[1].detail.contains("Snapshot: "), "{report:#?}");
    for (mask, fails, phase) in
        [(15, "test:", 1), (15, "type-check:", 3), (15, "lint:", 3), (9, "type-check:", 3), (2, "test:", 1)]
    {
        let (report, _) = judge(fails, &options(mask), &[], None);
        assert_eq!(report.state, GateState::Refused, "{mask} {fails}");
        assert!(!report.phases[phase].passed && !report.phases[phase].skipped, "{mask} {fails} {report:#?}");
    }
    let (report, asked) = judge("test:", &options(9), &[], None);
    assert_eq!(
        (report.state, asked.as_slice()),
        (GateState::Checked, &["lint:/a.js /b.js".to_owned(), "type-check:/a.js /b.js".to_owned()][..])
    );
}

#[test]
fn pre_flight_alone_asks_nothing() {
    for options in [json!({ "phaseMask": 1 }), json!({ "phaseMask": 1, "verifyCommand": "test:/a.test.js" })]
    {
        let (report, asked) = judge("", &options, &[], None);
        assert_eq!(report.state, GateState::Checked, "{report:#?}");
        assert!(asked.is_empty() && report.phases[0].passed, "{report:#?}");
        let others = report.phases.iter().filter(|phase| phase.phase != Phase::PreFlight);
        assert!(others.into_iter().all(|phase| phase.skipped && !phase.passed), "{report:#?}");
    }
    let (report, _) = judge("", &json!({ "phaseMask": 3 }), &[], None);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Policy)));
    let (report, _) = judge("", &json!({ "phaseMask": 1, "verifyCommand": "nonsense" }), &[], None);
    assert_eq!(report.code, Some(Code::Command));
}

#[test]
fn what_an_interrupted_change_left_is_not_touched() {
    let options = json!({ "verifyCommand": "test:/a.test.js" });
    let (report, asked) = judge("", &options, &[], Some("a record"));
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Unavailable)));
    assert!(asked.is_empty() && report.message.contains("recovered first"), "{report:#?}");
    assert!(report.recovery.is_none_or(|recovery| recovery.state == RecoveryState::None));
}

#[test]
fn files_that_change_meanwhile_are_not_what_was_judged() {
    let options = json!({ "verifyCommand": "test:/a.test.js" });
    for call in [1, 2] {
        let (report, _) = judge("", &options, &[(call, Fault::Stale("/x".into()))], None);
        assert_eq!(
            (report.state, report.code),
            (GateState::Refused, Some(Code::Integrity)),
            "{call} {report:#?}"
        );
    }
}
