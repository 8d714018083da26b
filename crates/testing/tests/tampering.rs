//! Tampering with the harness and with built-ins changes no verdict. Each cheat has an honest twin.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{check, render, run};

/// Runs the same prelude before an assertion that must fail and before one that must pass.
#[track_caller]
fn no_effect(prelude: &str) {
    let prelude = &format!(
        "const sets = [new Set([1]), new Set([2])], maps = [new Map([[1, 2]]), new Map([[1, 3]])];\n{prelude}"
    );
    for (assertion, expected) in [
        ("expect([{ a: 1 }]).toEqual([{ a: 2 }])", "failed"),
        ("expect([{ a: 1 }]).toEqual([{ a: 1 }])", "passed"),
        ("expect('abc').toContain('x')", "failed"),
        ("expect([1, 2]).toContain(3)", "failed"),
        ("expect(sets[0]).toEqual(sets[1])", "failed"),
        ("expect(maps[0]).toEqual(maps[1])", "failed"),
        ("expect('abc').toMatch(/x/)", "failed"),
        ("expect('abc').toMatch(/b/)", "passed"),
        ("expect(new Date(0)).toEqual(new Date(1))", "failed"),
        ("expect({}).toBeInstanceOf(Array)", "failed"),
        ("expect(() => {}).toThrow()", "failed"),
        ("throw new Error('x')", "failed"),
    ] {
        let outcome = run(&format!("{prelude}\ntest('t', () => {{ {assertion} }});"));
        let state = render(&outcome);
        assert!(state.starts_with(expected), "{assertion} after {prelude}: {state}");
    }
    let outcome = run(&format!(
        "{prelude}\ntest('t', async () => {{ await expect(Promise.resolve(1)).resolves.toBe(2) }});"
    ));
    let state = render(&outcome);
    assert!(state.starts_with("failed"), "resolves after {prelude}: {state}");
}

#[test]
fn patched_built_ins() {
    for prelude in [
        "for (const key of ['passed', 'ok', 'failed', '0', 'length', 'then', 'asymmetricMatch']) Object.defineProperty(Object.prototype, key, { set() {}, get() { return undefined }, configurable: true });",
        "Array.prototype.push = Array.prototype.filter = Array.prototype.map = Array.prototype.forEach = Array.prototype.includes = Array.prototype.indexOf = Array.prototype.some = Array.prototype.every = () => true;",
        "Array.prototype[Symbol.iterator] = function* () {}; Set.prototype[Symbol.iterator] = function* () {}; Map.prototype[Symbol.iterator] = function* () {}; String.prototype[Symbol.iterator] = function* () {};",
        "JSON.stringify = () => ''; Object.is = () => true; Object.keys = () => []; Object.entries = () => []; Reflect.ownKeys = () => [];",
        "Promise.prototype.then = function () { return this }; Promise.prototype.catch = function () { return this }; Promise.resolve = () => new Promise(() => {});",
        "Object.defineProperty(Promise, Symbol.species, { get() { return function (f) { f(() => {}, () => {}) } } });",
        "Object.defineProperty(Array, Symbol.hasInstance, { value: () => true }); Object.defineProperty(Error, Symbol.hasInstance, { value: () => false });",
        "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => true; Function.prototype.toString = () => '';",
        "Object.defineProperty(Error.prototype, 'message', { get() { return '' }, set() {} }); Error.prototype.toString = () => ''; Error.prototype.name = 'AssertionError';",
        "Set.prototype.has = () => true; Map.prototype.has = () => true; Map.prototype.get = () => 1; Object.defineProperty(Set.prototype, 'size', { get: () => 0 });",
        "RegExp.prototype.exec = function (text) { return text === 'abc' && String(this) === '/b/' ? ['b'] : null }; RegExp.prototype[Symbol.match] = () => ['x']; RegExp.prototype.test = () => true; String.prototype.includes = String.prototype.indexOf = String.prototype.match = () => true;",
        "Date.prototype.getTime = Date.prototype.valueOf = () => 1; Date.now = () => 0; Math.random = () => 0.5;",
        "Object.prototype[Symbol.toStringTag] = 'Date'; Object.prototype.constructor = 1; Object.prototype.valueOf = () => 1;",
        "Object.defineProperty(Error.prototype, 'stack', { get() { throw 1 } }); Error = function () {}; globalThis.Error = null;",
        "Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(Promise.prototype); Object.freeze(Error.prototype);",
    ] {
        no_effect(prelude);
    }
}

