//! Selection and order of tests: name patterns, bail, retry, shuffle, listing.
#![allow(missing_docs, clippy::expect_used)]

use crate::support;

use support::{console, render, run_with, same};
use verdict_protocol::{HookOrder, Limits, Pattern, SequenceConfig, Shuffle, TestConfig};

#[track_caller]
fn check(fixture: &str, config: &TestConfig, expected: &str) {
    same(&render(&run_with(fixture, config, &Limits::default())), expected);
}

const SUITE: &str = "describe('math', () => { test('adds', () => {}); test('subtracts', () => {}) }); test('math adds too', () => {}); test.todo('later');";

#[test]
fn name_patterns() {
    let config = |pattern: &str| TestConfig {
        test_name_pattern: Some(Pattern { source: pattern.to_owned(), flags: String::new() }),
        ..TestConfig::default()
    };
    check(
        SUITE,
        &config("^math adds$"),
        "passed math > adds
         skipped math > subtracts
         skipped math adds too
         skipped later",
    );
    check(
        SUITE,
        &config("nothing"),
        "skipped math > adds
         skipped math > subtracts
         skipped math adds too
         skipped later
         file: No test ran in /a.test.js: all are skipped or todo [err:no_tests]",
    );
    for (source, flags, passes) in [
        ("^MATH ADDS$", "i", 1),
        ("math", "g", 3),
        ("math", "gy", 3),
        ("adds", "y", 0),
        (".math", "s", 0),
        ("^\\p{L}+ adds$", "u", 1),
    ] {
        let pattern = Pattern { source: source.to_owned(), flags: flags.to_owned() };
        let config = TestConfig { test_name_pattern: Some(pattern), ..TestConfig::default() };
        let outcome = render(&run_with(SUITE, &config, &Limits::default()));
        assert_eq!(outcome.matches("passed ").count(), passes, "/{source}/{flags}: {outcome}");
    }
    let config_with = |flags: &str| {
        let pattern = Pattern { source: "math".to_owned(), flags: flags.to_owned() };
        TestConfig { test_name_pattern: Some(pattern), ..TestConfig::default() }
    };
    let outcome = render(&run_with(SUITE, &config_with("q"), &Limits::default()));
    assert!(outcome.contains("testNamePattern: ") && !outcome.contains("passed"), "{outcome}");
    let outcome = render(&run_with(SUITE, &config("("), &Limits::default()));
    assert!(outcome.contains("testNamePattern: "), "{outcome}");
    assert!(!outcome.contains("passed"), "{outcome}");
    // A guest that patches regular expression methods cannot affect the selection.
    let patched = format!("RegExp.prototype.exec = () => ['x']; {SUITE}");
    assert!(!render(&run_with(&patched, &config("nothing"), &Limits::default())).contains("passed"));
}

#[test]
fn bail() {
    let config = TestConfig { bail: 2, ..TestConfig::default() };
    check(
        "const log = []; afterAll(() => { console.log(log.join()) });
         test('a', () => { throw new Error('1') }); test('b', () => { log.push('b') }); test('c', () => { throw new Error('2') });
         describe('s', () => { beforeAll(() => { log.push('never?') }); test('d', () => { log.push('d') }) }); test('e', () => {});",
        &config,
        "failed a: 1
         passed b
         failed c: 2
         skipped s > d: not run: 2 test(s) had failed (bail)
         skipped e: not run: 2 test(s) had failed (bail)",
    );
}

#[test]
fn retry() {
    let config = TestConfig { retry: 2, ..TestConfig::default() };
    check(
        "let n = 0, m = 0; test('a', () => { if (n++ < 2) throw new Error('again') }); test('b', { retry: 0 }, () => { if (m++ < 1) throw new Error('once') });",
        &config,
        "passed a
         failed b: once",
    );
}

