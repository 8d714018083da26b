//! Policies of the gate with the real engine: findings in code, and locations of tests.
#![allow(missing_docs, reason = "a test")]
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use serde_json::{Value, json};

#[path = "gate/world.rs"]
#[allow(dead_code, reason = "shared with the tests of the gate, which use more of it")]
mod world;

use world::World;

const FILES: &str = "\
//- spec/constitution.yaml
version: 1
capabilities:
  - { prefix: /tools/, write: ['/**'], network: false, eval: false }
//- tools/old.js
export const load = () => fetch('/x');
//- src/sum.js
export const sum = (a, b) => a + b;
//- sum.test.js
import { sum } from './src/sum.js';
describe('sum', () => {
  it('adds', () => { expect(sum(1, 2)).toBe(3); expect(sum(0, 0)).toBe(0); });
  it.each([[1, 2], [2, 3]])('adds one to %i', (a, b) => { expect(sum(a, 1)).toBe(b); });
  // A title in a `template`, and a regular expression with a bracket.
  it(`reads`, () => { expect('a)b').toMatch(/[)/]b/); });
});
";

/// The gate's report for a bundle.
fn apply(bundle: &Value) -> Value {
    World::new(FILES).apply(&bundle.to_string(), &["--verify", "lint:/src/sum.js", "--json"]).json()
}

/// Checks for one violation per part of a message, in order.
#[track_caller]
fn uses(code: &str, expected: &[&str]) {
    let report = apply(&json!({ "/tools/new.js": code }));
    let found: Vec<&str> = report["violations"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|violation| violation["message"].as_str())
        .collect();
    assert_eq!(found.len(), expected.len(), "{code}\n{report:#}");
    assert!(found.iter().zip(expected).all(|(found, part)| found.contains(part)), "{code}\n{found:#?}");
    assert_eq!(report["state"] == "applied", expected.is_empty(), "{code}\n{report:#}");
}

#[test]
fn code_that_uses_what_it_may_not() {
    uses(
        "export const x = fetch('/a');",
        &["may not use the network: Unexpected use of 'fetch'. (/tools/new.js:1)"],
    );
    uses("// eslint-disable-next-line\nexport const x = fetch('/a');", &["(/tools/new.js:2)"]);
    uses("/* eslint-disable */\nexport const x = new WebSocket('ws://a');", &["'WebSocket'"]);
    uses(
        "export const x = globalThis.fetch('/a') ?? window['XMLHttpRequest'];",
        &["'fetch'", "'XMLHttpRequest'"],
    );
    uses("navigator.sendBeacon('/a');", &["'navigator.sendBeacon'"]);
    uses("export const x = eval('1');", &["may not make code of texts"]);
    uses("export const x = new Function('return 1');", &["may not make code of texts"]);
    uses("setTimeout('1', 1);", &["may not make code of texts"]);
    uses("export const (", &["cannot be read"]);
}

#[test]
fn benign_code() {
    uses("export const retrieval = 'eval(fetch)'; // fetch eval Function", &[]);
    uses("export const get = (fetch) => fetch('/a'); export const evaluate = (x) => x;", &[]);
    uses("export const api = { fetch() {}, eval: 1 }; api.fetch(); api.WebSocket;", &[]);
    uses("setTimeout(() => {}, 1); export const ua = navigator.userAgent;", &[]);
    // Unchanged uses that moved within the folder and within the file.
    let moved = json!([{ "operation": "RENAME", "file_path": "/tools/old.js", "new_path": "/tools/b.js",
        "new_content": "export const more = 1;\nexport const load = () => fetch('/x');\n" }]);
    assert_eq!(apply(&moved)["state"], "applied");
}

/// The `tests` part of the report after an edit of the test file.
fn edited(from: &str, to: &str) -> Value {
    let file = FILES.split("//- sum.test.js\n").nth(1).expect("the test file");
    assert!(file.contains(from));
    let report = apply(&json!({ "/sum.test.js": file.replace(from, to) }));
    let tests = &report["tests"];
    let blocked = tests["weakened"] != json!([]) || tests["failedInOldForm"] != json!([]);
    assert_eq!(report["state"] == "refused", blocked, "{report:#}");
    tests.clone()
}

