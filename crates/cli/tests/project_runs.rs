//! `verdict` in a project, as people type it.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;

use std::fs;

use project::{Ran, folder, verdict};

const PROJECT: &str = "\
//- package.json
{ \"name\": \"p\" }
//- vitest.config.ts
import { defineConfig } from 'vitest/config'; export default defineConfig({});
//- eslint.config.json
[{ \"extends\": [\"recommended\"] }]
//- tsconfig.json
{
  // What is checked.
  \"include\": [\"src\"],
}
//- src/sum.ts
export const sum = (a: number, b: number): number => a + b;
//- src/sum.test.ts
import { expect, test } from 'vitest';
import { sum } from './sum';
test('adds', () => expect(sum(1, 2)).toBe(3));
//- src/deep/Cart.test.ts
import { expect, test } from 'vitest';
test('total', () => expect(1).toBe(1));
test('empty', () => expect(1).toBe(1));
//- node_modules/left/out.test.js
test('not ours', () => { throw 1; });
";

/// The standard output without times.
fn plain(ran: &Ran) -> String {
    let number = |word: &str| word.parse::<f64>().is_ok();
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let is_time = |at: usize| words.get(at + 1).is_some_and(|unit| matches!(*unit, "ms" | "s"));
        let words = words.iter().enumerate();
        words
            .map(|(at, word)| if number(word) && is_time(at) { "N" } else { word })
            .collect::<Vec<_>>()
            .join(" ")
    };
    ran.out.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_arguments_do_all_that_the_project_has() {
    let folder = folder(PROJECT);
    for (place, arguments) in [("", &[][..]), ("src/deep", &[]), ("", &["verify"]), ("", &["--workers", "3"])]
    {
        let _ = fs::remove_dir_all(folder.path().join(".verdict"));
        let ran = verdict(&folder.path().join(place), arguments);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(ran.err, "vitest.config.ts, eslint.config.json, tsconfig.json: 3 verbs, 4 files\n");
        insta::allow_duplicates! {
            insta::assert_snapshot!(plain(&ran), @r"
             ✓ src/deep/Cart.test.ts (2 tests) N ms
             ✓ src/sum.test.ts (1 test) N ms
             Tests 3 passed (2 files)
              Lint passed (4 files)
             Types passed (3 files)
              Time N ms
              Seed 0
            PASS
            ");
        }
    }
}

#[test]
fn a_project_is_needed() {
    let folder = folder("//- a.txt\n");
    let ran = verdict(folder.path(), &[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("verdict: no package.json in "), "{}", ran.err);
    fs::write(folder.path().join("package.json"), "{}").expect("a file");
    let ran = verdict(folder.path(), &[]);
    let nothing = "verdict: the project has no tests, no configuration of a linter and no tsconfig.json\n";
    assert_eq!((ran.code, ran.err.as_str()), (2, nothing));
}

#[test]
fn filters_have_the_meaning_of_vitest() {
    let folder = folder(PROJECT);
    let root = fs::canonicalize(folder.path()).expect("a folder");
    let absolute = root.join("src/deep").to_string_lossy().into_owned();
    let check = |place: &str, arguments: &[&str], expected: &[&str]| {
        let ran = verdict(&root.join(place), &[&["test", "--reporter", "json"], arguments].concat());
        let report: serde_json::Value = serde_json::from_str(&ran.out).expect("a report");
        let files = report["testResults"].as_array().into_iter().flatten();
        let files: Vec<&str> = files.filter_map(|file| file["name"].as_str()).collect();
        assert_eq!((ran.code, files.as_slice()), (0, expected), "{arguments:?}");
    };
    let (cart, sum) = ("/src/deep/Cart.test.ts", "/src/sum.test.ts");
    check("", &[], &[cart, sum]);
    check("", &["cart"], &[cart]);
    check("", &["cart", "sum"], &[cart, sum]);
    check("", &["src/deep/"], &[cart]);
    check("", &["./src/sum.test.ts"], &[sum]);
    check("", &["**/sum.*"], &[sum]);
    check("", &[&absolute], &[cart]);
    check("src", &["deep"], &[cart]);
    check("src/deep", &["../sum.test.ts"], &[sum]);
    check("", &["-t", "total", "cart"], &[cart]);
}

#[test]
fn what_is_not_there_has_what_is_near() {
    let folder = folder(PROJECT);
    let check = |arguments: &[&str], expected: &str| {
        let ran = verdict(folder.path(), arguments);
        assert!(
            ran.code == 2 && ran.out.is_empty() && ran.err.starts_with(expected),
            "{arguments:?}: {ran:?}"
        );
    };
    check(&["test", "crat"], "verdict: No test file matches: crat; near it: src/deep/Cart.test.ts");
    check(
        &["test", "src/smu.test.ts"],
        "verdict: No test file matches: src/smu.test.ts; near it: src/sum.test.ts",
    );
    check(&["lint", "scr"], "verdict: There is no such file: scr; near it: src");
    check(&["types", "src/some.ts"], "verdict: There is no such file: src/some.ts; near it: src/sum.ts");
    check(&["lint", "qqqqqqqq"], "verdict: There is no such file: qqqqqqqq\n");
}

#[test]
fn an_import_that_leads_out_of_the_project_fails_its_file() {
    let folder = folder(
        "//- package.json\n{}\n//- a.test.js\nimport '../up.js';\n//- b.test.js\ntest('b', () => {});\n",
    );
    let ran = verdict(folder.path(), &["test"]);
    assert_eq!(ran.code, 1, "the other file ran: {ran:?}");
    assert!(ran.out.contains("path leaves the root: ../up.js"), "{}", ran.out);
    let ran = verdict(folder.path(), &["verify", "test:../up.test.js"]);
    assert_eq!(ran.code, 2, "nothing ran: {ran:?}");
}

#[test]
fn folders_globs_and_absolute_paths_are_paths() {
    let folder = folder(PROJECT);
    let root = fs::canonicalize(folder.path()).expect("a folder");
    let absolute = root.join("src/deep").to_string_lossy().into_owned();
    let check = |arguments: &[&str], count: usize| {
        let ran = verdict(&root, arguments);
        let files = format!("({count} file{})", if count == 1 { "" } else { "s" });
        assert!(ran.code == 0 && ran.out.contains(&files), "{arguments:?}: {ran:?}");
    };
    check(&["lint"], 4);
    check(&["lint", "src"], 3);
    check(&["lint", "src/deep/"], 1);
    check(&["lint", &absolute], 1);
    check(&["lint", "src/**/*.test.ts"], 2);
    check(&["lint", "."], 4);
    check(&["types"], 3);
    check(&["types", "src/sum.ts"], 1);
    check(&["verify", "--reporter", "default", "lint:src"], 3);
    check(&["verify", "--reporter", "default", &format!("lint:{absolute}")], 1);
    check(&["test:src", "--reporter", "default"], 2);
}

#[test]
fn a_member_of_a_workspace_is_a_project() {
    let folder = folder(
        "\
//- package.json
{ \"workspaces\": [\"packages/*\"] }
//- packages/a/package.json
{ \"name\": \"a\", \"main\": \"index.js\" }
//- packages/a/index.js
export const a = 1;
//- packages/b/package.json
{ \"name\": \"b\" }
//- packages/b/b.test.js
import { a } from 'a'; test('t', () => expect(a).toBe(1));
//- node_modules/a -> ../packages/a
//- c.test.js
test('t', () => {});
",
    );
    let ran = verdict(&folder.path().join("packages/b"), &[]);
    assert!(ran.code == 0 && ran.out.contains("1 passed (1 file)"), "{ran:?}");
    assert_eq!(ran.err, "package.json: 1 verb, 1 file\n");
    let ran = verdict(folder.path(), &[]);
    assert!(ran.code == 0 && ran.out.contains("2 passed (2 files)"), "{ran:?}");
}

#[test]
fn own_globs_choose_the_tests() {
    let folder = folder(
        "\
//- package.json
{}
//- verdict.config.json
{ \"test\": { \"include\": [\"checks/**/*.js\"], \"exclude\": [\"checks/old/**\"] } }
//- checks/a.js
test('t', () => {});
//- checks/old/b.js
test('t', () => { throw 1; });
//- a.test.js
test('t', () => { throw 1; });
",
    );
    let ran = verdict(folder.path(), &["test"]);
    assert!(ran.code == 0 && ran.out.contains("1 passed (1 file)"), "{ran:?}");
}

#[test]
fn patterns_of_a_configuration_are_inherited_with_their_folder() {
    let check = |config: &str, base: &str, expected: &str| {
        let folder = folder(&format!(
            "//- package.json\n{{}}\n//- tsconfig.json\n{config}\n//- base/tsconfig.json\n{base}\n\
             //- src/a.ts\nmissing; export {{}};\n//- base/src/b.ts\nmissing; export {{}};\n//- base/c.ts\nmissing; export {{}};\n"
        ));
        let ran = verdict(folder.path(), &["types", "--json"]);
        let checked: Vec<&str> = ["src/a.ts", "base/src/b.ts", "base/c.ts"]
            .into_iter()
            .filter(|path| ran.out.contains(path))
            .collect();
        assert_eq!(checked.join(" "), expected, "{config} {base} {ran:?}");
    };
    let extends = "{ \"extends\": \"./base/tsconfig.json\" }";
    check(extends, "{ \"include\": [\"src\"] }", "base/src/b.ts");
    check(extends, "{ \"include\": [\"${configDir}/src\"] }", "src/a.ts");
    check(extends, "{ \"files\": [\"c.ts\", \"${configDir}/src/a.ts\"] }", "src/a.ts base/c.ts");
    check(extends, "{ \"exclude\": [\"src\"] }", "src/a.ts base/c.ts");
    check(
        "{ \"extends\": [\"./base/tsconfig\"], \"include\": [\"src\"] }",
        "{ \"include\": [\"*.ts\"] }",
        "src/a.ts",
    );
    check("{ \"include\": [\"src\"],, }", "{}", "src/a.ts base/src/b.ts base/c.ts");
}

#[test]
fn init_writes_what_it_found_once() {
    let folder = folder(PROJECT);
    let ran = verdict(folder.path(), &["init"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = fs::read_to_string(folder.path().join("verdict.config.json")).expect("a file");
    insta::assert_snapshot!(text, @r#"
    {
      "test": {
        "include": [
          "**/*.{test,spec}.?(c|m)[jt]s?(x)"
        ]
      },
      "types": {
        "project": "/tsconfig.json"
      }
    }
    "#);
    assert_eq!(verdict(folder.path(), &["init"]).code, 2);
    assert_eq!(verdict(folder.path(), &[]).code, 0);
}

#[test]
fn a_file_that_needs_a_browser_says_so_where_there_is_none() {
    let files = "\
//- package.json
{ \"name\": \"p\" }
//- plain.test.js
test('adds', () => expect(1 + 1).toBe(2));
//- dom.test.js
// @vitest-environment jsdom
test('has a page', () => expect(document.title).toBe(''));
//- intl.test.js
test('formats', () => expect(new Intl.NumberFormat('de').format(1.5)).toBe('1,5'));
";
    let run = |more: &[&str]| {
        let folder = folder(files);
        verdict(folder.path(), &[&["test"], more].concat())
    };
    let warning = "test file(s) need a browser: ";
    let ran = run(&[]);
    assert!(ran.code == 1 && ran.out.contains("Tests 2 failed, 1 passed"), "{ran:?}");
    assert!(ran.out.contains(&format!("2 {warning}")), "{ran:?}");
    assert!(ran.out.contains("or run the file with --engine browser"), "{ran:?}");
    let ran = run(&["--engine", "boa"]);
    assert!(ran.code == 1 && !ran.out.contains(warning), "{ran:?}");
    // Nothing asks for a browser.
    let ran = run(&["plain"]);
    assert!(ran.code == 0 && !ran.out.contains(warning), "{ran:?}");
    let ran = run(&["--engine", "no-such"]);
    assert!(ran.code == 2 && ran.err.contains("[possible values: auto, boa, browser, both]"), "{ran:?}");
}
