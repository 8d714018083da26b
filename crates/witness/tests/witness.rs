//! Plans and their outcomes, through the public API.

use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_protocol::refusals::absent_global;
use verdict_protocol::{Code, Confirm, Engine, VerifyResult};
use verdict_witness::{Plan, confirm, plan};

/// A result from lines `/file | path > name | state [| error [| code]]`. A line with an empty path is about
/// the file.
fn result(lines: &str) -> VerifyResult {
    let entries: Vec<Value> = lines.lines().filter(|line| !line.trim().is_empty()).map(entry).collect();
    let failed = entries.iter().any(|entry| entry["state"] == "failed");
    let value = json!({
        "success": !failed, "output": entries, "error": failed.then_some("1 test(s) failed"), "code": null,
        "command": "test:/**", "snapshotRoot": "root", "outputSha256": "", "truncated": false,
        "console": { "entries": [], "total": 0, "truncated": false },
        "timing": { "totalMs": 0.0, "files": [], "tests": [] },
    });
    serde_json::from_value(value).expect("a result")
}

fn entry(line: &str) -> Value {
    let mut parts = line.trim().split(" | ");
    let file = parts.next().unwrap_or_default();
    let path: Vec<&str> = parts.next().unwrap_or_default().split(" > ").collect();
    let state = parts.next().unwrap_or_default();
    let (error, code) = (parts.next(), parts.next());
    let (scope, path) = if path == [""] { ("file", vec![file]) } else { ("test", path) };
    json!({
        "suite": "Default", "test": path.last(), "passed": state == "passed", "error": error, "scope": scope,
        "state": state, "path": path, "file": file, "line": 1, "column": 1, "durationMs": 0.0, "code": code,
    })
}

fn policy(value: Value) -> Confirm {
    serde_json::from_value(value).expect("a policy")
}

/// `outcome; c=confirmed d=disagreements u=unconfirmed`.
fn outcome(first: &str, second: &str, confirm_what: Value) -> String {
    let policy = policy(confirm_what);
    let first = result(first);
    let plan = plan(&first, &policy, 7);
    let second = plan.command().map(|_| result(second));
    let told = confirm(first, second.as_ref(), &plan, &policy);
    assert_eq!((told.engine, told.provisional), (Engine::Both, false));
    assert_eq!(told.success, told.code.is_none() && told.error.is_none());
    let said = told.witnesses.as_ref().expect("witnesses");
    let code = told.code.map_or("passed", Code::as_str);
    let code = if told.success || told.code.is_some() { code } else { "failed" };
    format!("{code}; c={} d={} u={}", said.confirmed, said.disagreements.len(), said.unconfirmed.len())
}

fn check(first: &str, second: &str, confirm_what: Value, expected: &str) {
    assert_eq!(outcome(first, second, confirm_what), expected, "{first}\nagainst\n{second}");
}

const ALL: fn() -> Value = || json!({ "required": "all" });
const TWO: &str = "/a.test.js | s > one | passed\n/a.test.js | two | passed";

#[test]
fn what_both_say_is_confirmed() {
    check(TWO, TWO, ALL(), "passed; c=2 d=0 u=0");
    // Skipped in both, too.
    let skipped = "/a.test.js | one | passed\n/a.test.js | two | skipped";
    check(skipped, skipped, ALL(), "passed; c=2 d=0 u=0");
}

#[test]
fn one_disagreement_is_enough() {
    let other = "/a.test.js | s > one | passed\n/a.test.js | two | failed | expected 1 to be 2";
    check(TWO, other, ALL(), "err:disagreement; c=1 d=1 u=0");
    // A test that only one of them has: an omitted one, and an invented one.
    let more = format!("{TWO}\n/a.test.js | three | failed | boom");
    check(TWO, &more, ALL(), "err:disagreement; c=2 d=1 u=0");
    check(&format!("{TWO}\n/a.test.js | three | passed"), TWO, ALL(), "err:disagreement; c=2 d=1 u=0");
    // Skipped in one, passed in the other.
    check("/a.test.js | one | passed", "/a.test.js | one | skipped", ALL(), "err:disagreement; c=0 d=1 u=0");
    // Two tests of the same name.
    let same = "/a.test.js | one | passed\n/a.test.js | one | passed";
    let second = "/a.test.js | one | passed\n/a.test.js | one | failed | no";
    check(same, second, ALL(), "err:disagreement; c=1 d=1 u=0");
}

