//! Two witnesses: what the gate must have confirmed. It never applies a change on a provisional result.

use serde_json::json;
use verdict_gate::{ApplyOptions, Check, Policy, Verdict, Verifier};
use verdict_protocol::{All, Code, Confirm, Required};

use crate::world::{World, apply, disk, pass};

/// Passes everything and records the requested confirmations, by command.
struct RecordingVerifier {
    /// Whether it runs two engines.
    two: bool,
    asked: Vec<(String, Option<Confirm>)>,
}

impl Verifier for RecordingVerifier {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.asked.push((check.command.to_owned(), check.confirm.cloned()));
        crate::common::to(check, pass())
    }

    fn confirms(&self) -> bool {
        self.two
    }
}

const FILES: &str = "/src/a.js=1 /src/b.js=2 /src/a.test.js=import'./a.js' /src/b.test.js=import'./b.js'";
const BUNDLE: &str = r#"{ "/src/a.js": "3" }"#;

fn options(confirm: Confirm) -> ApplyOptions {
    let policy = Policy { confirm, ..Policy::default() };
    ApplyOptions { verify_command: Some("test:/src/*.test.js".into()), policy, ..ApplyOptions::default() }
}

fn asked(two: bool, confirm: Confirm) -> Confirm {
    let (mut verifier, mut world) =
        (RecordingVerifier { two, asked: Vec::new() }, World::new(disk(FILES), []));
    let report = apply(BUNDLE, &options(confirm), &mut verifier, &mut world);
    assert!(report.success, "{report:?}");
    let of = |(command, confirm): &(String, Option<Confirm>)| {
        command.starts_with("test:").then(|| confirm.clone()).flatten()
    };
    // With two engines, the previous state runs first and needs no confirmation.
    let is_of_after =
        |confirm: &Confirm| confirm.sample > 0.0 || confirm.required != Required::Files(Vec::new());
    verifier.asked.iter().filter_map(of).find(is_of_after).expect("a policy with the verify command")
}

#[test]
fn what_the_change_can_break_must_be_confirmed() {
    let confirm = asked(true, Confirm::default());
    assert_eq!(confirm.required, Required::Files(vec!["/src/a.js".into(), "/src/a.test.js".into()]));
    assert_eq!(confirm.sample, 0.1);
}

#[test]
fn what_the_policy_names_must_be_too() {
    let named =
        Confirm { required: Required::Files(vec!["/src/b*".into()]), sample: 0.5, ..Confirm::default() };
    let confirm = asked(true, named);
    let files = ["/src/b*", "/src/a.js", "/src/a.test.js"].map(str::to_owned);
    assert_eq!(confirm.required, Required::Files(files.to_vec()));
    assert_eq!(confirm.sample, 0.5);
    let all = Confirm { required: Required::All(All::All), ..Confirm::default() };
    assert_eq!(asked(true, all.clone()), all);
}

/// The tests of a change that must be confirmed. Takes `path=content` pairs.
fn required(change: &str) -> Required {
    let mut files = disk(FILES);
    files.insert("/verdict.config.json".into(), br#"{ "test": { "setupFiles": "setup.js" } }"#.into());
    for (path, text) in
        disk("/setup.js=import'./helps.js' /helps.js=1 /lonely.js=1 /README.md=1 /package.json={}")
    {
        files.insert(path, text);
    }
    let bundle: std::collections::BTreeMap<String, String> = disk(change)
        .into_iter()
        .map(|(path, text)| (path, String::from_utf8(text).expect("a text")))
        .collect();
    let (mut verifier, mut world) =
        (RecordingVerifier { two: true, asked: Vec::new() }, World::new(files, []));
    let bundle = serde_json::to_string(&bundle).expect("a bundle");
    let report = apply(&bundle, &options(Confirm::default()), &mut verifier, &mut world);
    // The previous state runs first and needs no confirmation.
    let of_after = verifier.asked.get(1).unwrap_or_else(|| panic!("{report:?}"));
    of_after.1.clone().expect("a policy").required
}

#[test]
fn where_a_change_may_concern_all_tests_all_must_be_confirmed() {
    let files = |files: &[&str]| Required::Files(files.iter().map(|file| (*file).to_owned()).collect());
    assert_eq!(required("/src/b.js=3"), files(&["/src/b.js", "/src/b.test.js"]));
    assert_eq!(required("/README.md=2"), files(&[]));
    assert_eq!(
        required("/src/__snapshots__/a.test.js.snap=2"),
        files(&["/src/a.test.js"]),
        "the test of a snapshot file"
    );
    let all = Required::All(All::All);
    assert_eq!(required("/setup.js=2"), all, "what runs before every test");
    assert_eq!(required("/helps.js=2 /src/a.js=3"), all, "and what that imports");
    assert_eq!(required("/package.json=2"), all, "what says how imports are read");
    assert_eq!(required("/new/tsconfig.base.json=2"), all);
    assert_eq!(required("/lonely.js=2"), all, "the tests of it cannot be told");
}

/// Passes everything until a given check, and is cancelled from there on.
struct Cancelled {
    after: usize,
    asked: usize,
}

impl Verifier for Cancelled {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.asked += 1;
        crate::common::to(check, pass())
    }

    fn is_cancelled(&self) -> bool {
        self.asked >= self.after
    }
}

