//! Asynchronous tests, promises of assertions, time.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{check, run};

#[test]
fn tests_are_waited_for() {
    check(
        "it('a', async () => { await null; expect(1).toBe(2) });
         it('b', () => new Promise((_, no) => setTimeout(() => no(new Error('late')), 4000)));
         it('c', async () => { await new Promise((done) => setTimeout(done, 4999)) });
         it('d', () => ({ then(done) { setTimeout(done, 10) } }));
         it('e', async () => { await new Promise((done) => setTimeout(done, 5001)) });",
        "failed a: expected 1 to be 2 // Object.is equality
         failed b: late
         passed c
         passed d
         failed e: Test timed out in 5000ms. | If this is a long-running test, pass a timeout value as the last argument or configure it globally with \"testTimeout\". [err:timeout]",
    );
}

#[test]
fn time_is_virtual() {
    let outcome = run("it('a', async () => { await new Promise((done) => setTimeout(done, 1234)) });");
    assert!((outcome.entries[0].duration_ms - 1234.0).abs() < 1.0, "{}", outcome.entries[0].duration_ms);
}

#[test]
fn what_never_settles_is_unsettled_at_once() {
    check(
        "it('a', () => new Promise(() => {})); it('b', () => {}); it('c', async () => { await expect(new Promise(() => {})).resolves.toBe(1) });",
        "failed a: The promise can never settle: nothing is left to run [err:unsettled]
         passed b
         failed c: The promise can never settle: nothing is left to run | The promise can never settle: nothing is left to run [err:unsettled]
         file: The promise can never settle: nothing is left to run [err:unsettled]",
    );
    check(
        "it('a', async () => { setInterval(() => {}, 10); await new Promise(() => {}) }); it('b', () => {});",
        "failed a: Test timed out in 5000ms. | If this is a long-running test, pass a timeout value as the last argument or configure it globally with \"testTimeout\". [err:timeout]
         passed b",
    );
}

#[test]
fn resolves_and_rejects() {
    check(
        "const ok = async (v) => v, no = async (v) => { throw v };
         it('a', async () => { await expect(ok(1)).resolves.toBe(1); await expect(no(2)).rejects.toBe(2) });
         it('b', async () => { await expect(ok(1)).resolves.toBe(2) });
         it('c', async () => { await expect(no(new Error('x'))).rejects.toThrow('x'); await expect(no(new TypeError('x'))).rejects.toThrow(TypeError) });
         it('d', async () => { await expect(no(new Error('x'))).rejects.toThrow('y') });
         it('e', async () => { await expect(ok(1)).rejects.toBe(1) });
         it('f', async () => { await expect(no(1)).resolves.toBe(1) });
         it('g', async () => { await expect(ok(1)).resolves.not.toBe(2); await expect(ok(1)).not.resolves.toBe(2) });
         it('h', async () => { await expect(ok(1)).resolves.not.toBe(1) });
         it('i', async () => { await expect(1).resolves.toBe(1) });
         it('j', async () => { await expect(() => no(1)).rejects.toBe(1) });
         it('k', async () => { await expect(ok({ a: [1] })).resolves.toEqual({ a: [1] }) });
         it('l', async () => { await expect(ok(() => { throw new Error('in') })).resolves.toThrow('in') });
         it('m', async () => { await expect({ then(f) { f(3) } }).resolves.toBe(3) });",
        "passed a
         failed b: expected 1 to be 2 // Object.is equality
         passed c
         failed d: expected [Function] to throw error including 'y' but got 'x'
         failed e: promise resolved \"1\" instead of rejecting
         failed f: promise rejected \"1\" instead of resolving
         passed g
         failed h: expected 1 not to be 1 // Object.is equality
         failed i: You must provide a Promise to expect() when using .resolves, not 'number'.
         passed j
         passed k
         passed l
         passed m",
    );
}

#[test]
fn assertions_that_nobody_awaits_count() {
    check(
        "const later = (v, ms) => new Promise((done) => setTimeout(done, ms, v));
         it('a', () => { expect(later(1, 10)).resolves.toBe(2) });
         it('b', () => { expect(Promise.resolve(1)).resolves.toBe(2) });
         it('c', async () => { expect(Promise.resolve(1)).resolves.toBe(2); await later(0, 50) });
         it('d', () => { expect(later(1, 10)).resolves.toBe(1) });
         it('e', async () => { try { await expect(Promise.resolve(1)).resolves.toBe(2) } catch {} });
         it('f', () => {});",
        "failed a: expected 1 to be 2 // Object.is equality
         failed b: expected 1 to be 2 // Object.is equality
         failed c: expected 1 to be 2 // Object.is equality
         passed d
         passed e
         passed f",
    );
}

