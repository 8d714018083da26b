//! `config.test.sealedApi`: the test API belongs to test material. Attacks of the subject, and their honest twins.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

mod support;

use serde_json::{Value, json};
use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Code, Limits, Output, TestEntry, VerifyResult};

fn run(fixture: &str, test: &Value) -> VerifyResult {
    let request = Request {
        command: "test:/**/*.test.{js,cjs,ts}",
        snapshot: &snapshot_of(fixture),
        limits: Limits::default(),
        config: Some(&json!({ "test": test })),
        seed: 0,
    };
    verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
}

fn sealed(fixture: &str) -> VerifyResult {
    run(
        fixture,
        &json!({ "sealedApi": true, "entries": ["/sut.js", "/sut.cjs"], "material": ["/helper.js", "/matchers.js"] }),
    )
}

fn tests(result: &VerifyResult) -> &[TestEntry] {
    match &result.output {
        Output::Tests(tests) => tests,
        other => panic!("{other:?}"),
    }
}

/// What passes under Vitest's behaviour and is refused where the API is sealed: with `err:policy`, and the file of the subject named.
#[track_caller]
fn refused(fixture: &str, said: &str) {
    let plain = run(fixture, &json!({}));
    assert!(plain.success, "the attack succeeds without the option: {fixture}\n{plain:#?}");
    only_refused(fixture, said);
}

/// The same of what Vitest would not let pass anyway.
#[track_caller]
fn only_refused(fixture: &str, said: &str) {
    let result = sealed(fixture);
    assert!(!result.success, "{fixture}\n{result:#?}");
    let failed = tests(&result).iter().find(|test| test.code == Some(Code::Policy));
    let failed = failed.unwrap_or_else(|| panic!("{fixture}\n{result:#?}"));
    let error = failed.error.as_deref().unwrap_or_default();
    assert!(error.contains(said), "{fixture}\n{error}");
}

/// What passes with and without the option.
#[track_caller]
fn honest(fixture: &str) {
    for result in [run(fixture, &json!({})), sealed(fixture)] {
        assert!(result.success, "{fixture}\n{result:#?}");
    }
}

/// What passes with the option.
#[track_caller]
fn passes(fixture: &str) {
    let result = sealed(fixture);
    assert!(result.success, "{fixture}\n{result:#?}");
}

const NAMES: &str = "['describe', 'it', 'test', 'expect', 'vi', 'jest', 'beforeEach', 'afterAll', 'suite', 'assert', 'chai', 'onTestFinished', 'expectTypeOf']";

#[test]
fn the_subject_sees_no_test_globals() {
    let looks = "() => [typeof expect, typeof describe, typeof it, typeof vi, typeof jest, typeof beforeEach, 'expect' in globalThis, globalThis.test]";
    let sees_nothing =
        "['undefined', 'undefined', 'undefined', 'undefined', 'undefined', 'undefined', false, undefined]";
    for sut in [
        format!("export const look = {looks};"),
        format!("const seen = ({looks})();\nexport const look = () => seen;"),
        format!(
            "let seen; setTimeout(() => {{ seen = ({looks})(); }});\nexport const look = async () => {{ await new Promise((done) => setTimeout(done, 5)); return seen; }};"
        ),
        format!("export const look = () => Promise.resolve().then({looks});"),
        format!(
            "export const look = () => {NAMES}.some((name) => name in globalThis) ? 'seen' : ({looks})();"
        ),
    ] {
        passes(&format!(
            "//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ look }} from './sut.js';\ntest('t', async () => {{ expect(await look()).toEqual({sees_nothing}); }});\n"
        ));
    }
}

