//! Configurations that are code, in whole runs of `verdict`.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use std::fs;

use crate::project;

use project::{Ran, folder, verdict, verdict_with};

const PACKAGE: &str = "//- package.json\n{ \"name\": \"p\", \"devDependencies\": { \"vitest\": \"4\" } }\n";

/// Runs `verdict test` on files.
fn run(files: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("{PACKAGE}{files}"));
    verdict(folder.path(), arguments)
}

fn passes(files: &str, arguments: &[&str], expected: &str) {
    let ran = run(files, arguments);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains(expected), "{ran:?}");
}

/// Checks that a run is refused with a sentence.
fn refused(files: &str, expected: &str) {
    let ran = run(files, &["test"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains(expected), "{expected}: {ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
}

const VITEST: &str = "\
//- vitest.config.ts
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { tests } from './tests';
export default defineConfig({
  resolve: { alias: { '@': path.resolve(__dirname, 'src') } },
  define: { __VERSION__: JSON.stringify('1.2') },
  test: { include: [tests], setupFiles: ['./setup.ts'], env: { MODE_OF: 'x' } },
});
//- tests.ts
export const tests: string = 'checks/**/*.check.ts';
//- setup.ts
(globalThis as { ready?: number }).ready = 1;
//- src/sum.ts
export const sum = (a: number, b: number): number => a + b;
//- checks/sum.check.ts
import { expect, test } from 'vitest';
import { sum } from '@/sum';
test('adds', () => {
  expect(sum(1, 2)).toBe(3);
  expect([globalThis.ready, __VERSION__, process.env.MODE_OF]).toEqual([1, '1.2', 'x']);
});
//- other.test.ts
throw new Error('no test of this project');
";

#[test]
fn vitest_configures_tests() {
    passes(VITEST, &["test"], "Tests 1 passed (1 file)");
    passes(VITEST, &[], "Tests 1 passed (1 file)");
    passes(VITEST, &["related", "src/sum.ts"], "Tests 1 passed (1 file)");
    // Without the configuration the other file is the test.
    let without = VITEST.replacen("vitest.config.ts", "unused.ts", 1);
    assert_eq!(run(&without, &["test"]).code, 1);
}

#[test]
fn verdict_config_wins() {
    let files = format!(
        "{VITEST}//- verdict.config.json\n{{ \"test\": {{ \"include\": [\"mine.ts\"] }} }}\n//- mine.ts\nimport {{ sum }} from '@/sum';\ntest('mine', () => expect(sum(1, 1)).toBe(2));\n"
    );
    let ran = run(&files, &["test"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("mine.ts"), "{ran:?}");
}

#[test]
fn projects_have_their_own_configuration() {
    let files = "\
//- vitest.config.ts
import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { projects: ['packages/*', { extends: true, test: { name: 'inline', include: ['own/*.test.js'], env: { WHO: 'inline' } } }] } });
//- packages/a/vitest.config.ts
export default { test: { name: 'first', env: { WHO: 'a' } } };
//- packages/a/a.test.js
test('a', () => expect(process.env.WHO).toBe('a'));
//- packages/b/vitest.config.ts
export default { resolve: { alias: { it: './it.js' } }, test: { env: { WHO: 'b' } } };
//- packages/b/it.js
export const it = 'b';
//- packages/b/b.test.js
import { it } from 'it';
test('b', () => expect(process.env.WHO).toBe(it));
//- own/c.test.js
test('c', () => expect(process.env.WHO).toBe('inline'));
";
    let ran = run(files, &["test"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("Tests 3 passed (3 files)"), "{ran:?}");
    passes(files, &["test", "packages/b"], "Tests 1 passed (1 file)");
    let workspace = files.replacen("//- vitest.config.ts", "//- vitest.workspace.ts", 1).replacen(
        "export default defineConfig({ test: { projects: ['packages/*', { extends: true, ",
        "export default ['packages/*', { ",
        1,
    );
    passes(
        &workspace.replacen("'inline' } } }] } });", "'inline' } } }];", 1),
        &["test"],
        "Tests 3 passed (3 files)",
    );
}

#[test]
fn a_member_has_the_configuration_of_its_workspace() {
    let folder = folder(
        "\
//- package.json
{ \"name\": \"whole\", \"workspaces\": [\"packages/*\"] }
//- vitest.config.js
export default { test: { include: ['packages/**/*.check.js'], setupFiles: ['./setup.js'] } };
//- setup.js
globalThis.ready = true;
//- packages/a/package.json
{ \"name\": \"a\" }
//- packages/a/a.check.js
test('a', () => expect(ready).toBe(true));
//- packages/b/package.json
{ \"name\": \"b\" }
//- packages/b/b.check.js
test('b', () => expect(ready).toBe(true));
",
    );
    let ran = verdict(&folder.path().join("packages/a"), &["test"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("packages/a/a.check.js") && !ran.out.contains("b.check.js"), "{ran:?}");
    let ran = verdict(folder.path(), &["test"]);
    assert!(ran.out.contains("Tests 2 passed (2 files)"), "{ran:?}");
}

#[test]
fn options_win_over_the_configuration_of_a_project() {
    let files = "\
//- vitest.config.js
export default { test: { projects: [{ test: { name: 'one', include: ['*.test.js'], testNamePattern: 'none' } }] } };
//- a.test.js
test('a', () => {});
test('b', () => { throw 1; });
";
    passes(files, &["test", "-t", "a"], "Tests 1 passed, 1 skipped (1 file)");
}

#[test]
fn jest_configures_tests() {
    let files = "\
//- package.json
{ \"name\": \"p\", \"devDependencies\": { \"jest\": \"30\" } }
//- jest.config.js
module.exports = { moduleNameMapper: { '^@app/(.*)$': '<rootDir>/src/$1' }, testRegex: '\\\\.check\\\\.js$', globals: { LIMIT: 3 } };
//- src/sum.js
exports.sum = (a, b) => a + b;
//- sum.check.js
const { sum } = require('@app/sum');
test('adds', () => expect(sum(1, 2)).toBe(LIMIT));
//- other.test.js
throw new Error('no test of this project');
";
    let one = folder(files);
    let ran = verdict(one.path(), &["test"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("Tests 1 passed (1 file)"), "{ran:?}");
    // Both configurations: the one whose runner is installed counts.
    let both = folder(&format!(
        "{files}//- vitest.config.js\nexport default {{ test: {{ include: ['x.js'] }} }};\n"
    ));
    let ran = verdict(both.path(), &["test"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.err,
        "verdict: warning: vitest.config.js does not count: jest.config.js configures the tests\n"
    );
}

#[test]
fn jest_builds_on_a_preset() {
    let package = "\
//- package.json
{ \"name\": \"p\", \"devDependencies\": { \"jest\": \"30\" }, \"jest\": { \"preset\": \"@my/preset\", \"setupFilesAfterEnv\": [\"<rootDir>/own.js\"], \"moduleNameMapper\": { \"\\\\.own$\": \"<rootDir>/own-style.js\" } } }
//- own.js
globalThis.own = globalThis.fromPreset + 1;
//- own-style.js
module.exports = { style: 2 };
//- node_modules/@my/preset/package.json
{ \"name\": \"@my/preset\", \"version\": \"1.0.0\" }
//- node_modules/@my/preset/jest-preset.js
const { style } = require('./lib/names');
module.exports = { setupFiles: [require.resolve('./lib/globals.js')], setupFilesAfterEnv: [require.resolve('./lib/after')], moduleNameMapper: { [style]: require.resolve('./lib/style.js'), '\\\\.own$': 'none' } };
//- node_modules/@my/preset/lib/names.js
exports.style = '\\\\.css$';
//- node_modules/@my/preset/lib/globals.js
globalThis.fromPreset = 1;
//- node_modules/@my/preset/lib/after.js
expect.extend({ toBeFromPreset: () => ({ pass: true, message: () => '' }) });
//- node_modules/@my/preset/lib/style.js
module.exports = { style: 1 };
//- a.test.js
test('its setup files run first', () => expect([fromPreset, own]).toEqual([1, 2]));
test('its matchers are there', () => expect(1).toBeFromPreset());
test('its names are mapped', () => expect([require('./x.css').style, require('./x.own').style]).toEqual([1, 2]));
";
    passes(package, &["test"], "Tests 3 passed (1 file)");
    let of_workspace = "\
//- package.json
{ \"name\": \"all\", \"workspaces\": [\"packages/*\"] }
//- jest.preset.js
module.exports = { globals: { fromPreset: 1, both: 1 }, testMatch: ['**/*.check.js'] };
//- packages/p/package.json
{ \"name\": \"p\", \"devDependencies\": { \"jest\": \"30\" } }
//- packages/p/jest.config.js
module.exports = { preset: '../../jest.preset.js', globals: { both: 2 } };
//- packages/p/a.check.js
test('has both', () => expect([fromPreset, both]).toEqual([1, 2]));
";
    let folder = folder(of_workspace);
    let ran = verdict(&folder.path().join("packages/p"), &["test"]);
    assert!(ran.code == 0 && ran.out.contains("Tests 1 passed (1 file)"), "{ran:?}");
}

#[test]
fn a_preset_that_gives_nothing_is_named() {
    let files = |preset: &str, more: &str| {
        format!(
            "//- package.json\n{{ \"name\": \"p\", \"devDependencies\": {{ \"jest\": \"30\" }} }}\n\
             //- jest.config.js\nmodule.exports = {{ preset: '{preset}' }};\n//- a.test.js\ntest('runs', () => {{}});\n{more}"
        )
    };
    let cases = [
        ("gone", "", "jest.config.js: preset gone is not there"),
        ("./gone", "", "jest.config.js: preset ./gone is not there"),
        (
            "throws",
            "//- node_modules/throws/jest-preset.js\nthrow new Error('not today');\n",
            "jest.config.js: preset: node_modules/throws/jest-preset.js: the configuration does not load: Error: not today",
        ),
        (
            "ends",
            "//- node_modules/ends/jest-preset.js\nfor (;;);\n",
            "jest.config.js: preset: node_modules/ends/jest-preset.js: the configuration does not end: it runs for too long",
        ),
    ];
    for (preset, more, warning) in cases {
        let folder = folder(&files(preset, more));
        let ran = verdict(folder.path(), &["test"]);
        assert!(ran.code == 0 && ran.out.contains("Tests 1 passed (1 file)"), "{preset}: {ran:?}");
        assert!(ran.err.contains(warning), "{preset}: {ran:?}");
    }
}

#[test]
fn eslint_configures_the_linter() {
    let files = "\
//- eslint.config.mjs
import js from '@eslint/js';
import globals from 'globals';
import react from 'eslint-plugin-react';
export default [
  { ignores: ['old/'] },
  js.configs.recommended,
  { languageOptions: { globals: globals.browser }, plugins: { react }, rules: { eqeqeq: 'error', 'react/x': 'error' } },
];
//- a.js
export const a = (b) => b == document.title;
//- old/b.js
debugger;
";
    let ran = run(files, &["lint"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("eqeqeq"), "{ran:?}");
    assert!(!ran.out.contains("old/b.js") && !ran.out.contains("no-undef"), "{ran:?}");
    assert_eq!(
        ran.err,
        "verdict: warning: eslint.config.mjs: 1 rule of the plugin react are not here and do not run: react/x\n"
    );
    passes(&files.replace("b == ", "b === "), &["lint"], "PASS");
    // A broken configuration of the linter is no matter of the tests.
    let broken = files.replacen("export default [", "throw 1; export default [", 1);
    assert_eq!(run(&broken, &["lint"]).code, 2);
    passes(&format!("{broken}//- a.test.js\ntest('a', () => {{}});\n"), &["test"], "Tests 1 passed");
}

#[test]
fn patterns_of_a_linter_start_at_its_configuration() {
    let files = "\
//- packages/a/package.json
{ \"name\": \"a\" }
//- packages/a/eslint.config.js
module.exports = [{ ignores: ['old/'] }, { files: ['src/*.js'], rules: { 'no-debugger': 'error' } }];
//- packages/a/src/a.js
debugger;
//- packages/a/old/a.js
debugger;
//- packages/a/b.js
debugger;
";
    let folder = folder(&format!(
        "{}{files}",
        PACKAGE.replacen("\"name\"", "\"workspaces\": [\"packages/*\"], \"name\"", 1)
    ));
    let ran = verdict(&folder.path().join("packages/a"), &["lint"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("packages/a/src/a.js"), "{ran:?}");
    assert!(!ran.out.contains("old/a.js") && !ran.out.contains("/b.js"), "{ran:?}");
}

#[test]
fn results_that_are_kept_depend_on_the_configuration() {
    let folder = folder(&format!(
        "{PACKAGE}{}",
        "\
//- vitest.config.js
import { who } from './who.js';
const test = (name, env) => ({ test: { name, include: ['a.test.js'], env } });
export default { test: { projects: [test('one', { WHO: 'x' }), test('two', { WHO: who })] } };
//- who.js
export const who = 'x';
//- a.test.js
test('a', () => expect(process.env.WHO).toBe('x'));
"
    ));
    let first = verdict(folder.path(), &["test"]);
    assert_eq!(first.code, 0, "{first:?}");
    assert!(first.out.contains("Tests 2 passed (2 files)"), "{first:?}");
    let again = verdict(folder.path(), &["test"]);
    assert!(again.code == 0 && again.out.contains("cached"), "{again:?}");
    std::fs::write(folder.path().join("who.js"), "export const who = 'y';\n").expect("a file");
    let changed = verdict(folder.path(), &["test"]);
    assert_eq!(changed.code, 1, "{changed:?}");
    assert!(changed.out.contains("Tests 1 failed, 1 passed"), "{changed:?}");
}

#[test]
fn configurations_that_give_no_data() {
    let load = "vitest.config.js: the configuration does not load";
    let test = "//- a.test.js\ntest('a', () => {});\n";
    for (text, expected) in [
        ("for (;;);", "vitest.config.js: the configuration does not end: it runs for too long"),
        ("throw new Error('no database');", "no database (at vitest.config.js:1:7)"),
        ("import './missing.js'; export default {};", load),
        ("export const a = 1;", "it has no default export"),
        ("export default new Promise(() => {});", load),
        ("const a = {}; a.b = { a }; export default a;", "b.a refers to itself"),
        ("export default () => 3;", "the configuration is neither an object nor a list"),
        ("export default { test: { include: 3 } };", "vitest.config.js: test.include is no list of globs"),
        (
            "export default { test: { projects: ['gone/*'] } };",
            "projects names 'gone/*', and nothing in the project has this path",
        ),
        (
            "const a = []; for (;;) a.push('x'.repeat(1 << 20) + a.length);",
            "takes more than 128 MiB of memory",
        ),
        ("export default { a: (function f() { return f(); })() };", load),
        ("import fs from 'fs'; export default { a: fs.readFileSync('/etc/passwd', 'utf8') };", load),
        ("import { execSync } from 'node:child_process'; export default { a: execSync('ls') };", load),
    ] {
        refused(&format!("//- vitest.config.js\n{text}\n{test}"), expected);
    }
    passes(&format!("//- vitest.config.js\nexport default {{}};\n{test}"), &["test"], "Tests 1 passed");
}

#[test]
fn what_has_no_meaning_is_said_once() {
    let files = "//- vitest.config.js\nexport default { test: { coverage: {}, globals: true } };\n//- a.test.js\ntest('a', () => {});\n";
    let ran = run(files, &["test"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            0,
            "verdict: warning: vitest.config.js: test.coverage has no meaning here: Verdict measures no coverage\n"
        )
    );
}

#[test]
fn tests_have_the_variables_of_a_runner() {
    let test = "//- a.test.js\ntest('t', () => expect([process.env.NODE_ENV, process.env.VITEST, process.env.JEST_WORKER_ID, process.env.OWN]).toEqual(VALUES));\n";
    for (files, values) in [
        ("//- vitest.config.js\nexport default {};\n", "['test', 'true', undefined, undefined]"),
        (
            "//- vitest.config.js\nexport default { test: { env: { NODE_ENV: 'other', OWN: '1' } } };\n",
            "['other', 'true', undefined, '1']",
        ),
        ("//- jest.config.js\nmodule.exports = {};\n", "['test', undefined, '1', undefined]"),
        (
            "//- verdict.config.json\n{ \"test\": { \"env\": { \"OWN\": \"2\" } } }\n",
            "['test', 'true', undefined, '2']",
        ),
        (
            "//- verdict.config.json\n{ \"test\": { \"sealedApi\": true } }\n",
            "[undefined, undefined, undefined, undefined]",
        ),
    ] {
        let test = test.replace("VALUES", values);
        let folder = folder(&format!("//- package.json\n{{ \"name\": \"p\" }}\n{files}{test}"));
        let ran = verdict(folder.path(), &["test"]);
        assert_eq!(ran.code, 0, "{files}\n{}\n{}", ran.out, ran.err);
    }
}

#[test]
fn a_project_of_vitest_has_no_global_jest() {
    let check = |files: &str, has: bool| {
        let test =
            format!("//- a.test.js\ntest('t', () => expect(typeof jest !== 'undefined').toBe({has}));\n");
        let folder = folder(&format!("{files}{test}"));
        let ran = verdict(folder.path(), &["test"]);
        assert_eq!(ran.code, 0, "{files}\n{}\n{}", ran.out, ran.err);
    };
    let package = |fields: &str| format!("//- package.json\n{{ \"name\": \"p\"{fields} }}\n");
    let depends = |name: &str| package(&format!(", \"devDependencies\": {{ \"{name}\": \"1\" }}"));
    check(&package(""), true);
    check(&depends("vitest"), false);
    check(&depends("jest"), true);
    check(&format!("{}//- vitest.config.js\nexport default {{}};\n", package("")), false);
    check(&format!("{}//- vite.config.js\nexport default {{}};\n", package("")), true);
    check(&format!("{}//- jest.config.js\nmodule.exports = {{}};\n", package("")), true);
    check(&format!("{}//- vitest.config.js\nexport default {{}};\n", depends("jest")), false);
    let own = "//- verdict.config.json\n{ \"test\": { \"writtenFor\": \"jest\" } }\n";
    check(&format!("{}{own}", depends("vitest")), true);
}

#[test]
fn snapshots_have_the_format_of_the_project() {
    let test = "//- a.test.js\ntest('t', () => expect({ a: ['\"'] }).toMatchInlineSnapshot(`\nObject {\n  \"a\": Array [\n    \"\\\\\"\",\n  ],\n}\n`));\n";
    let config = "//- vitest.config.js\nexport default { test: { snapshotFormat: { printBasicPrototype: true, escapeString: true } } };\n";
    let ran = |config: &str| {
        let folder = folder(&format!("//- package.json\n{{ \"name\": \"p\" }}\n{config}{test}"));
        verdict(folder.path(), &["test"])
    };
    let with = ran(config);
    assert_eq!((with.code, with.err.contains("warning")), (0, false), "{}\n{}", with.out, with.err);
    assert_eq!(ran("").code, 1);
}

const SNAPSHOTS: &str = "\
//- a.test.js
describe('a', () => {
  test('b > c', () => {
    expect(1).toMatchSnapshot();
    expect(2).toMatchSnapshot('hint');
  });
});
";

#[test]
fn snapshots_have_the_names_of_the_runner() {
    let check = |runner: &str, names: [&str; 2], header: &str| {
        let package = format!(
            "//- package.json\n{{ \"name\": \"p\", \"devDependencies\": {{ \"{runner}\": \"1\" }} }}\n"
        );
        let kept = |values: [u32; 2]| {
            let [one, two] = names.map(|name| format!("exports[`{name} 1`] = "));
            format!("// {header} Snapshot v1\n\n{one}`{}`;\n\n{two}`{}`;\n", values[0], values[1])
        };
        let ran = |values| {
            let files = format!("{package}{SNAPSHOTS}//- __snapshots__/a.test.js.snap\n{}", kept(values));
            verdict(folder(&files).path(), &["test"])
        };
        let same = ran([1, 2]);
        assert_eq!((same.code, same.out.contains("snapshot")), (0, false), "{same:?}");
        assert_eq!(ran([1, 3]).code, 1);
        let fresh = folder(&format!("{package}{SNAPSHOTS}"));
        assert_eq!(verdict(fresh.path(), &["test", "-u"]).code, 0);
        let written =
            fs::read_to_string(fresh.path().join("__snapshots__/a.test.js.snap")).expect("it is written");
        assert!(written.starts_with(&format!("// {header} Snapshot v1, ")), "{written}");
        assert!(names.iter().all(|name| written.contains(&format!("exports[`{name} 1`]"))), "{written}");
    };
    check("vitest", ["a > b > c", "a > b > c > hint"], "Vitest");
    check("jest", ["a b > c", "a b > c: hint"], "Jest");
}

#[test]
fn a_snapshot_file_counts_whatever_its_size_and_if_git_ignores_it() {
    let large = format!("exports[`fill 1`] = `\"{}\"`;\n\n", "x".repeat(2 << 20));
    let snapshots = |fill: &str| {
        format!(
            "//- __snapshots__/a.test.js.snap\n// Vitest Snapshot v1\n\n{fill}exports[`small 1`] = `\"abc\"`;\n"
        )
    };
    let test =
        |value: &str| format!("//- a.test.js\ntest('small', () => expect('{value}').toMatchSnapshot());\n");
    let check = |other: &str| {
        let ran = |value: &str, arguments: &[&str]| {
            let folder = folder(&format!("{PACKAGE}{}{other}", test(value)));
            let ran = verdict_with(folder.path(), &[&["test"], arguments].concat(), &[("CI", "false")]);
            let kept = fs::read_to_string(folder.path().join("__snapshots__/a.test.js.snap"));
            (ran.code, ran.out, kept.expect("the snapshot file"))
        };
        let (code, out, _) = ran("abc", &[]);
        assert_eq!((code, out.contains("new snapshot")), (0, false), "{out}");
        assert_eq!(ran("changed", &[]).0, 1);
        let (code, out, kept) = ran("changed", &["-u"]);
        assert_eq!((code, kept.contains("\"changed\""), kept.contains("\"abc\"")), (0, true, false), "{out}");
    };
    check(&snapshots(""));
    check(&snapshots(&large));
    check(&format!("{}//- .gitignore\n*.snap\n", snapshots("")));
    check(&format!("{}//- .gitignore\n__snapshots__\n", snapshots("")));
}

#[test]
fn a_build_server_has_all_snapshots() {
    let ran = |files: &str, variables: &[(&str, &str)], arguments: &[&str]| {
        verdict_with(folder(&format!("{PACKAGE}{files}")).path(), &[&["test"], arguments].concat(), variables)
            .code
    };
    let (here, server) = ([("CI", "false")], [("CI", "true")]);
    assert_eq!(ran(SNAPSHOTS, &here, &[]), 0);
    assert_eq!(ran(SNAPSHOTS, &server, &[]), 1);
    assert_eq!(ran(SNAPSHOTS, &server, &["-u"]), 0);
    let obsolete =
        "//- a.test.js\ntest('a', () => {});\n//- __snapshots__/a.test.js.snap\nexports[`b 1`] = `1`;\n";
    assert_eq!(ran(obsolete, &here, &[]), 0);
    assert_eq!(ran(obsolete, &server, &[]), 1);
    assert_eq!(ran(obsolete, &server, &["-u"]), 0);
    let skipped = obsolete.replace("'a', () => {}", "'a', () => {}); test.skip('b', () => {}");
    assert_eq!(ran(&skipped, &server, &[]), 0);
}

#[test]
fn a_configuration_of_eslint_that_nothing_reads_is_named() {
    let ran =
        |files: &str, arguments: &[&str]| verdict(folder(&format!("{PACKAGE}{files}")).path(), arguments);
    let old = "//- .eslintrc.json\n{ \"rules\": { \"no-var\": \"error\" } }\n//- a.js\nvar a = 1; use(a);\n//- a.test.js\ntest('t', () => {});\n";
    let told = "verdict: warning: .eslintrc.json is not read: since version 9 the configuration of ESLint is eslint.config.js";
    let all = ran(old, &[]);
    assert!(all.err.contains(told) && !all.err.contains("lint:"), "{all:?}");
    assert!(ran(old, &["lint"]).err.contains(told));
    let none = "//- a.js\nvar a = 1; use(a);\n";
    let recommended = "verdict: warning: no configuration of ESLint is there: the recommended rules apply";
    assert!(ran(none, &["lint"]).err.contains(recommended) && !ran(none, &[]).err.contains(recommended));
    assert!(
        !ran(&format!("{none}//- eslint.config.js\nexport default [];\n"), &["lint"])
            .err
            .contains(recommended)
    );
    let new = format!("{old}//- eslint.config.js\nexport default [];\n");
    assert!(!ran(&new, &[]).err.contains("is not read"));
}

#[test]
fn a_script_names_the_configuration_of_tests() {
    let passes = |script: &str, runner: &str, config: &str| {
        let package = format!(
            "//- package.json\n{{ \"type\": \"module\", \"scripts\": {{ \"test\": \"{script}\" }}, \"devDependencies\": {{ \"{runner}\": \"1\" }} }}\n"
        );
        let tests = "//- checks/a.check.js\nimport { one } from '../src/one.js';\ntest('t', () => expect(one).toBe(1));\n//- src/one.js\nexport const one = 1;\n//- src/not.test.js\ntest('not', () => { throw 1; });\n";
        let ran = verdict(folder(&format!("{package}{config}{tests}")).path(), &[]);
        assert_eq!((ran.code, ran.out.contains("1 passed (1 file)")), (0, true), "{ran:?}");
    };
    let jest = "//- config/jest.config.js\nexport default { rootDir: '..', testMatch: ['<rootDir>/checks/*.check.js'] };\n";
    passes("jest --config config/jest.config.js", "jest", jest);
    let vitest = "//- config/unit.config.js\nexport default { test: { globals: true, include: ['checks/*.check.js'] } };\n";
    passes("vitest run -c config/unit.config.js", "vitest", vitest);
}