#[test]
fn shuffled_tests_run_in_another_order_and_are_told_in_that_of_declaration() {
    let fixture = "for (const n of 'abcdefgh') test(n, () => { console.log(n) });";
    let order = |seed: u64| {
        let sequence =
            SequenceConfig { shuffle: Shuffle(true), seed: Some(seed), ..SequenceConfig::default() };
        let config = TestConfig { sequence, ..TestConfig::default() };
        let outcome = run_with(fixture, &config, &Limits::default());
        let names: String = outcome.entries.iter().map(|entry| entry.test.as_str()).collect();
        assert_eq!(names, "abcdefgh");
        console(&outcome)
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
    let plain = run_with(fixture, &TestConfig::default(), &Limits::default());
    assert_ne!(order(1), console(&plain));
    let own =
        "describe.shuffle('s', () => { for (const n of 'abcdefgh') test(n, () => { console.log(n) }) });
               describe('t', () => { for (const n of 'ABCDEFGH') test(n, () => { console.log(n) }) });";
    let own = console(&run_with(own, &TestConfig::default(), &Limits::default()));
    let lines: Vec<&str> = own.lines().collect();
    assert_eq!(lines[8..].concat(), "ABCDEFGH");
    assert_ne!(lines[..8].concat(), "abcdefgh");
}

#[test]
fn order_of_hooks() {
    let fixture = "
        for (const hook of ['beforeAll', 'afterAll', 'beforeEach', 'afterEach']) {
            for (const n of [1, 2]) globalThis[hook](() => { console.log(hook, n) });
        }
        test('a', () => {
            for (const n of [1, 2]) onTestFinished(() => { console.log('finished', n) });
            for (const n of [1, 2]) onTestFailed(() => { console.log('failed', n) });
            throw new Error('no');
        });";
    let order = |hooks: HookOrder| {
        let sequence = SequenceConfig { hooks, ..SequenceConfig::default() };
        let config = TestConfig { sequence, ..TestConfig::default() };
        console(&run_with(fixture, &config, &Limits::default())).replace('\n', ", ")
    };
    let before = "beforeAll 1, beforeAll 2, beforeEach 1, beforeEach 2";
    let stack = format!(
        "{before}, afterEach 2, afterEach 1, finished 2, finished 1, failed 2, failed 1, afterAll 2, afterAll 1"
    );
    let list = format!(
        "{before}, afterEach 1, afterEach 2, finished 2, finished 1, failed 1, failed 2, afterAll 1, afterAll 2"
    );
    assert_eq!(order(HookOrder::Stack).trim_end_matches(", "), stack);
    assert_eq!(order(HookOrder::List).trim_end_matches(", "), list);
}

#[test]
fn listing() {
    let config = TestConfig { list: true, ..TestConfig::default() };
    let outcome = run_with(
        "test.only('a', () => { console.log('ran') }); describe('s', () => { beforeAll(() => { console.log('ran') }); test('b', () => {}) });",
        &config,
        &Limits::default(),
    );
    same(
        &render(&outcome),
        "skipped a
         skipped s > b
         file: 2 test(s) listed, none ran [err:no_tests]",
    );
    assert_eq!(console(&outcome), "");
}

#[test]
fn a_list_holds_what_a_name_matches() {
    let config = |pattern: &str| TestConfig {
        list: true,
        test_name_pattern: Some(Pattern { source: pattern.to_owned(), flags: String::new() }),
        ..TestConfig::default()
    };
    check(
        SUITE,
        &config("adds"),
        "skipped math > adds
         skipped math adds too
         file: 2 test(s) listed, none ran [err:no_tests]",
    );
    check(
        SUITE,
        &config("math"),
        "skipped math > adds
         skipped math > subtracts
         skipped math adds too
         file: 3 test(s) listed, none ran [err:no_tests]",
    );
    check(SUITE, &config("later"), "todo later\nfile: 1 test(s) listed, none ran [err:no_tests]");
    check(SUITE, &config("nothing"), "file: 0 test(s) listed, none ran [err:no_tests]");
}
