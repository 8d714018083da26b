//! `verdict verify` on folders with `node_modules`.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use crate::project;

use std::fs;

use project::{folder, run};

/// The tests of a fixture pass without warnings.
#[track_caller]
fn passes(fixture: &str, arguments: &[&str]) {
    let folder = folder(fixture);
    let (code, out, err) = run(folder.path(), &[&["test:**/*.test.*"], arguments].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{fixture}\n{out}");
}

#[test]
fn what_is_imported_is_there_with_what_it_needs() {
    passes(
        "\
//- src/a.test.ts
import { a } from 'a'; import sub from '@s/b/sub'; import data from 'a/data.json';
test('t', () => { expect([a, sub, data.x, require('c').c]).toEqual(['a1 d1', 'b d2', 1, 'c']); });
//- node_modules/a/package.json
{ \"type\": \"module\", \"main\": \"./lib/main.js\", \"dependencies\": { \"d\": \"1\" } }
//- node_modules/a/lib/main.js
import { d } from 'd'; export const a = 'a1 ' + d;
//- node_modules/a/data.json
{ \"x\": 1 }
//- node_modules/@s/b/package.json
{ \"exports\": { \"./sub\": \"./sub.mjs\" }, \"peerDependencies\": { \"d\": \"2\" } }
//- node_modules/@s/b/sub.mjs
import { d } from 'd'; export default 'b ' + d;
//- node_modules/@s/b/node_modules/d/index.js
exports.d = 'd2';
//- node_modules/d/index.js
exports.d = 'd1';
//- node_modules/c/index.js
exports.c = 'c';
//- node_modules/c/c.test.js
test('not ours', () => { throw 1; });
//- node_modules/unused/unused.test.js
test('not ours', () => { throw 1; });
",
        &[],
    );
}

#[test]
fn links_of_pnpm_and_of_a_workspace_are_followed() {
    passes(
        "\
//- a.test.js
import { a } from 'a'; import { b } from 'b'; import { shared } from 'shared'; import { own } from '@me/own';
test('t', () => { expect([a, b, shared.n, own]).toEqual(['a 2 1', 'b 1', 1, 'own 1']); shared.n = 2; });
test('one instance of what several share', () => { expect(require('shared').shared.n).toBe(2); });
//- packages/own/package.json
{ \"name\": \"@me/own\", \"main\": \"./src/index.ts\" }
//- packages/own/src/index.ts
import { shared } from 'shared'; export const own: string = `own ${shared.n}`;
//- node_modules/@me/own -> ../../packages/own
//- node_modules/a -> .pnpm/a@1/node_modules/a
//- node_modules/b -> .pnpm/b@1/node_modules/b
//- node_modules/shared -> .pnpm/shared@1/node_modules/shared
//- node_modules/.pnpm/a@1/node_modules/a/package.json
{ \"dependencies\": { \"shared\": \"1\", \"deep\": \"2\" } }
//- node_modules/.pnpm/a@1/node_modules/a/index.js
exports.a = ['a', require('deep').deep, require('shared').shared.n].join(' ');
//- node_modules/.pnpm/a@1/node_modules/shared -> ../../shared@1/node_modules/shared
//- node_modules/.pnpm/a@1/node_modules/deep -> ../../deep@2/node_modules/deep
//- node_modules/.pnpm/b@1/node_modules/b/package.json
{ \"dependencies\": { \"deep\": \"1\", \"a\": \"1\" } }
//- node_modules/.pnpm/b@1/node_modules/b/index.js
exports.b = 'b ' + require('deep').deep;
//- node_modules/.pnpm/b@1/node_modules/deep -> ../../deep@1/node_modules/deep
//- node_modules/.pnpm/b@1/node_modules/a -> ../../a@1/node_modules/a
//- node_modules/.pnpm/deep@1/node_modules/deep/index.js
exports.deep = 1;
//- node_modules/.pnpm/deep@2/node_modules/deep/index.js
exports.deep = 2;
//- node_modules/.pnpm/shared@1/node_modules/shared/index.js
exports.shared = { n: 1 };
",
        &[],
    );
}

#[test]
fn what_a_build_included_is_part_of_its_package() {
    passes(
        "\
//- a.test.js
import { a } from 'a';
test('t', () => { expect(a).toBe('b in a'); });
//- node_modules/a/package.json
{ \"type\": \"module\", \"main\": \"./dist/index.js\" }
//- node_modules/a/dist/index.js
import { b } from './node_modules/.pnpm/b@1/node_modules/b/index.js'; export const a = b + ' in a';
//- node_modules/a/dist/node_modules/.pnpm/b@1/node_modules/b/index.js
export const b = 'b';
//- node_modules/a/node_modules/unused/index.js
export const unused = 1;
",
        &[],
    );
}

#[test]
fn data_that_a_package_names_is_there() {
    passes(
        "\
//- a.test.js
import { existsSync } from 'node:fs'; import { text } from 'a';
test('t', () => { expect(text).toBe('data'); });
test('what nothing names', () => { expect(existsSync('/node_modules/a/oth' + 'er.bin')).toBe(false); });
//- node_modules/a/package.json
{ \"type\": \"module\", \"main\": \"./index.js\" }
//- node_modules/a/index.js
import { readFileSync } from 'node:fs';
export const text = readFileSync(new URL('./data/x.wasm', import.meta.url), 'utf8').trim();
//- node_modules/a/data/x.wasm
data
//- node_modules/a/other.bin
other
",
        &[],
    );
}

#[test]
fn files_of_packages_that_a_test_names_by_path_are_there() {
    passes(
        "\
//- package.json
{ \"name\": \"p\" }
//- a.test.js
const fs = require('fs'), path = require('path');
test('a folder', () => expect(fs.readdirSync('./node_modules/texts/sub')).toEqual(['x.txt']));
test('a file', () => expect(fs.readFileSync('node_modules/texts/sub/x.txt', 'utf8').trim()).toBe('1'));
test('joined', () => expect(fs.readFileSync(path.join(__dirname, 'node_modules', 'texts', 'sub', 'x.txt'), 'utf8').trim()).toBe('1'));
test('beside a module', () => expect(fs.readFileSync(path.join(path.dirname(require.resolve('main')), 'y.txt'), 'utf8').trim()).toBe('2'));
for (const dir of ['./node_modules/@s/other.js']) test('listed', () => expect(fs.readdirSync(dir)).toContain('a.js'));
//- b.test.js
test('no other package', () => expect(require('fs').readdirSync('node_modules')).not.toContain('fou' + 'rth'));
//- node_modules/texts/package.json
{ \"name\": \"texts\" }
//- node_modules/texts/sub/x.txt
1
//- node_modules/main/package.json
{ \"name\": \"main\", \"main\": \"lib/index.js\" }
//- node_modules/main/lib/index.js
module.exports = 1;
//- node_modules/main/lib/y.txt
2
//- node_modules/@s/other.js/package.json
{ \"name\": \"@s/other.js\" }
//- node_modules/@s/other.js/a.js
module.exports = 1;
//- node_modules/fourth/package.json
{ \"name\": \"fourth\" }
",
        &[],
    );
}

#[test]
fn a_package_that_runs_from_typescript_is_there() {
    let files = "\
//- a.test.ts
import register, { files } from 'a/test';
import { Badge } from 'b';
import { c } from 'c';
test('t', () => {
  expect(register(2)).toBe('a 2 shared');
  expect(Object.keys(files)).toEqual(['./parts/one.ts', './parts/two.ts']);
  expect([Badge, c]).toEqual(['badge', 'built']);
});
//- node_modules/a/package.json
{ \"type\": \"module\", \"exports\": { \".\": \"./dist/index.js\", \"./test\": \"./src/test.ts\" } }
//- node_modules/a/dist/index.js
export {};
//- node_modules/a/src/test.ts
import type { Never } from 'not-installed';
import { shared } from './shared.js';
export const files = import.meta.glob('./parts/*.ts');
export default (n: number): string => `a ${n} ${shared}`;
//- node_modules/a/src/shared.ts
enum Names { shared = 'shared' }
export const shared: string = Names.shared;
//- node_modules/a/src/parts/one.ts
export const one: number = 1;
//- node_modules/a/src/parts/two.ts
export const two: number = 2;
//- node_modules/b/package.json
{ \"type\": \"module\", \"main\": \"src/index.tsx\" }
//- node_modules/b/src/index.tsx
export const Badge: string = 'badge';
//- node_modules/c/package.json
{ \"type\": \"module\", \"exports\": { \"types\": \"./src/index.ts\", \"@c/source\": \"./src/index.ts\", \"default\": \"./index.js\" } }
//- node_modules/c/index.js
export const c = 'built';
//- node_modules/c/src/index.ts
export const c: string = 'source';
";
    passes(files, &[]);
}

#[test]
fn typescript_inside_a_package_is_there_if_an_import_names_it() {
    passes(
        "\
//- src/a.test.ts
import { folder } from 'a/src/test'; import { file } from 'a/src/file.ts'; import built from 'a'; import { bare } from '@s/b/src/bare';
test('t', async () => { expect([folder, file, built.a, bare, (await import('a/src/later')).later]).toEqual([1, 2, 0, 3, 4]); });
//- node_modules/a/package.json
{ \"main\": \"dist/index.js\" }
//- node_modules/a/dist/index.js
module.exports = { a: 0 };
//- node_modules/a/src/test/index.ts
export const folder: number = 1;
//- node_modules/a/src/file.ts
export const file: number = 2;
//- node_modules/a/src/later.ts
export const later: number = 4;
//- node_modules/@s/b/package.json
{ \"main\": \"./index.js\" }
//- node_modules/@s/b/src/bare.ts
export const bare: number = 3;
//- node_modules/unentered/src/index.ts
no, this is: not read;
",
        &[],
    );
}

#[test]
fn a_link_out_of_the_root_is_not_followed() {
    let outside = folder("//- secret/index.js\nexports.secret = 1;\n");
    let fixture = format!(
        "//- a.test.js\nimport {{ secret }} from 'secret';\ntest('t', () => {{}});\n//- node_modules/secret -> {}/secret\n\
         //- node_modules/inner/index.js\n//- node_modules/inner/link.js -> {}/secret/index.js\n",
        outside.path().display(),
        outside.path().display()
    );
    let root = folder(&fixture);
    let (code, out, err) = run(root.path(), &["test:a.test.js"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(
        err.contains("not in the snapshot: node_modules/secret: a link that leads out of the root"),
        "{err}"
    );
    let reason = "Cannot find package 'secret' imported from /a.test.js: node_modules/secret was left out of the snapshot: \
                  a link that leads out of the root";
    assert!(out.contains(reason), "{out}");
}

#[test]
fn a_package_that_is_too_large_says_so_and_stops_no_other() {
    let folder = folder(
        "\
//- a.test.js
import { b } from 'b';
test('t', () => { expect(b).toBe('b'); });
test('u', () => import('a'));
//- node_modules/a/index.js
//- node_modules/b/index.js
exports.b = 'b';
",
    );
    // The file has no content, and only says that it is large.
    let large = fs::File::create(folder.path().join("node_modules/a/large.js")).expect("a file");
    large.set_len(300 << 20).expect("a large file");
    let (code, out, err) = run(folder.path(), &["test:a.test.js"]);
    assert_eq!(code, 1, "{out}{err}");
    let limit = "more than 80000 files or 256 MiB with it";
    assert!(err.contains(&format!("not in the snapshot: node_modules/a: {limit}")), "{err}");
    let reason = format!(
        "Cannot find package 'a' imported from /a.test.js: node_modules/a was left out of the snapshot: {limit}"
    );
    assert!(out.contains(&reason) && out.contains("1 passed"), "{out}");
}

#[test]
fn what_a_configuration_names_is_there() {
    passes(
        "\
//- a.test.jsx
import { it as mine } from 'mocha';
mine('t', () => { expect([ready, (<b/>).type, other]).toEqual([true, 'made b', 'aliased']); });
import other from 'other';
//- verdict.config.json
{ \"test\": { \"setupFiles\": \"setup/ready\" } }
//- node_modules/setup/ready.js
globalThis.ready = true;
//- node_modules/aliased/index.js
module.exports = 'aliased';
//- node_modules/react/jsx-dev-runtime.js
exports.jsxDEV = (type) => ({ type: 'made ' + type });
",
        &["--alias", "other=aliased", "--alias", "mocha=vitest"],
    );
}
