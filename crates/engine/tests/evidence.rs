//! Evidence of what test files use and do (`config.test.evidence`).
#![cfg(feature = "sandbox")]
// The tests read files of this repository.
#![allow(missing_docs, clippy::disallowed_methods)]

mod support;

use serde_json::{Value, json};
use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{
    Evidence, FileEvidence, Files, FunctionEvidence, Limits, Output, Scope, VerifyResult,
};
use verdict_vfs::Snapshot;

fn run(fixture: &str, test: &Value) -> VerifyResult {
    let config = json!({ "test": test });
    let request = Request {
        command: "test:/**/*.test.{js,ts,cjs}",
        snapshot: &snapshot_of(fixture),
        limits: Limits::default(),
        config: Some(&config),
        seed: 0,
    };
    verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
}

/// The evidence of a run in which every test passes; equal in two runs.
#[track_caller]
fn evidence(fixture: &str, test: &Value) -> Evidence {
    let result = run(fixture, test);
    assert!(result.success, "{fixture}\n{result:#?}");
    let again = run(fixture, test);
    let bytes = |result: &VerifyResult| serde_json::to_string(&result.evidence).expect("json");
    assert_eq!(bytes(&result), bytes(&again), "the same bytes for the same request");
    *result.evidence.unwrap_or_else(|| panic!("{fixture}\nno evidence"))
}

fn word<T: serde::Serialize>(value: T) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Imports and reads, one per line.
fn graph(file: &FileEvidence) -> String {
    let path = |path: &Option<String>| path.clone().unwrap_or_else(|| "none".to_owned());
    let imports = file.imports.iter().map(|import| {
        format!("{} {} '{}' {}", word(import.kind), import.importer, import.specifier, path(&import.path))
    });
    let reads =
        file.reads.iter().map(|read| format!("read {} {} by {}", word(read.kind), read.path, path(&read.by)));
    assert!(file.imports.is_sorted() && file.reads.is_sorted(), "{file:#?}");
    trimmed(&imports.chain(reads).collect::<Vec<_>>().join("\n"))
}

/// The lines of a text, sorted.
fn trimmed(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines.join("\n")
}

fn in_order(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Checks the imports and reads of the first file.
#[track_caller]
fn uses(fixture: &str, test: &Value, expected: &str) {
    let mut test = test.clone();
    test["evidence"] = "graph".into();
    let found = evidence(fixture, &test);
    assert_eq!(graph(&found.files[0]), trimmed(expected), "{fixture}");
}

const ONE: &str = "import { test, expect } from 'vitest';\n";

#[test]
fn without_it_nothing_is_recorded_and_results_keep_their_bytes() {
    let fixture =
        format!("//- /a.test.js\n{ONE}import './b.js'; test('t', () => expect(1).toBe(1));\n//- /b.js\n");
    let plain = run(&fixture, &json!({}));
    assert_eq!(plain.evidence, None);
    let text = serde_json::to_string(&plain).expect("json");
    assert!(!text.contains("evidence"), "{text}");
    let mut recorded = run(&fixture, &json!({ "evidence": "graph" }));
    assert!(recorded.evidence.take().is_some());
    assert_eq!(serde_json::to_string(&recorded).expect("json"), text);
    let lint = Request {
        command: "lint:/b.js",
        snapshot: &snapshot_of(&fixture),
        limits: Limits::default(),
        config: Some(&json!({ "test": { "evidence": "graph" } })),
        seed: 0,
    };
    let lint = verify(&lint, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} });
    assert_eq!(lint.evidence, None);
}

#[test]
fn edges_of_all_kinds_are_recorded() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import {{ b }} from './b'; export * from './b.js'; import data from './data.json';\n\
             import fs from 'node:fs'; import lib from 'lib'; import type from '@/aliased';\n\
             test('t', async () => {{ await import('./lazy' + '.js'); import.meta.resolve('./resolved.js'); expect([b, data.x, lib]).toEqual([1, 2, 3]); }});\n\
             //- /b.js\nexport const b = 1;\n//- /data.json\n{{\"x\":2}}\n//- /lazy.js\nimport './deep.js'\n//- /deep.js\n//- /resolved.js\n\
             //- /src/aliased.js\nexport default 1\n//- /node_modules/lib/package.json\n{{\"main\":\"lib.cjs\"}}\n//- /node_modules/lib/lib.cjs\nmodule.exports = require('./three'); require.resolve('path');\n\
             //- /node_modules/lib/three.js\nmodule.exports = 3;\n//- /unused.js\n"
        ),
        &json!({ "alias": { "@": "/src" } }),
        "import /a.test.js './b' /b.js
         import /a.test.js './b.js' /b.js
         import /a.test.js './data.json' /data.json
         import /a.test.js './lazy.js' /lazy.js
         import /a.test.js './resolved.js' /resolved.js
         import /a.test.js '@/aliased' /src/aliased.js
         import /a.test.js 'lib' /node_modules/lib/lib.cjs
         import /a.test.js 'node:fs' none
         import /a.test.js 'vitest' none
         import /lazy.js './deep.js' /deep.js
         require /node_modules/lib/lib.cjs './three' /node_modules/lib/three.js
         require /node_modules/lib/lib.cjs 'path' none",
    );
}

#[test]
fn what_leads_nowhere_is_recorded_too() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import {{ createRequire }} from 'node:module';\n\
             test('t', async () => {{ await expect(import('./gone.js')).rejects.toThrow(); expect(() => createRequire('/a.test.js')('none')).toThrow();\n\
             expect(() => require('./gone.cjs')).toThrow(); }});\n"
        ),
        &json!({}),
        "import /a.test.js './gone.js' none
         import /a.test.js 'node:module' none
         import /a.test.js 'vitest' none
         require /a.test.js './gone.cjs' none
         require /a.test.js 'none' none",
    );
}

#[test]
fn a_file_that_cannot_be_loaded_says_what_it_asked_for() {
    let fixture = format!(
        "//- /a.test.js\n{ONE}import './b.js';\ntest('t', () => expect(1).toBe(1));\n//- /b.js\nimport './gone.js'\n"
    );
    let result = run(&fixture, &json!({ "evidence": "graph" }));
    assert!(!result.success);
    let found = result.evidence.expect("evidence");
    assert_eq!(
        graph(&found.files[0]),
        "import /a.test.js './b.js' /b.js\nimport /a.test.js 'vitest' none\nimport /b.js './gone.js' none"
    );
}

