//! `expect.requireAssertions` and `expect.strictAssertions`: required and swallowed assertions.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{render, run, run_with, same};
use verdict_protocol::{ExpectConfig, Limits, TestConfig};

#[track_caller]
fn check(fixture: &str, lenient: &str, strict: &str) {
    same(&render(&run(fixture)), lenient);
    let expect =
        ExpectConfig { require_assertions: true, strict_assertions: true, ..ExpectConfig::default() };
    let config = TestConfig { expect, ..TestConfig::default() };
    same(&render(&run_with(fixture, &config, &Limits::default())), strict);
}

#[test]
fn a_test_without_assertions() {
    check(
        "test('a', () => {}); test('b', () => { expect(1) }); test('c', () => { expect(1).toBe(1) });
         test('d', async () => { await expect(Promise.resolve(1)).resolves.toBe(1) });
         test('e', () => { try { expect(1).toBe(2) } catch {} });
         test.skip('f', () => {}); test('g', (ctx) => { ctx.skip() });
         test('h', async () => { await expect.poll(() => 1).toBe(1) });",
        "passed a
         passed b
         passed c
         passed d
         passed e
         skipped f
         skipped g
         passed h",
        "failed a: expected any number of assertion, but got none
         failed b: expected any number of assertion, but got none
         passed c
         passed d
         failed e: a failed assertion was caught and did not fail the test: expected 1 to be 2 // Object.is equality
         skipped f
         skipped g
         passed h",
    );
}

#[test]
fn a_failure_that_is_swallowed() {
    let swallowed = "a failed assertion was caught and did not fail the test:";
    check(
        "test('try', () => { expect(0).toBe(0); try { expect(1).toBe(2) } catch {} });
         test('catch', async () => { await expect(Promise.resolve(1)).resolves.toBe(2).catch(() => {}) });
         test('rethrown', () => { try { expect(1).toBe(2) } catch (error) { throw new Error('other') } });
         test('fail', () => { expect(0).toBe(0); try { expect.unreachable() } catch {} });
         test('kept', () => { const all = []; for (const n of [1, 2]) { try { expect(n).toBe(1) } catch (e) { all.push(e) } } expect(all).toHaveLength(1) });
         test('soft', () => { expect.soft(1).toBe(1) });",
        "passed try
         passed catch
         failed rethrown: other
         passed fail
         passed kept
         passed soft",
        &format!(
            "failed try: {swallowed} expected 1 to be 2 // Object.is equality
             failed catch: {swallowed} expected 1 to be 2 // Object.is equality
             failed rethrown: other
             failed fail: {swallowed} expected not to be reached
             failed kept: {swallowed} expected 2 to be 1 // Object.is equality
             passed soft"
        ),
    );
}

#[test]
fn a_failure_that_is_asked_for() {
    let passed = "passed throw
         passed rejects
         passed poll
         passed matcher
         passed fails
         passed retried
         passed thrown";
    check(
        "expect.extend({ toHold(f) { try { f(); return { pass: true, message: () => '' } } catch { return { pass: false, message: () => '' } } } });
         test('throw', () => { expect(() => { expect(1).toBe(2) }).toThrow('to be 2') });
         test('rejects', async () => { await expect((async () => { expect(1).toBe(2) })()).rejects.toThrow('to be 2') });
         test('poll', async () => { let n = 0; await expect.poll(() => { expect(++n).toBeGreaterThan(2); return n }).toBe(4) });
         test('matcher', () => { expect(() => expect(1).toBe(2)).not.toHold() });
         test.fails('fails', () => { expect(1).toBe(2) });
         let n = 0; test('retried', { retry: 2 }, () => { expect(++n).toBe(2) });
         test('thrown', () => { expect(() => { try { expect(1).toBe(2) } catch (e) { throw new Error('x', { cause: e }) } }).toThrow('x') });",
        passed,
        passed,
    );
}

#[test]
fn code_under_test_cannot_say_what_is_equal() {
    let fixture = "//- /a.test.js
         import './code.js';
         test('t', () => { expect({ a: 1 }).toEqual({ a: 2 }) });
         //- /code.js
         try { expect.addEqualityTesters([() => true]) } catch {}";
    check(fixture, "passed t", "failed t: expected { a: 1 } to deeply equal { a: 2 }");
}

#[test]
fn a_guests_own_asymmetric_match_is_plain_data() {
    for assertion in [
        "expect({ a: 1 }).toEqual({ a: { asymmetricMatch: () => true } })",
        "expect({ asymmetricMatch: () => true }).toEqual({ a: 1 })",
        "expect([1]).toContainEqual({ $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true })",
        "expect({ a: 1 }).toMatchObject({ a: { asymmetricMatch: () => true } })",
        "expect(() => { throw new Error('x') }).toThrow({ asymmetricMatch: () => true })",
        "expect(Object.assign(Object.create(expect.anything()), {})).toEqual({ a: 1 })",
    ] {
        let state = render(&run(&format!("test('t', () => {{ {assertion} }});")));
        assert!(state.starts_with("failed"), "{assertion}: {state}");
    }
}
