//! `verdict verify` on folders, as people and CI run it.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;

use std::fs;
use std::path::Path;

use project::{folder, run};
use serde_json::{Value, json};

fn results(root: &Path, arguments: &[&str]) -> (i32, Value) {
    let (code, out, err) = run(root, &[&["--json"], arguments].concat());
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")))
}

const PROJECT: &str = "\
//- src/sum.ts
export const sum = (a: number, b: number): number => a + b;
//- tests/good.test.js
import { sum } from '../src/sum';
test('adds', () => expect(sum(1, 2)).toBe(3));
//- tests/bad.test.js
import { sum } from '../src/sum.ts';
test('adds', () => expect(sum(1, 2)).toBe(4));
//- node_modules/left/out.test.js
test('not ours', () => { throw 1; });
";

#[test]
fn exit_codes() {
    let folder = folder(PROJECT);
    let check = |arguments: &[&str], expected: i32| {
        let (code, out, err) = run(folder.path(), arguments);
        assert_eq!(code, expected, "for {arguments:?}: {out}{err}");
    };
    check(&["test:tests/good.test.js", "lint:src/*.ts", "type-check:src/*.ts", "eval:1"], 0);
    check(&["test:**/*.test.js"], 1);
    check(&["lint:none.js"], 1);
    check(&["eval:throw 1"], 1);
    check(&["fly:x"], 2);
    check(&["lint:../x.js"], 2);
    check(&["test:tests/good.test.js", "fly:x"], 2);
    check(&["--config", "none.json", "eval:1"], 2);
    check(&[], 2);
    assert_eq!(run(&folder.path().join("none"), &["eval:1"]).0, 2);
}

#[test]
fn json_has_every_result_with_its_command() {
    let folder = folder(PROJECT);
    let (code, report) = results(folder.path(), &["test:tests/*.test.js", "eval:Object.keys(vfs)"]);
    assert_eq!((code, &report["success"]), (1, &json!(false)));
    let [tests, eval] = report["results"].as_array().map(Vec::as_slice).unwrap_or_default() else {
        panic!("two results: {report}")
    };
    assert_eq!(tests["command"], "test:tests/*.test.js");
    assert_eq!(tests["error"], "1 test(s) failed");
    assert_eq!(tests["output"][0]["file"], "/tests/bad.test.js");
    assert_eq!(tests["output"][1]["passed"], true);
    assert_eq!(eval["output"], json!(["/src/sum.ts", "/tests/bad.test.js", "/tests/good.test.js"]));
    assert_eq!(tests["snapshotRoot"], eval["snapshotRoot"]);
}

#[test]
fn what_hangs_or_crashes_costs_only_itself() {
    let folder = folder(PROJECT);
    let hang = "eval:/(a+)+$/.test('a'.repeat(60) + 'b')";
    let (code, report) = results(folder.path(), &["--timeout", "500", hang, "eval:Object.keys(vfs).length"]);
    assert_eq!(code, 1);
    assert_eq!(report["results"][0]["code"], "err:timeout");
    assert_eq!(report["results"][0]["error"], "Verification timeout");
    assert_eq!(report["results"][1]["output"], 3, "the next has the same snapshot: {report}");
}

#[test]
fn tests_that_had_ended_before_the_time_was_over_are_kept() {
    let folder = folder(
        "\
//- a.test.js
it('passes', () => {});
describe('s', () => {
  it('fails', () => expect(1).toBe(2));
  it('hangs', () => { /(a+)+$/.test('a'.repeat(60) + 'b'); });
});
",
    );
    let (code, report) = results(folder.path(), &["--timeout", "6000", "test:/a.test.js"]);
    let result = &report["results"][0];
    assert_eq!(
        (code, &result["code"], &result["error"]),
        (1, &json!("err:timeout"), &json!("Verification timeout"))
    );
    let ended: Vec<_> =
        result["output"].as_array().expect("entries").iter().map(|it| (&it["test"], &it["passed"])).collect();
    assert_eq!(ended, [(&json!("passes"), &json!(true)), (&json!("fails"), &json!(false))], "{report}");
    assert_eq!(
        result["limit"],
        json!({
            "name": "timeMs", "value": 6000, "phase": "test", "test": ["s", "hangs"],
            "file": "/a.test.js", "line": 4, "column": 3,
        })
    );
}

