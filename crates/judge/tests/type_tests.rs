//! Tests of types where nobody checks types: they do not run, and do not pass.

use serde_json::json;
use verdict_judge::{FileOutcome, TestFiles, TestRun, resolve_config};
use verdict_protocol::{Code, Command, Files, Output, Scope, TestConfig};
use verdict_vfs::{Snapshot, VfsPath};

fn config(test: &serde_json::Value) -> TestConfig {
    let config = json!({ "test": test });
    resolve_config(&Snapshot::default(), Some(&config)).expect("a configuration").config.test
}

#[test]
fn what_runs_and_what_is_checked() {
    let files = Files::from_texts([("/a.test-d.ts", ""), ("/b.test.ts", ""), ("/d/c.spec-d.mjs", "")]);
    let all: Vec<_> =
        Snapshot::new(files).expect("a snapshot").iter().map(|(path, _)| path.clone()).collect();
    let check = |test: serde_json::Value, run: &[&str], checked: &[&str]| {
        let found = TestFiles::of(all.clone(), &config(&test));
        let run_paths: Vec<&str> = found.run.iter().map(VfsPath::as_str).collect();
        let check_paths: Vec<&str> = found.check.iter().map(VfsPath::as_str).collect();
        assert_eq!((run_paths.as_slice(), check_paths.as_slice()), (run, checked), "{test}");
    };
    let [a, b, c] = ["/a.test-d.ts", "/b.test.ts", "/d/c.spec-d.mjs"];
    check(json!({}), &[a, b, c], &[]);
    check(json!({ "typecheck": false }), &[a, b, c], &[]);
    check(json!({ "typecheck": true }), &[b], &[a, c]);
    check(json!({ "typecheck": { "enabled": true, "only": true } }), &[], &[a, c]);
    check(json!({ "typecheck": { "enabled": true, "exclude": ["d/**"] } }), &[b, c], &[a]);
    check(json!({ "typecheck": { "enabled": true, "include": ["**/*.test.ts"] } }), &[a, b, c], &[b]);
    check(json!({ "typecheck": true, "include": ["**/*.test-d.ts"] }), &[a, b], &[a, c]);
    check(json!({ "typecheck": true, "include": ["**/*.test-d.ts"], "exclude": ["a*"] }), &[b], &[a, c]);
}

#[test]
fn nobody_checks_them() {
    let snapshot =
        Snapshot::new(Files::from_texts([("/a.test-d.ts", ""), ("/b.test.ts", "")])).expect("files");
    let command = Command::parse("test:**/*.ts").expect("a command");
    let test = config(&json!({ "typecheck": true, "passWithNoTests": true }));
    let mut run = TestRun::new(&snapshot, &command, &test, 0).expect("a run");
    let file = run.next_file().expect("a file that runs");
    assert_eq!((file.as_str(), run.left(), run.unchecked().len()), ("/b.test.ts", 0, 1));
    assert!(run.take(&file, FileOutcome::default(), 0.0));
    let found = run.finish();
    assert_eq!(found.code, Some(Code::Unavailable));
    let Output::Tests(entries) = &found.output else { panic!("no tests") };
    assert_eq!((entries[0].scope, entries[0].passed, entries.len()), (Scope::File, false, 1));
    assert!(entries[0].error.as_deref().is_some_and(|error| error.starts_with("types were not checked")));
    let only = config(&json!({ "typecheck": { "enabled": true, "only": true } }));
    let command = Command::parse("test:/b.test.ts").expect("a command");
    let refusal = TestRun::new(&snapshot, &command, &only, 0).expect_err("no file is a test of types");
    assert_eq!(refusal.0, Code::NoTests);
}
