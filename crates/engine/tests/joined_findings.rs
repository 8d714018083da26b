//! Joining separately checked files of a `lint:` or `type-check:` gives the result of one run.
#![cfg(feature = "analysis")]
#![allow(missing_docs, clippy::unwrap_used)]

use serde_json::{Value, json};
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Code, Command, FileContent, Files, Limits, VerifyResult};
use verdict_vfs::{Snapshot, VfsPath};

fn run(snapshot: &Snapshot, command: &str, limits: &Limits) -> VerifyResult {
    run_with(&json!({ "lint": { "off": ["no-empty"] } }), snapshot, command, limits)
}

fn run_with(config: &Value, snapshot: &Snapshot, command: &str, limits: &Limits) -> VerifyResult {
    let request = Request { command, snapshot, limits: limits.clone(), config: Some(config), seed: 0 };
    let mut result = verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    result.timing.total_ms = 0.0;
    result
}

/// Files that import each other in a ring, some with problems for either verb; `broken` does not parse.
fn project(files: usize, broken: Option<usize>) -> Snapshot {
    let path = |n: usize| format!("/src/{n:02} ü.js");
    let text = |n: usize| {
        let next = (n + 1) % files;
        let missing = if n.is_multiple_of(3) { "import { none } from './00 ü.js';\n" } else { "" };
        let debugger = if n.is_multiple_of(2) { "debugger;" } else { "" };
        let name = if n % 5 == 1 { "undefinedName" } else { "a" };
        let cut = if broken == Some(n) { "export const = ;" } else { "" };
        format!(
            "import {{ f{next} }} from '.{}';\n{missing}export function f{n}(a) {{ {debugger} return f{next}({name}); }}\n{cut}",
            &path(next)[4..]
        )
    };
    let files = (0..files).map(|n| (path(n), FileContent(text(n).into_bytes())));
    Snapshot::new(Files(files.collect())).unwrap()
}

fn check(snapshot: &Snapshot, verb: &str, at_once: usize, limits: &Limits) -> VerifyResult {
    let command = format!("{verb}:/src/*.js");
    let whole = run(snapshot, &command, limits);
    let apart = Limits { output_bytes: u64::MAX, ..limits.clone() };
    let files = snapshot.select("/src/*.js").unwrap();
    let parts = files.chunks(at_once).map(|files| {
        let verb = Command::parse(&command).unwrap().verb;
        let part = Command::of_paths(verb, files.iter().map(VfsPath::as_str)).unwrap().to_string();
        run(snapshot, &part, &apart)
    });
    let joined = VerifyResult::joined_findings(&command, parts, limits.output_bytes);
    assert_eq!(joined, whole, "{command}, {at_once} at once");
    whole
}

#[test]
fn whatever_the_files_come_to_and_however_many_are_looked_at_at_once() {
    for verb in ["lint", "type-check", "typecheck"] {
        for broken in [None, Some(0), Some(6)] {
            let snapshot = project(7, broken);
            for at_once in [1, 2, 3, 7, 16] {
                let whole = check(&snapshot, verb, at_once, &Limits::default());
                assert_eq!((whole.success, whole.code), (false, broken.map(|_| Code::Syntax)));
                assert!(whole.error.is_some_and(|error| error.starts_with("Found ")));
            }
        }
    }
    let clean =
        Snapshot::new(Files::from_texts([("/src/a.js", "export {};"), ("/src/b.js", "export {};")])).unwrap();
    assert!(check(&clean, "lint", 1, &Limits::default()).success);
}

#[test]
fn whatever_is_cut() {
    let snapshot = project(12, Some(4));
    for output_bytes in [0, 2, 300, 1_000, 3_000, 1_000_000] {
        for verb in ["lint", "type-check"] {
            check(&snapshot, verb, 5, &Limits { output_bytes, ..Limits::default() });
        }
    }
}

#[test]
fn a_request_that_is_at_fault_is_told_so_once() {
    let snapshot = project(4, None);
    let part = || run(&snapshot, "lint:/none.js", &Limits::default());
    let joined = VerifyResult::joined_findings("lint:/a.js /none.js", [part(), part()], 1_000);
    assert_eq!((joined.code, joined.command.as_str()), (Some(Code::NotFound), "lint:/a.js /none.js"));
}

