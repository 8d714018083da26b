//! Joining separately run files of a `test:` gives the result of one run.
#![allow(missing_docs, clippy::unwrap_used)]

use crate::support;

use serde_json::{Value, json};
use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Code, Limits, Output, VerifyResult};
use verdict_vfs::Snapshot;

fn run(snapshot: &Snapshot, command: &str, limits: &Limits, config: Option<&Value>) -> VerifyResult {
    let request = Request { command, snapshot, limits: limits.clone(), config, seed: 7 };
    let mut result = verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    // Real time; with a host clock that stands still, only the number of times remains.
    result.timing.total_ms = 0.0;
    result
}

/// `fixture`: files, each after a line `//- /path`. Compares everything: entries, console, sentences, codes,
/// hashes.
fn check(fixture: &str, limits: &Limits) -> VerifyResult {
    check_with(fixture, limits, None)
}

fn check_with(fixture: &str, limits: &Limits, config: Option<&Value>) -> VerifyResult {
    let snapshot = snapshot_of(fixture);
    let command = "test:/*.test.js";
    let whole = run(&snapshot, command, limits, config);
    let apart = Limits { output_bytes: u64::MAX, ..limits.clone() };
    let parts = snapshot.select("/*.test.js").unwrap();
    let parts = parts.iter().map(|path| run(&snapshot, &format!("test:{path}"), &apart, config));
    let joined = VerifyResult::joined(command, parts, limits.output_bytes);
    assert_eq!(joined, whole, "{fixture}");
    // As after the transfer from a worker to the page.
    let read: VerifyResult = serde_json::from_slice(&serde_json::to_vec(&whole).unwrap()).unwrap();
    assert_eq!(VerifyResult::joined(command, [read], u64::MAX).output_sha256, whole.output_sha256);
    whole
}

const PASSES: &str =
    "import './a.test.js';\nit('passes', () => { console.log('x'.repeat(40)); expect(1).toBe(1); });\n";
const FAILS: &str = "describe('s', () => { it('fails', () => expect({ a: 0.5 }).toEqual({ a: 'ü' })); });\n";

#[test]
fn whatever_the_files_come_to() {
    let passes = "it('passes', () => { console.log('said'); expect(1).toBe(1); });\n";
    let limits = Limits::default();
    let cases = [
        ("all pass", [passes, passes, passes]),
        ("one fails", [passes, FAILS, passes]),
        ("two fail", [FAILS, passes, FAILS]),
        ("one does not parse", [passes, "it('", FAILS]),
        ("one does not parse, none fails", [passes, passes, "it('"]),
        ("one throws at its top", ["it('a', () => {});\nthrow new Error('top');", FAILS, "it('"]),
        ("no test in one", [passes, "1;", passes]),
        ("no test in any", ["1;", "2;", "3;"]),
        ("all pass but one that is skipped", [passes, "it.skip('a', () => {});", passes]),
        ("all pass but one that is to do", ["it.todo('a');", passes, passes]),
        ("all are skipped", ["it.skip('a', () => {});", "it.todo('b');", "it.skip('c', () => {});"]),
        ("only", [passes, "it.only('a', () => {}); it('b', () => {});", FAILS]),
        ("a hook fails", ["beforeAll(() => { throw 1; }); it('a', () => {});", passes, "it('"]),
        ("a limit", ["it('a', () => { for (;;); });", passes, FAILS]),
        ("a rejection outside", ["Promise.reject(new Error('late')); it('a', () => {});", "it('", passes]),
        ("imports", [passes, PASSES, FAILS]),
        ("empty", ["", passes, ""]),
    ];
    for (name, [a, b, c]) in cases {
        let limits = Limits { instructions: 200_000, ..limits.clone() };
        let whole = check(&format!("//- /a.test.js\n{a}\n//- /b.test.js\n{b}\n//- /c.test.js\n{c}"), &limits);
        assert_eq!(whole.success, name.starts_with("all pass"), "{name}: {:?}", whole.error);
    }
}

#[test]
fn whatever_is_cut() {
    let many: String = (0..30)
        .map(|n| format!("it('t{n}', () => {{ console.log('{n} says'); expect({n} % 7).not.toBe(3); }});\n"))
        .collect();
    let fixture = format!("//- /a.test.js\n{many}\n//- /b.test.js\n{many}\n//- /c.test.js\n{FAILS}{many}");
    for output_bytes in [0, 2, 300, 1_000, 5_000, 10_000, 20_000, 1_000_000] {
        for console_bytes in [0, 50, 1_000] {
            let limits = Limits { output_bytes, console_bytes, ..Limits::default() };
            check(&fixture, &limits);
        }
    }
}

/// Runs three files: one has the test `one`, one has `two`, and one has none that runs.
#[test]
fn a_file_without_a_match_fails_only_by_itself() {
    let fixture = "//- /a.test.js\nit('one', () => {}); it.skip('left out', () => {});\n//- /b.test.js\nit('two', () => {});\n\
                   //- /c.test.js\nit.skip('three', () => {}); it.todo('four');";
    let check = |test: Value, expected: (bool, Option<&str>, usize)| {
        let config = json!({ "test": test });
        let result = check_with(fixture, &Limits::default(), Some(&config));
        let Output::Tests(entries) = &result.output else { panic!("{result:?}") };
        assert_eq!((result.success, result.error.as_deref(), entries.len()), expected, "{config}");
        assert_eq!(result.code, (!result.success).then_some(Code::NoTests), "{config}");
    };
    check(json!({}), (true, None, 5));
    check(json!({ "testNamePattern": "one" }), (true, None, 5));
    check(json!({ "testNamePattern": "^t" }), (true, None, 5));
    check(json!({ "testNamePattern": "nothing" }), (false, Some("No test ran"), 5));
    check(json!({ "testNamePattern": "four" }), (false, Some("No test ran"), 5));
    check(json!({ "testNamePattern": "nothing", "passWithNoTests": true }), (true, None, 5));
    check(json!({ "list": true }), (false, Some("5 test(s) listed, none ran"), 5));
    check(json!({ "list": true, "testNamePattern": "o" }), (false, Some("4 test(s) listed, none ran"), 4));
    check(
        json!({ "list": true, "testNamePattern": "nothing" }),
        (false, Some("0 test(s) listed, none ran"), 0),
    );
}

#[test]
fn what_a_request_gets_wrong_is_said_once() {
    let fixture = format!(
        "//- /a.test.js\n{PASSES}\n//- /b.test.js\nit('passes', () => {{}});\n//- /c.test.js\nit('b', () => {{}});"
    );
    let config = json!({ "test": { "testTimout": 5, "coverage": {}, "environment": null } });
    let result = check_with(&fixture, &Limits::default(), Some(&config));
    assert!(result.success, "{:?}", result.error);
    assert_eq!(
        result.warnings,
        [
            "config: unknown key test.testTimout; the nearest known one is test.testTimeout",
            "config: without effect here: test.coverage",
        ]
    );
}
