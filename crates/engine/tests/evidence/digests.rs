//! Digests of expected values.

use serde_json::json;

use crate::common::run;

/// The digests of these matchers' arguments.
#[track_caller]
fn digests(body: &str) -> Vec<String> {
    let fixture = format!(
        "//- /a.test.ts\nimport {{ test, expect }} from 'vitest'; import * as lib from './lib.js';\ntest('t', () => {{\n{body}\n}});\n\
         //- /lib.js\nexport const value = 3; export function f() {{ return 3; }} export class Thing {{}}\n"
    );
    let result = run(&fixture, &json!({ "evidence": "full" }));
    let found = result.evidence.unwrap_or_else(|| panic!("no evidence"));
    found.files[0].tests[0].assertions.iter().map(|made| made.expected.clone()).collect()
}

#[track_caller]
fn same(one: &str, other: &str) {
    let found = digests(&format!("expect.soft(1).toEqual({one}); expect.soft(1).toEqual({other});"));
    assert_eq!(found[0], found[1], "{one} and {other}");
    assert_eq!(found[0].len(), 16);
}

#[track_caller]
fn differ(one: &str, other: &str) {
    let found = digests(&format!("expect.soft(1).toEqual({one}); expect.soft(1).toEqual({other});"));
    assert_ne!(found[0], found[1], "{one} and {other}");
}

#[test]
fn digests_tell_expected_values_apart_and_nothing_else() {
    same(
        "{ a: 1, b: [new Date(0), /x/g, new Map([[1, 'a']])] }",
        "{ a: 1, b: [new Date(0), /x/g, new Map([[1, 'a']])] }",
    );
    same("new Error('x')", "Object.assign(new Error('x'), { stack: 'other' })");
    same("lib.f", "lib.f");
    differ("0", "-0");
    differ("1", "'1'");
    differ("[1, 2]", "[2, 1]");
    differ("[1]", "[1, ,]");
    differ("[undefined]", "[ , ]");
    differ("{ a: 1 }", "{ a: 2 }");
    differ("{ a: { b: { c: { d: { e: 1 } } } } }", "{ a: { b: { c: { d: { e: 2 } } } } }");
    differ("new Map([[1, 2]])", "new Map([[1, 3]])");
    differ("new Set([1])", "new Set([2])");
    differ("new Uint8Array([1, 2])", "new Uint8Array([1, 3])");
    differ("new Error('x')", "new Error('y')");
    differ("new Error('x')", "new TypeError('x')");
    differ("() => 1", "() => 2");
    differ("expect.anything()", "expect.any(Number)");
    differ("expect.any(String)", "expect.any(Number)");
    differ("expect.stringContaining('a')", "expect.stringContaining('b')");
    differ("expect.objectContaining({ a: 1 })", "expect.objectContaining({ a: 2 })");
    differ("'x'.repeat(10000) + 'a'", "'x'.repeat(10000) + 'b'");
    differ(
        "Array.from({ length: 5000 }, (_, i) => i)",
        "Array.from({ length: 5000 }, (_, i) => i === 4999 ? 0 : i)",
    );
    differ("new lib.Thing()", "{}");
    differ("10n", "10");
    differ("null", "undefined");
    assert_eq!(digests("expect(1).toBeDefined();"), [String::new()]);
}
