//! `setupFiles`: files that run before each test file, in its realm.
#![cfg(feature = "sandbox")]
#![allow(missing_docs)]

use crate::support;

use serde_json::{Value, json};
use support::snapshot_of;
use verdict_engine::{Host, Request, verify};
use verdict_protocol::{Limits, Output, VerifyResult};

fn run(fixture: &str, config: &Value) -> VerifyResult {
    let request = Request {
        command: "test:/**/*.test.js",
        snapshot: &snapshot_of(fixture),
        limits: Limits::default(),
        config: Some(config),
        seed: 0,
    };
    verify(&request, &mut Host { now: &|| 0.0, meter: None, progress: &mut |_| {} })
}

#[track_caller]
fn passes(fixture: &str, setup: &Value) {
    let result = run(fixture, &json!({ "test": { "setupFiles": setup } }));
    assert!(result.success, "{fixture}\n{result:#?}");
}

/// The first error, with its location.
#[track_caller]
fn fails(fixture: &str, setup: &Value, expected: &str) {
    let result = run(fixture, &json!({ "test": { "setupFiles": setup } }));
    let Output::Tests(tests) = &result.output else { panic!("{result:#?}") };
    let failed = tests.iter().find(|test| !test.passed).unwrap_or_else(|| panic!("{result:#?}"));
    let at = &failed.location;
    let error = failed.error.as_deref().unwrap_or_default();
    assert_eq!(format!("{error} | {}:{}:{}", at.file, at.line, at.column), expected, "{fixture}");
    assert!(!result.success);
}

#[test]
fn they_run_in_order_and_anew_for_each_file() {
    let file = "import { log } from './log.js';\ntest('t', () => { expect(log).toEqual(['one', 'two', 'each']); expect(globalThis.made).toBe(1); });\n";
    let fixture = format!(
        "//- /a.test.js\n{file}//- /b.test.js\n{file}//- /log.js\nexport const log = [];\n//- /setup/one.ts\nimport {{ log }} from '../log.js';\n\
         enum E {{ One = 'one' }}\nlog.push(E.One as string); globalThis.made = (globalThis.made ?? 0) + 1;\n\
         //- /two.js\nimport {{ log }} from './log.js';\nimport {{ beforeEach }} from 'vitest';\nawait 0; log.push('two'); beforeEach(() => {{ log.push('each'); }});\n"
    );
    passes(&fixture, &json!(["./setup/one.ts", "two.js"]));
    passes(&fixture, &json!(["/setup/one", "two"]));
}

#[test]
fn hooks_matchers_and_mocks_of_theirs_hold_for_the_file() {
    passes(
        "//- /setup.js\nimport { expect, vi, afterEach, beforeAll } from 'vitest';\nvi.mock('./dep.js', () => ({ dep: 'mocked' }));\n\
         expect.extend({ toBeSeven(it) { return { pass: it === 7, message: () => '' }; } });\nbeforeAll(() => { globalThis.ready = true; });\n\
         afterEach(() => { globalThis.after = (globalThis.after ?? 0) + 1; });\n//- /dep.js\nexport const dep = 'real';\n//- /a.test.js\nimport { dep } from './dep.js';\n\
         test('one', () => { expect([dep, ready]).toEqual(['mocked', true]); expect(7).toBeSeven(); });\ntest('two', () => expect(after).toBe(1));\n",
        &json!("./setup.js"),
    );
}

#[test]
fn one_may_be_a_package() {
    passes(
        "//- /node_modules/setup/package.json\n{ \"exports\": { \"./vitest\": \"./v.js\" } }\n//- /node_modules/setup/v.js\nglobalThis.there = 1;\n\
         //- /a.test.js\ntest('t', () => expect(there).toBe(1));\n",
        &json!("setup/vitest"),
    );
}

#[test]
fn what_goes_wrong_in_one_fails_the_file() {
    let file = "//- /a.test.js\ntest('t', () => {});\n";
    let with = |setup: &str| format!("{file}//- /setup.js\n{setup}\n");
    fails(&with("\nthrow new Error('no')"), &json!("/setup.js"), "no | /setup.js:2:7");
    fails(&with("const;"), &json!("/setup.js"), "Unexpected token (/setup.js:1:6) | /setup.js:1:6");
    fails(
        &with("beforeEach(() => { throw new Error('each'); });"),
        &json!("/setup.js"),
        "beforeEach hook failed: each | /a.test.js:1:1",
    );
    fails(
        file,
        &json!("./gone.js"),
        "setupFiles: cannot find './gone.js': no such file (/a.test.js) | /a.test.js:1:1",
    );
}