#[test]
fn mocks_are_recorded_with_what_they_replace() {
    uses(
        "//- /a.test.js\nimport { test, expect, vi } from 'vitest'; import { dep } from './dep.js'; import { other } from './other.js'; import * as spied from './spied.js';\n\
         vi.mock('./dep.js', async (original) => ({ ...(await original()), dep: 'mocked' }));\n\
         vi.mock('./other.js'); vi.mock('virtual', () => ({})); vi.mock('./auto.js');\n\
         test('t', async () => { vi.spyOn(spied, 'f').mockReturnValue(2); expect([dep, other, spied.f()]).toEqual(['mocked', 'by file', 2]);\n\
           await vi.importActual('./actual.js'); await vi.importMock('./mocked.js'); vi.doMock('./later.js', () => ({})); await import('./later.js'); });\n\
         //- /dep.js\nimport './below.js'; export const dep = 1;\n//- /below.js\n//- /other.js\nexport const other = 1;\n//- /__mocks__/other.js\nimport '../helper.js'; export const other = 'by file';\n\
         //- /helper.js\n//- /actual.js\n//- /mocked.js\n//- /later.js\n//- /spied.js\nexport const f = () => 1;\n//- /auto.js\n",
        &json!({}),
        "import /__mocks__/other.js '../helper.js' /helper.js
         import /a.test.js './actual.js' /actual.js
         import /a.test.js './dep.js' /dep.js
         import /a.test.js './later.js' /later.js
         import /a.test.js './mocked.js' /mocked.js
         import /a.test.js './other.js' /other.js
         import /a.test.js './spied.js' /spied.js
         import /a.test.js 'vitest' none
         import /dep.js './below.js' /below.js
         mock /a.test.js './auto.js' /auto.js
         mock /a.test.js './dep.js' /dep.js
         mock /a.test.js './later.js' /later.js
         mock /a.test.js './other.js' /other.js
         mock /a.test.js 'virtual' none
         read file /__mocks__/other.js by /a.test.js
         read missing /__mocks__/auto.js by /a.test.js
         read missing /__mocks__/mocked.js by none",
    );
}

#[test]
fn setup_files_are_imports_of_the_configuration() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}test('t', () => expect(1).toBe(1));\n//- /setup.ts\nimport './more.js';\n//- /more.js\n//- /node_modules/s/index.js\n"
        ),
        &json!({ "setupFiles": ["./setup.ts", "s"] }),
        "import /a.test.js 'vitest' none
         import /setup.ts './more.js' /more.js
         setup /verdict.config.json './setup.ts' /setup.ts
         setup /verdict.config.json 's' /node_modules/s/index.js",
    );
    let result = run("//- /a.test.js\n", &json!({ "setupFiles": ["./gone.js"], "evidence": "graph" }));
    let found = result.evidence.expect("evidence");
    assert_eq!(graph(&found.files[0]), "setup /verdict.config.json './gone.js' none");
}

#[test]
fn reads_name_the_module_whose_code_read() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import {{ cases, later }} from './helper.js'; import {{ existsSync, statSync, readFile }} from 'fs';\n\
             test('t', async () => {{ expect(cases()).toHaveLength(2); existsSync('/gone.txt'); statSync('/table.json'); existsSync('/cases');\n\
             expect(await later()).toBe('1'); await new Promise((done) => readFile('/cases/b.txt', done)); }});\n\
             //- /helper.js\nimport fs from 'node:fs'; import {{ readFile }} from 'node:fs/promises';\n\
             export const cases = () => fs.readdirSync('/cases').map((name) => fs.readFileSync('/cases/' + name, 'utf8'));\n\
             export const later = async () => {{ await 0; return readFile(new URL('./cases/a.txt', import.meta.url), 'utf8'); }};\n\
             //- /cases/a.txt\n1//- /cases/b.txt\n2//- /table.json\n{{}}\n//- /tree/one/two.txt\n"
        ),
        &json!({}),
        "import /a.test.js './helper.js' /helper.js
         import /a.test.js 'fs' none
         import /a.test.js 'vitest' none
         import /helper.js 'node:fs' none
         import /helper.js 'node:fs/promises' none
         read file /cases/a.txt by /helper.js
         read file /cases/b.txt by /a.test.js
         read file /cases/b.txt by /helper.js
         read file /table.json by /a.test.js
         read folder /cases by /a.test.js
         read folder /cases by /helper.js
         read missing /gone.txt by /a.test.js",
    );
}

#[test]
fn listings_name_every_folder_and_snapshots_their_files() {
    uses(
        &format!(
            "//- /src/a.test.js\n{ONE}import fs from 'fs';\n\
             test('t', async () => {{ fs.readdirSync('/tree', {{ recursive: true }}); expect(1).toMatchSnapshot(); expect(2).toMatchInlineSnapshot('2');\n\
             await expect('golden').toMatchFileSnapshot('./golden.txt'); }});\n\
             //- /src/__snapshots__/a.test.js.snap\nexports[`t 1`] = `1`;\n//- /src/golden.txt\ngolden//- /tree/one/two.txt\n//- /tree/three.txt\n"
        ),
        &json!({}),
        "import /src/a.test.js 'fs' none
         import /src/a.test.js 'vitest' none
         read folder /tree by /src/a.test.js
         read folder /tree/one by /src/a.test.js
         read snapshot /src/__snapshots__/a.test.js.snap by /src/a.test.js
         read snapshot /src/golden.txt by /src/a.test.js",
    );
    // A file without snapshots does not read an existing snapshot file.
    uses(
        &format!(
            "//- /a.test.js\n{ONE}test('t', () => expect(1).toBe(1));\n//- /__snapshots__/a.test.js.snap\n"
        ),
        &json!({}),
        "import /a.test.js 'vitest' none",
    );
}