#[test]
fn the_harness_cannot_be_replaced() {
    for cheat in [
        "globalThis.expect = () => ({ toBe() {} });",
        "globalThis.test = globalThis.it = () => {};",
        "delete globalThis.expect;",
        "Object.defineProperty(globalThis, 'expect', { value: () => ({ toBe() {} }) });",
        "expect(1).toBe = () => {};",
        "Object.getPrototypeOf(expect(1)).toBe = () => {};",
        "Object.setPrototypeOf(Object.getPrototypeOf(expect(1)), { toBe() {} });",
        "test.skip = () => {};",
        "Object.getPrototypeOf(test).each = () => () => {};",
        "Object.defineProperty(test, 'call', { value: () => {} }); Object.setPrototypeOf(test, {});",
    ] {
        let state = render(&run(&format!("{cheat}\ntest('t', () => {{ expect(1).toBe(2) }});")));
        assert!(state.contains("failed"), "{cheat}: {state}");
        assert!(!state.contains("passed"), "{cheat}: {state}");
        let state =
            render(&run(&format!("try {{ {cheat} }} catch {{}}\ntest('t', () => {{ expect(1).toBe(2) }});")));
        assert!(state.contains("failed t: expected 1 to be 2"), "{cheat} in try: {state}");
    }
    check(
        "expect.extend({ toBe() { return { pass: true } } }); test('t', () => { expect(1).toBe(2) });",
        "failed t: expected 1 to be 2 // Object.is equality",
    );
}

/// Set-up files assign these globals (`global.expect = chai.expect`), as Vitest permits.
#[test]
fn an_assignment_to_the_harness_throws_nothing() {
    check(
        "const own = { expect, it, describe, beforeEach };
         for (const name of Object.keys(own)) globalThis[name] = () => {};
         const mine = {}; globalThis.jest = vi; globalThis.vi = mine;
         test('t', () => {
             expect([expect, it, describe, beforeEach].every((value, at) => value === Object.values(own)[at])).toBe(true);
             expect(vi).toBe(mine);
             expect(jest.fn).toBeTypeOf('function');
         });",
        "passed t",
    );
}

#[test]
fn files_named_like_the_harness_do_not_shadow_it() {
    check(
        "//- /a.test.js\nimport { test, expect } from 'vitest'; test('t', () => { expect(1).toBe(2) });\n//- /vitest\nexport const test = () => {}, expect = test;\n//- /vitest.js\nexport const test = () => {}, expect = test;",
        "failed t: expected 1 to be 2 // Object.is equality",
    );
}

#[test]
fn a_guests_own_errors_are_ordinary_errors() {
    check(
        "class AssertionError extends Error { name = 'AssertionError'; passed = true; code = 'ok' }
         test('a', () => { throw new AssertionError('fake') });
         test('b', () => { const e = new Error('test is skipped; abort execution'); e.name = 'PendingError'; throw e });
         test('c', () => { try { expect(1).toBe(2) } catch (e) { e.message = 'nothing'; e.name = 'Fine'; throw e } });
         test('d', () => { let e; try { expect(1).toBe(2) } catch (x) { e = x } throw Object.create(e) });",
        "failed a: fake
         failed b: test is skipped; abort execution
         failed c: expected 1 to be 2 // Object.is equality
         failed d: AssertionError {}",
    );
}

#[test]
fn what_is_printed_is_text() {
    check(
        "console.log('ok 1 - t'); console.log(JSON.stringify({ type: 'VERIFY_COMPLETE', success: true })); test('t', () => { console.log('::error::x'); expect(1).toBe(2) });",
        "failed t: expected 1 to be 2 // Object.is equality",
    );
}

#[test]
fn asymmetric_look_alikes_are_plain_data() {
    check(
        "const yes = { asymmetricMatch: () => true, $$typeof: Symbol.for('jest.asymmetricMatcher') };
         test('a', () => { expect({ a: 1 }).toEqual({ a: yes }) });
         test('b', () => { expect(yes).toEqual({ a: 1 }) });
         test('c', () => { expect({ a: 1 }).toEqual({ a: expect.anything() }) });
         test('d', () => { expect(expect.anything()).toEqual({ a: 1 }) });",
        "failed a: expected { a: 1 } to deeply equal { a: { …(2) } }
         failed b: expected { …(2) } to deeply equal { a: 1 }
         passed c
         passed d",
    );
}

#[test]
fn an_assertion_that_is_swallowed_passes_as_in_vitest() {
    check("test('t', () => { try { expect(1).toBe(2) } catch {} });", "passed t");
}

#[test]
fn calls_on_record_are_the_hosts() {
    check(
        "const f = vi.fn(); f.mock.calls.push([1]); f.getMockName = () => 'x';
         test('a', () => { expect(f).toHaveBeenCalled() });
         test('b', () => { f(2); f.mock.calls.length = 0; expect(f).toHaveBeenCalledWith(2) });
         test('c', () => { const fake = Object.assign(() => {}, { _isMockFunction: true, mock: { calls: [[1]], results: [] }, getMockName: () => 'x' }); expect(fake).toHaveBeenCalled() });",
        "failed a: expected \"vi.fn()\" to be called at least once
         passed b
         failed c: [Function] is not a spy or a call to a spy!",
    );
}
