//! `verdict verify --fix`: all fixes or none, through the journal.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::world::{Answer, Tree, World};

const RULES: &str =
    "//- eslint.config.json\n[{ \"rules\": { \"no-extra-boolean-cast\": 2, \"no-debugger\": 1 } }]\n";
const LINT: &str = "lint:src/*.js";

fn world(fixture: &str) -> World {
    World::new(&format!("{RULES}{fixture}"))
}

fn fix(world: &World, arguments: &[&str]) -> Answer {
    world.verdict(&[&["verify"], arguments].concat())
}

/// Checks the exit code, a part of the output, and the file `src/a.js` afterwards.
#[track_caller]
fn check(before: &str, arguments: &[&str], code: i32, said: &str, after: &str) {
    let world = world("");
    world.write("src/a.js", before);
    let answer = fix(&world, arguments);
    assert_eq!(answer.code, code, "{arguments:?}: {answer:?}");
    assert!(
        format!("{}{}", answer.out, answer.err).contains(said),
        "{arguments:?} without {said:?}: {answer:?}"
    );
    assert_eq!(world.read("src/a.js"), after, "{arguments:?}");
    assert!(!world.path(".verdict/journal.json").exists());
}

const CAST: &str = "if (!!a) b();\n";
const PLAIN: &str = "if (a) b();\n";

#[test]
fn files_are_fixed_and_the_rest_is_reported() {
    check(CAST, &["--fix", LINT], 0, "fixed 1 file(s)", PLAIN);
    check(CAST, &[LINT], 1, "Redundant double negation", CAST);
    check("if (!!a) b();\nf(\n", &["--fix", LINT], 1, "err:syntax", "if (!!a) b();\nf(\n");
    check("if (!!a) debugger;\n", &["--fix", LINT], 0, "debugger", "if (a) debugger;\n");
    // What comes later judges the fixed files.
    check(CAST, &["--fix", LINT, "eval:vfs['/src/a.js']"], 0, "fixed 1 file(s)", PLAIN);
    check(CAST, &["--fix", "lint:src/a.js", "lint:src/*.js"], 0, "fixed 1 file(s)", PLAIN);
    // Nothing to fix writes nothing.
    let world = world("//- src/a.js\nif (a) b();\n");
    assert_eq!(fix(&world, &["--fix", LINT]).code, 0);
    assert!(!world.path(".verdict").exists());
}

#[test]
fn types_of_fixes_are_chosen() {
    let unused = "if (!!a) b(); // eslint-disable-line no-empty\n";
    check(unused, &["--fix", "--fix-type", "directive", LINT], 1, "fixed", "if (!!a) b();  \n");
    check(
        unused,
        &["--fix", "--fix-type", "suggestion", LINT],
        0,
        "fixed",
        "if (a) b(); // eslint-disable-line no-empty\n",
    );
    check(unused, &["--fix", "--fix-type", "directive,suggestion", LINT], 0, "fixed", "if (a) b();  \n");
    check(unused, &["--fix", "--fix-type", "layout,problem", LINT], 1, "Redundant", unused);
    check(unused, &["--fix", "--fix-type", "all", LINT], 2, "possible values: problem, suggestion", unused);
    check(unused, &["--fix-type", "layout", LINT], 2, "--fix", unused);
    check(unused, &["--fix", "--fix-dry-run", LINT], 2, "cannot be used with", unused);
}

#[test]
fn a_dry_run_prints_a_diff_and_writes_nothing() {
    let diff = "--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-if (!!a) b();\n+if (a) b();\n";
    check(CAST, &["--fix-dry-run", LINT], 0, diff, CAST);
    let world = world("//- src/a.js\nif (!!a) b();\n");
    let before = world.tree();
    let answer = fix(&world, &["--fix-dry-run", "--json", LINT]);
    let report = answer.json();
    assert_eq!(report["results"][0]["fixed"], json!({ "/src/a.js": PLAIN }), "{report}");
    assert_eq!(report["success"], true);
    assert!(world.tree() == before && !world.path(".verdict").exists());
    // The diff is one that Git applies.
    let diff = fix(&world, &["--fix-dry-run", LINT]).out;
    let patch = world.beside("fixes.patch", diff.split("\n\n").next().unwrap_or(&diff));
    let applied =
        std::process::Command::new("git").arg("apply").arg(patch).current_dir(world.root()).output();
    if applied.is_ok_and(|applied| applied.status.success()) {
        assert_eq!(world.read("src/a.js"), PLAIN);
    }
}