#[test]
fn what_was_cancelled_before_it_is_written_is_not() {
    for (after, applied) in [(1, false), (99, true)] {
        let (mut verifier, mut world) = (Cancelled { after, asked: 0 }, World::new(disk(FILES), []));
        let report = apply(BUNDLE, &options(Confirm::default()), &mut verifier, &mut world);
        assert_eq!(report.success, applied, "{report:?}");
        assert_eq!(world.disk == disk(FILES), !applied);
        assert_eq!(report.code, (!applied).then_some(Code::Cancelled));
    }
}

#[test]
fn what_the_change_can_break_is_only_searched_for_where_a_second_engine_is_asked() {
    assert_eq!(asked(false, Confirm::default()), Confirm::default());
}

/// The steps of a profile need the same confirmation as the verify command.
#[test]
fn steps_of_a_profile_are_confirmed_too() {
    let spec = "version: 1
skills:
  unit:
    tier: 1
    steps:
      - { name: all, run: 'test:/src/*.test.js' }
profiles:
  pr: [unit]
";
    let mut files = disk(FILES);
    files.insert("/spec/verification.yaml".into(), spec.into());
    let (mut verifier, mut world) =
        (RecordingVerifier { two: true, asked: Vec::new() }, World::new(files, []));
    let options =
        ApplyOptions { verify_command: None, profile: Some("pr".into()), ..options(Confirm::default()) };
    let report = apply(BUNDLE, &options, &mut verifier, &mut world);
    let (command, confirm) = verifier.asked.get(1).unwrap_or_else(|| panic!("{report:?}"));
    let files = Required::Files(vec!["/src/a.js".into(), "/src/a.test.js".into()]);
    assert_eq!(
        (command.as_str(), confirm.as_ref().map(|confirm| &confirm.required)),
        ("test:/src/*.test.js", Some(&files))
    );
}

/// Always gives the configured answer.
struct Says(Verdict);

impl Verifier for Says {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        crate::common::to(check, self.0.clone())
    }
}

#[track_caller]
fn check(keys: &serde_json::Value, expected: Result<(), (Code, &str)>) {
    let verdict = crate::common::answer(keys);
    let (mut verifier, mut world) = (Says(verdict), World::new(disk(FILES), []));
    let before = world.disk.clone();
    let report = apply(BUNDLE, &options(Confirm::default()), &mut verifier, &mut world);
    match expected {
        Ok(()) => assert!(report.success, "{report:?}"),
        Err((code, message)) => {
            assert_eq!((report.success, report.code), (false, Some(code)), "{report:?}");
            assert!(report.message.contains(message), "{}", report.message);
            assert_eq!(world.disk, before);
        }
    }
}

#[test]
fn a_verdict_on_other_files_is_none() {
    check(&json!({ "output": [], "snapshotRoot": "" }), Ok(()));
    check(
        &json!({ "output": [], "snapshotRoot": "other" }),
        Err((Code::Integrity, "judged files of the root other")),
    );
}

#[test]
fn nothing_is_applied_on_a_provisional_word() {
    check(&json!({ "output": [], "engine": "both" }), Ok(()));
    check(&json!({ "output": [], "provisional": false }), Ok(()));
    let said = json!({ "output": [], "engine": "browser", "provisional": true });
    check(&said, Err((Code::Policy, "the browser's engine alone decides nothing")));
    let unsaid = json!({ "output": [], "engine": "browser" });
    check(&unsaid, Err((Code::Policy, "the browser's engine alone decides nothing")));
}

#[test]
fn an_answer_that_cannot_be_read_is_no_pass() {
    let unreadable = Err((Code::Protocol, "The verifier's answer cannot be read"));
    for (key, value) in [
        ("provisional", json!("no")),
        ("provisional", json!(null)),
        ("engine", json!("other")),
        ("output", json!(1)),
        ("snapshotRoot", json!(null)),
        ("truncated", json!("no")),
    ] {
        let mut keys = json!({ "output": [] });
        keys[key] = value;
        check(&keys, unreadable);
    }
}