#[test]
fn test_material_has_bindings_in_every_kind_of_module() {
    for (name, text) in [
        (
            "a.test.js",
            "describe('s', () => { beforeEach(() => {}); it('t', () => { expect(1).toBe(1); }); });",
        ),
        (
            "a.test.cjs",
            "'use strict';\nconst strict = (function () { return this === undefined; })();\ntest('t', () => { expect(strict).toBe(true); expect(typeof require).toBe('function'); });",
        ),
        (
            "a.test.ts",
            "enum Kind { One = 1 }\ntest('t', (): void => { const n: number = Kind.One; expect(n).toBe(1); });",
        ),
        (
            "a.test.js",
            "import { expect, vi } from 'vitest';\nvi.mock('./helper.js', () => ({ made: 2 }));\nimport { made } from './helper.js';\ntest('t', () => { expect(made).toBe(2); });",
        ),
        (
            "a.test.js",
            "vi.mock('./helper.js', () => ({ made: 2 }));\nimport { made } from './helper.js';\ntest('t', () => { expect(made).toBe(2); });",
        ),
        (
            "a.test.js",
            "const expect = () => 'mine';\ntest('t', () => { if (expect() !== 'mine') throw new Error('shadowed'); });",
        ),
        ("a.test.js", "import { check } from './helper.js';\ntest('t', () => check(1));"),
    ] {
        honest(&format!(
            "//- /helper.js\nexport const made = 1;\nexport const check = (value) => {{ expect(value).toBe(1); }};\n//- /{name}\n{text}\n"
        ));
    }
    passes(
        "//- /a.test.js\ntest('t', () => { expect('expect' in globalThis).toBe(false); expect(typeof expect).toBe('function'); });\n",
    );
}

/// The names that files are given are those that are globals elsewhere.
#[test]
fn every_test_global_is_a_binding() {
    let names = format!("{:?}", verdict_transform::TEST_API);
    let globals = run(
        &format!(
            "//- /a.test.js\nimport * as api from 'vitest';\ntest('t', () => {{ expect(Object.keys(api).filter((name) => name in globalThis).sort()).toEqual({names}); }});\n"
        ),
        &json!({}),
    );
    assert!(globals.success, "{globals:#?}");
    let types: Vec<String> =
        verdict_transform::TEST_API.iter().map(|name| format!("typeof {name}")).collect();
    passes(&format!(
        "//- /a.test.js\ntest('t', () => {{ expect([{}]).not.toContain('undefined'); }});\n",
        types.join(", ")
    ));
}

#[test]
fn what_fails_is_told_at_its_place() {
    let result = sealed(
        "//- /a.test.js\ntest('t', () => { expect(1).toBe(2); });\n//- /b.test.cjs\ntest('t', () => { expect(1).toBe(2); });\n",
    );
    for test in tests(&result) {
        let at = test.failed_at.as_ref().unwrap_or_else(|| panic!("{test:#?}"));
        assert_eq!((at.line, at.column), (1, 29), "{test:#?}");
    }
    assert_eq!(tests(&result).len(), 2);
}

#[test]
fn the_subject_cannot_import_the_api() {
    for specifier in ["vitest", "@jest/globals"] {
        for (sut, test) in [
            (format!("import {{ expect }} from '{specifier}';\nexport const add = (a, b) => a + b;"), ""),
            (format!("export * from '{specifier}';\nexport const add = (a, b) => a + b;"), ""),
            (
                format!("export const add = (a, b) => a + b;\nimport('{specifier}').catch(() => {{}});"),
                "await 0; await 0;",
            ),
            (
                format!(
                    "export const add = async (a, b) => {{ await import('{specifier}').catch(() => {{}}); return a + b; }};"
                ),
                "",
            ),
            (
                format!("try {{ require('{specifier}'); }} catch {{}}\nexport const add = (a, b) => a + b;"),
                "",
            ),
            (
                format!(
                    "let api;\nexport const add = (a, b) => {{ try {{ api = require('{specifier}'); }} catch {{}} return a + b; }};"
                ),
                "",
            ),
        ] {
            refused(
                &format!(
                    "//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ add }} from './sut.js';\ntest('t', async () => {{ {test} expect(await add(1, 2)).toBe(3); }});\n"
                ),
                &format!("/sut.js may not import \"{specifier}\""),
            );
        }
    }
    refused(
        "//- /sut.cjs\nconst { vi } = require('vitest');\nexports.add = (a, b) => a + b;\n//- /a.test.js\nimport { add } from './sut.cjs';\ntest('t', () => { expect(add(1, 2)).toBe(3); });\n",
        "/sut.cjs may not import \"vitest\"",
    );
    honest(
        "//- /a.test.js\nimport { expect, test } from 'vitest';\nimport { helped } from './helper.js';\ntest('t', () => { expect(helped()).toBe(1); });\n//- /helper.js\nimport { vi } from 'vitest';\nexport const helped = vi.fn(() => 1);\n",
    );
}

