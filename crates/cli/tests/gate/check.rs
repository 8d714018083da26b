//! Judges changes without applying them, and prints reasons as a tree.

use serde_json::json;

use crate::world::{PROJECT, TESTS, World, bundle};

const HONEST: &str = "/src/old.js=export/**/const/**/old=2;";
const BREAKS: &str = "/src/sum.js=export/**/const/**/sum=(a,b)=>a-b;";

/// Judges a change with check and with --dry-run, and checks that nothing is written.
#[track_caller]
fn check(changes: &str, arguments: &[&str], code: i32, said: &str) {
    let world = World::new(PROJECT);
    let before = world.tree();
    let file = world.beside("bundle", &bundle(changes));
    let file = file.to_str().expect("a name");
    for command in [vec!["check", file], vec!["apply", file, "--dry-run"]] {
        let answer = world.verdict(&[&command, arguments].concat());
        assert_eq!(answer.code, code, "{changes} {command:?}: {answer:?}");
        assert!(answer.out.contains(said), "{changes} {command:?}: {answer:?}");
        assert_eq!(world.tree(), before);
        assert!(!world.path(".verdict").exists() && !world.path("runs").exists(), "nothing is kept");
    }
}

#[test]
fn a_change_is_judged_and_not_applied() {
    check(
        HONEST,
        &["--verify", TESTS],
        0,
        "CHECKED 1 change(s) checked by PreFlight, Snapshot+Rollback, PostVerify, BuildCheck; nothing was applied",
    );
    check(BREAKS, &["--verify", TESTS], 1, "REFUSED Verification failed");
    check("/src/old.js=import{nope}from'./sum.js';nope();", &["--verify", TESTS], 1, "FAILED  BuildCheck");
    check("/verdict.config.json={}", &["--verify", TESTS], 1, "is protected (config)");
    check("/src/old.js=debugger;", &["--verify", TESTS], 1, "policy.lint");
    check("/.git/x=1", &["--verify", TESTS], 1, ".git is not Verdict's to change");
    check(HONEST, &[], 1, "Nothing verifies this change");
}

/// Pre-flight alone needs no verifier and runs nothing.
#[test]
fn the_mask_says_which_phases_judge() {
    check(HONEST, &["--phase-mask", "1"], 0, "checked by PreFlight; nothing was applied");
    check(BREAKS, &["--phase-mask", "1", "--verify", TESTS], 0, "checked by PreFlight; nothing was applied");
    check("/verdict.config.json={}", &["--phase-mask", "1"], 1, "is protected (config)");
    check(BREAKS, &["--phase-mask", "8"], 0, "checked by PreFlight, BuildCheck");
    check("/src/old.js=import{nope}from'./sum.js';nope();", &["--phase-mask", "8"], 1, "FAILED  BuildCheck");
    check("/src/old.js=f(", &["--phase-mask", "9"], 1, "");
}

#[test]
fn files_between_two_states_are_not_judged() {
    let world = World::new(PROJECT);
    world.write(".verdict/journal.json", "a record");
    let file = world.beside("bundle", &bundle(HONEST));
    let answer = world.verdict(&["check", file.to_str().expect("a name"), "--verify", TESTS]);
    assert!(answer.code == 2 && answer.out.contains("recovered first"), "{answer:?}");
    assert_eq!(world.read(".verdict/journal.json"), "a record");
    let output = world.verdict(&["check", "/none", "--verify", TESTS]);
    assert_eq!(output.code, 2, "{output:?}");
}

#[test]
fn json_has_the_report_and_reasons_only_where_they_are_asked_for() {
    let world = World::new(PROJECT);
    let file = world.beside("bundle", &bundle(HONEST));
    let file = file.to_str().expect("a name");
    let report = world.verdict(&["check", file, "--verify", TESTS, "--json"]).json();
    assert_eq!(
        (&report["state"], &report["success"], &report["changes_applied"]),
        (&json!("checked"), &json!(true), &json!(0))
    );
    assert!(
        report["run_id"].is_null() && report["reasons"].is_null() && report["snapshot"].is_null(),
        "{report}"
    );
    let report = world.verdict(&["apply", file, "--verify", TESTS, "--json", "--explain"]).json();
    assert_eq!(report["state"], "applied");
    assert_eq!(report["reasons"]["because"].as_array().map(Vec::len), Some(4), "{report}");
}

#[test]
fn reasons_are_printed_as_a_tree() {
    let world = World::new(PROJECT);
    let change = bundle("/src/old.js=1;//@ts-ignore");
    let answer = world.apply(&change, &["--verify", TESTS, "--explain"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    for line in [
        "├─ PreFlight failed: ",
        "│  └─ suppression: A comment is added",
        "│     └─ /src/old.js",
        "│        └─ 1:5: @ts-ignore keeps",
        "REFUSED ",
    ] {
        assert!(answer.out.contains(line), "{line}: {}", answer.out);
    }
    let answer = world.apply(&change, &["--verify", TESTS, "--explain", "--suppressions", "warn"]);
    assert!(answer.code == 0 && answer.out.contains("└─ 1 warning(s), which did not decide"), "{answer:?}");
}

/// A link in the path of a profile's results is reported before anything is done.
#[cfg(unix)]
#[test]
fn results_do_not_go_through_a_link() {
    let outside = tempfile::TempDir::new().expect("a folder");
    let world = World::new(PROJECT);
    world.write(
        "spec/verification.yaml",
        "version: 1\nskills:\n  s:\n    tier: 1\n    steps: [{ name: t, run: 'test:tests/*.test.js' }]\nprofiles: { pr: [s] }\n",
    );
    std::os::unix::fs::symlink(outside.path(), world.path("changes")).expect("a link");
    let before = world.tree();
    let answer = world.apply(&bundle(HONEST), &["--profile", "pr", "--change", "c1"]);
    assert!(answer.code == 1 && answer.out.contains("changes is a symbolic link"), "{answer:?}");
    assert_eq!(world.tree(), before);
    let answer = world.apply(&bundle(HONEST), &["--profile", "pr"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_eq!(fs_count(outside.path()), 0);
}

#[cfg(unix)]
fn fs_count(folder: &std::path::Path) -> usize {
    std::fs::read_dir(folder).expect("a folder").count()
}

/// What the gate remembers of the state before holds for a check too, which adds nothing to it.
#[test]
fn a_check_knows_what_an_apply_remembered() {
    let world = World::new(PROJECT);
    let first = world.beside("first", &bundle(HONEST));
    let applied = world.verdict(&["apply", first.to_str().expect("a name"), "--verify", TESTS]);
    assert_eq!(applied.code, 0, "{applied:?}");
    let second = world.beside("second", &bundle("/src/old.js=export/**/const/**/old=3;"));
    let arguments = ["check", second.to_str().expect("a name"), "--verify", TESTS, "--json"];
    let before = world.tree();
    let asked_before = |answer: &str| answer.contains(r#""purpose":"baseline""#);
    let known = world.verdict(&arguments);
    assert!(known.code == 0 && !asked_before(&known.out), "{known:?}");
    std::fs::remove_dir_all(world.path(".verdict/records")).expect("records");
    let unknown = world.verdict(&arguments);
    assert!(unknown.code == 0 && asked_before(&unknown.out), "{unknown:?}");
    assert!(!world.path(".verdict/records").exists(), "nothing is kept");
    assert_eq!(world.tree(), before);
}
