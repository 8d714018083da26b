//! The errors of an entry: location, source, stack, cause and hook of each.
#![allow(missing_docs, reason = "a test")]

use crate::support;

use verdict_protocol::{TestEntry, TestError};

/// An error as lines: its header, its frame, its stack, and indented related errors.
fn lines(error: &TestError, indent: usize, out: &mut Vec<String>) {
    let mut say = |text: String| out.push(format!("{}{text}", "  ".repeat(indent)));
    let context = error.context().map(|context| format!("({context}) ")).unwrap_or_default();
    let aggregate = error.aggregate.as_ref().map(|of| format!(" of {of}")).unwrap_or_default();
    say(format!("{context}{}{aggregate}", error.header()));
    if let Some(frame) = &error.frame {
        let at = &frame.location;
        say(format!("{}:{}:{}", at.file, at.line, at.column));
        frame.text.lines().for_each(|line| say(line.to_owned()));
    }
    error.frames().for_each(|frame| say(frame.to_owned()));
    if let Some(properties) = &error.properties {
        say(properties.clone());
    }
    for (what, inner) in error
        .cause
        .iter()
        .map(|cause| ("cause", &**cause))
        .chain(error.errors.iter().map(|one| ("error", one)))
    {
        out.push(format!("{}{what}:", "  ".repeat(indent)));
        lines(inner, indent + 1, out);
    }
}

fn errors(entry: &TestEntry) -> String {
    let mut out = Vec::new();
    entry.errors.iter().for_each(|error| lines(error, 0, &mut out));
    out.join("\n")
}

/// Checks the errors of the first entry that has any.
fn check(fixture: &str, expected: &str) {
    let outcome = support::run(fixture);
    let entry = outcome.entries.iter().find(|entry| !entry.errors.is_empty()).expect("an entry with errors");
    let trim =
        |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n");
    assert_eq!(trim(&errors(entry)), trim(expected), "{fixture}");
}

#[test]
fn a_frame_shows_where_it_was_thrown() {
    check(
        "//- /a.test.js\nimport { f } from './lib.js';\ntest('t', () => {\n  f(1);\n});\n//- /lib.js\nexport function f(n) {\n  const error = new RangeError(`no ${n}`);\n  throw error;\n}\n",
        "RangeError: no 1
/lib.js:2:17
1| export function f(n) {
2|   const error = new RangeError(`no ${n}`);
 |                 ^
3|   throw error;
4| }
at f (/lib.js:2:17)
at /a.test.js:3:3",
    );
    check(
        "test('t', async () => {\n  await null;\n  expect({ a: 1 }).toEqual({ a: 2 });\n});",
        "AssertionError: expected { a: 1 } to deeply equal { a: 2 }
/a.test.js:3:20
1| test('t', async () => {
2|   await null;
3|   expect({ a: 1 }).toEqual({ a: 2 });
 |                    ^
4| });
at /a.test.js:3:20",
    );
}

#[test]
fn a_frame_is_of_the_first_place_outside_of_packages() {
    check(
        "//- /a.test.js\nimport f from 'pack';\ntest('t', () => {\n  f();\n});\n//- /node_modules/pack/package.json\n{ \"exports\": \"./index.js\", \"type\": \"module\" }\n//- /node_modules/pack/index.js\nexport default () => { throw new Error('deep') };",
        "Error: deep
/a.test.js:3:3
1| import f from 'pack';
2| test('t', () => {
3|   f();
 |   ^
4| });
at /node_modules/pack/index.js:1:30
at /a.test.js:3:3",
    );
}