#[test]
fn what_the_second_cannot_run_is_unconfirmed() {
    let lacks =
        "/a.test.js | one | failed | fetch is not available in this sandbox, which reaches no network";
    check("/a.test.js | one | passed", lacks, ALL(), "err:unavailable; c=0 d=0 u=1");
    let allow = json!({ "required": "all", "unconfirmed": "allow" });
    check("/a.test.js | one | passed", lacks, allow, "passed; c=0 d=0 u=1");
    let intl = absent_global("Intl", "the guest knows no locales");
    let intl = format!("/a.test.js | one | failed | {intl}");
    check("/a.test.js | one | passed", &intl, ALL(), "err:unavailable; c=0 d=0 u=1");
    let slow = "/a.test.js | one | failed | too many instructions | err:budget";
    check("/a.test.js | one | passed", slow, ALL(), "err:unavailable; c=0 d=0 u=1");
    let file = "/a.test.js |  | failed | Cannot import 'node:net': this module of Node is not available in the sandbox";
    check(TWO, file, ALL(), "err:unavailable; c=0 d=0 u=2");
    // A file that fails itself has failed.
    check(TWO, "/a.test.js |  | failed | boom", ALL(), "err:disagreement; c=0 d=2 u=0");
    // A test that was only sampled is listed.
    check("/a.test.js | one | passed", lacks, json!({ "sample": 1 }), "passed; c=0 d=0 u=1");
}

#[test]
fn a_failure_needs_no_second_witness() {
    check("/a.test.js | one | failed | no", "", ALL(), "failed; c=0 d=0 u=0");
    check("", "", ALL(), "passed; c=0 d=0 u=0");
}

/// The outcome of two results after a manual change.
fn changed(change: impl FnOnce(&mut VerifyResult, &mut VerifyResult)) -> (bool, Option<Code>) {
    // Nothing is required, and everything is sampled.
    let policy = policy(json!({ "sample": 1, "unconfirmed": "allow" }));
    let (mut first, mut second) = (result(TWO), result(TWO));
    change(&mut first, &mut second);
    let plan = plan(&first, &policy, 7);
    let told = confirm(first, Some(&second), &plan, &policy);
    (told.success, told.code)
}

#[test]
fn a_second_witness_that_was_not_heard_confirms_nothing() {
    assert_eq!(changed(|_, _| {}), (true, None));
    let lost = |code| {
        changed(|_, second| *second = VerifyResult::refused("test:/a.test.js", code, "it came to nothing"))
    };
    for code in [Code::Cancelled, Code::Busy, Code::Startup, Code::Unavailable, Code::Protocol, Code::Path] {
        assert_eq!(lost(code), (false, Some(code)));
    }
    // Limits that the tests may have reached leave them unconfirmed.
    for code in [Code::Timeout, Code::Budget, Code::Memory, Code::Stack, Code::Limit, Code::Crashed] {
        assert_eq!(lost(code), (true, None), "{code:?}");
    }
    // Cancelled after some tests had finished.
    assert_eq!(changed(|_, second| second.code = Some(Code::Cancelled)), (false, Some(Code::Cancelled)));
}

#[test]
fn both_witnesses_saw_the_same_files() {
    let other = changed(|_, second| second.snapshot_root = "other".into());
    assert_eq!(other, (false, Some(Code::Integrity)));
}

#[test]
fn what_was_cut_away_is_not_confirmed() {
    for of_first in [true, false] {
        let cut = |console: bool, limit: u64| {
            changed(|first, second| {
                let of = if of_first { first } else { second };
                of.console.truncated = console;
                *of = std::mem::replace(of, result("")).sealed(limit);
            })
        };
        assert_eq!(cut(false, u64::MAX), (true, None));
        assert_eq!(cut(true, u64::MAX), (true, None), "a console that was cut is no matter");
        assert_eq!(cut(false, 300), (false, Some(Code::Limit)));
        assert_eq!(cut(true, 300), (false, Some(Code::Limit)));
    }
}

fn planned(lines: &str, confirm_what: Value) -> Plan {
    plan(&result(lines), &policy(confirm_what), 1)
}

#[test]
fn required_files_are_named_by_path_or_glob() {
    let lines = "/src/b.test.js | x | passed\n/src/a.test.js | x | passed\n/lib/c d.test.js | x | passed";
    let files = |required: Value| {
        let plan = planned(lines, json!({ "required": required, "sample": 0 }));
        (plan.command().unwrap_or_default(), plan.required_tests)
    };
    assert_eq!(
        files(json!("all")),
        ("test:\"/lib/c d.test.js\" /src/a.test.js /src/b.test.js".to_owned(), 3)
    );
    assert_eq!(files(json!(["/src/*.test.js"])), ("test:/src/a.test.js /src/b.test.js".to_owned(), 2));
    assert_eq!(files(json!(["/src/a.test.js"])), ("test:/src/a.test.js".to_owned(), 1));
    // As in a command, paths are relative to the root, with or without a leading slash.
    for relative in ["src/a.test.js", "./src/a.test.js", "src/a.*"] {
        assert_eq!(files(json!([relative])), ("test:/src/a.test.js".to_owned(), 1));
    }
    assert_eq!(files(json!([])), (String::new(), 0));
}

