//! `verdict watch`: what runs after a change, and keys.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

#[allow(dead_code, reason = "one of its functions is enough here")]
use crate::project;
#[allow(dead_code, reason = "not every test needs all of it")]
use crate::watched;

use std::fs;

use project::{folder, verdict};
use watched::{Watching, ran};

const PROJECT: &str = "\
//- package.json
{ \"name\": \"p\" }
//- src/sum.js
export const sum = (a, b) => a + b;
//- src/sum.test.js
import { expect, test } from 'vitest';
import { sum } from './sum';
test('adds', () => expect(sum(1, 2)).toBe(3));
test('keeps', () => expect(1).toBe(1));
//- src/cart.test.js
import { expect, test } from 'vitest';
import { sum } from './sum';
test('total', () => expect(sum(1, 1)).toBe(2));
//- src/read.test.js
import { expect, test } from 'vitest';
import { existsSync, readFileSync } from 'node:fs';
test('reads', () => {
  expect(readFileSync('/src/data.txt', 'utf8')).toBe('text\\n');
  expect(existsSync('/src/absent.txt')).toBe(false);
});
//- src/list.test.js
import { expect, test } from 'vitest';
import { readdirSync } from 'node:fs';
test('lists', () => expect(readdirSync('/src/listed').length).toBe(1));
//- src/listed/one.txt
1
//- src/data.txt
text
";

const SUM: &str = "export const sum = (a, b) => a + b;\n";
const WRONG: &str = "export const sum = (a, b) => a - b;\n";

#[test]
fn a_change_runs_what_it_can_affect() {
    let root = folder(PROJECT);
    let (mut watch, first) = Watching::start(root.path(), &[]);
    assert_eq!(ran(&first), ["src/cart.test.js", "src/list.test.js", "src/read.test.js", "src/sum.test.js"]);
    let mut check = |path: &str, content: &str, expected: &[&str]| {
        let round = watch.after(path, content);
        assert_eq!(ran(&round), expected, "{path}: {round}");
        round
    };
    // By imports, of the file and of what it imports.
    check("src/sum.js", &format!("{SUM}// 1\n"), &["src/cart.test.js", "src/sum.test.js"]);
    check(
        "src/cart.test.js",
        "import { test } from 'vitest';\ntest('alone', () => {});\n",
        &["src/cart.test.js"],
    );
    check("src/sum.js", &format!("{SUM}// 2\n"), &["src/sum.test.js"]);
    // By what a test read, and where it looked for a file.
    check("src/data.txt", "other\n", &["src/read.test.js!"]);
    check("src/data.txt", "text\n", &["src/read.test.js"]);
    check("src/absent.txt", "", &["src/read.test.js!"]);
    check("src/listed/two.txt", "", &["src/list.test.js!"]);
    // A new file, and one that nothing depends on.
    check(
        "src/new.test.js",
        "import { test } from 'vitest';\ntest('new', () => {});\n",
        &["src/new.test.js"],
    );
    let nothing = check("src/alone.js", "1\n", &[]);
    assert!(nothing.contains("CHANGED src/alone.js: nothing to run\n"), "{nothing}");
    // A file that others import disappears and comes back.
    fs::remove_file(watch.root.join("src/sum.js")).expect("a file");
    assert_eq!(ran(&watch.round_with("CHANGED src/sum.js")), ["src/sum.test.js!"]);
    assert_eq!(ran(&watch.after("src/sum.js", SUM)), ["src/sum.test.js"]);
}

#[test]
fn failures_go_first_and_are_not_forgotten() {
    let root = folder(PROJECT);
    let (mut watch, _) = Watching::start(root.path(), &[]);
    let round = watch.after(
        "src/sum.test.js",
        "import { sum } from './sum';\ntest('adds', () => expect(sum(1, 2)).toBe(4));\n",
    );
    assert_eq!(ran(&round), ["src/sum.test.js!"]);
    assert!(round.contains("1 failed"), "{round}");
    let round = watch.after("src/sum.js", &format!("{SUM}// 1\n"));
    assert_eq!(ran(&round), ["src/sum.test.js!", "src/cart.test.js"], "{round}");
    let round = watch.after("src/data.txt", "other\n");
    assert_eq!(ran(&round), ["src/read.test.js!"]);
    assert!(round.contains("Still failing: src/sum.test.js\n"), "{round}");
    let round = watch.press("f\n");
    assert_eq!(round.matches(" cached\n").count(), 2, "{round}");
    assert!(round.contains("2 failed"), "{round}");
    let round = watch.after("src/sum.js", "export const sum = () => 4;\n");
    assert_eq!(ran(&round), ["src/sum.test.js", "src/cart.test.js!"], "{round}");
    // The exit code is that of all files.
    watch.keys("q");
    assert_eq!(watch.end().code(), Some(1));
}

#[test]
fn keys_are_those_of_vitest() {
    let root = folder(PROJECT);
    let (mut watch, _) = Watching::start(root.path(), &["--no-cache"]);
    let all = ["src/cart.test.js", "src/list.test.js", "src/read.test.js", "src/sum.test.js"];
    assert_eq!(ran(&watch.press("a\n")), all);
    assert_eq!(ran(&watch.press("r\n")), all);
    assert_eq!(ran(&watch.press("p cart read\n")), ["src/cart.test.js", "src/read.test.js"]);
    assert_eq!(ran(&watch.after("src/sum.js", WRONG)), ["src/cart.test.js!"]);
    assert_eq!(ran(&watch.press("f\n")), ["src/cart.test.js!"]);
    let named = watch.press("p nowhere\n");
    assert!(named.contains("verdict: No test file matches: nowhere"), "{named}");
    assert_eq!(ran(&watch.press("r\n")), ["src/cart.test.js!", "src/read.test.js"]);
    // The filter is gone, and what it held back runs.
    assert_eq!(
        ran(&watch.press("p\n")),
        ["src/cart.test.js!", "src/list.test.js", "src/read.test.js", "src/sum.test.js!"]
    );
    assert_eq!(ran(&watch.after("src/sum.js", SUM)), ["src/cart.test.js", "src/sum.test.js"]);
    let named = watch.press("t adds\n");
    assert!(named.contains("1 passed") && named.contains("NAME adds"), "{named}");
    assert!(watch.press("a\n").contains("5 passed"));
    watch.keys("h\n");
    watch.until("a all, f failed, t filter by name");
    assert!(watch.press("f\n").contains("FAILED files: nothing to run"));
    watch.keys("q\n");
    assert_eq!(watch.end().code(), Some(0));
}

#[test]
fn a_run_with_nothing_changed_takes_all_from_the_cache() {
    let root = folder(PROJECT);
    let (mut watch, _) = Watching::start(root.path(), &[]);
    let round = watch.press("r\n");
    assert_eq!((ran(&round).len(), round.matches(" cached\n").count()), (0, 4), "{round}");
}

#[test]
fn an_update_writes_the_snapshots_of_failures_and_of_new_tests() {
    let test = "import { expect, test } from 'vitest';\ntest('whole', () => expect({ a: VALUE }).toMatchSnapshot());\n";
    let root = folder(&format!(
        "//- package.json\n{{}}\n//- a.test.js\n{}//- b.test.js\ntest('b', () => {{}});\n",
        test.replace("VALUE", "1")
    ));
    let (mut watch, _) = Watching::start(root.path(), &[]);
    let round = watch.press("u\n");
    assert!(round.contains("a.test.js (1 test) cached"), "{round}");
    assert!(round.contains("1 file(s) with snapshots written"), "{round}");
    let kept = || fs::read_to_string(root.path().join("__snapshots__/a.test.js.snap")).expect("a file");
    assert!(kept().contains("\"a\": 1"), "{}", kept());
    watch.round_with("CHANGED __snapshots__/a.test.js.snap");
    assert_eq!(ran(&watch.after("a.test.js", &test.replace("VALUE", "2"))), ["a.test.js!"]);
    watch.press("u\n");
    assert!(kept().contains("\"a\": 2"), "{}", kept());
    assert_eq!(ran(&watch.round_with("CHANGED __snapshots__/a.test.js.snap")), ["a.test.js"]);
    assert!(watch.press("u\n").contains("UPDATE snapshots: nothing to run"));
}

#[test]
fn lint_and_options() {
    let lint = "//- eslint.config.json\n[{ \"extends\": [\"recommended\"] }]\n";
    let root = folder(&format!("{PROJECT}{lint}"));
    let (mut watch, first) = Watching::start(root.path(), &[]);
    assert!(first.contains("Lint"), "{first}");
    let round = watch.after("src/alone.js", "debugger;\n");
    assert!(round.contains("no-debugger") && round.contains("1 file"), "{round}");
    let round = watch.after("src/data.txt", "other\n");
    assert!(!round.contains("Lint") && round.contains("Still failing: src/alone.js"), "{round}");
    let round = watch.after("eslint.config.json", "[{ \"rules\": { \"no-debugger\": \"off\" } }]");
    assert!(round.contains("Lint") && !round.contains("no-debugger"), "{round}");
    drop(watch);
    let (mut watch, first) = Watching::start(root.path(), &["cart", "-t", "total", "--json"]);
    let report = |round: &str| -> serde_json::Value {
        let line = round.lines().find(|line| line.starts_with('{')).expect("a report");
        serde_json::from_str(line).expect("a report")
    };
    assert_eq!(report(&first)["results"].as_array().map(Vec::len), Some(1));
    let round = watch.after("src/sum.js", WRONG);
    assert_eq!(
        (&report(&round)["success"], &report(&round)["changed"][0]),
        (&false.into(), &"src/sum.js".into())
    );
    for option in [["--bail", "1"], ["--shard", "1/2"]] {
        let ran = verdict(root.path(), &[&["watch"][..], &option].concat());
        assert!(ran.code == 2 && ran.err.contains("chooses from all files"), "{ran:?}");
    }
}
