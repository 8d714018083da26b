//! Results of test files that a project's next run takes from the cache.
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;

use std::fs;
use std::path::{Path, PathBuf};

use project::{folder, verdict};

const PROJECT: &str = "\
//- package.json
{ \"name\": \"p\" }
//- src/sum.ts
import type { N } from './types'; export const sum = (a: N, b: N): N => a + b;
//- src/types.ts
export type N = number;
//- src/sum.test.ts
import { expect, test } from 'vitest';
import { sum } from './sum';
test('adds', () => expect(sum(1, 2)).toBe(3));
//- src/alone.test.ts
import { expect, test } from 'vitest';
test('fails', () => expect(1).toBe(2));
//- src/read.test.ts
import { expect, test } from 'vitest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
test('reads', () => {
  expect(readFileSync('/src/data.txt', 'utf8').length).toBeGreaterThan(0);
  expect(existsSync('/src/absent.txt')).toBe(false);
  expect(readdirSync('/src').length).toBeLessThan(9);
});
//- src/data.txt
text
";

/// The files that a run took from the cache.
fn recalled(root: &Path, arguments: &[&str]) -> Vec<String> {
    let ran = verdict(root, &[&["test"], arguments].concat());
    assert!(ran.code < 2, "{ran:?}");
    let lines = ran.out.lines().filter(|line| line.ends_with(" cached"));
    lines.filter_map(|line| line.split_whitespace().nth(1)).map(str::to_owned).collect()
}

fn entries(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join(".verdict/cache")).expect("a cache");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

const ALL: [&str; 3] = ["src/alone.test.ts", "src/read.test.ts", "src/sum.test.ts"];

#[test]
fn what_a_change_cannot_affect_is_taken_from_the_cache() {
    let root = folder(PROJECT);
    let root = root.path();
    assert_eq!(recalled(root, &[]), [""; 0]);
    let check = |path: &str, content: &str, expected: &[&str]| {
        assert_eq!(recalled(root, &[]), ALL, "before {path}");
        fs::write(root.join(path), content).expect("a file");
        assert_eq!(recalled(root, &[]), expected, "{path}");
    };
    let (alone, read, sum) = (ALL[0], ALL[1], ALL[2]);
    check("src/sum.ts", "export const sum = (a: number, b: number): number => b + a;\n", &[alone, read]);
    check("src/data.txt", "other\n", &[alone, sum]);
    check("src/types.ts", "export type N = 1 | 2;\n", &ALL);
    check(
        "src/sum.ts",
        "import type { N } from './types'; export const sum = (a: N, b: N): N => a + b;",
        &[alone, read],
    );
    check("src/types.ts", "export type N = number;\n", &[alone, read]);
    // A new file matters where it shadows another, or where it or its folder was looked for.
    check("unrelated.test-data.json", "{}", &ALL);
    check("src/deep.js", "export const deep = 1;\n", &[alone, sum]);
    check("src/sum.js", "export const sum = () => 0;\n", &[alone]);
    check("src/absent.txt", "", &[alone, sum]);
    check("package.json", "{ \"name\": \"p\", \"type\": \"module\" }", &[]);
    check("verdict.config.json", "{ \"test\": { \"retry\": 1 } }", &[]);
    fs::remove_file(root.join("src/absent.txt")).expect("a file");
    assert_eq!(recalled(root, &[]), [alone, sum]);
}

#[test]
fn a_result_from_the_cache_has_the_same_bytes() {
    let root = folder(PROJECT);
    let fresh = verdict(root.path(), &["test", "--json", "--no-cache"]);
    assert!(!root.path().join(".verdict").exists());
    let without_times = |text: &str| {
        let mut report: serde_json::Value = serde_json::from_str(text).expect("a report");
        report["results"][0]["timing"].take();
        report.to_string()
    };
    for workers in ["1", "2", "3"] {
        let ran = verdict(root.path(), &["test", "--json", "--workers", workers]);
        assert_eq!((ran.code, without_times(&ran.out)), (1, without_times(&fresh.out)), "{workers}");
    }
    let one = ["test", "--json", "src/alone"];
    let fresh = verdict(root.path(), &[&one[..], &["--no-cache"]].concat());
    for _ in 0..2 {
        let ran = verdict(root.path(), &one);
        assert_eq!(without_times(&ran.out), without_times(&fresh.out));
    }
    assert_eq!(recalled(root.path(), &["src/alone"]), ["src/alone.test.ts"]);
}

/// Tests that find files in every way there is.
const SEARCHING: &str = r##"//- package.json
{ "name": "p", "imports": { "#own": "./src/own.js" } }
//- vitest.config.ts
import { defineConfig } from 'vitest/config';
export default defineConfig({
  test: { setupFiles: ['./src/setup'], passWithNoTests: true },
  resolve: { alias: { '@': '/src' } },
});
//- tsconfig.json
{ "compilerOptions": { "jsx": "react" } }
//- src/setup.ts
globalThis.setUp = true;
//- src/own.js
export const own = 1;
//- src/parts/one.js
export default 1;
//- src/parts/text.txt
text
//- node_modules/dependency/package.json
{ "name": "dependency", "main": "lib" }
//- node_modules/dependency/lib/index.js
module.exports = require('./value');
//- node_modules/dependency/lib/value.js
module.exports = 'value';
//- src/package.test.js
import { expect, test } from 'vitest';
import dependency from 'dependency';
import { own } from '#own';
test('package', () => expect([dependency, own]).toEqual(['value', 1]));
//- src/computed.test.js
import { expect, test } from 'vitest';
const name = 'one';
test('computed', async () => expect((await import(`./parts/${name}.js`)).default).toBe(1));
//- src/glob.test.js
import { expect, test } from 'vitest';
const all = import.meta.glob('./parts/*.js', { eager: true });
test('glob', () => expect(Object.keys(all)).toEqual(['./parts/one.js']));
//- src/missing.test.js
import { expect, test } from 'vitest';
test('missing', () => expect(import('@/parts/onn.js')).rejects.toThrow('did you mean nothing?'));
//- src/optional.test.js
import { expect, test } from 'vitest';
test('optional', async () => expect(await import('@/later.js').catch(() => 'none')).toBe('none'));
//- src/element.test.tsx
import { expect, test } from 'vitest';
const React = { createElement: (name: string) => name };
test('element', () => expect(<p />).toBe('p'));
"##;

#[test]
fn a_recalled_result_is_that_of_a_run() {
    let (computed, element, glob, missing, optional, package) = (
        "src/computed.test.js",
        "src/element.test.tsx",
        "src/glob.test.js",
        "src/missing.test.js",
        "src/optional.test.js",
        "src/package.test.js",
    );
    let all = [computed, element, glob, missing, optional, package];
    let but = |changed: &[&str]| all.into_iter().filter(|file| !changed.contains(file)).collect::<Vec<_>>();
    // `None` removes the file.
    let changes: [(&str, Option<&str>, &[&str]); 16] = [
        ("src/other.js", Some("export {};"), &[missing]),
        ("src/other.test.js", Some("import { test } from 'vitest'; test('other', () => {});"), &[missing]),
        ("src/data.json", Some("{}"), &[missing]),
        ("src/data.json", Some("[]"), &[missing]),
        ("src/parts/two.js", Some("export default 2;"), &[glob, missing]),
        ("src/parts/two.js", None, &[glob, missing]),
        ("src/parts/onn.js", Some("export default 1;"), &[glob, missing]),
        ("src/parts/onn.js", None, &[glob, missing]),
        ("src/later.js", Some("export default 1;"), &[missing, optional]),
        ("node_modules/dependency/lib/value.mjs", Some("export default 0;"), &[missing]),
        ("node_modules/dependency/lib/value.js", Some("module.exports = 0;"), &[package]),
        ("node_modules/dependency/lib/package.json", Some("{ \"main\": \"value\" }"), &[missing, package]),
        ("src/node_modules/dependency/index.js", Some("module.exports = 'near';"), &[missing, package]),
        ("src/setup.js", Some("globalThis.setUp = false;"), &all),
        ("src/tsconfig.json", Some("{ \"compilerOptions\": { \"jsx\": \"react-jsx\" } }"), &all),
        // Without its `react`, the test could not run, and its earlier result is right again.
        ("src/tsconfig.json", None, &[computed, glob, missing, optional, package]),
    ];
    let root = folder(SEARCHING);
    let root = root.path();
    assert_eq!(recalled(root, &[]), [""; 0]);
    for (path, content, changed) in changes {
        let at = root.join(path);
        match content {
            Some(content) => {
                fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
                fs::write(&at, content).expect("a file");
            }
            None => drop(fs::remove_file(&at)),
        }
        let entries = |arguments: &[&str]| {
            let ran = verdict(root, &[&["test", "--json"], arguments].concat());
            let mut report: serde_json::Value = serde_json::from_str(&ran.out).expect("a report");
            report["results"][0]["timing"].take();
            report.to_string()
        };
        let found = recalled(root, &[]);
        let found: Vec<&str> = all.into_iter().filter(|file| found.iter().any(|name| name == file)).collect();
        assert_eq!(found, but(changed), "{path}");
        assert_eq!(entries(&[]), entries(&["--no-cache"]), "{path}");
    }
}

#[test]
fn options_that_change_a_result_miss() {
    let root = folder(PROJECT);
    let check = |arguments: &[&str], expected: &[&str]| {
        assert_eq!(recalled(root.path(), arguments), expected, "{arguments:?}");
    };
    check(&[], &[]);
    check(&[], &ALL);
    for arguments in
        [&["--seed", "7"][..], &["-t", "adds|fails|reads"], &["--retry", "1"], &["--file-timeout", "2000"]]
    {
        check(arguments, &[]);
        check(arguments, &ALL);
    }
    for arguments in [&["--no-cache"][..], &["--list"], &["--update"], &["--bail", "9"]] {
        check(arguments, &[]);
        check(arguments, &[]);
    }
    // A part of the files has the results of the whole.
    check(&["src/sum"], &["src/sum.test.ts"]);
    check(&[], &ALL);
}

/// Changes the text of an entry.
type Damage = fn(&str) -> String;

#[test]
fn an_entry_that_is_not_whole_is_a_miss() {
    let damages: [(&str, Damage); 6] = [
        ("cut short", |text| text[..text.len() / 2].to_owned()),
        ("empty", |_| String::new()),
        ("a forged result", |text| {
            text.replace("fails", "works").replace("\\\"success\\\":false", "\\\"success\\\":true")
        }),
        ("another version", |text| text.replacen("verdict-cache 2", "verdict-cache 0", 1)),
        ("no line", |text| text.replace('\n', " ")),
        ("one byte more", |text| format!("{text} ")),
    ];
    let root = folder(PROJECT);
    for (name, damage) in damages {
        recalled(root.path(), &[]);
        let all = entries(root.path());
        assert_eq!(all.len(), 3, "{name}");
        for path in all {
            let text = fs::read_to_string(&path).expect("an entry");
            let damaged = damage(&text);
            // Not every damage fits every entry.
            let damaged = if damaged == text { String::new() } else { damaged };
            fs::write(&path, damaged).expect("an entry");
        }
        assert_eq!(recalled(root.path(), &[]), [""; 0], "{name}");
        assert_eq!(recalled(root.path(), &[]), ALL, "{name}");
    }
    // An entry in the place of another.
    let all = entries(root.path());
    fs::copy(&all[0], &all[1]).expect("a copy");
    assert_eq!(recalled(root.path(), &[]).len(), 2);
}

#[test]
fn a_file_that_hit_a_limit_of_time_runs_again() {
    let root = folder(
        "//- package.json\n{}\n//- a.test.js\nimport { test } from 'vitest';\ntest('ends', () => {});\n\
         //- b.test.js\nimport { test } from 'vitest';\ntest('hangs', () => { for (;;); });\n",
    );
    for expected in [&[][..], &["a.test.js"], &["a.test.js"]] {
        assert_eq!(recalled(root.path(), &["--file-timeout", "700"]), expected);
    }
}

#[test]
fn the_state_is_neither_verified_nor_committed() {
    let root = folder(PROJECT);
    recalled(root.path(), &[]);
    let ignore = fs::read_to_string(root.path().join(".verdict/.gitignore")).expect("a file");
    assert_eq!(ignore, "*\n");
    fs::write(root.path().join(".verdict/cache/own.test.js"), "throw 1").expect("a file");
    assert_eq!(recalled(root.path(), &[]), ALL);
}

#[test]
fn commands_and_gates_have_no_cache() {
    let root = folder(PROJECT);
    recalled(root.path(), &[]);
    for path in entries(root.path()) {
        // Were it read, it would be written again.
        fs::write(path, "").expect("an entry");
    }
    let bundle = root.path().with_extension("json");
    fs::write(&bundle, "{ \"/src/data.txt\": \"new\" }").expect("a bundle");
    let ran = verdict(root.path(), &["verify", "test:/src/sum.test.ts"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for command in ["check", "apply"] {
        let path = bundle.to_str().expect("a path");
        let ran = verdict(root.path(), &[command, path, "--verify", "test:/src/sum.test.ts"]);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    assert_eq!(fs::read_to_string(root.path().join("src/data.txt")).expect("a file"), "new");
    for path in entries(root.path()) {
        assert_eq!(fs::read_to_string(path).expect("an entry"), "");
    }
    fs::remove_file(bundle).expect("a file");
}