#[test]
fn nothing_of_the_environment_says_that_it_is_a_test() {
    let sut = "export const look = () => [Object.keys(process.env).filter((name) => /VITEST|NODE_ENV|JEST|^TEST$/.test(name)), import.meta.vitest, import.meta.env.MODE === 'test', import.meta.env.VITEST];";
    let test = "import { look } from './sut.js';\ntest('t', () => { expect(look()).toEqual([[], undefined, false, undefined]); });";
    passes(&format!("//- /sut.js\n{sut}\n//- /a.test.js\n{test}\n"));
    // What the configuration sets is there.
    let set = json!({ "sealedApi": true, "env": { "NODE_ENV": "test", "MODE": "test" } });
    let result = run(
        "//- /sut.js\nexport const look = () => [process.env.NODE_ENV, import.meta.env.MODE];\n//- /a.test.js\nimport { look } from './sut.js';\ntest('t', () => { expect(look()).toEqual(['test', 'test']); });\n",
        &set,
    );
    assert!(result.success, "{result:#?}");
}

#[test]
fn skip_is_no_part_of_another_object() {
    for (sut, test) in [
        ("({ skip }) => ({ then: skip })", "await Promise.race([run(ctx), 0]); throw new Error('no');"),
        (
            "({ skip }) => Object.defineProperty({}, 'value', { get: skip })",
            "void run(ctx).value; throw new Error('no');",
        ),
        ("({ skip }) => ({ toString: skip })", "void `${run(ctx)}`; throw new Error('no');"),
    ] {
        only_refused(
            &format!(
                "//- /sut.js\nexport const run = {sut};\n//- /a.test.js\nimport {{ run }} from './sut.js';\ntest('t', async (ctx) => {{ {test} }});\n"
            ),
            "skip of the test API was called as part of an object",
        );
    }
    for test in ["ctx.skip();", "const { skip } = ctx; skip();", "ctx.skip(true, 'why');"] {
        let result = sealed(&format!(
            "//- /a.test.js\ntest('t', (ctx) => {{ {test} throw new Error('no'); }});\ntest('u', () => {{ expect(1).toBe(1); }});\n"
        ));
        assert!(result.success, "{result:#?}");
    }
}