#[test]
fn tests_are_known_again() {
    let renamed = |from: &str, to: &str, count: usize| {
        let tests = edited(from, to);
        assert_eq!(tests["weakened"], json!([]), "{from} {tests:#}");
        assert_eq!(tests["renamed"].as_array().map(Vec::len), Some(count), "{from} {tests:#}");
        assert_eq!((&tests["added"], &tests["changed"]), (&json!([]), &json!([])), "{from} {tests:#}");
    };
    renamed("'adds'", "'sums'", 1);
    renamed("`reads`", "'matches'", 1);
    renamed("'adds one to %i'", "'one more than %i'", 2);
    renamed("describe('sum'", "describe('the sum'", 4);
}

/// A new file that an existing import now resolves to.
#[test]
fn a_helper_that_is_hidden_by_a_new_file() {
    let world = World::new(
        "//- a.js\nexport const a = 1;\n//- tests/helper.ts\nexport const wanted = 1;\n//- tests/a.test.js\nimport { a } from '../a.js';\nimport { wanted } from './helper';\ntest('a', () => expect(a).toBe(wanted));\n",
    );
    let hidden = json!({ "/a.js": "export const a = 2;", "/tests/helper.js": "export const wanted = 2;" });
    let report = world.apply(&hidden.to_string(), &["--verify", "test:tests/*.test.js", "--json"]).json();
    assert_eq!(report["state"], "refused", "{report:#}");
    assert_eq!(report["tests"]["failedInOldForm"][0]["test"], "a", "{report:#}");
    let taken = json!([
        { "operation": "MODIFY", "file_path": "/a.js", "new_content": "export const a = 2;" },
        { "operation": "DELETE", "file_path": "/tests/helper.ts" },
        { "operation": "CREATE", "file_path": "/tests/helper.js", "new_content": "export const wanted = 2;" },
    ]);
    let report = world.apply(&taken.to_string(), &["--verify", "test:tests/*.test.js", "--json"]).json();
    assert_eq!(report["tests"]["failedInOldForm"][0]["test"], "a", "{report:#}");
    let beside = json!({ "/tests/helper.js": "export const wanted = 1;", "/tests/other.js": "" });
    let report = world.apply(&beside.to_string(), &["--verify", "test:tests/*.test.js", "--json"]).json();
    assert_eq!(report["state"], "applied", "{report:#}");
}

#[test]
fn tests_that_hold_less() {
    let weakened = |from: &str, to: &str, why: &str| {
        let tests = edited(from, to);
        assert_eq!(tests["weakened"][0]["why"], why, "{from} {tests:#}");
    };
    weakened("it('adds'", "it.skip('adds'", "skipped");
    weakened("it('adds'", "it.todo('adds'", "skipped");
    weakened(" expect(sum(0, 0)).toBe(0);", "", "fewerAssertions");
    weakened("[1, 2], ", "", "removed");
    weakened("toBe(b)", "toBe(0)", "fails");
    weakened("describe('sum'", "describe.skip('sum'", "skipped");
    weakened("describe('sum', () => {", "describe('sum', () => { throw 1;", "fails");
}

/// The test results after a change are reused before the next one.
#[test]
fn what_tests_came_to_is_remembered() {
    let world = World::new(FILES);
    let asked = |number: usize| -> Vec<String> {
        let bundle = json!({ "/src/sum.js": format!("export const sum = (a, b) => a + b;\n// {number}\n") });
        let report = world.apply(&bundle.to_string(), &["--verify", "test:*.test.js", "--json"]).json();
        assert_eq!(report["state"], "applied", "{report:#}");
        let checks = report["checks"].as_array().cloned().unwrap_or_default();
        let tests = checks.iter().filter(|check| check["command"] == "test:*.test.js");
        tests.filter_map(|check| check["purpose"].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(asked(1), ["verify", "baseline"]);
    assert_eq!(asked(2), ["verify"]);
    let records = world.root().join(".verdict/records");
    for entry in std::fs::read_dir(&records).expect("records").flatten() {
        std::fs::write(entry.path(), "{ torn").expect("a file");
    }
    assert_eq!(asked(3), ["verify", "baseline"], "one that cannot be read is not there");
    // Files changed by others are a different state.
    world.write("src/other.js", "export const other = 1;\n");
    assert_eq!(asked(4), ["verify", "baseline"]);
    assert_eq!(asked(5), ["verify"]);
}