#[test]
fn a_run_that_is_made_anew_loses_nothing() {
    uses(
        &format!(
            "//- /a.test.js\n{ONE}import fs from 'fs';\nconst deep = () => deep();\n\
             test('t', async () => {{ fs.existsSync('/before'); expect(deep).toThrow(RangeError); await import('./after.js'); }});\n//- /after.js\n"
        ),
        &json!({}),
        "import /a.test.js './after.js' /after.js
         import /a.test.js 'fs' none
         import /a.test.js 'vitest' none
         read missing /before by /a.test.js",
    );
}

#[test]
fn every_file_has_its_own() {
    let fixture = format!(
        "//- /a.test.js\n{ONE}import './x.js'; test('t', () => expect(1).toBe(1));\n//- /b.test.js\n{ONE}test('t', () => expect(1).toBe(1));\n//- /x.js\n"
    );
    let found = evidence(&fixture, &json!({ "evidence": "graph" }));
    let files: Vec<(&str, usize)> =
        found.files.iter().map(|file| (file.file.as_str(), file.imports.len())).collect();
    assert_eq!(files, [("/a.test.js", 2), ("/b.test.js", 1)]);
    assert!(found.files.iter().all(|file| file.tests.is_empty() && file.mutants.is_empty()));
}

#[test]
fn pinned_imports_hold_for_modules_mocks_and_setup_files() {
    let files = "//- /a.test.js\nimport { test, expect, vi } from 'vitest'; import { sum } from './sum'; import { dep } from './dep';\nimport { createRequire } from 'module';\n\
         vi.mock('./dep', () => ({ dep: 'mocked' }));\n\
         test('t', async () => { expect([sum, dep, (await import('./user.js')).default, (await import('./sum')).sum, globalThis.ready, createRequire('/a.test.js')('./sum').sum]).toEqual(['old', 'mocked', 'mocked', 'old', 'old', 'old']); });\n\
         //- /user.js\nimport { dep } from './dep'; export default dep;\n\
         //- /sum.js\nexport const sum = 'new';\n//- /sum.ts\nexport const sum: string = 'old';\n//- /dep.js\nexport const dep = 'new';\n//- /dep.ts\nexport const dep = 'old';\n\
         //- /setup.js\nglobalThis.ready = 'new';\n//- /setup.ts\nglobalThis.ready = 'old';\n";
    let pin = |importer: &str, specifier: &str, path: &str| json!({ "importer": importer, "specifier": specifier, "path": path });
    let pins = json!([
        pin("/a.test.js", "./sum", "/sum.ts"),
        pin("/a.test.js", "./dep", "/dep.ts"),
        pin("/user.js", "./dep", "/dep.ts"),
        pin("/verdict.config.json", "./setup", "/setup.ts"),
        pin("/a.test.js", "./gone", "/gone.ts"),
    ]);
    assert!(!run(files, &json!({ "setupFiles": ["./setup"] })).success);
    uses(
        files,
        &json!({ "setupFiles": ["./setup"], "pinnedImports": pins }),
        "import /a.test.js './dep' /dep.ts
         import /a.test.js './sum' /sum.ts
         import /a.test.js './user.js' /user.js
         import /a.test.js 'module' none
         import /a.test.js 'vitest' none
         import /user.js './dep' /dep.ts
         mock /a.test.js './dep' /dep.ts
         require /a.test.js './sum' /sum.ts
         setup /verdict.config.json './setup' /setup.ts",
    );
}

#[test]
fn a_type_check_reads_specifiers_by_the_pins_too() {
    let fixture = "//- /a.ts\nimport { sum } from './sum';\nexport const two = sum;\n//- /sum.js\n//- /sum.ts\nexport const sum = 1;\n";
    let check = |pins: Value| {
        let config = json!({ "test": { "pinnedImports": pins } });
        let request = Request {
            command: "type-check:/a.ts",
            snapshot: &snapshot_of(fixture),
            limits: Limits::default(),
            config: Some(&config),
            seed: 0,
        };
        verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} }).success
    };
    assert!(!check(json!([])));
    assert!(check(json!([{ "importer": "/a.ts", "specifier": "./sum", "path": "/sum.ts" }])));
}