/// Warnings fail nothing but a limit of their number, which counts those of all files.
#[test]
fn more_warnings_than_there_may_be() {
    let texts = [("/src/a.js", "debugger;"), ("/src/b.js", "debugger;")];
    let snapshot = Snapshot::new(Files::from_texts(texts)).unwrap();
    for (max, error) in [(1, Some("Found 2 warning(s), and at most 1 may be")), (2, None)] {
        let config = json!({ "lint": { "rules": { "no-debugger": "warn" }, "maxWarnings": max } });
        let run = |command: &str| run_with(&config, &snapshot, command, &Limits::default());
        let whole = run("lint:/src/*.js");
        assert_eq!((whole.success, whole.error.as_deref()), (error.is_none(), error));
        let parts = [run("lint:/src/a.js"), run("lint:/src/b.js")];
        assert_eq!(VerifyResult::joined_findings("lint:/src/*.js", parts, u64::MAX), whole);
    }
}

/// Fixed texts are in the result; files that need none are not.
#[test]
fn fixed_texts() {
    let texts = [("/src/a.js", "if (!!a) b();"), ("/src/b.js", "b();"), ("/src/c.js", "if (!!c) {}")];
    let snapshot = Snapshot::new(Files::from_texts(texts)).unwrap();
    let rules = json!({ "no-extra-boolean-cast": "error", "no-empty": "error" });
    let config = json!({ "lint": { "extends": [], "rules": rules, "fix": true } });
    let run = |command: &str| run_with(&config, &snapshot, command, &Limits::default());
    let whole = run("lint:/src/*.js");
    let fixed: Vec<(&str, &str)> =
        whole.fixed.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    assert_eq!(fixed, [("/src/a.js", "if (a) b();"), ("/src/c.js", "if (c) {}")]);
    assert_eq!(whole.error.as_deref(), Some("Found 1 linting issue(s)"));
    let parts = [run("lint:/src/a.js /src/b.js"), run("lint:/src/c.js")];
    assert_eq!(VerifyResult::joined_findings("lint:/src/*.js", parts, u64::MAX), whole);
}

/// What is wrong with an `eslint.config.json` is found once, however many files and parts are below it.
#[test]
fn errors_of_a_configuration_file_are_told_once() {
    let texts = (0..5).map(|n| (format!("/src/{n}.js"), "debugger;".to_owned()));
    let config =
        r#"[{ "rules": { "no-debugger": 2, "max-depth": [2, "x"], "no-debuger": 1 } }, { "rule": {} }]"#;
    let all = texts.chain([("/src/eslint.config.json".to_owned(), config.to_owned())]);
    let files = all.map(|(path, text)| (path, FileContent(text.into_bytes()))).collect();
    let snapshot = Snapshot::new(Files(files)).unwrap();
    for at_once in [1, 2, 5] {
        let whole = check(&snapshot, "lint", at_once, &Limits::default());
        assert_eq!(whole.error.as_deref(), Some("Found 7 linting issue(s)"), "{whole:?}");
        assert_eq!(
            whole.warnings,
            ["/src/eslint.config.json: there is no rule no-debuger; the nearest is no-debugger"]
        );
    }
}

#[test]
fn fixed_texts_are_joined() {
    let texts = (0..4).map(|n| (format!("/src/{n}.js"), format!("if (!!a{n}) b();")));
    let files = texts.map(|(path, text)| (path, FileContent(text.into_bytes()))).collect();
    let snapshot = Snapshot::new(Files(files)).unwrap();
    let config =
        json!({ "lint": { "fix": true, "rules": { "no-extra-boolean-cast": 2 }, "off": ["strict"] } });
    let whole = run_with(&config, &snapshot, "lint:/src/*.js", &Limits::default());
    assert!(whole.success, "{whole:?}");
    let expected: Vec<(String, String)> =
        (0..4).map(|n| (format!("/src/{n}.js"), format!("if (a{n}) b();"))).collect();
    assert_eq!(whole.fixed.clone().into_iter().collect::<Vec<_>>(), expected);
    let parts = ["lint:/src/0.js /src/1.js", "lint:/src/2.js", "lint:/src/3.js"]
        .map(|part| run_with(&config, &snapshot, part, &Limits::default()));
    assert_eq!(VerifyResult::joined_findings("lint:/src/*.js", parts, u64::MAX), whole);
    // Only what was asked for is fixed.
    let types =
        json!({ "lint": { "fix": true, "fixTypes": ["layout"], "rules": { "no-extra-boolean-cast": 2 } } });
    let unfixed = run_with(&types, &snapshot, "lint:/src/*.js", &Limits::default());
    assert!(!unfixed.success && unfixed.fixed.is_empty(), "{unfixed:?}");
}