#[test]
fn configuration_comes_from_a_file_or_the_snapshot() {
    let fixture = "\
//- a.js
var x = 1; debugger; x;
//- verdict.config.json
{ \"lint\": { \"off\": [\"no-var\"] } }
//- other.json
{ \"lint\": { \"off\": [\"no-debugger\"] } }
//- broken.json
{ \"lint\": { \"off\": 5 } }
";
    let folder = folder(fixture);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let rules = |arguments: &[&str]| {
        let (_, report) = results(folder.path(), arguments);
        let rule = |entry: &Value| entry["rule"].as_str().unwrap_or_default().to_owned();
        report["results"][0]["output"].as_array().into_iter().flatten().map(rule).collect::<Vec<_>>()
    };
    assert_eq!(rules(&["lint:a.js"]), ["no-debugger"]);
    assert_eq!(rules(&["--config", &path("other.json"), "lint:a.js"]), ["no-var"]);
    let (code, report) = results(folder.path(), &["--config", &path("broken.json"), "lint:a.js"]);
    assert_eq!((code, &report["results"][0]["code"]), (2, &json!("err:protocol")), "{report}");
}

#[test]
fn aliases_are_read_in_tests_and_type_checks() {
    let folder = folder(
        "\
//- src/deep/sum.js
export const sum = (a, b) => a + b;
//- src/deep-not.js
//- a.test.js
import { sum } from '@deep/sum';
import { sum as same } from 'sum';
test('adds', () => expect(sum(1, same(1, 1))).toBe(3));
",
    );
    let commands = ["test:a.test.js", "type-check:a.test.js"];
    let aliases = ["--alias", "@deep=/src/deep", "--alias", "sum=./src/deep/sum.js"];
    assert_eq!(run(folder.path(), &[&aliases[..], &commands[..]].concat()).0, 0);
    assert_eq!(run(folder.path(), &commands).0, 1);
    assert_eq!(run(folder.path(), &["--alias", "@deep=/src/nope", "--alias", "sum=/x", commands[1]]).0, 1);
    assert_eq!(run(folder.path(), &["--alias", "nothing", "eval:1"]).0, 2);
    fs::write(
        folder.path().join("c.json"),
        r#"{ "test": { "alias": { "@deep": "/src/deep", "sum": "/src/deep/sum" } } }"#,
    )
    .expect("a file");
    let config = folder.path().join("c.json").to_string_lossy().into_owned();
    assert_eq!(run(folder.path(), &["--config", &config, commands[0], commands[1]]).0, 0);
}

#[test]
fn equal_runs_print_equal_bytes() {
    let folder = folder(PROJECT);
    let run = || {
        let (_, mut report) =
            results(folder.path(), &["--seed", "7", "test:**/*.test.js", "eval:[Math.random(), Date.now()]"]);
        for result in report["results"].as_array_mut().into_iter().flatten() {
            result["timing"] = Value::Null;
        }
        report.to_string()
    };
    assert_eq!(run(), run());
}

#[test]
fn every_format_is_printed() {
    let folder = folder(PROJECT);
    for (format, part) in [
        ("text", "1 passed, 1 failed"),
        ("json", "\"numFailedTests\": 1"),
        ("junit", "<testsuites"),
        ("tap", "TAP version 13"),
        ("github", "::error "),
        ("sarif", "\"version\": \"2.1.0\""),
    ] {
        let (code, out, _) = run(folder.path(), &["--format", format, "test:tests/*.test.js"]);
        assert!(code == 1 && out.contains(part), "{format}: {out}");
    }
}