/// A subject, a test, and what is refused of it.
const CAPTURED: &[(&str, &str, &str)] = &[
    // Through the context of the test.
    (
        "export const run = (ctx) => { try { ctx.skip(false); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = (ctx) => { try { ctx.expect(1).toBe(1); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called expect",
    ),
    (
        "export const run = (ctx) => { try { ctx.onTestFailed(() => {}); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called onTestFailed",
    ),
    (
        "export const run = (ctx) => { try { ctx.onTestFinished(() => {}); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called onTestFinished",
    ),
    // A bound function, a native that calls it, a getter, a proxy.
    (
        "export const run = ({ expect }) => { try { expect.bind(null)(1); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called expect",
    ),
    (
        "export const run = ({ skip }) => { try { [false].forEach(skip); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = ({ skip }) => ({ get value() { try { skip(false); } catch {} return 1; } });",
        "test('t', (ctx) => { expect(run(ctx).value).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = ({ skip }) => { try { new Proxy(skip, {})(false); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = ({ skip }) => { try { Reflect.apply(skip, null, [false]); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = ({ expect }) => { class Sub extends Array { static check = expect; } try { Sub.check(1); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called expect",
    ),
    // Promises and timers, with no frame of a file below them.
    (
        "export const run = async ({ skip }) => { await Promise.resolve(false).then(skip).catch(() => {}); return 1; };",
        "test('t', async (ctx) => { expect(await run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = async ({ skip }) => { await { then(done) { try { skip(false); } catch {} done(); } }; return 1; };",
        "test('t', async (ctx) => { expect(await run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = async ({ expect }) => { await new Promise((done) => { setTimeout(expect, 1, 1); setTimeout(done, 5); }); return 1; };",
        "test('t', async (ctx) => { expect(await run(ctx)).toBe(1); });",
        "called expect",
    ),
    (
        "export const run = async ({ expect }) => { queueMicrotask(expect.bind(null, 1)); await 0; return 1; };",
        "test('t', async (ctx) => { expect(await run(ctx)).toBe(1); });",
        "called expect",
    ),
    (
        "export const run = async ({ expect }) => { process.nextTick(expect, 1); await new Promise((done) => setTimeout(done)); return 1; };",
        "test('t', async (ctx) => { expect(await run(ctx)).toBe(1); });",
        "called expect",
    ),
    (
        "export const run = async ({ skip }) => { await 0; try { skip(false); } catch {} return 1; };",
        "test('t', async (ctx) => { expect(await run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export function* walk({ skip }) { yield 1; try { skip(false); } catch {} yield 2; }\nexport const run = (ctx) => [...walk(ctx)].length;",
        "test('t', (ctx) => { expect(run(ctx)).toBe(2); });",
        "called skip",
    ),
    // Code made from text has no file.
    (
        "export const run = (ctx) => { try { new Function('ctx', 'ctx.skip(false)')(ctx); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const made = new Function('ctx', 'try { ctx.skip(false); } catch {} return 1;');\nexport const run = 1;",
        "import { made } from './sut.js';\ntest('t', (ctx) => { expect(made(ctx)).toBe(1); });",
        "called skip",
    ),
    (
        "export const run = (ctx) => { try { (0, eval)('(ctx) => ctx.skip(false)')(ctx); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called skip",
    ),
    // Of an emitter, of an iterator, of a comparison.
    (
        "import { EventEmitter } from 'node:events';\nexport const run = ({ expect }) => { const bus = new EventEmitter(); bus.on('x', expect); bus.emit('x', 1); return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called expect",
    ),
    (
        "export const run = ({ skip }) => { try { [2, 1].sort(() => skip(false)); } catch {} return 1; };",
        "test('t', (ctx) => { expect(run(ctx)).toBe(1); });",
        "called skip",
    ),
    // The object `vi`, the hooks and `expect` itself, handed over by a careless test.
    (
        "export const run = (vi) => { vi.fn(); return 1; };",
        "import { vi } from 'vitest';\ntest('t', () => { expect(run(vi)).toBe(1); });",
        "called fn",
    ),
    (
        "export const run = (vi) => { vi.useFakeTimers(); return 1; };",
        "import { vi } from 'vitest';\ntest('t', () => { expect(run(vi)).toBe(1); vi.useRealTimers(); });",
        "called useFakeTimers",
    ),
    (
        "export const run = (vi) => { vi.doMock('./other.js', () => ({})); return 1; };",
        "import { vi } from 'vitest';\ntest('t', () => { expect(run(vi)).toBe(1); });",
        "called doMock",
    ),
    (
        "export const run = (expect) => { expect.extend({ toBeFine: () => ({ pass: true, message: () => '' }) }); return 1; };",
        "test('t', () => { expect(run(expect)).toBe(1); });",
        "called extend",
    ),
    (
        "export const run = (expect) => { expect.addSnapshotSerializer({ test: () => true, serialize: () => 'x' }); return 1; };",
        "test('t', () => { expect(run(expect)).toBe(1); });",
        "called addSnapshotSerializer",
    ),
    (
        "export const run = (expect) => { expect.addEqualityTesters([() => undefined]); return 1; };",
        "test('t', () => { expect(run(expect)).toBe(1); });",
        "called addEqualityTesters",
    ),
    (
        "export const run = (expect) => expect.anything();",
        "test('t', () => { const made = run(expect); expect(1).toBe(1); });",
        "called anything",
    ),
    (
        "export const run = (expect) => { expect.setState({}); return 1; };",
        "test('t', () => { expect(run(expect)).toBe(1); });",
        "called setState",
    ),
    (
        "export const run = (assert) => { assert.equal(1, 1); return 1; };",
        "test('t', () => { expect(run(assert)).toBe(1); });",
        "called equal",
    ),
    (
        "export const run = (assertion) => { assertion.to.be.a('number'); return 1; };",
        "test('t', () => { expect(run(expect(1))).toBe(1); });",
        "called a",
    ),
    (
        "export const run = (assertion) => { void assertion.to.be.ok; return 1; };",
        "test('t', () => { expect(run(expect(1))).toBe(1); });",
        "called ok",
    ),
    (
        "export const run = (assertion) => { assertion.toBe(1); return 1; };",
        "test('t', () => { expect(run(expect(1))).toBe(1); });",
        "called toBe",
    ),
    (
        "export const run = (spy) => { spy.mockClear(); return 1; };",
        "import { vi } from 'vitest';\ntest('t', () => { expect(run(vi.fn())).toBe(1); });",
        "called mockClear",
    ),
    (
        "export const run = (hooks) => { hooks.afterEach(() => {}); };",
        "run({ afterEach });\ntest('t', () => {});",
        "called afterEach",
    ),
    (
        "export const run = (hooks) => { hooks.beforeEach(() => {}); };",
        "import * as api from 'vitest';\nrun(api);\ntest('t', () => {});",
        "called beforeEach",
    ),
    (
        "export const run = (test) => { test('mine', () => {}); };",
        "run(test);\ntest('t', () => {});",
        "called test",
    ),
    (
        "export const run = (test) => { test.skip('mine', () => {}); };",
        "run(test);\ntest('t', () => {});",
        "called test",
    ),
    (
        "export const run = (test) => { test.each([1])('mine %i', () => {}); };",
        "run(test);\ntest('t', () => {});",
        "called each",
    ),
];

