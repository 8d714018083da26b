//! Early ends of a file: top-level errors, limits, exits.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{check, render, run_with, same};
use verdict_protocol::{Limits, TestConfig};

#[track_caller]
fn check_limited(limits: &Limits, fixture: &str, expected: &str) {
    same(&render(&run_with(fixture, &TestConfig::default(), limits)), expected);
}

#[test]
fn a_throw_at_the_top_is_a_file_error() {
    check(
        "throw new Error('boom');",
        "failed file /a.test.js: boom
         file: boom",
    );
    check(
        "test('t', () => {}); throw new Error('boom');",
        "failed file /a.test.js: boom
         file: boom",
    );
    check(
        "throw null;",
        "failed file /a.test.js: null
         file: null",
    );
    check(
        "test('t', () => {}); expect(1).toBe(2);",
        "failed file /a.test.js: expected 1 to be 2 // Object.is equality
         file: expected 1 to be 2 // Object.is equality",
    );
}

#[test]
fn a_budget_ends_the_file_and_loses_no_test() {
    let limits = Limits { instructions: 200_000, ..Limits::default() };
    check_limited(
        &limits,
        "test('a', () => {}); test('b', () => { for (;;) { try { for (;;); } catch {} finally { continue } } }); test('c', () => {}); test.skip('d', () => {});",
        "passed a
         failed b: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         failed c: not run: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         skipped d
         file: The instruction budget ran out (limits.instructions: 200000) [err:budget]",
    );
    check_limited(
        &limits,
        "for (;;);",
        "failed file /a.test.js: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         file: The instruction budget ran out (limits.instructions: 200000) [err:budget]",
    );
    check_limited(
        &limits,
        "describe('a', () => { beforeAll(() => { for (;;); }); test('t', () => {}) }); test('u', () => {});",
        "failed a > t: beforeAll hook failed: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         failed u: not run: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         file: The instruction budget ran out (limits.instructions: 200000) [err:budget]",
    );
    check_limited(
        &limits,
        "test('a', () => { expect({ get x() { for (;;); } }).toEqual({ x: 1 }) }); test('b', () => { expect(() => { for (;;); }).toThrow() });",
        "failed a: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         failed b: not run: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         file: The instruction budget ran out (limits.instructions: 200000) [err:budget]",
    );
    check_limited(
        &limits,
        "test('a', async () => { const f = () => Promise.resolve().then(f); await f() });",
        "failed a: The instruction budget ran out (limits.instructions: 200000) [err:budget]
         file: The instruction budget ran out (limits.instructions: 200000) [err:budget]",
    );
}

#[test]
fn endless_recursion_ends_one_test() {
    let limits = Limits { recursion: 200, ..Limits::default() };
    check_limited(
        &limits,
        "test('a', () => { const f = () => f() + 1; f() }); test('b', () => {});
         test('c', () => { expect(() => { const f = () => f() + 1; f() }).toThrow() });",
        "failed a: Calls nest deeper than the limit of recursion (limits.recursion: 200) [err:stack]
         passed b
         failed c: Calls nest deeper than the limit of recursion (limits.recursion: 200) [err:stack]
         file: Calls nest deeper than the limit of recursion (limits.recursion: 200) [err:stack]",
    );
}

#[test]
fn a_dependency_that_is_missing_or_broken_is_named() {
    let outcome =
        support::run("//- /a.test.js\nimport './b.js'; test('t', () => {});\n//- /b.js\nconst = 1;");
    let failure = outcome.failure.expect("a failure");
    assert_eq!(failure.code.map(verdict_protocol::Code::as_str), Some("err:syntax"));
    assert_eq!(failure.location.map(|at| at.file), Some("/b.js".to_owned()));
}

#[test]
fn an_interval_that_is_never_cleared_ends_with_the_file() {
    let outcome = support::run("setInterval(() => {}, 1000); test('t', () => {});");
    same(&render(&outcome), "passed t");
    same(&support::console(&outcome), "Timers still set at the end of the file: 1 setInterval");
}

#[test]
fn what_a_timer_throws_after_its_test_is_of_that_test() {
    check(
        "const late = (n) => { setTimeout(() => { if (n === 0) throw new Error('late'); late(n - 1); }, 5); };
         test('throws', () => { late(3); });
         test('rejects', () => { setTimeout(() => { Promise.reject(new Error('left')); }, 40); });
         test('asserts', () => { setTimeout(() => { expect(1).toBe(2); }, 60); });
         test('far later', () => { setTimeout(() => { throw new Error('later'); }, 300); setInterval(() => {}, 5); });",
        "passed throws
         passed rejects
         passed asserts
         passed far later
         failed file /a.test.js: Uncaught exception in \"throws\": late
         failed file /a.test.js: Uncaught exception in \"asserts\": expected 1 to be 2 // Object.is equality
         failed file /a.test.js: Uncaught exception in \"far later\": later
         failed file /a.test.js: Unhandled rejection in \"rejects\": left
         file: Uncaught exception in \"throws\": late",
    );
}

#[test]
fn timers_that_are_cleared_or_far_off_throw_nothing() {
    let outcome = support::run(
        "test('t', () => {
           clearTimeout(setTimeout(() => { throw new Error('no'); }, 900)); setTimeout(() => { throw new Error('no'); }, 60_000);
           const again = () => { setTimeout(again, 0); }; again();
         });",
    );
    same(&render(&outcome), "passed t");
    same(&support::console(&outcome), "Timers still set at the end of the file: 2 setTimeout");
}
