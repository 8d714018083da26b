//! The number of assertions in a test, counted by the host whatever the guest does.
#![allow(missing_docs)]

use crate::support;

use support::{run, same};

/// Runs a fixture and compares `name: assertions` of its entries.
#[track_caller]
fn check(fixture: &str, expected: &str) {
    let lines =
        run(fixture).entries.iter().map(|it| format!("{}: {}\n", it.test, it.assertions)).collect::<String>();
    same(&lines, expected);
}

#[test]
fn matchers_count_and_calls_of_expect_do_not() {
    check(
        "test('none', () => {});
         test('without a matcher', () => { expect(1); expect(2).not; expect.assertions(2); });
         test('some', () => { expect(1).toBe(1); expect(1).not.toBe(2); expect.soft(1).toBe(1); });
         test('one value, two matchers', () => { const e = expect(1); e.toBe(1); e.toBeTruthy(); });
         test('asymmetric', () => { expect({ a: 1 }).toEqual({ a: expect.any(Number) }); });
         test.each([1, 2])('each %i', (n) => { for (let i = 0; i < n; i++) expect(i).toBe(i); });",
        "none: 0
         without a matcher: 0
         some: 3
         one value, two matchers: 2
         asymmetric: 1
         each 1: 1
         each 2: 2",
    );
}

#[test]
fn those_that_fail_count_and_those_after_them_did_not_run() {
    check(
        "test('first', () => { expect(1).toBe(2); expect(1).toBe(1); });
         test('soft', () => { expect.soft(1).toBe(2); expect.soft(1).toBe(1); });
         test('caught', () => { try { expect(1).toBe(2); } catch {} expect(1).toBe(1); });
         test('senseless', () => { expect(1).toMatch('x'); });
         test.fails('fails', () => { expect(1).toBe(2); });",
        "first: 1
         soft: 2
         caught: 2
         senseless: 1
         fails: 1",
    );
}

#[test]
fn promises_count_when_they_settle() {
    check(
        "test('awaited', async () => {
            await expect(Promise.resolve(1)).resolves.toBe(1);
            await expect(Promise.reject(1)).rejects.toBe(1);
         });
         test('not awaited', () => { expect(Promise.resolve(1)).resolves.toBe(1); });
         test('the other way', () => expect(Promise.resolve(1)).rejects.toBe(1));
         test('after', () => {});",
        "awaited: 2
         not awaited: 1
         the other way: 1
         after: 0",
    );
}

#[test]
fn matchers_of_the_guest_count_once() {
    check(
        "expect.extend({
            toBeOdd(value) { return { pass: value % 2 === 1, message: () => 'even' }; },
            async toBeLater(value) { return { pass: true, message: () => '' }; },
         });
         test('own', () => { expect(1).toBeOdd(); expect(2).not.toBeOdd(); });
         test('async', async () => { await expect(1).toBeLater(); await expect(Promise.resolve(1)).resolves.toBeOdd(); });
         test('other way', async () => { await expect(Promise.reject(1)).resolves.toBeOdd(); });",
        "own: 2
         async: 2
         other way: 1",
    );
}

#[test]
fn hooks_belong_to_the_test_and_the_last_attempt_counts() {
    check(
        "beforeAll(() => { expect(0).toBe(0); });
         beforeEach(() => { expect(1).toBe(1); });
         afterEach(() => { expect(2).toBe(2); });
         let attempts = 0;
         test('hooked', () => { expect(3).toBe(3); });
         test('retried', { retry: 2 }, () => { attempts++; for (let i = 0; i < attempts; i++) expect(i).toBe(i); expect(attempts).toBe(2); });
         test.skip('skipped', () => { expect(1).toBe(1); });
         test.todo('todo');
         test('skips itself', ({ skip }) => { expect(1).toBe(1); skip(); expect(1).toBe(1); });",
        "hooked: 3
         retried: 5
         skipped: 0
         todo: 0
         skips itself: 3",
    );
}

/// The guest cannot change the number.
#[test]
fn the_guest_cannot_forge_it() {
    check(
        "test('forged', () => {
            const fake = Object.create(Object.getPrototypeOf(expect(1)));
            for (const name of ['toBe', 'toEqual']) { try { fake[name](1); } catch {} }
            try { expect.toBe = () => {}; } catch {}
            try { Object.getPrototypeOf(expect(1)).toBe = () => {}; } catch {}
            globalThis.expect = () => ({ toBe() {} });
            expect(1).toBe(1);
            return { assertions: 99, then(resolve) { resolve({ assertions: 99 }); } };
         });
         test('after', ({ expect, task }) => { task.assertions = 99; expect(1).toBe(1); });",
        // The assertion of `expect(1).toBe(1)`.
        "forged: 1
         after: 1",
    );
}
