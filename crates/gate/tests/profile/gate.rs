//! A profile judges a change: the previous state's profile on the new state.

use verdict_gate::{ApplyOptions, Gate, GateReport, GateState, MemoryJournal, Policy, Verdict, Verifier};
use verdict_protocol::Code;

use super::host::{Disk, FILES, Judge, Live, RecordedCheck, disk, fail, pass, timeout};

const CONFIG: &str = "//- /spec/verification.yaml
version: 1
toolchains: { engine: ^0.22 }
skills:
  unit:
    tier: 1
    env: [CI]
    steps:
      - { name: first, run: 'test:/a.test.js' }
profiles: { pr: [unit] }
";

const BUNDLE: &str =
    r#"[{ "operation": "MODIFY", "file_path": "/src/lib.js", "new_content": "export const a = 1;\n" }]"#;

fn options() -> ApplyOptions {
    ApplyOptions {
        profile: Some("pr".into()),
        env: [("CI".to_owned(), "1".to_owned()), ("SECRET".to_owned(), "x".to_owned())].into(),
        change_id: Some("c1".into()),
        ..ApplyOptions::default()
    }
}

fn apply(live: &mut Live, bundle: &str, options: &ApplyOptions, verifier: &mut impl Verifier) -> GateReport {
    let journal = &mut MemoryJournal::default();
    pollster::block_on(Gate { verifier, target: live, journal, clock: &|| 1.0 }.apply(bundle, options))
}

fn world() -> Live {
    Live::of(disk(&format!("{FILES}{CONFIG}")))
}

/// Applies [`BUNDLE`] and reports the verifier's requests, except those made for every change.
fn check(
    live: &mut Live,
    options: &ApplyOptions,
    judge: impl FnMut(&str) -> Verdict,
) -> (GateReport, Vec<RecordedCheck>) {
    let mut judge = Judge::new(judge);
    let report = apply(live, BUNDLE, options, &mut judge);
    judge.asked.retain(|asked| {
        !asked.command.starts_with("type-check:") && !asked.command.starts_with("lint:/src/lib.js")
    });
    (report, judge.asked)
}

fn clean(command: &str) -> Verdict {
    if command.starts_with("type-check:") {
        return crate::common::answer(&serde_json::json!({}));
    }
    pass(command)
}

#[test]
fn a_profile_judges_the_rehearsed_copy_before_anything_is_live() {
    let mut live = world();
    let before = super::host::snapshot(&live.disk);
    let (report, asked) = check(&mut live, &options(), clean);
    assert_eq!(report.state, GateState::Applied, "{report:#?}");
    assert_eq!(asked.len(), 2);
    assert_eq!(asked[1].root, before.root(), "what passed before is compared with what passes after");
    assert_ne!(asked[0].root, before.root(), "the state after the change is judged");
    assert_eq!(asked[0].env, serde_json::json!({ "CI": "1" }));
    assert_eq!(live.disk["/src/lib.js"], b"export const a = 1;\n");
    let profile = report.profile.as_ref().expect("a run");
    assert!(profile.passed && profile.change_id.as_deref() == Some("c1"));
    assert!(
        report.phases[1].detail.contains("Profile pr passed: 1 skill(s), tier 1."),
        "{}",
        report.phases[1].detail
    );
    assert!(report.verification_report("r", 1).passed());
}

#[test]
fn a_profile_that_fails_refuses_the_change() {
    let mut live = world();
    let before: Disk = live.disk.clone();
    for (judge, code) in [(fail as fn(&str) -> _, None), (timeout, Some(Code::Timeout))] {
        let (report, _) = check(&mut live, &options(), judge);
        assert_eq!((report.state, report.code), (GateState::Refused, code), "{}", report.message);
        assert!(report.message.starts_with("Profile pr failed"), "{}", report.message);
        assert_eq!(live.disk, before);
        assert!(!report.verification_report("r", 1).passed());
    }
}