#[test]
fn byte_order_marks_and_line_ends_stay() {
    check(
        "\u{feff}if (!!a) b();\r\nif (!!a) b();\r\n",
        &["--fix", LINT],
        0,
        "",
        "\u{feff}if (a) b();\r\nif (a) b();\r\n",
    );
    check("if (!!a) b('\u{1f600}');", &["--fix", LINT], 0, "", "if (a) b('\u{1f600}');");
}

#[cfg(unix)]
#[test]
fn modes_stay_and_links_are_not_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let world = world("//- src/a.js\nif (!!a) b();\n");
    let outside = world.beside("outside.js", CAST);
    symlink(&outside, world.path("src/link.js")).expect("a link");
    fs::set_permissions(world.path("src/a.js"), fs::Permissions::from_mode(0o750)).expect("a mode");
    let answer = fix(&world, &["--fix", LINT]);
    assert_eq!((answer.code, world.read("src/a.js").as_str()), (0, PLAIN), "{answer:?}");
    let mode = fs::metadata(world.path("src/a.js")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
    assert_eq!(fs::read_to_string(outside).expect("a file"), CAST);
    // A file that may not be written stops all.
    world.write("src/b.js", CAST);
    world.write("src/c.js", CAST);
    fs::set_permissions(world.path("src/c.js"), fs::Permissions::from_mode(0o444)).expect("a mode");
    let answer = fix(&world, &["--fix", LINT]);
    assert!(answer.code == 2 && answer.err.contains("/src/c.js: it is read-only"), "{answer:?}");
    assert_eq!(world.read("src/b.js"), CAST);
}

const FILES: usize = 60;

fn many() -> World {
    let files: String = (0..FILES).map(|n| format!("//- src/f{n}.js\nif (!!a) b({n});\n")).collect();
    world(&files)
}

/// A file that somebody writes while it is linted.
#[test]
fn a_file_that_changed_meanwhile_is_not_overwritten() {
    let world = many();
    let slow = "eval:let i = 0; while (i < 2e7) i++; i";
    let child = world.start(&["verify", "--fix", LINT, slow]);
    std::thread::sleep(Duration::from_millis(700));
    world.write("src/f7.js", "somebody's work\n");
    let answer: Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(answer.err.contains("Nothing was written"), "{answer:?}");
    assert_eq!(world.read("src/f7.js"), "somebody's work\n");
    assert_eq!(world.read("src/f8.js"), "if (!!a) b(8);\n");
}

#[test]
fn killed_in_the_middle_it_leaves_no_half_written_set() {
    let before = many().tree();
    let fixed = many();
    assert_eq!(fix(&fixed, &["--fix", LINT]).code, 0);
    let after = fixed.tree();
    let mut torn = 0;
    for attempt in 0..12 {
        let world = many();
        torn += usize::from(interrupt(&world, Duration::from_millis(attempt * 2), &[&before, &after]));
        let answer = fix(&world, &["--fix", LINT]);
        assert_eq!(answer.code, 0, "{answer:?}");
        assert!(world.tree() == after, "attempt {attempt}: {answer:?}");
    }
    assert!(torn > 0, "no attempt came in the middle");
}

/// Kills a run while it writes. Returns whether the files are between the two states; after a recovery they never
/// are.
fn interrupt(world: &World, after: Duration, states: &[&Tree; 2]) -> bool {
    let mut child = world.start(&["verify", "--fix", LINT]);
    let journal = world.path(".verdict/journal.json");
    let start = Instant::now();
    while !journal.exists() && child.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not come to write");
        std::thread::sleep(Duration::from_micros(200));
    }
    std::thread::sleep(after);
    child.kill().expect("a signal");
    child.wait().expect("it ends");
    let left = world.tree();
    let answer = world.verdict(&["apply", "--recover"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(states.iter().any(|state| **state == world.tree()), "{answer:?}");
    states.iter().all(|state| **state != left)
}
