//! Honest tests: what passes with the option, and Vitest's behaviour without it.

use serde_json::json;

use crate::common::{honest, passes, run, sealed, tests};

#[test]
fn honest_tests_pass() {
    for (sut, test) in [
        // The subject calls an asserting function of the test.
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
        // Throwing, matching and polling functions.
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
        // The subject fills an object that the test passes.
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