#[test]
fn counts_of_assertions() {
    check(
        "it('a', () => { expect.assertions(2); expect(1).toBe(1) });
         it('b', () => { expect.assertions(1); expect(1).toBe(1) });
         it('c', () => { expect.hasAssertions() });
         it('d', async () => { expect.hasAssertions(); await null; expect(1).toBe(1) });
         it('e', () => { expect.assertions(0) });
         it('f', () => { expect.assertions(1) });",
        "failed a: expected number of assertions to be 2, but got 1
         passed b
         failed c: expected any number of assertion, but got none
         passed d
         passed e
         failed f: expected number of assertions to be 1, but got 0",
    );
}

#[test]
fn soft_assertions_go_on() {
    check(
        "it('a', () => { expect.soft(1).toBe(2); expect.soft(3).toBe(4); expect.soft(1).toBe(1) });
         it('b', () => { expect.soft(1).toBe(2); throw new Error('end') });
         it('c', () => { expect.soft(1).toBe(1) });
         it('d', () => { expect.soft('x').toBeGreaterThan(1) });",
        "failed a: expected 1 to be 2 // Object.is equality | expected 3 to be 4 // Object.is equality
         failed b: expected 1 to be 2 // Object.is equality | end
         passed c
         failed d: actual value must be number or bigint, received \"string\"",
    );
}

#[test]
fn unhandled_rejections_and_exceptions_fail_the_file() {
    check(
        "it('a', () => { Promise.reject(new Error('dropped')) }); it('b', () => {});",
        "passed a
         passed b
         failed file /a.test.js: Unhandled rejection in \"a\": dropped
         file: Unhandled rejection in \"a\": dropped",
    );
    check(
        "it('a', async () => { setTimeout(() => { throw new Error('timer') }, 5); await new Promise((done) => setTimeout(done, 10)) });",
        "passed a
         failed file /a.test.js: Uncaught exception in \"a\": timer
         file: Uncaught exception in \"a\": timer",
    );
    check(
        "it('a', async () => { const p = Promise.reject(1); await null; await p.catch(() => {}) });",
        "passed a",
    );
    check(
        "Promise.reject(new Error('top')); it('a', () => {});",
        "passed a
         failed file /a.test.js: Unhandled rejection: top
         file: Unhandled rejection: top",
    );
}

#[test]
fn an_assertion_that_fails_after_its_test_is_not_lost() {
    check(
        "it('a', () => { setTimeout(() => { expect(1).toBe(2) }, 10) }); it('b', () => new Promise((done) => setTimeout(done, 50)));",
        "passed a
         passed b
         failed file /a.test.js: Uncaught exception in \"a\": expected 1 to be 2 // Object.is equality
         file: Uncaught exception in \"a\": expected 1 to be 2 // Object.is equality",
    );
}

/// Leftovers of a test are attributed to it, whatever runs at the time.
#[test]
fn what_a_test_leaves_behind_is_told_of_it() {
    let wait = "it('b', () => new Promise((done) => setTimeout(done, 50)));";
    let end = |what: &str| {
        format!("passed a\npassed b\nfailed file /a.test.js: {what} in \"a\": x\nfile: {what} in \"a\": x")
    };
    for (body, what) in [
        ("setTimeout(() => { throw new Error('x') }, 10)", "Uncaught exception"),
        ("setTimeout(() => queueMicrotask(() => { throw new Error('x') }), 10)", "Uncaught exception"),
        ("setTimeout(() => process.nextTick(() => { throw new Error('x') }), 10)", "Uncaught exception"),
        ("setTimeout(() => setImmediate(() => { throw new Error('x') }), 10)", "Uncaught exception"),
        ("setTimeout(() => Promise.reject(new Error('x')), 10)", "Unhandled rejection"),
        ("setTimeout(async () => { await null; throw new Error('x') }, 10)", "Unhandled rejection"),
        ("const i = setInterval(() => { clearInterval(i); throw new Error('x') }, 10)", "Uncaught exception"),
    ] {
        check(&format!("it('a', () => {{ {body} }}); {wait}"), &end(what));
    }
}

#[test]
fn what_is_printed_late_is_told_of_its_test() {
    let outcome = support::run(
        "it('a', () => { setTimeout(() => console.log('late'), 10); console.log('now') });
         it('b', async () => { await new Promise((done) => setTimeout(done, 50)); console.log('b') });",
    );
    let said: Vec<_> =
        outcome.console.entries.iter().map(|entry| (&*entry.text, entry.test.as_deref())).collect();
    assert_eq!(said, [("now", Some("a")), ("late", Some("a")), ("b", Some("b"))]);
}