/// A file that no command can name does not prevent others from being confirmed, and does not count as
/// confirmed.
#[test]
fn what_no_command_can_name_is_unconfirmed() {
    let odd = "/b \"'.test.js | x | passed";
    let first = format!("/a.test.js | one | passed\n{odd}");
    let plan = planned(&first, json!({ "required": "all" }));
    assert_eq!((plan.command(), plan.required_tests), (Some("test:/a.test.js".to_owned()), 2));
    let second = "/a.test.js | one | passed";
    check(&first, second, ALL(), "err:unavailable; c=1 d=0 u=1");
    check(&first, second, json!({ "required": "all", "unconfirmed": "allow" }), "passed; c=1 d=0 u=1");
    check(&first, "/a.test.js | one | failed", json!({ "sample": 1 }), "err:disagreement; c=0 d=1 u=1");
    check(odd, "", ALL(), "err:unavailable; c=0 d=0 u=1");
    check(odd, "", json!({ "sample": 1 }), "passed; c=0 d=0 u=1");
}

#[test]
fn a_sample_is_a_share_rounded_up() {
    let lines: String = (0..40).map(|n| format!("/{n}.test.js | x | passed\n")).collect();
    for (share, drawn) in [(json!(0), 0), (json!(0.01), 1), (json!(0.1), 4), (json!(1), 40), (json!(9), 40)] {
        let plan = planned(&lines, json!({ "sample": share }));
        assert_eq!((plan.sampled_tests, plan.files.len()), (drawn, drawn), "{share}");
    }
    let drawn = |seed| plan(&result(&lines), &policy(json!({ "sample": 0.1 })), seed).files;
    assert_eq!(drawn(3), drawn(3));
    assert_ne!(drawn(3), drawn(4));
}

#[test]
fn policies_that_are_none_are_refused() {
    for bad in [json!({ "required": "some" }), json!({ "unconfirmed": "maybe" }), json!({ "sample": "1" })] {
        assert!(serde_json::from_value::<Confirm>(bad.clone()).is_err(), "{bad}");
    }
}

fn state() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("passed"), Just("failed"), Just("skipped"), Just("todo")]
}

proptest! {
    /// A request passes only if the second witness reports `passed` for every required test it ran.
    #[test]
    fn no_pass_without_the_second(
        first in prop::collection::vec(state(), 0..6),
        second in prop::collection::vec(state(), 0..6),
    ) {
        let lines = |states: &[&str]| -> String {
            states.iter().enumerate().map(|(n, state)| format!("/a.test.js | t{n} | {state}\n")).collect()
        };
        let passes = outcome(&lines(&first), &lines(&second), ALL()).starts_with("passed");
        let agree = first == second || first.is_empty();
        prop_assert_eq!(passes, agree && !first.contains(&"failed"));
    }
}

#[test]
fn evidence_of_the_first_is_handed_on_with_what_the_second_knows_more() {
    let edge = |specifier: &str| json!({ "importer": "/a.test.js", "specifier": specifier, "kind": "import", "path": null });
    let with = |files: Value| {
        let mut one = result(TWO);
        one.evidence = serde_json::from_value(json!({ "files": files })).expect("evidence");
        one
    };
    let first = with(json!([
        { "file": "/a.test.js", "imports": [edge("./a"), edge("./c")] },
        { "file": "/b.test.js", "imports": [edge("./b")] },
    ]));
    let second = with(json!([{
        "file": "/a.test.js", "imports": [edge("./b"), edge("./c")], "tests": [{ "path": ["one"] }],
    }]));
    let policy = policy(ALL());
    let plan = plan(&first, &policy, 7);
    let told = |second: &VerifyResult| {
        let told = confirm(first.clone(), Some(second), &plan, &policy).evidence.expect("evidence");
        let of = |file: &str| {
            let file = told.of_file(file).expect("the file");
            let specifiers: Vec<&str> = file.imports.iter().map(|edge| edge.specifier.as_str()).collect();
            (specifiers.join(" "), file.tests.len())
        };
        (of("/a.test.js"), of("/b.test.js"))
    };
    assert_eq!(told(&second), (("./a ./b ./c".to_owned(), 1), ("./b".to_owned(), 0)));
    assert_eq!(told(&result(TWO)), (("./a ./c".to_owned(), 0), ("./b".to_owned(), 0)));
    // If the first recorded no evidence, none is reported.
    assert_eq!(confirm(result(TWO), Some(&second), &plan, &policy).evidence, None);
}