#[test]
fn causes() {
    check(
        "test('t', () => { throw new Error('outer', { cause: new TypeError('middle', { cause: 'a text' }) }) })",
        "Error: outer
/a.test.js:1:25
1| test('t', () => { throw new Error('outer', { cause: new TypeError('middle', { cause: 'a text' }) })…
 |                         ^
at /a.test.js:1:25
cause:
  TypeError: middle
  at /a.test.js:1:53
  cause:
    'a text'",
    );
    check(
        "test('t', () => { const e = new Error('e'); e.cause = e; throw e })",
        "Error: e
/a.test.js:1:29
1| test('t', () => { const e = new Error('e'); e.cause = e; throw e })
 |                             ^
at /a.test.js:1:29
cause:
  [Circular]",
    );
}

#[test]
fn causes_are_bounded_and_no_guest_code_is_asked() {
    let outcome = support::run(
        "test('long', () => { let e = new Error('0'); for (let i = 1; i < 1000; i++) e = new Error(String(i), { cause: e }); throw e });
         test('wide', () => { throw new AggregateError(Array.from({ length: 1e5 }, (_, i) => new Error(String(i))), 'many') });
         test('getter', () => { const e = new Error('e'); Object.defineProperty(e, 'cause', { get() { while (true); } }); throw e });
         test('proxy', () => { throw new Error('e', { cause: new Proxy({}, { get() { while (true); } }) }) });
         test('sparse', () => { const e = new AggregateError([], 'e'); e.errors = Array(3); throw e });
         test('no list', () => { const e = new AggregateError([], 'e'); e.errors = { length: 3 }; throw e });",
    );
    let depth = |entry: &TestEntry| {
        let mut error = entry.errors.first();
        let mut count = 0;
        while let Some(one) = error {
            count += 1;
            error = one.cause.as_deref();
        }
        count
    };
    assert_eq!(depth(&outcome.entries[0]), 21);
    assert_eq!(outcome.entries[1].errors.len(), 20);
    assert_eq!(depth(&outcome.entries[2]), 1);
    assert_eq!(depth(&outcome.entries[3]), 2);
    assert_eq!(outcome.entries[4].errors.len(), 3);
    assert_eq!(outcome.entries[5].errors[0].header(), "AggregateError: e");
}

#[test]
fn of_an_aggregate_its_errors_are_told() {
    check(
        "test('t', () => {\n  throw new AggregateError([\n    new Error('a'),\n    new TypeError('b', { cause: new AggregateError([3], 'inner') }),\n  ], 'many');\n});",
        "Error: a of AggregateError: many
/a.test.js:3:5
1| test('t', () => {
2|   throw new AggregateError([
3|     new Error('a'),
 |     ^
4|     new TypeError('b', { cause: new AggregateError([3], 'inner') }),
5|   ], 'many');
at /a.test.js:3:5
TypeError: b of AggregateError: many
/a.test.js:4:5
2|   throw new AggregateError([
3|     new Error('a'),
4|     new TypeError('b', { cause: new AggregateError([3], 'inner') }),
 |     ^
5|   ], 'many');
6| });
at /a.test.js:4:5
cause:
  AggregateError: inner
  at /a.test.js:4:33
  error:
    3",
    );
    // Without errors, the aggregate itself is reported.
    check(
        "test('t', () => Promise.any([]))",
        "AggregateError: no promise in Promise.any was fulfilled.
/a.test.js:1:1
1| test('t', () => Promise.any([]))
 | ^",
    );
}

#[test]
fn properties_of_an_error() {
    check(
        "test('t', () => { throw Object.assign(new Error('no'), { code: 'ENOENT', path: '/x', [Symbol()]: 1, deep: { a: { b: 1 } } }) })",
        "Error: no
/a.test.js:1:39
1| test('t', () => { throw Object.assign(new Error('no'), { code: 'ENOENT', path: '/x', [Symbol()]: 1,…
 |                                       ^
at /a.test.js:1:39
{ code: 'ENOENT', path: '/x', deep: { a: { b: 1 } } }",
    );
}

#[test]
fn values_that_are_no_errors() {
    for (value, shown) in [
        ("null", "null"),
        ("undefined", "undefined"),
        ("'text'", "text"),
        ("{ a: 1 }", "{ a: 1 }"),
        ("Symbol('s')", "Symbol(s)"),
    ] {
        let outcome = support::run(&format!("test('t', () => {{ throw {value} }})"));
        assert_eq!(outcome.entries[0].errors[0].header(), shown);
    }
}

#[test]
fn the_hook_that_failed() {
    for (hook, context) in [
        ("beforeEach(() => { throw new Error('x') })", "beforeEach"),
        ("afterEach(() => { throw new Error('x') })", "afterEach"),
        ("beforeEach(() => () => { throw new Error('x') })", "afterEach"),
        ("beforeAll(() => { throw new Error('x') })", "beforeAll"),
        ("afterAll(() => { throw new Error('x') })", "afterAll"),
        ("aroundEach(async (run) => { await run(); throw new Error('x') })", "aroundEach"),
        ("beforeEach(() => { expect.soft(1).toBe(2) })", "beforeEach"),
        (
            "beforeEach(({ onTestFinished }) => { onTestFinished(() => { throw new Error('x') }) })",
            "onTestFinished",
        ),
    ] {
        let outcome = support::run(&format!("describe('s', () => {{ {hook}; test('t', () => {{}}) }})"));
        let entry = outcome.entries.iter().find(|entry| !entry.errors.is_empty()).expect("an error");
        assert_eq!(entry.errors[0].hook.as_deref(), Some(context), "{hook}");
        let error = entry.error.as_deref().unwrap_or_default();
        assert!(error.starts_with(&format!("{context} hook failed: ")), "{error}");
    }
    // An error of the test itself has no hook, whatever ran before.
    let outcome = support::run(
        "beforeEach(() => {}); test('t', () => { expect.soft(1).toBe(2); throw new Error('x') })",
    );
    assert!(outcome.entries[0].errors.iter().all(|error| error.hook.is_none()));
}

#[test]
fn what_nobody_handled() {
    check(
        "describe('s', () => { test('t', () => { Promise.reject(new Error('x')) }) })",
        "(Unhandled rejection in \"s > t\") Error: x
/a.test.js:1:56
1| describe('s', () => { test('t', () => { Promise.reject(new Error('x')) }) })
 |                                                        ^
at /a.test.js:1:56",
    );
}

#[test]
fn a_file_that_cannot_be_loaded() {
    check(
        "import { a } from './lib.js';\nimport { b } from './nothing.js';",
        "Cannot find module './lib.js' imported from /a.test.js (/a.test.js:1:19)
/a.test.js:1:19
1| import { a } from './lib.js';
 |                   ^
2| import { b } from './nothing.js';",
    );
    check(
        "//- /a.test.js\nimport './lib.js';\n//- /lib.js\nexport const x = 1;\nthrow new Error('at once', { cause: 1 });\n",
        "Error: at once
/lib.js:2:7
1| export const x = 1;
2| throw new Error('at once', { cause: 1 });
 |       ^
at /lib.js:2:7
cause:
  1",
    );
}