#[test]
fn what_the_subject_captured_is_refused_to_it() {
    for (sut, test, said) in CAPTURED {
        refused(
            &format!(
                "//- /other.js\n//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ run }} from './sut.js';\n{test}\n"
            ),
            said,
        );
    }
}

#[test]
fn what_the_subject_wrote_takes_no_part_in_judging() {
    for (sut, test, said) in [
        (
            "export const matchers = { toBeFine: () => ({ pass: true, message: () => '' }) };",
            "expect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });",
            "The matcher toBeFine is written in /sut.js",
        ),
        (
            "export const matchers = { toBeFine: (() => ({ pass: true, message: () => '' })).bind(null) };",
            "expect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });",
            "The matcher toBeFine",
        ),
        (
            "export const matchers = [() => true];",
            "expect.addEqualityTesters(matchers);\ntest('t', () => { expect({ a: 1 }).toEqual({ a: 2 }); });",
            "An equality tester is written in /sut.js",
        ),
        (
            "export class Serializer { test() { return true; } serialize() { return 'x'; } }\nexport const matchers = new Serializer();",
            "expect.addSnapshotSerializer(matchers);\ntest('t', () => { expect(1).toMatchInlineSnapshot('x'); });",
            "A snapshot serializer is written in /sut.js",
        ),
        (
            "export const matchers = () => ({ value: 2 });",
            "import { vi } from 'vitest';\ntest('t', async () => { vi.doMock('./other.js', matchers); expect((await import('./other.js')).value).toBe(2); });",
            "The factory of a mock is written in /sut.js",
        ),
    ] {
        refused(
            &format!(
                "//- /other.js\nexport const value = 1;\n//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ matchers }} from './sut.js';\n{test}\n"
            ),
            said,
        );
    }
    honest(
        "//- /matchers.js\nexport const matchers = { toBeFine: () => ({ pass: true, message: () => '' }) };\n//- /a.test.js\nimport { matchers } from './matchers.js';\nexpect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });\n",
    );
    honest(
        "//- /node_modules/fine/package.json\n{ \"main\": \"index.js\", \"type\": \"module\" }\n//- /node_modules/fine/index.js\nexport const matchers = { toBeFine: () => ({ pass: true, message: () => '' }) };\n//- /a.test.js\nimport { matchers } from 'fine';\nexpect.extend(matchers);\ntest('t', () => { expect(1).toBeFine(); });\n",
    );
}

#[test]
fn a_package_acts_for_who_calls_it() {
    let package = "//- /node_modules/each/package.json\n{ \"main\": \"index.js\", \"type\": \"module\" }\n//- /node_modules/each/index.js\nexport const each = (list, call) => { for (const one of list) call(one); };\nexport const plugin = (chai, utils) => { chai.Assertion.addMethod('fine', function () { this.assert(true, '', ''); }); };\n";
    honest(&format!(
        "{package}//- /a.test.js\nimport {{ each, plugin }} from 'each';\nimport {{ chai }} from 'vitest';\nchai.use(plugin);\ntest('t', () => {{ each([1], expect); expect(1).to.be.fine(); }});\n"
    ));
    refused(
        &format!(
            "{package}//- /sut.js\nimport {{ each }} from 'each';\nexport const run = ({{ expect }}) => {{ try {{ each([1], expect); }} catch {{}} return 1; }};\n//- /a.test.js\nimport {{ run }} from './sut.js';\ntest('t', (ctx) => {{ expect(run(ctx)).toBe(1); }});\n"
        ),
        "/sut.js called expect",
    );
}

