//! Verified changes are applied, and no others.

use serde_json::{Value, json};

use crate::world::{PROJECT, SHORT, SLOW, TESTS, World, bundle};

#[test]
fn a_change_that_fails_leaves_the_folder_byte_for_byte() {
    let world = World::new(PROJECT);
    std::fs::create_dir_all(world.path("empty/inner")).expect("a folder");
    let before = world.tree();
    for (change, arguments, said) in [
        // The tests fail on the copy.
        ("/src/sum.js=export{sum};function/**/sum(){}", &["--verify", TESTS][..], "1 test(s) failed"),
        ("/src/sum.js=export{};", &["--verify", "lint:none.js"][..], "File not found: /none.js"),
        // The tests pass, and the build check finds the error.
        ("/src/old.js=- /b/c/d.js=nope.x();", &["--verify", TESTS][..], "Undefined"),
        // Nothing verifies it.
        ("/src/old.js=1;", &[][..], "Nothing verifies this change"),
    ] {
        let answer = world.apply(&bundle(change), arguments);
        assert_eq!(answer.code, 1, "{change}: {answer:?}");
        assert!(answer.out.to_lowercase().contains(&said.to_lowercase()), "{change}: {answer:?}");
        assert_eq!(world.tree(), before, "{change}");
    }
    let answer = world.apply(&bundle("/src/old.js=1;"), &["--allow-unverified"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("warning: Not verified"), "{answer:?}");
}

#[test]
fn what_could_not_run_is_told_apart() {
    let world = World::new(PROJECT);
    let before = world.tree();
    let good = bundle("/src/old.js=1;");
    for (arguments, said) in [
        (&["--verify", "fly:x"][..], "fly"),
        (&["--verify", TESTS, "--phase-mask", "0"][..], "phase mask 0"),
        (&["--verify", TESTS, "--phase-mask", "16"][..], "phase mask 16"),
        (&["--verify", TESTS, "--phase-mask", "1.5"][..], "phase mask 1.5"),
        (&["--verify", TESTS, "--phase-mask", "many"][..], "not a number"),
        (&["--verify", TESTS, "--run", "../../x"][..], "Invalid run id"),
        (&["--verify", TESTS, "--run", "con"][..], "Invalid run id"),
        (&["--verify", TESTS, "--run", ""][..], "Invalid run id"),
        (&["--verify", TESTS, "--config", "/none.json"][..], "/none.json"),
        (&["--recover"][..], "cannot be used with"),
    ] {
        let answer = world.apply(&good, arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {answer:?}");
        assert!(format!("{}{}", answer.out, answer.err).contains(said), "{arguments:?}: {answer:?}");
        assert_eq!(world.tree(), before, "{arguments:?}");
    }
    let answer = world.verdict(&["apply"]);
    assert_eq!(answer.code, 2, "{answer:?}");
}

#[test]
fn phases_run_as_the_mask_says() {
    for (mask, ran) in [
        ("1", &["PreFlight"][..]),
        ("3", &["PreFlight", "Snapshot+Rollback"][..]),
        ("7", &["PreFlight", "Snapshot+Rollback", "PostVerify"][..]),
        ("9", &["PreFlight", "BuildCheck"][..]),
        ("15", &["PreFlight", "Snapshot+Rollback", "PostVerify", "BuildCheck"][..]),
        ("4", &["PostVerify"][..]),
    ] {
        let world = World::new(PROJECT);
        let answer =
            world.apply(&bundle("/src/old.js=1;"), &["--verify", TESTS, "--phase-mask", mask, "--json"]);
        let report = answer.json();
        assert_eq!((answer.code, &report["success"]), (0, &json!(true)), "{mask}: {report}");
        let phases = report["phases"].as_array().expect("phases");
        let passed: Vec<&str> = phases
            .iter()
            .filter(|phase| phase["passed"] == true)
            .map(|phase| phase["phase"].as_str().unwrap_or_default())
            .collect();
        assert_eq!(passed, ran, "{mask}");
        assert_eq!(phases.iter().filter(|phase| phase["skipped"] == true).count(), 4 - ran.len(), "{mask}");
    }
}

#[test]
fn files_that_change_while_a_change_is_verified_make_it_stale() {
    let world = World::new(PROJECT);
    let file = world.beside("bundle", &bundle("/src/old.js=1;"));
    let child = world.start(&["apply", file.to_str().expect("a name"), "--verify", SLOW]);
    world.wait("the lock", || world.path(".verdict/tmp").exists());
    std::thread::sleep(SHORT);
    world.write("src/sum.js", "somebody else");
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert!(out.contains("Stale") && out.contains("/src/sum.js"), "{out}");
    assert_eq!(world.read("src/sum.js"), "somebody else");
    assert_eq!(world.read("src/old.js"), "export const old = 1;\n");
}

#[test]
fn json_is_one_object_with_the_run() {
    let world = World::new(PROJECT);
    let change = bundle("/src/old.js=1;");
    let arguments = ["--verify", TESTS, "--json", "--run", "r1"];
    let report = world.apply(&change, &arguments).json();
    assert_eq!((&report["state"], &report["run_id"]), (&json!("applied"), &json!("r1")));
    assert_eq!(report["iteration"], 1);
    let saved: Vec<&str> =
        report["saved"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(saved[0], "runs/r1/verification-1.json");
    assert!(saved[1].starts_with("runs/r1/snapshots/"), "{saved:?}");
    assert!(saved.iter().all(|key| world.path(key).is_file()), "{saved:?}");
    let again = world.apply(&change, &arguments).json();
    assert_eq!((&again["iteration"], &again["success"]), (&json!(2), &json!(true)), "{again}");
    assert!(world.path("runs/r1/verification-2.json").is_file());
}

#[test]
fn run_ids_of_their_own_sort_by_time() {
    let world = World::new(PROJECT);
    let ids: Vec<String> = ["1;", "2;", "3;"]
        .iter()
        .map(|content| {
            let report = world
                .apply(&bundle(&format!("/src/old.js={content}")), &["--verify", TESTS, "--json"])
                .json();
            report["run_id"].as_str().expect("an id").to_owned()
        })
        .collect();
    assert!(ids.is_sorted() && ids[0] != ids[1] && ids[1] != ids[2], "{ids:?}");
}

#[test]
fn a_report_that_cannot_be_kept_is_a_warning_and_changes_no_exit_code() {
    for (content, code) in [("1;", 0), ("nope.x();", 1)] {
        let world = World::new(PROJECT);
        world.write("runs", "a file where a folder should be");
        let answer = world.apply(&bundle(&format!("/src/old.js={content}")), &["--verify", TESTS]);
        assert_eq!(answer.code, code, "{answer:?}");
        assert!(answer.err.contains("warning: the report was not kept"), "{answer:?}");
        assert_eq!(world.read("src/old.js") == content, code == 0);
    }
}

/// Packages in `node_modules` are there for the tests that judge a change, also those that it starts to use.
/// A package that is a folder of the project is judged in its state after the change.
#[cfg(unix)]
#[test]
fn installed_packages_are_there_for_tests() {
    const BEFORE: &str = "\
//- src/sum.js
import { plus } from 'plus'; import { one } from 'part';
export const sum = (a, b) => plus(a, b) * one;
//- tests/sum.test.js
import { sum } from '../src/sum.js';
test('adds', () => expect(sum(1, 2)).toBe(3));
//- part/package.json
{ \"main\": \"index.js\" }
//- part/index.js
export const one = 1;
//- node_modules/plus/index.js
exports.plus = (a, b) => a + b;
//- node_modules/more/index.js
exports.plus = (a, b) => b + a;
//- node_modules/less/index.js
exports.plus = (a, b) => a - b;
";
    let check = |changes: &str, code: i32, said: &str| {
        let world = World::new(BEFORE);
        std::os::unix::fs::symlink("../part", world.path("node_modules/part")).expect("a link");
        let answer = world.apply(&bundle(changes), &["--verify", TESTS]);
        assert_eq!(answer.code, code, "{changes}: {answer:?}");
        assert!(answer.out.contains(said), "{changes}: {answer:?}");
    };
    let with = |package: &str| {
        format!(
            "/src/sum.js=import{{plus}}from'{package}';import{{one}}from'part';export/**/const/**/sum=(a,b)=>plus(a,b)*one;"
        )
    };
    check(&with("more"), 0, "APPLIED");
    check(&with("less"), 1, "expected -1 to be 3");
    check(&with("none"), 1, "Cannot find package 'none'");
    check("/part/index.js=export/**/const/**/one=1.0;", 0, "APPLIED");
    check("/part/index.js=export/**/const/**/one=2;", 1, "expected 6 to be 3");
}
