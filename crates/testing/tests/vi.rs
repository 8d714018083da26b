//! `vi`, with test files that also pass completely in Vitest 4.1.12.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{check, render, run, run_with, same};
use verdict_protocol::{Limits, TestConfig, TestState};

/// Runs a file of `vi/`, in which every test must pass.
#[track_caller]
fn passes(file: &str) {
    let outcome = run(file);
    let tests = outcome.entries.iter().filter(|entry| entry.state == TestState::Passed).count();
    assert!(tests > 0 && tests == outcome.entries.len() && outcome.failure.is_none(), "{}", render(&outcome));
}

#[test]
fn mock_functions() {
    passes(include_str!("vi/mock-functions.test.js"));
}

#[test]
fn spies() {
    passes(include_str!("vi/spies.test.js"));
}

#[test]
fn stubs() {
    passes(include_str!("vi/stubs.test.js"));
}

#[test]
fn fake_timers() {
    passes(include_str!("vi/fake-timers.test.js"));
}

#[test]
fn waiting() {
    passes(include_str!("vi/wait.test.js"));
}

#[test]
fn configuration_acts_before_each_test() {
    let file = "const o = { m: () => 1 }; const f = vi.fn(() => 1); let first = true;
        const act = () => { o.m(); f(); f.mockReturnValue(2); vi.spyOn(o, 'm').mockReturnValue(2); vi.stubGlobal('g', 1); vi.stubEnv('E', '1') };
        test('a', () => { act() });
        test('b', () => { console.log(f.mock.calls.length, f(), o.m(), typeof g, process.env.E) });";
    let seen = |change: fn(&mut TestConfig)| {
        let mut config = TestConfig::default();
        change(&mut config);
        support::console(&run_with(file, &config, &Limits::default()))
    };
    same(&seen(|_| {}), "1 2 2 number 1");
    same(&seen(|config| config.clear_mocks = true), "0 2 2 number 1");
    same(&seen(|config| config.mock_reset = true), "0 1 1 number 1");
    same(&seen(|config| config.restore_mocks = true), "1 2 1 number 1");
    same(&seen(|config| config.unstub_globals = true), "1 2 2 undefined 1");
    same(&seen(|config| config.unstub_envs = true), "1 2 2 number undefined");
}

#[test]
fn stubs_of_what_the_harness_could_need() {
    check(
        "test('a', () => {
           vi.stubGlobal('Promise', undefined); vi.stubGlobal('Object', undefined);
           const f = vi.fn(() => 1); f(2); vi.unstubAllGlobals(); expect(f).toHaveBeenCalledWith(2) });
         test('b', () => { vi.stubGlobal('expect', 1) });",
        "passed a
         failed b: Cannot redefine property: expect",
    );
}

#[test]
fn a_guest_that_changes_what_it_sees_of_a_mock_lies_to_itself() {
    check(
        "test('a', () => { const f = vi.fn(); f.mock.calls.push([1]); expect(f).toHaveBeenCalledWith(1) });
         test('b', () => { const f = vi.fn(); f.mock.calls.length = 0; f(2); f.mock.calls.length = 0; expect(f).toHaveBeenCalledTimes(1); expect(f).toHaveBeenCalledWith(2) });
         test('c', () => { const f = vi.fn(); Object.freeze(f.mock.results); expect(() => f()).toThrow(TypeError) });
         test('d', () => { const f = vi.fn(); Object.setPrototypeOf(f, { mock: { calls: [[1]] }, _isMockFunction: true }); expect(f).not.toHaveBeenCalled() });
         test('e', () => { const f = () => {}; f._isMockFunction = true; f.mock = { calls: [[1]] }; expect(f).toHaveBeenCalled() });",
        "failed a: expected \"vi.fn()\" to be called with arguments: [ 1 ] |  | Number of calls: 0
         passed b
         passed c
         passed d
         failed e: [Function f] is not a spy or a call to a spy!",
    );
}

#[test]
fn assertions_inside_a_wait_are_tentative() {
    let mut config = TestConfig::default();
    config.expect.strict_assertions = true;
    let file = "let n = 0;
        test('a', async () => { await vi.waitFor(() => { expect(++n).toBe(3) }, { interval: 1 }) });
        test('b', async () => { n = 0; await vi.waitFor(async () => { await null; expect(++n).toBe(3) }, { interval: 1 }) });
        test('c', async () => { try { await vi.waitFor(() => { expect(1).toBe(2) }, { timeout: 5, interval: 1 }) } catch {} });
        test('d', async () => { await vi.waitFor(() => { expect(1).toBe(2) }, { timeout: 5, interval: 1 }) });";
    same(
        &render(&run_with(file, &config, &Limits::default())),
        "passed a
         passed b
         failed c: a failed assertion was caught and did not fail the test: expected 1 to be 2 // Object.is equality
         failed d: expected 1 to be 2 // Object.is equality",
    );
}