#[test]
fn a_refusal_cannot_be_swallowed_or_expected() {
    let sut = "//- /sut.js\nexport const run = ({ skip }) => { skip(); };\n//- /a.test.js\nimport { run } from './sut.js';\n";
    for test in [
        "test('t', (ctx) => { try { run(ctx); } catch {} });",
        "test('t', (ctx) => { expect(() => run(ctx)).toThrow(); });",
        "test.fails('t', (ctx) => { run(ctx); });",
        "test('t', (ctx) => { run(ctx); });",
        "test('t', async (ctx) => { await expect(async () => run(ctx)).rejects.toThrow(); });",
        "beforeEach((ctx) => { try { run(ctx); } catch {} });\ntest('t', () => {});",
        "afterEach((ctx) => { try { run(ctx); } catch {} });\ntest('t', () => {});",
    ] {
        only_refused(&format!("{sut}{test}\n"), "/sut.js called skip");
    }
}

#[test]
fn honest_tests_pass() {
    for (sut, test) in [
        // The subject calls what the test wrote, which asserts.
        (
            "export class Sut { on(name, call) { this.call = call; } emit(value) { this.call(value); } }",
            "const sut = new Sut(); sut.on('x', (value) => expect(value).toBe(1)); sut.emit(1); expect.assertions(1);",
        ),
        (
            "export class Sut { static later(call) { return new Promise((done) => setTimeout(() => { call(1); done(); }, 5)); } }",
            "await Sut.later((value) => expect(value).toBe(1)); expect.assertions(1);",
        ),
        (
            "export class Sut { static map(list, call) { return list.map(call); } }",
            "Sut.map([1], (value) => { expect(value).toBe(1); }); expect.assertions(1);",
        ),
        // Spies, implementations and stubs.
        (
            "export class Sut { static run(call) { return call(1); } }",
            "const spy = vi.fn((value) => value + 1); expect(Sut.run(spy)).toBe(2); expect(spy).toHaveBeenCalledWith(1);",
        ),
        (
            "export class Sut { static run(call) { return call(1); } }",
            "const spy = vi.fn().mockReturnValueOnce(5); expect([Sut.run(spy), Sut.run(spy)]).toEqual([5, undefined]);",
        ),
        (
            "export class Sut { greet() { return this.name(); } name() { return 'real'; } }",
            "vi.spyOn(Sut.prototype, 'name').mockImplementation(() => { expect(1).toBe(1); return 'fake'; }); expect(new Sut().greet()).toBe('fake');",
        ),
        (
            "export class Sut { static now() { return Date.now(); } static later(call) { setTimeout(call, 1000); } }",
            "vi.useFakeTimers(); vi.setSystemTime(5); const spy = vi.fn(); Sut.later(spy); expect(Sut.now()).toBe(5); vi.runAllTimers(); expect(spy).toHaveBeenCalledOnce(); vi.useRealTimers();",
        ),
        (
            "export class Sut { static async load() { return (await fetch('/x')).ok; } }",
            "vi.stubGlobal('fetch', vi.fn(async () => ({ ok: true }))); expect(await Sut.load()).toBe(true); vi.unstubAllGlobals();",
        ),
        // What throws, what matches, what is polled.
        (
            "export class Sut { static fail() { throw new TypeError('no'); } }",
            "expect(() => Sut.fail()).toThrow(TypeError); expect(Sut.fail).toThrow('no');",
        ),
        (
            "export class Sut { static echo(value) { return value; } }",
            "expect(Sut.echo({ a: 1, b: 'x' })).toEqual({ a: expect.any(Number), b: expect.stringContaining('x') });",
        ),
        (
            "export class Sut { static call(spy) { spy({ a: 1 }); } }",
            "const spy = vi.fn(); Sut.call(spy); expect(spy).toHaveBeenCalledWith(expect.objectContaining({ a: 1 }));",
        ),
        (
            "export class Sut { static same(a, b) { return a.asymmetricMatch?.(b) ?? a === b; } }",
            "expect(Sut.same(expect.any(Number), 1)).toBe(true);",
        ),
        (
            "export class Sut { static n = 0; static next() { return ++Sut.n; } }",
            "await expect.poll(() => Sut.next()).toBe(3); await vi.waitFor(() => { expect(Sut.next()).toBeGreaterThan(4); });",
        ),
        (
            "export class Sut { static async get() { await 0; return 1; } }",
            "await expect(Sut.get()).resolves.toBe(1);",
        ),
        // What the test hands over is filled.
        (
            "export class Sut { static fill(list, object) { list.push(1); object.a = 1; object.run = () => 2; } }",
            "const list = [], object = {}; Sut.fill(list, object); expect(list).toEqual([1]); expect(object.run()).toBe(2);",
        ),
        // Functions of the subject as hooks and tests.
        (
            "export class Sut { static reset() { Sut.state = 0; } static check() {} }",
            "Sut.reset(); expect(Sut.state).toBe(0);",
        ),
        // Errors.
        (
            "export class Sut { static stack() { return new Error('x').stack.split('\\n')[0]; } }",
            "expect(Sut.stack()).toBe('Error: x');",
        ),
    ] {
        honest(&format!(
            "//- /sut.js\n{sut}\n//- /a.test.js\nimport {{ Sut }} from './sut.js';\nimport {{ vi }} from 'vitest';\ntest('t', async () => {{ {test} }});\n"
        ));
    }
    honest(
        "//- /sut.js\nexport const store = { reset() { store.n = 0; } };\n//- /a.test.js\nimport { vi } from 'vitest';\nimport { store } from './sut.js';\nbeforeEach(store.reset);\nafterEach(vi.restoreAllMocks);\nafterEach(vi.useRealTimers);\ntest('t', () => { expect(store.n).toBe(0); });\n",
    );
}

