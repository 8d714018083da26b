//! Two witnesses: what the gate asks to be confirmed, and that nothing is applied on a provisional word.

use serde_json::json;
use verdict_gate::{ApplyOptions, Check, Policy, Verdict, Verifier};
use verdict_protocol::{All, Code, Confirm, Required};

use crate::world::{World, apply, disk, pass};

/// Passes everything and keeps what is to be confirmed, by command.
struct Asked {
    /// Whether it asks two engines.
    two: bool,
    asked: Vec<(String, Option<Confirm>)>,
}

impl Verifier for Asked {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        self.asked.push((check.command.to_owned(), check.confirm.cloned()));
        pass()
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
    let (mut verifier, mut world) = (Asked { two, asked: Vec::new() }, World::new(disk(FILES), []));
    let report = apply(BUNDLE, &options(confirm), &mut verifier, &mut world);
    assert!(report.success, "{report:?}");
    let of = |(command, confirm): &(String, Option<Confirm>)| {
        command.starts_with("test:").then(|| confirm.clone()).flatten()
    };
    verifier.asked.iter().find_map(of).expect("a policy with the verify command")
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

#[test]
fn what_the_change_can_break_is_only_searched_for_where_a_second_engine_is_asked() {
    assert_eq!(asked(false, Confirm::default()), Confirm::default());
}

/// Answers as it is told.
struct Says(Verdict);

impl Verifier for Says {
    async fn verify(&mut self, _: &Check<'_>) -> Verdict {
        self.0.clone()
    }
}

#[track_caller]
fn check(detail: serde_json::Value, expected: Result<(), (Code, &str)>) {
    let verdict = Verdict { success: true, detail, ..Verdict::default() };
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
fn nothing_is_applied_on_a_provisional_word() {
    check(json!({ "output": [], "engine": "both" }), Ok(()));
    check(json!({ "output": [], "provisional": false }), Ok(()));
    for provisional in [json!(true), json!("no"), json!(null)] {
        let detail = json!({ "output": [], "engine": "browser", "provisional": provisional });
        check(detail, Err((Code::Policy, "the browser's engine alone decides nothing")));
    }
    let unsaid = json!({ "output": [], "engine": "browser" });
    check(unsaid, Err((Code::Policy, "the browser's engine alone decides nothing")));
}
