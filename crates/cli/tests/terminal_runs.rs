//! What a terminal shows and writes: reporters, colours, limits, processes and snapshots.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;

use std::fs;
use std::path::Path;

use project::{folder, verdict, verdict_with};
use serde_json::Value;

const PROJECT: &str = "\
//- package.json
{}
//- a.test.js
test('adds', () => expect(1).toBe(1));
test('fails', () => expect(1).toBe(2));
//- b.test.js
test.skip('later', () => {});
test('now', () => {});
//- c.test.js
test('uses Intl', () => { new Intl.NumberFormat(); });
";

/// The results of a `--json`, without times.
fn results(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let ran = verdict(folder, arguments);
    let mut report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    let results = report["results"].as_array_mut().map(std::mem::take).unwrap_or_default();
    let timeless = |mut result: Value| {
        result["timing"] = Value::Null;
        result
    };
    results.into_iter().map(timeless).collect()
}

#[test]
fn any_number_of_processes_gives_the_same_bytes() {
    let mut fixture = PROJECT.to_owned();
    for number in 0..40 {
        fixture.push_str(&format!(
            "//- many/{number}.test.js\nvar x = {number}; test('t {number}', () => {{ console.log(Math.random()); expect({number} % 7).not.toBe(3); }});\n"
        ));
    }
    fixture.push_str("//- crash.test.js\ntest('deep', () => { const f = () => f(); f(); });\n");
    let folder = folder(&fixture);
    let run = |workers: &str| {
        results(
            folder.path(),
            &["--json", "--workers", workers, "--seed", "3", "test:**/*.test.js", "lint:**/*.js"],
        )
    };
    let one = run("1");
    assert_eq!(one[0]["output"].as_array().map(Vec::len), Some(46));
    assert_eq!(one, run("4"));
    assert_eq!(one, run("64"));
}

#[test]
fn a_file_that_hangs_costs_only_itself() {
    let hang = "test('hangs', () => { /(a+)+$/.test('a'.repeat(60) + 'b'); });";
    let folder = folder(&format!(
        "//- package.json\n{{}}\n//- a.test.js\n{hang}\n//- b.test.js\ntest('t', () => {{}});\n"
    ));
    for workers in ["1", "2"] {
        let ran = verdict(folder.path(), &["test", "--file-timeout", "1500", "--workers", workers]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.out.contains("✓ b.test.js (1 test)") && ran.out.contains("err:timeout"), "{ran:?}");
    }
}

#[test]
fn the_end_of_a_command_says_how_many_files_did_not_run() {
    let hang = "test('hangs', () => { /(a+)+$/.test('a'.repeat(60) + 'b'); });";
    let files = ["a", "b", "c"].map(|name| format!("//- {name}.test.js\n{hang}\n")).concat();
    let folder = folder(&format!("//- package.json\n{{}}\n{files}"));
    let results =
        results(folder.path(), &["--json", "--timeout", "1500", "--workers", "1", "test:*.test.js"]);
    let error = results[0]["error"].as_str().unwrap_or_default();
    assert!(error.ends_with("; the time was over, and 2 file(s) did not run"), "{error}");
}

/// More than a request from elsewhere may have, in tests and in bytes of the result.
#[test]
fn a_project_has_as_many_tests_as_it_wants() {
    let suite =
        "describe('n'.repeat(250), () => { for (let i = 0; i < 20_500; i++) test(`t${i}`, () => {}); });";
    let folder = folder(&format!("//- package.json\n{{}}\n//- a.test.js\n{suite}\n"));
    let ran = verdict(folder.path(), &["test", "--engine", "boa"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("20500 passed") && !ran.out.contains("outputBytes"), "{ran:?}");
}

#[test]
fn several_reporters_at_once() {
    let folder = folder(PROJECT);
    let ran = verdict(
        folder.path(),
        &[
            "test",
            "--reporter",
            "dot",
            "--reporter",
            "junit=out/j.xml",
            "--reporter",
            "html=out/r.html",
            "--reporter",
            "blob=out/blob/1.json",
            "--reporter",
            "json=out/r.json",
        ],
    );
    assert_eq!((ran.code, ran.out.lines().next()), (1, Some(".x-.x")), "{ran:?}");
    let read = |path: &str| fs::read_to_string(folder.path().join("out").join(path)).expect("a file");
    assert!(read("j.xml").contains("<testsuites"));
    assert!(read("r.html").starts_with("<!doctype html>") && read("r.html").contains(">failed<"));
    assert!(read("r.json").contains("\"numFailedTests\": 2"));
    let merged = verdict(folder.path(), &["merge", "out/blob", "out/blob/1.json", "--reporter", "text"]);
    assert!(merged.code == 1 && merged.out.contains("4 passed, 4 failed, 2 skipped"), "{merged:?}");
    for (arguments, code) in [
        (&["merge", "none.json"][..], 2),
        (&["merge", "a.test.js"], 2),
        (&["test", "--reporter", "fancy"], 2),
    ] {
        assert_eq!(verdict(folder.path(), arguments).code, code, "{arguments:?}");
    }
}

#[test]
fn colours_are_as_the_environment_says() {
    let folder = folder(PROJECT);
    let check = |variables: &[(&str, &str)], expected: bool| {
        let ran = verdict_with(folder.path(), &["test", "b"], variables);
        assert_eq!(ran.out.contains('\u{1b}'), expected, "{variables:?}");
    };
    check(&[], false);
    check(&[("FORCE_COLOR", "1")], true);
    check(&[("FORCE_COLOR", "0")], false);
    check(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], false);
}

