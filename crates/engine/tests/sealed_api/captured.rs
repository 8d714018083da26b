//! Calls of parts of the API that the subject captured.

use crate::common::{honest, only_refused, refused, sealed};

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

/// A subject, a test, and the refused call.
const CAPTURED: &[(&str, &str, &str)] = &[
    // Through the test's context.
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
    // Promises and timers, without a file's frame below them.
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
    // Code created from text has no file.
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
    // Callbacks of an emitter, an iterator, a comparison.
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
    // The object `vi`, the hooks and `expect` itself, passed by a careless test.
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