#[test]
fn helpers_cannot_be_patched_by_the_subject() {
    let helper = "//- /helper.js\nexport const oracle = { check(value) { return value === 3; }, total: 3, inner: { deep() { return 1; } } };\nexport class Reference { add(a, b) { return a + b; } }\nexport function compute(value) { return value; }\ncompute.twice = (value) => value * 2;\noracle.bound = ((value) => value).bind(null);\n";
    for (sut, said) in [
        ("({ oracle }) => { oracle.bound = () => 2; }", "changed bound of oracle"),
        ("({ oracle }) => { oracle.check = () => true; }", "changed check of oracle"),
        ("({ oracle }) => { oracle.inner.deep = () => 2; }", "changed deep of oracle.inner"),
        (
            "({ oracle }) => { Object.defineProperty(oracle, 'total', { get: () => 4 }); }",
            "changed total of oracle",
        ),
        ("({ oracle }) => { delete oracle.check; }", "changed check of oracle"),
        ("({ oracle }) => { oracle.toJSON = () => 1; }", "changed toJSON of oracle"),
        (
            "({ oracle }) => { oracle[Symbol.toPrimitive] = () => 1; }",
            "changed Symbol(Symbol.toPrimitive) of oracle",
        ),
        (
            "({ oracle }) => { Object.setPrototypeOf(oracle, { other() {} }); }",
            "changed the prototype of oracle",
        ),
        ("({ Reference }) => { Reference.prototype.add = () => 0; }", "changed add of Reference.prototype"),
        ("({ Reference }) => { Reference.prototype.more = () => 0; }", "changed more of Reference.prototype"),
        ("({ compute }) => { compute.twice = () => 0; }", "changed twice of compute"),
        ("({ compute }) => { compute.call = () => 0; }", "changed call of compute"),
        ("({ oracle }) => { setTimeout(() => { oracle.check = () => true; }); }", "changed check of oracle"),
    ] {
        refused(
            &format!(
                "{helper}//- /sut.js\nexport const run = {sut};\n//- /a.test.js\nimport * as helper from './helper.js';\nimport {{ run }} from './sut.js';\ntest('t', async () => {{ run(helper); await new Promise((done) => setTimeout(done, 5)); expect(1).toBe(1); }});\n"
            ),
            said,
        );
    }
    for test in [
        "helper.oracle.check = () => true; expect(helper.oracle.check(4)).toBe(true);",
        "helper.oracle.check = vi.fn(() => true); expect(helper.oracle.check(4)).toBe(true);",
        "vi.spyOn(helper.oracle, 'check').mockReturnValue(true); expect(helper.oracle.check(4)).toBe(true); vi.restoreAllMocks();",
        "delete helper.oracle.check; expect(helper.oracle.check).toBeUndefined();",
        "helper.oracle.total = 5; expect(helper.oracle.total).toBe(5);",
        "helper.Reference.prototype.add = () => 7; expect(new helper.Reference().add()).toBe(7);",
        "fill(helper.oracle); expect(helper.oracle.total).toBe(9); expect(helper.oracle.list).toEqual([1]);",
        "fill(helper.compute); expect(helper.compute.total).toBe(9);",
    ] {
        honest(&format!(
            "{helper}//- /sut.js\nexport const fill = (target) => {{ target.total = 9; target.list = [1]; }};\n//- /a.test.js\nimport {{ vi }} from 'vitest';\nimport * as helper from './helper.js';\nimport {{ fill }} from './sut.js';\ntest('t', () => {{ {test} }});\n"
        ));
    }
    // What a helper passes on of the subject is still the subject's.
    honest(
        "//- /helper.js\nexport { store, Store } from './sut.js';\n//- /sut.js\nexport const store = { on: () => 1, handle(value) { store.on = () => value; } };\nexport class Store { get() { return 1; } static swap() { Store.prototype.get = () => 2; Store.more = () => 3; } }\n//- /a.test.js\nimport { store, Store } from './helper.js';\ntest('t', () => { store.handle(2); Store.swap(); expect([store.on(), new Store().get(), Store.more()]).toEqual([2, 2, 3]); });\n",
    );
    refused(
        "//- /sut.js\nexport const run = (ctx) => { ctx.expect = () => ({ toBe() {} }); };\n//- /a.test.js\nimport { run } from './sut.js';\nbeforeEach((ctx) => run(ctx));\ntest('t', ({ expect }) => { expect(1).toBe(2); });\n",
        "another expect",
    );
    honest(
        "//- /a.test.js\nbeforeEach((ctx) => { ctx.made = 1; });\ntest('t', ({ expect, made }) => { expect(made).toBe(1); });\n",
    );
}