#[test]
fn the_profile_is_that_of_the_state_before() {
    // The change itself adds a profile with weaker requirements.
    let weaker = CONFIG.split_once('\n').expect("a header").1.replace("/a.test.js", "/b.test.js");
    let bundle = serde_json::json!([{ "operation": "MODIFY", "file_path": "/spec/verification.yaml", "new_content": weaker }]);
    let mut judge = Judge::new(clean);
    apply(&mut world(), &bundle.to_string(), &options(), &mut judge);
    assert!(judge.asked.iter().all(|asked| asked.command != "test:/b.test.js"), "{:?}", judge.asked);
    let mut live = Live::of(disk(FILES));
    let bundle = serde_json::json!([{ "operation": "CREATE", "file_path": "/spec/verification.yaml", "new_content": weaker }]);
    let report = apply(&mut live, &bundle.to_string(), &options(), &mut Judge::new(clean));
    assert_eq!(report.state, GateState::Refused);
    assert_eq!(live.disk, disk(FILES));
}

#[test]
fn files_that_drift_while_the_profile_runs_refuse_the_change() {
    let mut live = world();
    // Comparisons: before the change is read, at the start of the profile, after its step.
    live.meddling.insert(2, vec![("/src/other.js", Some("somebody"))]);
    let (report, _) = check(&mut live, &options(), clean);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Integrity)));
    assert!(report.message.contains("Drift: 1 tracked file(s)"), "{}", report.message);
    assert_eq!(report.profile.expect("a run").effective_tier, 3);
}

#[test]
fn a_configuration_with_mistakes_refuses_with_their_places() {
    let mut live = world();
    let text = String::from_utf8(live.disk["/spec/verification.yaml"].clone()).expect("text");
    live.disk.insert("/spec/verification.yaml".into(), text.replace("tier: 1", "tier: 7").into_bytes());
    let (report, asked) = check(&mut live, &options(), clean);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Syntax)));
    let error = &report.errors[0];
    assert_eq!(
        (error.file.as_deref(), error.line, error.column),
        (Some("/spec/verification.yaml"), Some(5), Some(11))
    );
    assert!(asked.is_empty());
}

#[test]
fn unknown_profiles_and_hostile_ids_refuse() {
    let gone = ApplyOptions { profile: Some("nightly".into()), ..options() };
    let (report, _) = check(&mut world(), &gone, clean);
    assert_eq!(
        (report.state, report.code, report.errors[0].line),
        (GateState::Refused, Some(Code::NotFound), Some(9))
    );
    let hostile = ApplyOptions { change_id: Some("../..".into()), ..options() };
    let (report, _) = check(&mut world(), &hostile, clean);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Path)));
}

#[test]
fn a_toolchain_that_does_not_fit_refuses() {
    let mut judge = Judge { toolchain: None, ..Judge::new(clean) };
    let report = apply(&mut world(), BUNDLE, &options(), &mut judge);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Version)));
    assert!(judge.asked.is_empty());
}

#[test]
fn a_missing_verifier_closes_the_gate_unless_the_policy_names_the_case() {
    let gone = |_: &str| Verdict::failed(Code::Unavailable, "no manager");
    let (report, _) = check(&mut world(), &options(), gone);
    assert_eq!((report.state, report.code), (GateState::Refused, Some(Code::Unavailable)));
    let open = ApplyOptions { policy: Policy { allow_unverified: true, ..Policy::default() }, ..options() };
    let (report, _) = check(&mut world(), &open, gone);
    assert_eq!(report.state, GateState::Applied, "{}", report.message);
    assert!(report.warnings.iter().any(|warning| warning.starts_with("Not verified: Profile pr failed")));
    assert!(!report.verification_report("r", 1).passed(), "let through is not passed");
    let (report, _) = check(&mut world(), &open, fail);
    assert_eq!(report.state, GateState::Refused, "what was judged is never let through");
}
