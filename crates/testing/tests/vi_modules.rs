//! Module mocks, with test files that also pass completely in Vitest 4.1.12.
// The folder is read here, as a host would.
#![allow(missing_docs, clippy::expect_used, clippy::disallowed_methods)]

use crate::support;

use std::path::Path;

use support::{check, render, run_files};
use verdict_protocol::{Limits, TestConfig, TestState};

fn files(folder: &Path, under: &str, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = format!("{under}/{}", entry.file_name().to_str().expect("a name"));
        if entry.path().is_dir() {
            files(&entry.path(), &path, found);
        } else {
            found.push((path, std::fs::read_to_string(entry.path()).expect("text")));
        }
    }
}

/// Runs a file of the folder, in which every test must pass.
#[track_caller]
fn passes(file: &str) {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vi/modules"), "", &mut found);
    let outcome = run_files(found, file, &TestConfig::default(), &Limits::default());
    let tests = outcome.entries.iter().filter(|entry| entry.state == TestState::Passed).count();
    assert!(tests > 0 && tests == outcome.entries.len() && outcome.failure.is_none(), "{}", render(&outcome));
}

macro_rules! files {
    ($($name:ident)*) => { $(#[test] fn $name() { passes(concat!("/", stringify!($name), ".test.js")); })* };
}

files! { factory partial live automock autospy redirect later errors nested namespace object builtins }

#[test]
fn modules_that_are_not_there_can_be_mocked() {
    check(
        "//- /a.test.js
         import d, { x } from 'some-package';
         import { here } from './not-there.js';
         vi.mock('some-package', () => ({ default: 'd', x: 1 }));
         vi.mock('./not-there.js', () => ({ here: true }));
         test('a', () => { expect([d, x, here]).toEqual(['d', 1, true]) });",
        "passed a",
    );
}

/// Two modules that import each other, and Vitest 4.1.12's results if they are mocked.
#[track_caller]
fn check_circle(imports: &str, mocks: &str, more: &str, code: &str, expected: &str) {
    check(
        &format!(
            "//- /a.test.js
             {imports}
             {mocks}
             test('t', () => {{ expect({code}).toEqual({expected}); }});
             //- /x.js
             import {{ y }} from './y.js'; export const x = () => 'x'; export const viaY = () => y();
             //- /y.js
             import {{ x }} from './x.js'; export const y = () => 'y'; export const viaX = () => x();
             {more}"
        ),
        "passed t",
    );
}

#[test]
fn modules_that_import_each_other_are_mocked_as_vitest_does() {
    let both = "import { x, viaY } from './x.js'; import { y, viaX } from './y.js';";
    check_circle(
        both,
        "vi.mock('./x.js', async (o) => ({ ...(await o()), x: () => 'mx' })); vi.mock('./y.js', async (o) => ({ ...(await o()), y: () => 'my' }));",
        "",
        "[x(), viaY(), y(), viaX()]",
        "['mx', 'my', 'my', 'x']",
    );
    check_circle(
        both,
        "vi.mock('./x.js'); vi.mock('./y.js');",
        "",
        "[vi.isMockFunction(x), vi.isMockFunction(y), x(), y()]",
        "[true, true, undefined, undefined]",
    );
    check_circle(
        both,
        "vi.mock('./x.js', { spy: true }); vi.mock('./y.js', { spy: true });",
        "",
        "[viaY(), viaX(), y.mock.calls.length, x.mock.calls.length]",
        "['y', 'x', 1, 1]",
    );
    check_circle("import { viaY } from './x.js';", "vi.mock('./y.js');", "", "[viaY()]", "[undefined]");
    check_circle(
        "import { viaX } from './y.js';",
        "vi.mock('./x.js', async () => { const y = await vi.importActual('./y.js'); return { x: () => typeof y.viaX }; });",
        "",
        "[viaX()]",
        "['function']",
    );
    check_circle(
        "import { x } from './x.js'; import { y } from './y.js';",
        "vi.mock('./x.js'); vi.mock('./y.js');",
        "//- /__mocks__/x.js
         import { y } from '../y.js'; export const x = () => 'mx' + typeof y;
         //- /__mocks__/y.js
         import { x } from '../x.js'; export const y = () => 'my' + x();",
        "[x(), y()]",
        "['mxfunction', 'myx']",
    );
    check_circle(
        "import { x } from './x.js';",
        "vi.mock('./x.js');",
        "//- /__mocks__/x.js
         import * as real from '../x.js'; export const x = () => 'm' + real.x();",
        "[x()]",
        "['mx']",
    );
}

#[test]
fn a_circle_by_way_of_an_index_ends_at_once() {
    let outcome = support::run(
        "//- /a.test.js
         import { a } from './index.js';
         vi.mock('./b.js', async (o) => ({ ...(await o()), b: () => 'mb' }));
         test('t', () => { expect(a()).toBe('amb'); });
         //- /index.js
         export * from './a.js'; export * from './b.js';
         //- /a.js
         import { b } from './index.js'; export const a = () => 'a' + b();
         //- /b.js
         import { a } from './index.js'; export const b = () => 'b' + typeof a;",
    );
    assert!(outcome.failure.is_some(), "{}", render(&outcome));
}

#[test]
fn packages_of_the_root_mocks_folder() {
    check(
        "//- /a.test.js
         import { get } from 'client';
         vi.mock('client');
         test('a', () => { expect(get()).toBe('mocked') });
         //- /__mocks__/client.ts
         export const get = () => 'mocked';",
        "passed a",
    );
}

#[test]
fn places_are_those_of_the_file() {
    let outcome = support::run(
        "//- /a.test.js
import { f } from './f.js';
import { vi } from 'vitest';

vi.mock('./f.js', () => ({
  f: () => { throw new Error('of the mock') },
}));
const g = () => f(); test('a', () => { expect(f).toBe(1); });
test('b', () => { g() });
//- /f.js
export const f = 1;",
    );
    let places: Vec<String> = outcome
        .entries
        .iter()
        .map(|entry| {
            let stack = entry.stack.clone().unwrap_or_default();
            format!("{}:{} {}", entry.location.line, entry.location.column, stack.replace('\n', " "))
        })
        .collect();
    support::same(
        &places.join("\n"),
        "7:22 AssertionError: expected [Function f] to be 1 // Object.is equality     at /a.test.js:7:50
         8:1 Error: of the mock     at f (/a.test.js:5:20)     at g (/a.test.js:7:17)     at /a.test.js:8:19",
    );
}

#[test]
fn hostile_mocks_end() {
    check(
        "//- /a.test.js
         vi.mock('./x.js', () => new Promise(() => {}));
         test('a', async () => { await import('./x.js') });
         test('b', () => { expect(1).toBe(1) });
         //- /x.js
         export const x = 1;",
        "failed a: [vitest] There was an error when mocking a module. If you are using \"vi.mock\" factory, make sure there are no top level variables inside, since this call is hoisted to top of the file. Read more: https://vitest.dev/api/vi.html#vi-mock
         passed b",
    );
    check(
        "//- /a.test.js
         import { x } from './x.js';
         vi.mock('./x.js', async () => ({ x: (await import('./x.js')).x + 1 }));
         test('a', () => { expect(x).toBe(2) });
         //- /x.js
         export const x = 1;",
        "passed a",
    );
    check(
        "//- /a.test.js
         import { x } from './x.js';

         export const y = vi.hoisted(() => 1);
         test('a', () => {});
         //- /x.js
         export const x = 1;",
        "failed file /a.test.js: Cannot export hoisted variable. You can control hoisting behavior by placing the import from this file first. (/a.test.js:3:10) [err:syntax]
         file: Cannot export hoisted variable. You can control hoisting behavior by placing the import from this file first. (/a.test.js:3:10) [err:syntax]",
    );
    check(
        "//- /a.test.js
         vi.mock('vitest', () => ({ expect: () => ({ toBe() {} }) }));
         vi.mock('verdict:mocks', () => ({ load: () => ({}) }));
         test('a', async () => { (await import('vitest')).expect(1).toBe(2); expect(1).toBe(2) });",
        "failed a: expected 1 to be 2 // Object.is equality",
    );
}

#[test]
fn the_names_of_jest() {
    check(
        "//- /a.test.js
         import { jest } from '@jest/globals';
         import { f, g } from './x.js';
         jest.mock('./x.js', () => ({ ...jest.requireActual('./x.js'), f: jest.fn(() => 'mocked') }));
         test('a', () => { expect([f(), g()]).toEqual(['mocked', 'g']); expect(jest.requireMock('./x.js').f).toBe(f) });
         test('b', () => { jest.useFakeTimers(); jest.setSystemTime(5); expect(jest.now()).toBe(5); jest.useRealTimers() });
         test('c', () => { const mocked = jest.createMockFromModule('./x.js'); expect(mocked.g()).toBe(undefined) });
         test('d', () => { expect(jest.setTimeout(9)).toBe(jest); jest.resetConfig(); expect(jest).toBe(vi) });
         test('e', async () => { jest.unstable_mockModule('./x.js', () => ({ g: () => 'later' })); expect((await import('./x.js')).g()).toBe('later') });
         //- /x.js
         export const f = () => 'f'; export const g = () => 'g';",
        &('a'..='e').map(|name| format!("passed {name}")).collect::<Vec<_>>().join("\n"),
    );
}

#[test]
fn what_factories_may_use() {
    check(
        "//- /a.test.js
         import { f } from './x.js';
         const { n } = await vi.hoisted(async () => ({ n: await Promise.resolve(5) }));
         let later = () => 'later';
         vi.mock('./x.js', () => ({ f: () => [n, later()] }));
         test('a', () => { expect(f()).toEqual([5, 'later']) });
         //- /x.js
         export const f = 2;",
        "passed a",
    );
    let help = "[vitest] There was an error when mocking a module. If you are using \"vi.mock\" factory, make sure \
                there are no top level variables inside, since this call is hoisted to top of the file. Read more: \
                https://vitest.dev/api/vi.html#vi-mock";
    check(
        "//- /a.test.js
         import { f } from './x.js';
         const late = 1;
         vi.mock('./x.js', () => ({ f: late }));
         test('a', () => { expect(f).toBe(1) });
         //- /x.js
         export const f = 2;",
        &format!("failed file /a.test.js: {help}\nfile: {help}"),
    );
}

#[test]
fn chains_of_mocks_and_deep_objects_end() {
    let chain = |length: usize| {
        let mut file = String::from("//- /a.test.js\n");
        for index in 0..length {
            file += &format!(
                "vi.mock('./m{index}.js', async () => ({{ n: (await import('./m{}.js')).n + 1 }}));\n",
                index + 1
            );
        }
        file + &format!(
            "test('a', async () => {{ expect((await import('./m0.js')).n).toBe({length}) }});\n\
             //- /m{length}.js\nexport const n = 0;"
        )
    };
    check(&chain(50), "passed a");
    let outcome = render(&support::run(&chain(2_000)));
    assert!(outcome.starts_with("failed a: [vitest] There was an error when mocking a module."), "{outcome}");
    check(
        "test('a', () => { let o = {}; for (let i = 0; i < 1e4; i++) o = { o }; vi.mockObject(o) });
         test('b', () => { vi.mockObject(new Array(4e9), { spy: true }) });
         test('c', () => { const o = {}; for (let i = 0; i < 5000; i++) o[`k${i}`] = { i }; expect(vi.mockObject(o).k4999).toEqual({ i: 4999 }) });
         test('d', () => { vi.useFakeTimers(); setInterval(parseInt, 1); vi.advanceTimersByTime(1e12) });",
        "failed a: the value is too large or nests too deep to be compared
         failed b: the value is too large or nests too deep to be compared
         passed c
         failed d: Aborting after running 1000000 timers, assuming an infinite loop!",
    );
}