#[test]
fn sentences_name_options_of_the_terminal() {
    let folder = folder(PROJECT);
    let ran = verdict(folder.path(), &["test", "c.test"]);
    assert!(ran.out.contains("run the file with --engine browser"), "{}", ran.out);
    assert!(!ran.out.contains("engine: 'browser'"), "{}", ran.out);
    let verbose = verdict(folder.path(), &["test", "b.test", "--reporter", "verbose"]);
    assert!(verbose.out.contains("   ↓ later") && verbose.out.contains("   ✓ now"), "{}", verbose.out);
    assert_eq!(verdict(folder.path(), &["eval:({ a: [1] })"]).out.lines().next(), Some("{"));
    assert_eq!(verdict(folder.path(), &["eval:1 + 1"]).out.lines().next(), Some("2"));
}

#[test]
fn help_opens_with_examples_and_shells_complete() {
    let folder = folder(PROJECT);
    let help = verdict(folder.path(), &["--help"]);
    assert!(help.code == 0 && help.out.starts_with("Examples:\n  verdict "), "{}", help.out);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = verdict(folder.path(), &["completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("verdict"), "{shell}");
    }
}

#[test]
fn an_update_writes_snapshots() {
    let folder = folder(
        "\
//- package.json
{}
//- a.test.js
test('whole', () => expect({ a: 1 }).toMatchSnapshot());
test('inline', () => {
  expect('é').toMatchInlineSnapshot();
});
",
    );
    let check = |arguments: &[&str], code: i32| {
        let ran = verdict(folder.path(), arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {ran:?}");
    };
    let path = |name: &str| folder.path().join(name);
    check(&["test", "-u"], 0);
    let text = fs::read_to_string(path("a.test.js")).expect("a file");
    assert!(text.contains("expect('é').toMatchInlineSnapshot(`\"é\"`);"), "{text}");
    let kept = fs::read_to_string(path("__snapshots__/a.test.js.snap")).expect("a file");
    assert!(kept.contains("exports[`whole 1`]"), "{kept}");
    fs::write(path("a.test.js"), text.replace("a: 1", "b: 2")).expect("a file");
    check(&["test"], 1);
    check(&["test", "-u"], 0);
    check(&["test"], 0);
    // A test that does not come to its snapshot keeps it.
    fs::write(
        path("a.test.js"),
        text.replace("() => expect({", "() => { throw 1; expect({")
            .replace(".toMatchSnapshot()", ".toMatchSnapshot(); }"),
    )
    .expect("a file");
    check(&["test", "-u"], 1);
    let after = fs::read_to_string(path("__snapshots__/a.test.js.snap")).expect("a file");
    assert!(after.contains("exports[`whole 1`]"), "{after}");
    // So do the tests of a file that another one keeps from loading.
    fs::write(path("a.test.js"), format!("import './broken.js';\n{text}")).expect("a file");
    fs::write(path("broken.js"), "export const = 1;\n").expect("a file");
    check(&["test", "-u"], 1);
    let after = fs::read_to_string(path("__snapshots__/a.test.js.snap")).expect("a file");
    assert!(after.contains("exports[`whole 1`]"), "{after}");
}