/// The assertions of the first file: `test: matcher(shown) file:line`, with `open` or `constant` if set.
fn assertions(file: &FileEvidence) -> String {
    let lines = file.tests.iter().flat_map(|test| {
        test.assertions.iter().map(|made| {
            let at = made.file.as_deref().unwrap_or("none");
            let open = if made.open { " open" } else { "" };
            let constant = if made.constant { " constant" } else { "" };
            format!(
                "{}: {}({}) {at}:{}{open}{constant}",
                test.path.join(" > "),
                made.matcher,
                made.shown,
                made.line
            )
        })
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Checks the assertions of a file's tests. Their numbers match those of the result.
#[track_caller]
fn asserts(body: &str, more: &str, expected: &str) {
    let fixture = format!(
        "//- /a.test.ts\nimport {{ test, expect, assert, vi, chai, describe, beforeEach, afterEach }} from 'vitest'; import * as lib from './lib.js'; import {{ value }} from './lib.js';\n{body}\n\
         //- /lib.js\nexport const value = 3; export const f = () => 3; export class Thing {{ constructor() {{ this.x = 1; }} }};\n{more}"
    );
    let result = run(&fixture, &json!({ "evidence": "full" }));
    let found = result.evidence.as_ref().expect("evidence");
    assert_eq!(assertions(&found.files[0]), in_order(expected), "{body}\n{result:#?}");
    let Output::Tests(entries) = &result.output else { panic!("{result:#?}") };
    let tests = entries.iter().filter(|entry| entry.scope == Scope::Test);
    let counts: Vec<(Vec<String>, usize)> =
        tests.map(|entry| (entry.path.clone(), entry.assertions as usize)).collect();
    let told: Vec<(Vec<String>, usize)> =
        found.files[0].tests.iter().map(|test| (test.path.clone(), test.assertions.len())).collect();
    assert_eq!(counts, told, "{body}");
}

#[test]
fn assertions_are_told_with_their_modifiers_places_and_values() {
    asserts(
        "test('t', async () => {\n\
         expect(value).toBe(3);\n\
         expect(value).not.toBe('a \"b\"');\n\
         expect.soft({ a: 1 }).toEqual({ a: 1, [Symbol('s')]: expect.anything(), 'b c': [1, , -0] });\n\
         await expect(Promise.resolve(value)).resolves.not.toBe(4);\n\
         await expect(() => Promise.reject(new TypeError('no'))).rejects\n  .toThrow(new TypeError('no'));\n\
         await expect.poll(() => value).toBeGreaterThan(2);\n\
         expect(() => { throw 1; }).toThrow();\n\
         expect([value]).toHaveLength(1); });",
        "",
        "t: toBe(3) /a.test.ts:3
         t: not.toBe(\"a \\\"b\\\"\") /a.test.ts:4
         t: soft.toEqual({a: 1, \"b c\": [1, <1 empty>, -0], [Symbol(s)]: Anything<>}) /a.test.ts:5 open constant
         t: resolves.not.toBe(4) /a.test.ts:6
         t: rejects.toThrow([TypeError: no]) /a.test.ts:8
         t: poll.toBeGreaterThan(2) /a.test.ts:9
         t: toThrow() /a.test.ts:10
         t: toHaveLength(1) /a.test.ts:11",
    );
}

#[test]
fn assertions_that_the_text_knows_beforehand_are_constant() {
    asserts(
        "const three = 3;\nconst check = expect;\n\
         test('t', () => {\n\
         expect(3).toBe(3);\n\
         check(1 + 2).toBe(3);\n\
         expect<number>(3 as number).toBe(three);\n\
         expect({ a: [`x`, -1, undefined], b: { ...{ c: null } } }).toBeTruthy();\n\
         const kept = expect(true); kept.toBe(true);\n\
         (0, expect)('abc'.length).toBe(3);\n\
         expect( /* (value) */ 3).toBe(3); expect(value).toBe(3);\n\
         expect(three).toBe(3);\n\
         expect(String(3)).toBe('3');\n\
         expect([value].length).toBe(1);\n\
         assert(true); assert.equal(1, 1); assert.equal(value, 3);\n\
         });",
        "",
        "t: toBe(3) /a.test.ts:5 constant
         t: toBe(3) /a.test.ts:6 constant
         t: toBe(3) /a.test.ts:7 constant
         t: toBeTruthy() /a.test.ts:8 constant
         t: toBe(true) /a.test.ts:9 constant
         t: toBe(3) /a.test.ts:10 constant
         t: toBe(3) /a.test.ts:11 constant
         t: toBe(3) /a.test.ts:11
         t: toBe(3) /a.test.ts:12
         t: toBe(\"3\") /a.test.ts:13
         t: toBe(1) /a.test.ts:14
         t: assert() /a.test.ts:15 constant
         t: assert.equal(1) /a.test.ts:15 constant
         t: assert.equal(3) /a.test.ts:15",
    );
}

#[test]
fn words_of_chai_and_matchers_of_the_project_are_told_by_their_names() {
    asserts(
        "expect.extend({ toBeOdd(it) { return { pass: it % 2 === 1, message: () => '' }; }, async toBeLater(it, than) { return { pass: it > than, message: () => '' }; } });\n\
         chai.use((chai) => chai.Assertion.addMethod('even', function (more) { this.assert(this._obj % 2 === 0, '', ''); }));\n\
         test('t', async () => {\n\
         expect(value).toBeOdd();\n\
         expect(4).not.toBeOdd();\n\
         await expect(value).toBeLater(1);\n\
         await expect(Promise.resolve(value)).resolves.toBeOdd();\n\
         await expect.poll(() => value).toBeOdd();\n\
         expect([value]).to.be.an('array').that.deep.includes(3);\n\
         expect(lib).to.have.property('value').equal(3);\n\
         expect(value).to.exist;\n\
         expect([1]).to.have.length.above(0);\n\
         expect(4).to.be.even(1);\n\
         assert.deepEqual({ a: value }, { a: 3 }, 'a message');\n\
         assert.throws(() => { throw new Error('x'); }, /x/);\n\
         assert.isTrue(value === 3); assert.operator(value, '>', 2);\n\
         const spy = vi.fn(); spy(1); expect(spy).to.have.been.calledOnce;\n\
         expect({ a: 4 }).toEqual({ a: expect.not.toBeOdd() });\n\
         });",
        "",
        "t: toBeOdd() /a.test.ts:5
         t: not.toBeOdd() /a.test.ts:6 constant
         t: toBeLater(1) /a.test.ts:7
         t: resolves.toBeOdd() /a.test.ts:8
         t: poll.toBeOdd() /a.test.ts:9
         t: an(\"array\") /a.test.ts:10
         t: deep.includes(3) /a.test.ts:10
         t: property(\"value\") /a.test.ts:11
         t: equal(3) /a.test.ts:11
         t: exist() /a.test.ts:12
         t: length.above(0) /a.test.ts:13 constant
         t: even(1) /a.test.ts:14 constant
         t: assert.deepEqual({a: 3}) /a.test.ts:15
         t: assert.throws(/x/) /a.test.ts:16
         t: assert.isTrue() /a.test.ts:17
         t: assert.operator(\">\", 2) /a.test.ts:17
         t: toHaveBeenCalledOnce() /a.test.ts:18
         t: toEqual({a: not.toBeOdd<>}) /a.test.ts:19 constant",
    );
}

#[test]
fn hooks_and_helpers_count_with_their_own_places() {
    asserts(
        "import { holds } from './helper.js';\n\
         beforeEach(() => { expect(value).toBe(3); });\n\
         describe('s', () => { afterEach(() => expect(value).toBe(3));\n\
         test('t', () => { holds(value); });\n\
         test('fails', () => { expect(value).toBe(4); });\n\
         test.skip('not', () => {}); test.todo('later');\n\
         test('unreachable', () => { if (value !== 3) expect.unreachable('no'); });\n\
         test('fail', () => { expect.fail('no'); }); });",
        "//- /helper.js\nimport { expect } from 'vitest';\nexport function holds(it) {\n  expect(it).toBeDefined();\n}\n",
        "s > t: toBe(3) /a.test.ts:3
         s > t: toBeDefined() /helper.js:3
         s > t: toBe(3) /a.test.ts:4
         s > fails: toBe(3) /a.test.ts:3
         s > fails: toBe(4) /a.test.ts:6
         s > fails: toBe(3) /a.test.ts:4
         s > unreachable: toBe(3) /a.test.ts:3
         s > unreachable: toBe(3) /a.test.ts:4
         s > fail: toBe(3) /a.test.ts:3
         s > fail: expect.fail(\"no\") /a.test.ts:9
         s > fail: toBe(3) /a.test.ts:4",
    );
}

#[test]
fn only_the_last_attempt_counts_and_what_is_tried_only_if_it_holds() {
    asserts(
        "let run = 0;\n\
         test('t', { retry: 2 }, () => { run++; expect(run).toBeGreaterThan(0); if (run < 3) expect(run).toBe(0); expect(run).toBe(3); });\n\
         test('waits', async () => { let n = 0; await vi.waitFor(() => { n++; expect(n).toBe(3); }); });\n\
         test('catches', () => { expect(() => expect(1).toBe(2)).toThrow(); });",
        "",
        "t: toBeGreaterThan(0) /a.test.ts:3
         t: toBe(3) /a.test.ts:3
         waits: toBe(3) /a.test.ts:4
         catches: toThrow() /a.test.ts:5",
    );
}

/// The digests of these matchers' arguments.
#[track_caller]
fn digests(body: &str) -> Vec<String> {
    let fixture = format!(
        "//- /a.test.ts\nimport {{ test, expect }} from 'vitest'; import * as lib from './lib.js';\ntest('t', () => {{\n{body}\n}});\n\
         //- /lib.js\nexport const value = 3; export function f() {{ return 3; }} export class Thing {{}}\n"
    );
    let result = run(&fixture, &json!({ "evidence": "full" }));
    let found = result.evidence.unwrap_or_else(|| panic!("no evidence"));
    found.files[0].tests[0].assertions.iter().map(|made| made.expected.clone()).collect()
}

#[track_caller]
fn same(one: &str, other: &str) {
    let found = digests(&format!("expect.soft(1).toEqual({one}); expect.soft(1).toEqual({other});"));
    assert_eq!(found[0], found[1], "{one} and {other}");
    assert_eq!(found[0].len(), 16);
}

#[track_caller]
fn differ(one: &str, other: &str) {
    let found = digests(&format!("expect.soft(1).toEqual({one}); expect.soft(1).toEqual({other});"));
    assert_ne!(found[0], found[1], "{one} and {other}");
}

#[test]
fn digests_tell_expected_values_apart_and_nothing_else() {
    same(
        "{ a: 1, b: [new Date(0), /x/g, new Map([[1, 'a']])] }",
        "{ a: 1, b: [new Date(0), /x/g, new Map([[1, 'a']])] }",
    );
    same("new Error('x')", "Object.assign(new Error('x'), { stack: 'other' })");
    same("lib.f", "lib.f");
    differ("0", "-0");
    differ("1", "'1'");
    differ("[1, 2]", "[2, 1]");
    differ("[1]", "[1, ,]");
    differ("[undefined]", "[ , ]");
    differ("{ a: 1 }", "{ a: 2 }");
    differ("{ a: { b: { c: { d: { e: 1 } } } } }", "{ a: { b: { c: { d: { e: 2 } } } } }");
    differ("new Map([[1, 2]])", "new Map([[1, 3]])");
    differ("new Set([1])", "new Set([2])");
    differ("new Uint8Array([1, 2])", "new Uint8Array([1, 3])");
    differ("new Error('x')", "new Error('y')");
    differ("new Error('x')", "new TypeError('x')");
    differ("() => 1", "() => 2");
    differ("expect.anything()", "expect.any(Number)");
    differ("expect.any(String)", "expect.any(Number)");
    differ("expect.stringContaining('a')", "expect.stringContaining('b')");
    differ("expect.objectContaining({ a: 1 })", "expect.objectContaining({ a: 2 })");
    differ("'x'.repeat(10000) + 'a'", "'x'.repeat(10000) + 'b'");
    differ(
        "Array.from({ length: 5000 }, (_, i) => i)",
        "Array.from({ length: 5000 }, (_, i) => i === 4999 ? 0 : i)",
    );
    differ("new lib.Thing()", "{}");
    differ("10n", "10");
    differ("null", "undefined");
    assert_eq!(digests("expect(1).toBeDefined();"), [String::new()]);
}

#[test]
fn describing_a_value_runs_no_code_of_its_own() {
    asserts(
        "test('t', () => { const log = []; const odd = { get a() { log.push('get'); return 1; }, toJSON() { log.push('json'); }, [Symbol.toPrimitive]() { log.push('primitive'); } };\n\
         const traps = new Proxy({}, { get() { log.push('trap'); }, ownKeys() { log.push('keys'); return []; } });\n\
         const self = {}; self.self = self;\n\
         expect.soft(1).not.toBe(odd); expect(1).not.toBe(traps); expect(1).not.toBe(self); expect(log.join()).toBe(''); });",
        "",
        "t: soft.not.toBe({a: [Getter], toJSON: toJSON() { log.push('json'); }, [Symbol(Symbol.toPrimitive)]: [Symbol.toPrimitive]() { log.push('primitive'); }}) /a.test.ts:5 constant
         t: not.toBe([Proxy]) /a.test.ts:5 constant
         t: not.toBe({self: [Circular 1]}) /a.test.ts:5 constant
         t: toBe(\"\") /a.test.ts:5",
    );
}

/// Checks the functions that each test of the first file calls: `test: name /file:line:column`.
#[track_caller]
fn calls(fixture: &str, expected: &str) {
    let found = evidence(fixture, &json!({ "evidence": "full" }));
    let lines = found.files[0].tests.iter().flat_map(|test| {
        test.functions.iter().map(|function| {
            let FunctionEvidence { file, line, column, name } = function;
            format!("{}: {name} {file}:{line}:{column}", test.path.join(" > "))
        })
    });
    assert_eq!(lines.collect::<Vec<_>>().join("\n"), in_order(expected), "{fixture}");
}

#[test]
fn functions_of_the_subject_are_told_by_the_test_that_calls_them() {
    calls(
        &format!(
            "//- /src/a.test.ts\n{ONE}import {{ sum, Counter, make, later, each, anonymous }} from './lib.js'; import old from './old.cjs'; import {{ helper }} from './helper.test.ts'; import dep from 'dep';\n\
             test('sum', () => expect(sum(1, 2)).toBe(3));\n\
             test('class', () => {{ const one = new Counter(); one.add(); expect(one.value).toBe(1); }});\n\
             test('others', async () => {{ expect([...make().next(), await later(), old.twice(2), anonymous(1)]).toEqual([1, 2, 4, 1]); helper(); dep(); }});\n\
             test('none', () => expect(1).toBe(1));\n\
             //- /src/lib.js\n\
             import {{ inner }} from './inner.ts';\n\
             const loaded = inner(0);\n\
             export const sum = (a, b) => inner(a) + b;\n\
             export function Unused() {{}}\n\
             export class Counter {{\n  #n = 0;\n  constructor() {{ 'use strict'\n  this.x = 1; }}\n  add() {{ this.#n++; }}\n  get value() {{ return this.#n; }}\n}}\n\
             export const make = () => ({{ next() {{ return [1]; }} }});\n\
             export async function later() {{ await 0; return 2; }}\n\
             export const anonymous = (() => (x) => x)();\n\
             //- /src/inner.ts\nenum E {{ A }}\nexport function inner(it: number): number {{ return it + E.A; }}\n\
             //- /src/old.cjs\n'use strict'; exports.twice = function (n) {{ return n * 2; }};\n\
             //- /src/helper.test.ts\nexport function helper() {{}}\nimport {{ test }} from 'vitest'; test('t', () => {{}});\n\
             //- /node_modules/dep/index.js\nmodule.exports = () => 1;\n\
             //- /package.json\n{{ \"exports\": {{ \".\": \"./src/lib.js\", \"./old\": \"./src/old.cjs\" }} }}\n"
        ),
        "sum: inner /src/inner.ts:2:8
         sum: sum /src/lib.js:3:20
         class: constructor /src/lib.js:7:3
         class: add /src/lib.js:9:3
         class: value /src/lib.js:10:7
         others: make /src/lib.js:12:21
         others: next /src/lib.js:12:30
         others: later /src/lib.js:13:8
         others:  /src/lib.js:14:33
         others: twice /src/old.cjs:1:31",
    );
}

#[test]
fn what_runs_while_a_module_is_loaded_is_no_tests_and_what_hooks_call_is() {
    calls(
        "//- /a.test.js\nimport { test, expect, beforeEach, beforeAll } from 'vitest'; import { f, g, h } from './lib.js';\n\
         beforeAll(() => { h(); }); beforeEach(() => { f(); });\n\
         test('t', { retry: 1 }, async ({ task }) => { const lazy = await import('./lazy.js'); require('./lazy.cjs'); if (task.result.retryCount === 0) { g(); throw 1; } expect(lazy.default).toBe(1); });\n\
         //- /lib.js\nexport function f() {}\nexport function g() {}\nexport function h() {}\n\
         //- /lazy.js\nimport { h } from './lib.js'; h(); export default 1;\n\
         //- /lazy.cjs\nfunction own() {} own();\n",
        "t: f /lib.js:1:8",
    );
}

#[test]
fn what_a_file_calls_is_told_the_same_whichever_files_ran_before_it() {
    let lib = "export const first = () => 1;\nexport function second() { return first(); }\n";
    let tests = [
        (
            "a",
            "import { first } from './x.js'; import { other } from './y.js'; import old from './old.cjs';",
            "first(); other(); old.f();",
        ),
        (
            "b",
            "import { other } from './y.js'; import { second } from './twin.js';",
            "other(); second(); vi.resetModules(); (await import('./x.js')).second(); (await import('./twin.js')).first(); expect(await import('verdict:mark').then(() => 'there', () => 'not there')).toBe('not there');",
        ),
        ("c", "import old from './old.cjs'; import { first } from './twin.js';", "old.f(); first();"),
    ];
    let test_file = |(name, imports, body): &(&str, &str, &str)| {
        format!(
            "//- /{name}.test.js\nimport {{ test, expect, vi }} from 'vitest'; {imports}\ntest('t', async () => {{ {body} expect(1).toBe(1); }});\n"
        )
    };
    let subject = format!(
        "//- /x.js\n{lib}//- /twin.js\n{lib}//- /y.js\nexport function other() {{}}\n//- /old.cjs\nexports.f = () => 1;\n"
    );
    let told = |tests: &[(&str, &str, &str)]| {
        let fixture = tests.iter().map(test_file).collect::<String>() + &subject;
        evidence(&fixture, &json!({ "evidence": "full" })).files
    };
    let called = |file: &FileEvidence| {
        let shown = |one: &FunctionEvidence| format!("{}:{}", one.file, one.name);
        file.tests[0].functions.iter().map(shown).collect::<Vec<_>>().join(" ")
    };
    let together = told(&tests);
    assert_eq!(
        together.iter().map(called).collect::<Vec<_>>(),
        [
            "/old.cjs:f /x.js:first /y.js:other",
            "/twin.js:first /twin.js:second /x.js:first /x.js:second /y.js:other",
            "/old.cjs:f /twin.js:first",
        ]
    );
    for (file, test) in together.iter().zip(&tests) {
        assert_eq!(told(std::slice::from_ref(test)), std::slice::from_ref(file));
    }
}

#[test]
fn marks_cannot_be_seen_and_move_nothing() {
    let fixture = "//- /a.test.js\nimport { test, expect } from 'vitest'; import { shown, fails, strict, arrow, evaluated, Thing } from './lib.js'; import old from './old.cjs';\n\
         test('texts', () => { expect(String(shown)).toBe(\"function shown(a) { return a; }\"); expect(String(arrow)).toBe('a => b => (a, b)'); expect(String(strict)).toBe(\"function strict() { 'use strict'\\n  return this; }\");\n\
           expect(String(Thing.prototype.m) + Thing.s).toBe('m() { return 1; }() => 2'); expect(String(old.f)).toBe('function () { return arguments.callee.caller; }'); expect(strict()).toBe(undefined); expect(arrow.name + arrow.length).toBe('arrow1'); });\n\
         test('names', () => { expect(Object.getOwnPropertyNames(globalThis).filter((name) => /verdict/i.test(name))).toEqual([]); expect(evaluated()).toBe(1); });\n\
         test('places', () => { let at; try { fails(); } catch (error) { at = error.stack.split('\\n')[1]; } expect(at).toContain('/lib.js:2:33'); });\n\
         //- /lib.js\nexport function shown(a) { return a; }\nexport function fails() { throw new Error('x'); }\nexport function strict() { 'use strict'\n  return this; }\nexport const arrow = a => b => (a, b);\n\
         export const evaluated = () => eval('const mark = __verdict_' + 'mark__; mark(0); mark(1); 1');\n\
         export class Thing { m() { return 1; } static s = () => 2; }\n//- /old.cjs\nexports.f = function () { return arguments.callee.caller; };\n";
    let found = evidence(fixture, &json!({ "evidence": "full" }));
    let of = |index: usize| {
        let names: Vec<&str> =
            found.files[0].tests[index].functions.iter().map(|function| function.name.as_str()).collect();
        names.join(" ")
    };
    assert_eq!([of(0), of(1), of(2)], ["strict", "evaluated", "fails"]);
    // The same tests pass without recording.
    let plain = fixture.replace("const mark = __verdict_' + 'mark__; mark(0); mark(1); ", "");
    assert!(run(&plain, &json!({})).success);
}

#[test]
fn a_module_cannot_claim_calls_of_its_functions() {
    let claims = [
        "import { mark } from 'verdict:mark'; const claim = mark;",
        "import * as own from 'verdict:mark'; const claim = (number) => own.mark(number);",
        "const own = await import('verdict' + ':mark').catch(() => ({ mark() {} })); const claim = own.mark;",
        "const claim = (number) => \\u005f_verdict_mark__(number);",
        "const claim = eval('__verdict' + '_mark__');",
        "const all = []; const claim = (number) => all.push(() => number) && eval('__verdict' + '_mark__')(number);",
    ];
    for claim in claims {
        let fixture = format!(
            "//- /a.test.js\n{ONE}import {{ uses }} from './lib.js';\ntest('t', () => {{ uses(); expect(1).toBe(1); }});\n\
             //- /lib.js\n{claim} export const told = '😀'; export function unused() {{ return 1; }}\n\
             export function uses() {{claim(0);claim(1); for (const number of [2, 3, 4]) {{ claim(number); }} return '😀'; }} export const other = () => (claim(0), 2);\n"
        );
        let found = evidence(&fixture, &json!({ "evidence": "full" }));
        let names: Vec<&str> = found.files[0]
            .tests
            .iter()
            .flat_map(|test| &test.functions)
            .map(|one| one.name.as_str())
            .collect();
        assert!(!names.contains(&"unused") && !names.contains(&"other"), "{claim}: {names:?}");
    }
}

#[test]
fn functions_behind_any_character_are_told() {
    calls(
        &format!(
            "//- /a.test.js\n{ONE}import {{ a, b, c, d }} from './lib.js';\ntest('t', () => {{ a(); b(); c(); d(); expect(1).toBe(1); }});\n\
             //- /lib.js\nconst one = '😀😀'; export const a = () => '😀'; /* \u{2028} 😀 */ export function b() {{ return 'é\u{fe0f}'; }}\r\n\
             export const c = () => `\r\n😀${{(() => 1)()}}`; export function d() {{ 'use strict' }}\n"
        ),
        "t: a /lib.js:1:38
         t: b /lib.js:2:15
         t: c /lib.js:3:18
         t:  /lib.js:4:6
         t: d /lib.js:4:27",
    );
}

#[test]
fn recursion_that_is_caught_and_budgets_are_as_without_marks() {
    let fixture = "//- /a.test.js\nimport { test, expect } from 'vitest'; import { deep, work } from './lib.js';\n\
         test('t', () => { expect(deep).toThrow(RangeError); expect(String(deep)).toBe('function deep() { return deep(); }'); });\n\
         test('budget', () => { expect(work(30000)).toBe(30000); });\n\
         //- /lib.js\nexport function deep() { return deep(); }\nconst one = () => 1;\nexport function work(n) { let sum = 0; for (let i = 0; i < n; i++) sum += one(); return sum; }\n";
    let run = |level: &str, instructions: u64| {
        let config = json!({ "test": { "evidence": level } });
        let request = Request {
            command: "test:/a.test.js",
            snapshot: &snapshot_of(fixture),
            limits: Limits { instructions, ..Limits::default() },
            config: Some(&config),
            seed: 0,
        };
        verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
    };
    let mut enough = 100_000;
    while !run("off", enough).success {
        enough = enough * 5 / 4;
    }
    let result = run("full", enough);
    assert!(result.success, "{result:#?}");
}

const AGENT: &str = "//- /package.json\n{ \"main\": \"./src/lib.js\" }\n\
    //- /src/lib.js\nexport function clamp(it, most) {\n  if (it > most) {\n    return most;\n  }\n  return it;\n}\nexport function unused() { return 1; }\n\
    //- /src/lib.test.js\nimport { test, expect } from 'vitest'; import { clamp } from './lib.js';\n\
    test('clamp', () => { expect(clamp(3, 2)).toBe(2); expect(clamp(1, 2)).toBe(1); });\n\
    test('hollow', () => { clamp(3, 2); expect(1).toBe(1); });\n";

#[test]
fn mutants_are_of_functions_that_were_called_and_good_tests_notice_them() {
    let found = evidence(AGENT, &json!({ "evidence": "full" }));
    let mutants = &found.files[0].mutants;
    let shown: Vec<String> = mutants
        .iter()
        .map(|mutant| format!("{}:{} {}", mutant.file, mutant.line, word(mutant.kind)))
        .collect();
    assert_eq!(
        shown,
        ["/src/lib.js:2 negateCondition", "/src/lib.js:3 returnConstant", "/src/lib.js:5 returnConstant"]
    );
    for mutant in mutants {
        let result = run(AGENT, &json!({ "mutant": mutant }));
        let Output::Tests(entries) = &result.output else { panic!("{result:#?}") };
        let states: Vec<(&str, bool)> =
            entries.iter().map(|entry| (entry.test.as_str(), entry.passed)).collect();
        assert_eq!(states, [("clamp", false), ("hollow", true)], "{mutant:?}");
    }
}

#[test]
fn a_mutant_is_made_of_its_file_at_its_place_alone() {
    let mutant = |file: &str, offset: usize| json!({ "mutant": { "file": file, "offset": offset, "line": 1, "kind": "returnConstant" } });
    let lib = "export const f = () => 1; export const g = () => 1;\n";
    let fixture = |mark: &str| {
        format!(
            "//- /a.test.ts\n{ONE}import fs from 'fs'; import {{ f, g }} from './lib.js';\ntest('f', () => expect(f()).toBe(1)); test('g', () => expect(g()).toBe(1));\n\
             test('read', () => expect(fs.readFileSync('/lib.js', 'utf8')).not.toContain('=> 2'));\n//- /lib.js\n{mark}{lib}//- /other.js\n{lib}"
        )
    };
    let failed = |fixture: &str, test: &Value| -> Vec<String> {
        let result = run(fixture, test);
        let Output::Tests(entries) = &result.output else { panic!("{result:#?}") };
        entries.iter().filter(|entry| !entry.passed).map(|entry| entry.test.clone()).collect()
    };
    let (one, two) = (lib.find("1;").expect("one"), lib.rfind("1;").expect("two"));
    assert_eq!(failed(&fixture(""), &mutant("/lib.js", one)), ["f"]);
    assert_eq!(failed(&fixture(""), &mutant("/lib.js", two)), ["g"]);
    assert_eq!(failed(&fixture("\u{feff}"), &mutant("/lib.js", one + 3)), ["f"]);
    let none: [&str; 0] = [];
    assert_eq!(failed(&fixture(""), &mutant("/lib.js", one + 1)), none);
    assert_eq!(failed(&fixture(""), &mutant("/other.js", one)), none);
    assert_eq!(failed(&fixture(""), &mutant("/gone.js", one)), none);
}

/// The files below a folder of this repository, as `/path` and text.
fn below(folder: &std::path::Path) -> Vec<(String, String)> {
    let (mut folders, mut found) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let (Ok(name), Ok(text)) = (path.strip_prefix(folder), std::fs::read_to_string(&path)) {
                found.push((format!("/{}", name.display()), text));
            }
        }
    }
    found.sort();
    found
}

/// The conformance test files have the same results whether or not evidence is recorded, and each test has
/// the recorded number of assertions.
#[test]
fn recording_changes_no_verdict() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/cases");
    let files = below(&root);
    let snapshot =
        Snapshot::new(Files::from_texts(files.iter().map(|(path, text)| (path.as_str(), text.as_str()))));
    let snapshot = snapshot.expect("a snapshot");
    let run = |command: &str, level: &str| {
        let config = json!({ "test": { "evidence": level } });
        let request = Request {
            command,
            snapshot: &snapshot,
            limits: Limits::default(),
            config: Some(&config),
            seed: 0,
        };
        verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
    };
    let mut tests = 0;
    // Chai's words and modules have the most to record.
    for (path, _) in files.iter().filter(|(path, _)| path.contains(".test.")) {
        let command = format!("test:{path}");
        let (plain, mut full) = (run(&command, "off"), run(&command, "full"));
        let evidence = full.evidence.take().expect("evidence");
        assert_eq!(plain.output, full.output, "{path}");
        let Output::Tests(entries) = &full.output else { panic!("{full:#?}") };
        let told = entries.iter().filter(|entry| entry.scope == Scope::Test);
        let told: Vec<(&[String], usize)> =
            told.map(|entry| (entry.path.as_slice(), entry.assertions as usize)).collect();
        let recorded: Vec<(&[String], usize)> = evidence.files[0]
            .tests
            .iter()
            .map(|test| (test.path.as_slice(), test.assertions.len()))
            .collect();
        assert_eq!(told, recorded, "{path}");
        let unnamed = evidence.files[0].tests.iter().flat_map(|test| &test.assertions);
        let unnamed = unnamed.filter(|made| made.matcher.is_empty()).count();
        assert_eq!(unnamed, 0, "{path}");
        tests += told.len();
    }
    assert!(tests > 500, "{tests}");
}

/// With a sealed test API, bindings move no location, and natives that identify callers agree.
#[test]
fn the_sealed_test_api_changes_no_evidence() {
    let fixture = "//- /a.test.js\nimport { f } from './src/lib.js'; import old from './src/old.cjs'; import { only } from './src/only.js';\n\
         vi.mock('./src/mocked.js', () => ({ m: () => 3 }));\n\
         describe('s', () => { it('t', async () => { expect(f(1)).toBe(4); expect([old.g(), only()]).toEqual([2, 5]); expect((await import('./src/lib.js')).f).toBe(f); }); });\n\
         //- /b.test.cjs\nconst { g } = require('./src/old.cjs');\ntest('u', () => { assert.equal(g(), 2); expect(() => g(1)).toThrow('x'); });\n\
         //- /src/index.js\nimport './lib.js'; import './old.cjs';\n\
         //- /src/lib.js\nimport { m } from './mocked.js'; export const f = (n) => n + m();\n//- /src/mocked.js\nexport const m = () => 0;\n\
         //- /src/old.cjs\nexports.g = function (fails) { if (fails) throw new Error('x'); return 2; };\n\
         //- /src/only.js\nexport function only() { return 5; }\n";
    for level in ["graph", "full"] {
        let [plain, sealed] =
            [false, true].map(|sealed| evidence(fixture, &json!({ "evidence": level, "sealedApi": sealed })));
        assert_eq!(plain, sealed, "{level}");
        let called =
            |evidence: &Evidence| evidence.files[0].tests.iter().any(|test| !test.functions.is_empty());
        assert_eq!(called(&sealed), level == "full");
    }
}

#[test]
fn another_seed_is_another_run_that_repeats_itself() {
    let fixture =
        "//- /a.test.js\ntest('draws', () => { console.log(Math.random(), crypto.randomUUID()); });\n";
    let drawn = |reseed: u32| {
        let result = run(fixture, &json!({ "reseed": reseed }));
        assert!(result.success, "{result:#?}");
        serde_json::to_string(&result.console).expect("json")
    };
    let all: Vec<String> = (0..4).map(drawn).collect();
    assert_eq!(all, (0..4).map(drawn).collect::<Vec<_>>());
    assert_eq!(all[0], serde_json::to_string(&run(fixture, &json!({})).console).expect("json"));
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(different.len(), 4, "{all:#?}");
}
