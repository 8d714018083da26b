//! Declarations: suites, modifiers, titles, options, and places where none are allowed.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{check, console, render, run, run_with, same};
use verdict_protocol::{Limits, TestConfig, TestRunner};

#[test]
fn suites_nest_and_order_is_that_of_declaration() {
    check(
        "describe('a', () => { it('one', () => {}); describe('b', () => { test('two', () => {}) }); it('three', () => {}) });
         suite('c', () => { it('four', () => {}) }); test('five', () => {});",
        "passed a > one
         passed a > b > two
         passed a > three
         passed c > four
         passed five",
    );
}

#[test]
fn a_test_outside_suites_is_in_the_default_suite() {
    let outcome =
        run("test('t', () => {}); describe('a', () => describe('b', () => { it('u', () => {}) }));");
    let suites: Vec<&str> = outcome.entries.iter().map(|entry| entry.suite.as_str()).collect();
    assert_eq!(suites, ["Default", "b"]);
    let places: Vec<(u32, u32)> =
        outcome.entries.iter().map(|entry| (entry.location.line, entry.location.column)).collect();
    assert_eq!(places, [(1, 1), (1, 64)]);
}

#[test]
fn what_a_helper_declares_is_of_the_file_that_calls_it() {
    let outcome = run("//- /a.test.js
import { declare } from './helper.js';
import './imported.js';
test('own', () => {});
declare('called');
//- /helper.js
export const declare = (name) => { test(name, () => {}) };
//- /imported.js
test('imported', () => {});");
    let places: Vec<_> = outcome
        .entries
        .iter()
        .map(|entry| (entry.test.as_str(), entry.location.file.as_str(), entry.location.line))
        .collect();
    assert_eq!(
        places,
        [("imported", "/a.test.js", 1), ("own", "/a.test.js", 3), ("called", "/a.test.js", 4)]
    );
}

#[test]
fn modifiers() {
    check(
        "test.skip('a', () => { throw 1 }); test.todo('b'); test('c'); test.skipIf(true)('d', () => {});
         test.runIf(true)('e', () => {}); test.runIf(false)('f', () => {}); test.skipIf(0)('g', () => {});
         test('h', { skip: true }, () => {}); test('i', { todo: true }, () => {});
         describe.skip('s', () => { it('j', () => {}); describe('t', () => it('k', () => {})) });
         describe.todo('u', () => { it('l', () => {}) });
         test.concurrent('m', async () => {}); xit('n', () => {});",
        "skipped a
         todo b
         todo c
         skipped d
         passed e
         skipped f
         passed g
         skipped h
         todo i
         skipped s > j
         skipped s > t > k
         todo u > l
         passed m
         skipped n",
    );
}

#[test]
fn fails_passes_by_failing() {
    check(
        "test.fails('a', () => { expect(1).toBe(2) }); test.fails('b', () => {});
         test('c', { fails: true }, async () => { throw new Error('x') });
         test.fails('d', () => new Promise(() => {}));",
        "passed a
         failed b: Expect test to fail
         passed c
         failed d: The promise can never settle: nothing is left to run [err:unsettled]
         file: The promise can never settle: nothing is left to run [err:unsettled]",
    );
}

#[test]
fn only_runs_alone_and_is_no_pass() {
    let fixture = "describe('a', () => { it.only('one', () => {}); it('two', () => {}); describe('b', () => { it('three', () => {}) }) });
         describe.only('c', () => { it('four', () => {}); it.skip('five', () => {}) }); test('six', () => {});";
    let lines = "passed a > one
         skipped a > two
         skipped a > b > three
         passed c > four
         skipped c > five
         skipped six\n";
    check(
        fixture,
        &format!(
            "{lines}file: Unexpected .only modifier: the other tests did not run. Remove it, or set allowOnly [err:policy]"
        ),
    );
    let config = TestConfig { allow_only: true, ..TestConfig::default() };
    same(&render(&run_with(fixture, &config, &Limits::default())), lines);
}

#[test]
fn titles_of_each() {
    check(
        "test.each([[1, 'x', true], [2, 'y', null]])('%i %s %o %#', () => {});
         test.each([{ a: 1, b: { c: 'd' } }])('$a $b.c $b %$ 100%', () => {});
         test.each(['s', 2n, Symbol('q'), -0, 1.5])('%s', () => {});
         test.each([[1.9, '1.9x']])('%d %i %f', () => {});
         test.each([{ a: 1 }])('%j', () => {});
         test.each`a | b
           ${1} | ${2}
           ${3} | ${4}`('$a + $b', ({ a, b }) => { expect(a + 1).toBe(b) });
         describe.each([1, 2])('s%i', (n) => { it('t', () => expect(n).toBeLessThan(2)) });
         test.for([[1, 2]])('%s', (pair, { expect }) => expect(pair).toEqual([1, 2]));
         test.each([[1, 2]])('spread', (a, b) => expect([a, b]).toEqual([1, 2]));
         test.each([1, [2]])('whole', (a) => expect(a).toBeTruthy());",
        "passed 1 x true 0
         passed 2 y null 1
         passed 1 'd' { c: 'd' } 1 100%
         passed s
         passed 2n
         passed Symbol(q)
         passed -0
         passed 1.5
         passed 1.9 1 NaN
         passed {\"a\":1}
         passed 1 + 2
         passed 3 + 4
         passed s1 > t
         failed s2 > t: expected 2 to be less than 2
         passed 1
         passed spread
         passed whole
         passed whole",
    );
}

#[test]
fn options_are_inherited_and_retries_try_again() {
    check(
        "let n = 0; test('a', { retry: 2 }, () => { n++; expect(n).toBe(3) });
         let m = 0; describe('s', { retry: 1 }, () => { it('b', () => { m++; expect(m).toBe(3) }) });
         let r = 0; test('c', { repeats: 2 }, () => { r++; expect(r).toBeLessThan(3) });
         test('d', { timeout: 50 }, () => new Promise((done) => setTimeout(done, 100)));
         test('e', () => new Promise((done) => setTimeout(done, 100)), 50);
         describe('t', { timeout: 20 }, () => { it('f', () => new Promise((done) => setTimeout(done, 30))) });",
        "passed a
         failed s > b: expected 2 to be 3 // Object.is equality
         failed c: expected 3 to be less than 3
         failed d: Test timed out in 50ms. | If this is a long-running test, pass a timeout value as the last argument or configure it globally with \"testTimeout\". [err:timeout]
         failed e: Test timed out in 50ms. | If this is a long-running test, pass a timeout value as the last argument or configure it globally with \"testTimeout\". [err:timeout]
         failed t > f: Test timed out in 20ms. | If this is a long-running test, pass a timeout value as the last argument or configure it globally with \"testTimeout\". [err:timeout]",
    );
}

#[test]
fn bodies_of_describe_run_after_the_file_and_outer_ones_first() {
    let outcome = run("describe('a', () => { console.log('a'); describe('b', () => console.log('b')); console.log('a end') });
         describe('c', () => { console.log('c') }); console.log('file'); test('t', () => {});");
    same(&console(&outcome), "file\na\na end\nb\nc");
}

#[test]
fn names_are_texts() {
    check(
        "class Thing {} test(Thing, () => {}); test(1, () => {}); test('', () => {}); test('same', () => {}); test('same', () => {});",
        "passed Thing
         passed 1
         passed
         passed same
         passed same",
    );
}

#[test]
fn no_test_is_no_pass() {
    check("export {};", "file: No test found in suite /a.test.js [err:no_tests]");
    check("describe('a', () => {});", "file: No test found in suite /a.test.js [err:no_tests]");
    check(
        "test.skip('t', () => {}); test.todo('u');",
        "skipped t
         todo u
         file: No test ran in /a.test.js: all are skipped or todo [err:no_tests]",
    );
    let config = TestConfig { pass_with_no_tests: true, ..TestConfig::default() };
    same(&render(&run_with("", &config, &Limits::default())), "");
}

#[test]
fn a_describe_may_wait() {
    check(
        "describe('s', async () => { await null; test('a', () => {}); describe('in', async () => { await 0; test('b', () => {}) }) });
         test('c', () => {});",
        "passed s > a
         passed s > in > b
         passed c",
    );
    check(
        "describe('s', () => ({ then: (done) => setTimeout(() => { test('a', () => {}); done() }, 10) }));",
        "passed s > a",
    );
    check(
        "describe('s', async () => { await null; throw new Error('half') }); test('t', () => {});",
        "failed file /a.test.js: half
         file: half",
    );
    check(
        "describe('s', () => { test('a', () => {}); return new Promise(() => {}) }); test('t', () => {});",
        "passed s > a
         passed t
         failed suite s: The promise can never settle: nothing is left to run [err:unsettled]
         file: The promise can never settle: nothing is left to run [err:unsettled]",
    );
    check(
        "describe('s', async () => { setTimeout(() => test('lost', () => {}), 10) }); test('t', () => new Promise((r) => setTimeout(r, 50)));",
        "failed t: Test \"lost\" is declared inside a test; declare it at the top level or in describe [err:structure]
         failed suite s: No test found in suite s
         file: Test \"lost\" is declared inside a test; declare it at the top level or in describe [err:structure]",
    );
}

#[test]
fn structure_errors() {
    check(
        "test('outer', () => { test('inner', () => {}) }); test('next', () => {});",
        "failed outer: Test \"inner\" is declared inside a test; declare it at the top level or in describe [err:structure]
         passed next
         file: Test \"inner\" is declared inside a test; declare it at the top level or in describe [err:structure]",
    );
    check(
        "test('outer', () => { try { describe('inner', () => {}) } catch {} });",
        "failed outer: Suite \"inner\" is declared inside a test; declare it at the top level or in describe [err:structure]
         file: Suite \"inner\" is declared inside a test; declare it at the top level or in describe [err:structure]",
    );
    check(
        "test('t', () => {}); setTimeout(() => test('late', () => {}), 10); test('u', () => new Promise((r) => setTimeout(r, 50)));",
        "passed t
         failed u: Test \"late\" is declared inside a test; declare it at the top level or in describe [err:structure]
         file: Test \"late\" is declared inside a test; declare it at the top level or in describe [err:structure]",
    );
    check(
        "test('t', () => { beforeEach(() => {}) });",
        "failed t: beforeEach is called while tests run; call it at the top level or in describe [err:structure]
         file: beforeEach is called while tests run; call it at the top level or in describe [err:structure]",
    );
    check(
        "describe('a', () => { it('t', () => {}); throw new Error('half') }); it('u', () => {});",
        "failed file /a.test.js: half
         file: half",
    );
    check(
        "it('t', () => {}); describe('a', () => { describe('b', () => { null.x }) }); describe('c', () => { throw new Error('never') });",
        "failed file /a.test.js: cannot convert 'null' or 'undefined' to object
         file: cannot convert 'null' or 'undefined' to object",
    );
}

#[test]
fn too_many_tests_are_a_limit() {
    let limits = Limits { tests: 10, ..Limits::default() };
    let outcome = run_with(
        "for (let i = 0; i < 100; i++) try { test('t' + i, () => {}) } catch {}",
        &TestConfig::default(),
        &limits,
    );
    let failure = outcome.failure.expect("a failure");
    assert_eq!(failure.code.map(verdict_protocol::Code::as_str), Some("err:limit"));
}

#[test]
fn removed_signatures_are_refused_in_vitests_words() {
    check(
        "test('t', () => {}, { timeout: 1 });",
        "failed file /a.test.js: Signature \"test(name, fn, { ... })\" was deprecated in Vitest 3 and removed in Vitest 4. Please, provide options as a second argument instead.
         file: Signature \"test(name, fn, { ... })\" was deprecated in Vitest 3 and removed in Vitest 4. Please, provide options as a second argument instead.",
    );
}

#[test]
fn globals_and_module_exports_are_the_same() {
    check(
        "import { test as t, expect as e, describe as d, vi as v, beforeEach as b } from 'vitest';
         import { jest } from '@jest/globals';
         t('t', () => { e(t === test && e === expect && d === describe && v === vi && b === beforeEach && jest === vi).toBe(true) });",
        "passed t",
    );
}

/// A library that a test loads may declare hooks, as those for the DOM do. Vitest never runs them.
#[test]
fn in_vitest_a_late_hook_is_no_fault() {
    let config = TestConfig { written_for: Some(TestRunner::Vitest), ..TestConfig::default() };
    let found = run_with(
        "beforeEach(() => { afterEach(() => { throw new Error('it ran'); }) }); test('a', () => { afterAll(() => {}) }); test('b', () => {});",
        &config,
        &Limits::default(),
    );
    same(
        &render(&found),
        "passed a
         passed b",
    );
}
