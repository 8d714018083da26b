//! Hooks: order, inheritance, failures, clean-ups.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{check, console, run, same};

#[test]
fn hooks_run_in_vitests_order() {
    let outcome = run("
        const log = (text) => () => { console.log(text) };
        beforeAll(log('file beforeAll')); afterAll(log('file afterAll 1')); afterAll(log('file afterAll 2'));
        beforeEach(log('file beforeEach 1')); beforeEach(log('file beforeEach 2'));
        afterEach(log('file afterEach 1')); afterEach(log('file afterEach 2'));
        describe('s', () => {
          beforeAll(log('s beforeAll')); afterAll(log('s afterAll'));
          beforeEach(log('s beforeEach')); afterEach(log('s afterEach'));
          it('one', log('one')); describe('t', () => { beforeEach(log('t beforeEach')); it('two', log('two')) });
        });
        it('three', log('three'));");
    same(
        &console(&outcome),
        "file beforeAll
         s beforeAll
         file beforeEach 1
         file beforeEach 2
         s beforeEach
         one
         s afterEach
         file afterEach 2
         file afterEach 1
         file beforeEach 1
         file beforeEach 2
         s beforeEach
         t beforeEach
         two
         s afterEach
         file afterEach 2
         file afterEach 1
         s afterAll
         file beforeEach 1
         file beforeEach 2
         three
         file afterEach 2
         file afterEach 1
         file afterAll 2
         file afterAll 1",
    );
}

#[test]
fn hooks_can_return_what_cleans_up() {
    let outcome = run("
        const log = (text) => () => { console.log(text) };
        beforeAll(() => log('clean all 1')); beforeAll(async () => log('clean all 2'));
        beforeEach(() => log('clean each 1')); beforeEach(() => log('clean each 2')); afterEach(log('after each'));
        it('t', log('t'));");
    same(
        &console(&outcome),
        "t
         after each
         clean each 2
         clean each 1
         clean all 2
         clean all 1",
    );
}

#[test]
fn hooks_of_suites_without_running_tests_are_not_called() {
    let outcome = run(
        "describe('s', () => { beforeAll(() => { console.log('no') }); it.skip('t', () => {}) }); it('u', () => {})",
    );
    same(&console(&outcome), "");
}

#[test]
fn failing_hooks() {
    check(
        "describe('a', () => { beforeAll(() => { throw new Error('db down') }); it('t', () => {}); describe('n', () => it('u', () => {})); it.skip('w', () => {}) });
         describe('b', () => { it('v', () => {}) });",
        "failed a > t: beforeAll hook failed: db down
         failed a > n > u: beforeAll hook failed: db down
         skipped a > w
         passed b > v",
    );
    check(
        "describe('a', () => { afterAll(() => { throw new Error('leak') }); it('t', () => {}) });",
        "passed a > t
         failed suite a: afterAll hook failed: leak
         file: afterAll hook failed: leak",
    );
    check(
        "afterAll(async () => { throw new Error('leak') }); it('t', () => {});",
        "passed t
         failed file /a.test.js: afterAll hook failed: leak
         file: afterAll hook failed: leak",
    );
    check(
        "beforeEach(() => { throw new Error('no') }); afterEach(() => { throw new Error('later') }); it('t', () => { throw new Error('never run') });",
        "failed t: beforeEach hook failed: no | afterEach hook failed: later",
    );
    check(
        "afterEach(() => { expect(1).toBe(2) }); it('t', () => {});",
        "failed t: afterEach hook failed: expected 1 to be 2 // Object.is equality",
    );
    check(
        "beforeAll(() => { throw new Error('x') }); it('t', () => {});",
        "failed t: beforeAll hook failed: x",
    );
}

#[test]
fn hooks_have_a_time_of_their_own() {
    check(
        "beforeEach(() => new Promise((done) => setTimeout(done, 100)), 50); it('t', () => {});",
        "failed t: beforeEach hook failed: Hook timed out in 50ms. | If this is a long-running hook, pass a timeout value as the last argument or configure it globally with \"hookTimeout\". [err:timeout]",
    );
    check("beforeAll(() => new Promise((done) => setTimeout(done, 9000))); it('t', () => {});", "passed t");
}

#[test]
fn hooks_of_a_test() {
    let outcome = run("
        it('t', ({ onTestFinished, onTestFailed, task, expect, skip }) => {
          onTestFinished(() => { console.log('finished 1') }); onTestFinished(() => { console.log('finished 2') });
          onTestFailed(() => { console.log('failed') }); console.log(task.name); expect(1).toBe(1);
        });
        it('u', ({ onTestFailed }) => { onTestFailed(() => { console.log('u failed') }); throw 1 });
        it('v', ({ skip }) => { skip(); throw 1 });
        it('w', ({ skip }) => { skip(false); try { skip() } catch {} });");
    same(&console(&outcome), "t\nfinished 2\nfinished 1\nu failed");
    same(&support::render(&outcome), "passed t\nfailed u: 1\nskipped v\nskipped w");
}

#[test]
fn a_failure_is_not_taken_back_by_a_skip() {
    check(
        "let n = 0;
        test('soft', ({ skip }) => { expect.soft(1).toBe(2); skip(); });
        test('caught', ({ skip }) => { try { expect(1).toBe(3); } catch { skip(); } });
        describe('before', () => { beforeEach(({ skip, task }) => { if (task.name === 'soft') expect.soft(1).toBe(4); skip(); }); test('soft', () => {}); test('nothing', () => {}); });
        describe('after', () => { afterEach(({ skip }) => { skip(); }); test('throws', () => { throw new Error('own'); }); test('passes', () => {}); });
        describe('fails after', () => { afterEach(() => { throw new Error('hook'); }); test('skips', ({ skip }) => { skip(); }); });
        test('a later attempt', { retry: 1 }, ({ skip }) => { if (++n > 1) skip(); throw new Error('first'); });
        test('a caught skip', ({ skip }) => { try { skip(); } catch {} expect.soft(1).toBe(5); });
        test('is skipped', ({ skip }) => { expect(1).toBe(1); skip(); });
        test('a caught skip alone', ({ skip }) => { try { skip(); } catch {} });
        test('what was expected to fail', ({ skip }) => { expect(() => expect(1).toBe(2)).toThrow(); skip(); });
        test('repeats', { repeats: 2 }, ({ skip }) => { if (++n > 3) throw new Error('again'); skip(); });
        test.fails('fails as it should', ({ skip }) => { expect.soft(1).toBe(2); skip(); });",
        "failed soft: expected 1 to be 2 // Object.is equality
         failed caught: a failed assertion was caught and the test skipped itself: expected 1 to be 3 // Object.is equality
         failed before > soft: beforeEach hook failed: expected 1 to be 4 // Object.is equality
         skipped before > nothing
         failed after > throws: own
         skipped after > passes
         failed fails after > skips: afterEach hook failed: hook
         failed a later attempt: first
         failed a caught skip: expected 1 to be 5 // Object.is equality
         skipped is skipped
         skipped a caught skip alone
         skipped what was expected to fail
         skipped repeats
         skipped fails as it should",
    );
}
