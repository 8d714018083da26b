//! Imports as tests see them: packages, CommonJS and `import.meta`.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

use crate::support;

use serde_json::{Value, json};
use support::run_first;
use verdict_protocol::Output;

/// Console output of the first file of a fixture, one entry per line, and errors with their locations.
fn printed(fixture: &str, config: Option<Value>) -> String {
    let result = run_first(fixture, config);
    let mut lines: Vec<String> = result.console.entries.iter().map(|entry| entry.text.clone()).collect();
    match &result.output {
        Output::Tests(tests) => lines.extend(tests.iter().filter(|test| !test.passed).map(|test| {
            let at = format!(" ({}:{}:{})", test.location.file, test.location.line, test.location.column);
            let error = test.error.clone().unwrap_or_default();
            if error.ends_with(&at) { error } else { error + &at }
        })),
        _ => lines.extend(result.error),
    }
    lines.join("\n")
}

fn check(fixture: &str, expected: &str) {
    assert_eq!(printed(fixture, None), expected, "{fixture}");
}

#[test]
fn modules_in_data_urls() {
    let fixture = "\
//- /a.test.js
import { value } from 'data:text/javascript,export const value = 1;';
const url = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
const base64 = (code) => `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
test('t', async () => {
  const { a } = await import(base64('export const a = \"ü\";'));
  const many = base64(Array.from({ length: 500 }, (_, at) => `export const name${at} = ${at};`).join(''));
  const own = url('export const own = {};');
  const joined = await import(url('import { join } from \"node:path\"; export default join(\"a\", \"b\");'));
  const same = (await import(own)).own === (await import(own)).own;
  console.log(value, a, Object.keys(await import(many)).length, joined.default, same);
  await expect(import(url('import \"./a.js\"'))).rejects.toThrow('Invalid relative URL');
  await expect(import(url('export default )'))).rejects.toThrow(SyntaxError);
  await expect(import('data:text/plain,a')).rejects.toThrow('URLs are not imported');
  await expect(import('blob:null/a')).rejects.toThrow('URLs are not imported');
});
//- /a.js
export {};
";
    for runner in ["vitest", "jest"] {
        let config = json!({ "test": { "writtenFor": runner } });
        assert_eq!(printed(fixture, Some(config)), "1 ü 500 a/b true", "{runner}");
    }
    let refused = printed(fixture, None);
    assert!(refused.contains("URLs are not imported, only files of the snapshot"), "{refused}");
}

#[test]
fn async_is_a_keyword_and_a_name() {
    check(
        "\
//- /a.test.js
import a from './a.js'; import b from './b.ts'; import c from './c.js';
test('t', async () => {
  console.log(await a(1), a.name, await b(2), b.name, await c());
});
//- /a.js
export default async (x) => {
  return x + 1;
};
//- /b.ts
export default async (x: number): Promise<number> => x * 2
//- /c.js
import async from './d.js';
export default async(async(3));
//- /d.js
export default (x) => typeof x === 'function' ? x : () => x
",
        "2 default 4 default 3",
    );
}

#[test]
fn packages_are_imported() {
    check(
        "\
//- /app/src/a.test.js
import p, { name } from 'p'; import sub from 'p/sub'; import { q } from '@s/q'; import old from 'old'; import * as all from 'old';
import { x } from '#x'; import me from 'me';
test('t', async () => {
  console.log(p, name, sub, q, old.word, all.word, x, me, (await import('p')).name);
});
//- /app/package.json
{ \"name\": \"me\", \"imports\": { \"#x\": \"./src/x.js\" }, \"exports\": \"./src/me.js\" }
//- /app/src/x.js
export const x = 'x';
//- /app/src/me.js
export default 'me';
//- /app/node_modules/p/package.json
{ \"exports\": { \".\": { \"require\": \"./no.cjs\", \"import\": \"./yes.mjs\" }, \"./sub\": \"./lib/sub.js\" } }
//- /app/node_modules/p/yes.mjs
import sub from './lib/sub.js'; export default 'p' + sub; export const name = 'named';
//- /app/node_modules/p/lib/sub.js
export default 'sub';
//- /node_modules/@s/q/index.js
export const q = 'q';
//- /node_modules/old/package.json
{ \"main\": \"lib/main\" }
//- /node_modules/old/lib/main.js
exports.word = require('./word').word; exports.twice = function () {};
//- /node_modules/old/lib/word.js
module.exports = { word: 'old' };",
        "psub named sub q old old x me named",
    );
}

#[test]
fn common_js_is_loaded_as_node_loads_it() {
    check(
        "\
//- /a.test.js
import whole, { one, two, three, four, five } from './lib.cjs'; import again from './lib.cjs'; import fn from './fn.js';
import compiled, { other } from './compiled.js'; import all from './all.js'; import { first } from './all.js'; import data from './data.cjs';
test('t', () => {
  console.log(whole === again, one, two, three, four, five, Object.keys(whole));
  console.log(fn(), fn.tag, compiled, other, first, all.first, data);
});
//- /lib.cjs
#!/usr/bin/env node
console.log('once', typeof module, __filename, __dirname, this === exports, require.resolve('./fn.js'), module.id === __filename);
exports.one = 1; module.exports.two = 2; exports['three'] = 3;
Object.defineProperty(exports, 'four', { enumerable: true, get() { return 4 } });
Object.assign(exports, { five: 5 });
return;
//- /fn.js
module.exports = function () { return 'called' }; module.exports.tag = 'tag';
//- /compiled.js
\"use strict\"; Object.defineProperty(exports, '__esModule', { value: true });
exports.other = exports.default = void 0; exports.default = 'compiled'; exports.other = 'other';
//- /all.js
__exportStar(require('./first.js'), exports); function __exportStar(from, to) { Object.assign(to, from) }
//- /first.js
module.exports = { first: 'first' };
//- /data.cjs
module.exports = [require('./data.json').x, require('./data.json') === require('./data')].join();
//- /data.json
{ \"x\": 'no' }"
            .replace("'no'", "7")
            .as_str(),
        "once object /lib.cjs / true /fn.js true\n\
         true 1 2 3 4 5 [ 'one', 'two', 'three', 'four', 'five' ]\n\
         called tag compiled other first first 7,true",
    );
}

/// Wrappers of packages that exist in both forms read it.
#[test]
fn a_module_that_node_loads_imports_the_whole_of_what_common_js_exports() {
    check(
        "\
//- /a.test.js
import whole, { named, computed, kind } from 'dual'; import compiled from 'dual/index.js'; import { later } from 'dual/later.cjs'; import unmarked from 'unmarked';
test('t', async () => {
  console.log(whole(), named, computed, kind, compiled === whole, await later(), unmarked === whole);
  console.log((await import('dual/index.js')).default === whole, Object.keys(require('dual/index.js')));
});
//- /node_modules/dual/package.json
{ \"exports\": { \".\": { \"import\": \"./wrapper.mjs\" }, \"./*\": \"./*\" } }
//- /node_modules/dual/index.js
Object.defineProperty(exports, '__esModule', { value: true }); exports.default = () => 'called'; exports.named = 'named';
for (const name of ['computed']) exports[name] = name;
//- /node_modules/dual/wrapper.mjs
import index, { named as same } from './index.js'; import * as all from './index.js'; export * from './index.js';
export const computed = index.computed, kind = [typeof require, all.default === index, same === index.named, typeof (await import('./index.js')).default.default];
export default index.default;
//- /node_modules/dual/later.cjs
exports.later = () => import('./index.js').then(all => Object.keys(all.default));
//- /node_modules/unmarked/index.js
import index from 'dual/index.js'; export default index;",
        "called named computed [ 'undefined', true, true, 'function' ] true [ 'default', 'named', 'computed' ] true\n\
         true [ 'default', 'named', 'computed' ]",
    );
}

/// Names that a text does not show are those that the file has after it ran, as in Vitest.
#[test]
fn common_js_has_the_names_that_it_has_after_it_ran() {
    check(
        "\
//- /a.test.js
import * as all from 'made'; import { three } from 'made'; import * as plain from './plain.js'; import './other.js';
test('t', () => console.log(all.one(), typeof all . two, three(), typeof all?.none, all.default === plain.made, plain.none));
//- /other.js
import * as all from 'made'; console.log(all.four());
//- /plain.js
import made from 'made'; export { made };
//- /node_modules/made/index.js
const make = () => { const all = {}; for (const name of ['one', 'two', 'three', 'four']) all[name] = () => name; return all; };
module.exports = make();",
        "four\none function three undefined true undefined",
    );
}

#[test]
fn a_cycle_of_requires_sees_what_there_is() {
    check(
        "\
//- /a.test.js
const a = require('./a');
test('t', () => console.log(a.done, a.seen));
//- /a.js
exports.done = false; const b = require('./b'); exports.seen = b.seen; exports.done = true;
//- /b.js
exports.seen = require('./a').done; console.log(require('./a') === require('./a.js'));",
        "true\ntrue false",
    );
}

#[test]
fn modules_of_node_are_required_too() {
    check(
        "\
//- /a.test.js
const { join } = require('path'); const path = require('node:path'); const { promisify } = require('util');
test('t', () => {
  console.log(join('a', '..', 'b'), path.join === join, typeof promisify, require.resolve('path'));
  expect(() => require('child_process').execSync('ls')).toThrow(/child_process/);
});",
        "b true function path",
    );
}

#[test]
fn reset_modules_run_anew() {
    check(
        "\
//- /a.test.js
import { vi } from 'vitest';
test('t', async () => {
  const first = await import('./a.cjs'); vi.resetModules(); const second = await import('./a.cjs');
  console.log(first.n, second.n, first.default === second.default);
});
//- /a.cjs
globalThis.runs = (globalThis.runs ?? 0) + 1; exports.n = globalThis.runs;",
        "1 2 false",
    );
}

#[test]
fn isolated_modules_are_of_their_own() {
    check(
        "\
//- /a.test.js
const outer = require('./state');
const same = () => require('./state') === outer;
test('t', async () => {
    let inner, again;
    jest.isolateModules(() => { inner = require('./state'); again = require('./state') });
    console.log(inner === outer, inner === again, same());
    try { jest.isolateModules(() => { throw new Error('x') }) } catch (error) { console.log(error.message, same()) }
    await jest.isolateModulesAsync(async () => { await null; inner = require('./state') });
    console.log(inner === outer, same());
    await jest.isolateModulesAsync(async () => { throw new Error('y') }).catch((error) => console.log(error.message, same()));
});
//- /state.js
module.exports = { n: 0 };",
        "false true true\nx true\nfalse true\ny true",
    );
}

#[test]
fn what_common_js_throws_has_its_place() {
    check(
        "\
//- /a.test.js
import './bad.cjs';
test('t', () => {});
//- /bad.cjs
const x = 1; throw new Error('bad');",
        "bad (/bad.cjs:1:20)",
    );
    check(
        "\
//- /a.test.js
test('t', () => { try { require('./b.cjs') } catch (error) { console.log(error.stack) } });
//- /b.cjs
const f = () => { nope(); };
f();",
        "ReferenceError: nope is not defined\n    at f (/b.cjs:1:19)\n    at /b.cjs:2:2\n    at /a.test.js:1:32",
    );
    check(
        "\
//- /a.test.js
import './a.cjs';
test('t', () => {});
//- /a.cjs
const fs = require('./helpr');
//- /helper.js
",
        "Cannot find module './helpr' imported from /a.cjs; did you mean './helper.js'? (/a.cjs:1:20)",
    );
    check(
        "\
//- /a.test.js
import { word, none } from './a.cjs'; import './b.js';
test('t', () => console.log(word, none));
//- /b.js
import words, { other } from './a.cjs'; console.log(other, words.word);
//- /a.cjs
console.log('once'); const words = { word: 1, other: 2 }; module.exports = words;",
        "once\n2 1\n1 undefined",
    );
    check(
        "\
//- /a.test.js
test('t', () => {
  const codes = [];
  for (const name of ['./gone', 'no-such-package', './esm.mjs', 'node:nothing']) {
    try { require(name) } catch (error) { codes.push(error.code) }
  }
  console.log(codes.join());
});
//- /esm.mjs
export default await 1;",
        "MODULE_NOT_FOUND,MODULE_NOT_FOUND,ERR_REQUIRE_ASYNC_MODULE,",
    );
}

#[test]
fn an_es_module_can_be_required() {
    check(
        "\
//- /a.test.js
import { all } from './a.cjs';
test('t', async () => {
  console.log(all.x, all.default, all.__esModule, Object.keys(all).join());
  console.log(require('./b.mjs').y, require('./c.mjs'), require('./b.mjs') === (await import('./b.mjs')));
  for (const name of ['./throws.mjs', './unlinked.mjs', './gone.mjs']) {
    try { require(name) } catch (error) { console.log(error.message) }
  }
});
//- /a.cjs
exports.all = require('./a.mjs');
//- /a.mjs
import { y } from './b.mjs'; export const x = y + 1; export default 'd';
//- /b.mjs
console.log('b'); export const y = 1;
//- /c.mjs
const whole = () => {}; export { whole as default, whole as 'module.exports' };
//- /throws.mjs
throw new Error('thrown');
//- /unlinked.mjs
import { z } from './b.mjs';
//- /gone.mjs
import './nothing.mjs';",
        "b\n2 d true __esModule,default,x\n1 [Function: whole] true\nthrown\nThe requested module './b.mjs' does not provide an export named 'z' (/unlinked.mjs:1:10)\nCannot find module './nothing.mjs' imported from /gone.mjs (/gone.mjs:1:8)",
    );
    // What ran before may be among its imports, however it was asked for.
    check(
        "\
//- /a.test.js
import * as spied from './spied.mjs';
const util = require('./util.cjs'), data = require('./data.json');
const { all } = require('./a.mjs');
test('t', () => {
  jest.spyOn(spied, 'f');
  console.log(all[0] === util, all[1] === data, require('./spied.mjs').f(), require('./b.mjs').g());
});
//- /util.cjs
exports.name = 'util';
//- /data.json
{ \"x\": 1 }
//- /spied.mjs
export const f = () => 1;
//- /a.mjs
import util from './util.cjs'; import data from './data.json'; export const all = [util, data];
//- /b.mjs
import { f } from './spied.mjs'; export const g = f;",
        "true true 1 1",
    );
    // A running module cannot be run again.
    check(
        "\
//- /a.test.js
import './a.mjs'; import { code } from './a.cjs';
export const own = 1;
test('t', () => console.log(code, require('./a.test.js').own));
//- /a.mjs
import './a.cjs'; export const x = 1;
//- /a.cjs
try { require('./a.mjs'); } catch (error) { exports.code = error.code; }",
        "ERR_REQUIRE_CYCLE_MODULE 1",
    );
    // Nor can one of a CommonJS file whose names are being read, although it has run.
    check(
        "\
//- /a.test.js
import { own } from './a.cjs';
test('t', () => console.log(own));
//- /a.mjs
import './a.cjs'; export const x = 1;
//- /a.cjs
Object.defineProperty(exports, 'own', { enumerable: true, get() { try { return require('./a.mjs').x } catch (error) { return error.code } } });",
        "ERR_REQUIRE_CYCLE_MODULE",
    );
}

#[test]
fn es_modules_of_a_project_have_what_common_js_has() {
    check(
        "\
//- /src/a.test.js
import { own } from './own.js'; import bare from 'bare'; import './typed.ts';
test('t', () => {
  console.log(require('node:path').join('a', 'b'), require('./data.json').x, require.resolve('./old.cjs'), require('old'));
  console.log(own, bare, typeof module, typeof exports, typeof module.exports, typeof globalThis.require);
  require = null; console.log(require);
});
//- /src/own.js
const require = 1; export const own = [require, typeof module].join();
//- /src/typed.ts
export const kind: string = typeof require; console.log(kind, (require('./data.json') as { x: number }).x, throws()); function throws() { try { return require('./gone') } catch (error) { return error.code } }
//- /src/data.json
{ \"x\": 7 }
//- /src/old.cjs
//- /node_modules/bare/package.json
{ \"type\": \"module\" }
//- /node_modules/bare/index.js
export default [typeof require, typeof module, typeof __dirname].join();
//- /node_modules/old/index.js
exports.old = true;",
        "function 7 MODULE_NOT_FOUND\na/b 7 /src/old.cjs { old: true }\n1,object undefined,undefined,undefined object object object undefined\nnull",
    );
}

#[test]
fn modules_of_the_host_can_be_imported_again_while_they_are_in_use() {
    check(
        "//- /a.test.js\nimport { vi, test } from 'vitest'; import './b.js'; test('t', async () => { vi.resetModules(); await import('./b.js'); });\n\
         //- /b.js\nexport {}; module.exports.it = 1; console.log(typeof require, (await import('verdict:common-js')).exports === exports, module.exports.it);\n",
        "function true 1\nfunction true 1",
    );
}

#[test]
fn an_alias_may_name_what_is_no_file() {
    let config = json!({ "test": { "alias": { "mocha": "vitest", "files": "node:fs", "paths": "path" } } });
    let fixture = "\
//- /a.test.js
import { it as mine, vi } from 'mocha'; import { it as theirs } from 'vitest'; import { existsSync } from 'files'; import { join } from 'paths';
mine('t', async () => {
  console.log(mine === theirs, existsSync('/a.test.js'), join('a', 'b'), require('paths').join('c'), (await import('mocha')).vi === vi);
});";
    assert_eq!(printed(fixture, Some(config)), "true true a/b c true");
}

#[test]
fn json_has_named_exports() {
    check(
        "\
//- /a.test.js
import data, { version, nested } from './data.json'; import * as all from './data.json'; import list, * as lists from './list.json';
import { version as again } from './data.json' with { type: 'json' }; import text from './text.json';
export { version as mine } from './data.json';
test('t', async () => {
  console.log(version, again, nested === data.nested, Object.keys(all).join(), data.default, Object.keys(lists).join(), list, text);
  console.log((await import('./data.json')).version, (await import('./a.test.js')).mine, require('./data.json').version);
});
//- /data.json
{ \"version\": \"1.0.0\", \"nested\": { \"x\": 1 }, \"a-b\": 2, \"class\": 3, \"default\": 4, \"using\": 5, \"$a_1\": 6, \"1\": 7, \"__proto__\": 8 }
//- /list.json
[1, 2]
//- /text.json
\"text\"",
        "1.0.0 1.0.0 true $a_1,__proto__,default,nested,using,version 4 default [ 1, 2 ] text\n1.0.0 1.0.0 1.0.0",
    );
    check(
        "//- /a.test.js\nimport { versoin } from './data.json';\ntest('t', () => {});\n//- /data.json\n{ \"version\": 1 }",
        "The requested module './data.json' does not provide an export named 'versoin'; did you mean 'version'? (/a.test.js:1:10)",
    );
    check(
        "//- /a.test.js\nimport data from './data.json';\ntest('t', () => {});\n//- /data.json\n{ \"version\": }",
        "expected value (/data.json:1:14)",
    );
}

/// Each member of a long list is as deep as the first.
#[test]
fn json_with_many_members_is_not_deep() {
    let members: Vec<String> = (0..5_000).map(|at| format!("\"k{at}\": {{ \"a\": [{at}, null] }}")).collect();
    let fixture = format!(
        "//- /a.test.js\nimport data from './data.json'; test('t', () => console.log(Object.keys(data).length, require('./data.json').k4999.a[0]));\n\
         //- /data.json\n{{ {} }}",
        members.join(",\n")
    );
    check(&fixture, "5000 4999");
    let deep = format!(
        "//- /a.test.js\nimport './data.json'; test('t', () => {{}});\n//- /data.json\n{}",
        "{\"a\":[".repeat(200)
    );
    assert!(printed(&deep, None).contains("nests too deep"), "{}", printed(&deep, None));
}

#[test]
fn a_chain_of_requires_has_a_limit() {
    let mut fixture = "//- /a.test.js\nimport './m0.js';\ntest('t', () => {});\n".to_owned();
    for at in 0..150 {
        fixture.push_str(&format!("//- /m{at}.js\nexports.n = require('./m{}.js').n + 1;\n", at + 1));
    }
    fixture.push_str("//- /m150.js\nexports.n = 0;\n");
    let result = run_first(&fixture, None);
    assert!(!result.success);
    let text = printed(&fixture, None);
    assert!(text.contains("A chain of more than 100 calls of require()"), "{text}");
    check(&fixture.replace("./m0.js", "./m60.js"), "");
}

#[test]
fn endless_common_js_is_stopped() {
    for source in ["for (;;);", "exports.x = 1; while (true) { try { for (;;); } catch {} }"] {
        let result = run_first(
            &format!("//- /a.test.js\nimport './a.cjs';\ntest('t', () => {{}});\n//- /a.cjs\n{source}"),
            None,
        );
        assert_eq!(result.code.map(verdict_protocol::Code::as_str), Some("err:budget"), "{source}");
    }
}

#[test]
fn import_meta_is_what_node_and_vite_make_of_it() {
    let fixture = "\
//- /src/a.test.js
import './b.js';
test('t', () => {
  const { env } = import.meta;
  console.log(import.meta.url, import.meta.dirname, import.meta.filename, import.meta.resolve('./b'), import.meta.resolve('vitest'));
  console.log(env.MODE, env.DEV, env.PROD, env.SSR, env.BASE_URL, env.VITE_KEY, env.NOTHING, 'MODE' in env, 'NOTHING' in env);
  process.env.LATE = 'late'; env.SET = 'set'; env.PROD = true;
  console.log(env.LATE, process.env.SET, env.PROD, process.env.PROD);
  console.log(env === globalThis.other);
  expect(() => import.meta.resolve('./gone')).toThrow(/Cannot find module '.\\/gone' imported from \\/src\\/a.test.js/);
});
//- /src/b.js
globalThis.other = import.meta.env;";
    let config = json!({ "test": { "env": { "VITE_KEY": "key", "MODE": "staging" } } });
    assert_eq!(
        printed(fixture, Some(config)),
        "file:///src/a.test.js /src /src/a.test.js file:///src/b.js vitest\n\
         staging true false true / key undefined true false\n\
         late set true 1\n\
         true"
    );
}

#[test]
fn aliases_and_patterns_are_followed() {
    let fixture = "\
//- /test/a.test.js
import { x } from '~/x'; import { x as y } from 'core'; import { x as z } from '@/x.js';
test('t', () => console.log(x === y, y === z));
//- /src/x.ts
export const x: object = {};";
    let alias = json!({ "/^~\\/(.*)$/": "/src/$1", "core": "/src/x", "@/*": "src/*" });
    assert_eq!(printed(fixture, Some(json!({ "test": { "alias": alias } }))), "true true");
    let refused = run_first(fixture, Some(json!({ "test": { "alias": { "/^(?=x)/": "y" } } })));
    assert_eq!(
        refused.error.as_deref(),
        Some("config: at test.alias: invalid alias pattern /^(?=x)/: look-around is not supported")
    );
    assert_eq!(refused.code.map(verdict_protocol::Code::as_str), Some("err:protocol"));
}

/// Files with imports of names that modules lack, after `first`.
fn with_missing_names(first: &str) -> String {
    let modules = r#"
//- /app/re.js
export { there, Gone } from './dep.js'; export * from './star.js'
//- /app/dep.js
export const there = 1;
//- /app/star.js
import { lost } from './dep.js'
export const usesLost = () => lost
//- /app/cycle-a.js
import { y, neverThere } from './cycle-b.js'; export const x = () => y() + String(neverThere);
//- /app/cycle-b.js
import { x, absent } from './cycle-a.js'; export const y = () => typeof x + absent;
//- /app/stars.js
export * from './star-1.js'; export * from './star-2.js';
//- /app/star-1.js
export const twice = 'first', one = 1;
//- /app/star-2.js
export const twice = 'second', two = 2;
//- /app/data.json
{ "version": 3 }
//- /app/node_modules/package/package.json
{ "type": "module", "exports": { ".": "./index.js", "./broken": "./broken.js" } }
//- /app/node_modules/package/index.js
export const a = 1;
//- /app/node_modules/package/broken.js
import { gone } from './index.js'; export const b = gone;
"#;
    format!("//- /app/first.test.js\n{first}{modules}")
}

#[test]
fn in_a_runners_project_a_name_that_a_module_lacks_is_undefined() {
    let names = with_missing_names(
        "\
import main, { there, Gone, usesLost } from './re.js';
import * as all from './re.js';
import { default as other } from './dep.js';
import { readFileSync, noSuchFunction } from 'node:fs';
import { a, gone } from 'package';
import { x } from './cycle-a.js';
import { twice, one, two } from './stars.js';
import { version, nothing } from './data.json';
test('t', () => {
  const shadowed = (gone) => gone;
  console.log(main, there, Gone, usesLost(), other, Object.keys(all).join());
  console.log(typeof readFileSync, noSuchFunction, a, gone, shadowed(2), JSON.stringify({ gone }), typeof Gone);
  console.log(x(), version, nothing, twice, one, two);
});",
    );
    let mocked = with_missing_names(
        "\
import { vi } from 'vitest'; import { gone } from './dep.js'; import { Gone } from './re.js';
vi.mock('./dep.js', () => ({ gone: 'mocked', there: 2, Gone: 3, lost: 4 }));
test('t', () => { console.log(gone, Gone); });",
    );
    let broken = with_missing_names("import { b } from 'package/broken'; test('t', () => { b(); });");
    for runner in ["vitest", "jest"] {
        let printed = |fixture: &str| printed(fixture, Some(json!({ "test": { "writtenFor": runner } })));
        assert_eq!(
            printed(&names),
            "undefined 1 undefined undefined undefined Gone,there,usesLost\n\
             function undefined 1 undefined 2 {} undefined\n\
             functionundefinedundefined 3 undefined first 1 2",
        );
        assert_eq!(printed(&mocked), "mocked 3");
        // Node links the modules of packages.
        assert_eq!(
            printed(&broken),
            "The requested module './index.js' does not provide an export named 'gone' (/app/node_modules/package/broken.js:1:10)",
        );
    }
    // A program whose modules a browser links would not start.
    assert_eq!(
        printed(&names, None),
        "The requested module './cycle-b.js' does not provide an export named 'neverThere' (/app/cycle-a.js:1:13)",
    );
}

#[test]
fn in_a_runners_project_an_es_module_exports_what_it_writes_to_module_exports() {
    let fixture = "\
//- /app/first.test.js
import mixed, { a, later } from './mixed.js'; import * as all from './mixed.js';
import named, { one, own } from './named.js';
import object, { b } from './object.js';
import compiled from './compiled.js';
import untouched, { nothing } from './untouched.js';
import { createRequire } from 'node:module';
const load = createRequire(import.meta.url);
test('t', () => {
  console.log(mixed(), a, later, Object.keys(all).join(), named, one, own);
  console.log(object.b, b, compiled, untouched, nothing);
  console.log(load('./mixed.js') === mixed, load('./object.js') === object, load('./named.js').one);
});
//- /app/mixed.js
import { sep } from 'node:path';
module.exports = function mixed() { return 'mixed' + sep; };
module.exports.a = 1;
exports = module.exports;
exports.later = 2;
//- /app/named.js
import { sep } from 'node:path';
exports.one = sep; export const own = 2;
//- /app/object.js
import { made } from './made.js'; module.exports = made();
//- /app/made.js
export const made = () => ({ b: 3 });
//- /app/compiled.js
import './made.js';
Object.defineProperty(module.exports, '__esModule', { value: true }); module.exports.default = 'its own';
//- /app/untouched.js
import './made.js'; if (typeof module !== 'undefined' && module.hot) module.hot.accept();
";
    for runner in ["vitest", "jest"] {
        assert_eq!(
            printed(fixture, Some(json!({ "test": { "writtenFor": runner } }))),
            "mixed/ 1 2 a,default,later { one: '/' } / 2\n3 3 its own undefined undefined\ntrue true /",
            "{runner}"
        );
    }
}