#[test]
fn stacks_that_the_subject_reads_have_no_frames_of_tests() {
    let sut = "export const stack = () => new Error('x').stack;\nexport const captured = () => { const it = {}; Error.captureStackTrace(it); return it.stack; };\nexport const caught = (call) => { try { call(); } catch (error) { return error.stack; } };\nexport const inspected = (util) => util.inspect(new Error('x'));\nexport const later = () => Promise.resolve().then(() => new Error('x').stack);\n";
    passes(&format!(
        "//- /sut.js\n{sut}//- /a.test.js\nimport util from 'node:util';\nimport {{ stack, captured, caught, inspected, later }} from './sut.js';\n\
         test('t', async () => {{ for (const text of [stack(), captured(), caught(() => {{ throw new Error('y'); }}), inspected(util), await later()]) {{ expect(text).not.toContain('.test.js'); }}\n\
         expect(stack()).toContain('/sut.js:1:'); expect(new Error('x').stack).toContain('/a.test.js'); }});\n"
    ));
    // Reports still show all frames.
    let result = sealed(
        "//- /sut.js\nexport const fail = () => { throw new Error('no'); };\n//- /a.test.js\nimport { fail } from './sut.js';\ntest('t', () => { fail(); });\n",
    );
    let stack = tests(&result)[0].stack.as_deref().unwrap_or_default();
    assert!(stack.contains("/sut.js") && stack.contains("/a.test.js"), "{stack}");
}

#[test]
fn without_the_option_everything_is_as_vitest_has_it() {
    let result = run(
        "//- /sut.js\nexport const look = () => [typeof expect, typeof globalThis.vi];\n//- /a.test.js\nimport { look } from './sut.js';\ntest('t', () => { expect(look()).toEqual(['function', 'object']); expect(import.meta.env.MODE).toBe('test'); });\n",
        &json!({}),
    );
    assert!(result.success, "{result:#?}");
}
