//! `eval:` as a table of text to JSON.
#![allow(missing_docs)]

use crate::support;

use support::{ending, options, small};
use verdict_sandbox::evaluate;

fn eval(source: &str) -> String {
    let evaluation = evaluate(source, options("//- /a.txt\nhello", small()));
    match evaluation.value {
        Ok(value) => value.to_string(),
        Err(stop) => ending(&stop),
    }
}

fn check(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(source, expected)| {
            let found = eval(source);
            (found != *expected).then(|| format!("{source}\n  expected {expected}\n  found    {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn plain_data_is_itself() {
    check(&[
        ("1 + 1", "2"),
        ("0.1 + 0.2", "0.30000000000000004"),
        ("1e21", "1e+21"),
        ("2 ** 53", "9007199254740992.0"),
        ("'a' + \"b\"", "\"ab\""),
        ("null", "null"),
        ("!0", "true"),
        ("[1, [2], 'x']", "[1,[2],\"x\"]"),
        ("{ a: 1 }", "{\"a\":1}"),
        ("{ a: 1, b: { c: [null] } }", "{\"a\":1,\"b\":{\"c\":[null]}}"),
        ("{}", "{}"),
        ("Object.assign(Object.create(null), { x: 1 })", "{\"x\":1}"),
        ("JSON.parse('{\"__proto__\":1}')", "{\"__proto__\":1}"),
        ("({ [Symbol('s')]: 1, 7: 2 })", "{\"7\":2}"),
        ("const a = 2; a * 21", "42"),
        ("if (true) 'completion'; else 'other'", "\"completion\""),
        ("{ let x = 1; x + 1 }", "2"),
        ("1, 2", "2"),
        ("Promise.resolve(5)", "5"),
        ("await Promise.resolve(6)", "6"),
        ("new Promise(done => setTimeout(() => done('late'), 1e6))", "\"late\""),
        ("({ then(done) { done(7) } })", "7"),
        ("(async () => { await null; return [8] })()", "[8]"),
        (
            "'I like to fetch data with require and process'",
            "\"I like to fetch data with require and process\"",
        ),
        ("// a comment\n 3 // more\n", "3"),
        ("/* a */ { b: 4 }", "{\"b\":4}"),
    ]);
}

#[test]
fn what_json_has_not_is_previewed() {
    check(&[
        ("undefined", r#"{"preview":"undefined","type":"undefined"}"#),
        ("NaN", r#"{"preview":"NaN","type":"number"}"#),
        ("-Infinity", r#"{"preview":"-Infinity","type":"number"}"#),
        ("-0", r#"{"preview":"-0","type":"number"}"#),
        ("10n ** 20n", r#"{"preview":"100000000000000000000n","type":"bigint"}"#),
        ("Symbol('s')", r#"{"preview":"Symbol(s)","type":"symbol"}"#),
        ("function f(a) { return a }", r#"{"preview":"[Function: f]","type":"function"}"#),
        ("() => 1", r#"{"preview":"[Function (anonymous)]","type":"function"}"#),
        ("async function g() {}", r#"{"preview":"[AsyncFunction: g]","type":"function"}"#),
        ("function* h() {}", r#"{"preview":"[GeneratorFunction: h]","type":"function"}"#),
        ("class A extends Array {}", r#"{"preview":"[class A extends Array]","type":"class"}"#),
        ("class B {}; new B()", r#"{"preview":"B {}","type":"object"}"#),
        ("new Date(0)", r#"{"preview":"1970-01-01T00:00:00.000Z","type":"date"}"#),
        ("new Date(NaN)", r#"{"preview":"Invalid Date","type":"date"}"#),
        ("/a\\/b/giu", r#"{"preview":"/a\\/b/giu","type":"regexp"}"#),
        ("new Map([[1, { a: 2 }]])", r#"{"preview":"Map(1) { 1 => { a: 2 } }","type":"map"}"#),
        ("new Set(['x'])", r#"{"preview":"Set(1) { 'x' }","type":"set"}"#),
        ("new Uint8Array([1, 2])", r#"{"preview":"Uint8Array(2) [ 1, 2 ]","type":"typedarray"}"#),
        ("new ArrayBuffer(3)", r#"{"preview":"ArrayBuffer { byteLength: 3 }","type":"arraybuffer"}"#),
        ("new WeakMap()", r#"{"preview":"WeakMap { <items unknown> }","type":"weakmap"}"#),
        ("new TypeError('no')", r#"{"preview":"[TypeError: no]","type":"error"}"#),
        ("[Promise.resolve(1)]", r#"[{"preview":"Promise { 1 }","type":"promise"}]"#),
        ("'\\ud800'", r#"{"preview":"'\\uD800'","type":"string"}"#),
        ("({ a: undefined })", r#"{"a":{"preview":"undefined","type":"undefined"}}"#),
        ("[1, , 2]", r#"[1,{"preview":"<empty item>","type":"hole"},2]"#),
        ("({ get x() { throw 1 } })", r#"{"x":{"preview":"[Getter/Setter]","type":"accessor"}}"#),
        ("({ toJSON() { throw 1 } })", r#"{"toJSON":{"preview":"[Function: toJSON]","type":"function"}}"#),
        ("const o = {}; o.o = o; o", r#"{"o":{"preview":"[Circular]","type":"circular"}}"#),
        ("(function* () {})()", r#"{"preview":"Object [Generator] {}","type":"object"}"#),
        ("new Proxy({}, { get() { throw 1 } })", r#"{"preview":"[Proxy]","type":"proxy"}"#),
        ("Object(1n)", r#"{"preview":"[BigInt: 1n]","type":"object"}"#),
    ]);
}

#[test]
fn errors_have_codes() {
    check(&[
        ("", "err:syntax: Nothing to evaluate (/<eval>:1:1)"),
        ("  // only a comment", "err:syntax: Nothing to evaluate (/<eval>:1:1)"),
        ("/* a */;", "err:syntax: Nothing to evaluate (/<eval>:1:1)"),
        ("1 +", "err:syntax: abrupt end (/<eval>)"),
        ("let x = 1;\nlet x = 2", "err:syntax: lexical name declared multiple times (/<eval>:1:1)"),
        ("1) + (2", "err:syntax: expected token ';', got ')' in expression statement (/<eval>:1:2)"),
        ("throw new RangeError('far')", "thrown: RangeError: far"),
        ("nope", "thrown: ReferenceError: nope is not defined"),
        ("Promise.reject(new Error('later'))", "thrown: Error: later"),
        ("new Promise(() => {})", "err:unsettled: The promise can never settle: nothing is left to run"),
        ("import('./b.js')", "err:not_found: Cannot find module './b.js' imported from /<eval> (/<eval>)"),
    ]);
}

#[test]
fn nothing_of_the_host_is_in_reach() {
    check(&[
        ("[].constructor.constructor('return typeof self')()", "\"undefined\""),
        ("typeof globalThis.document + typeof require", "\"undefinedundefined\""),
        ("(0, eval)('typeof postMessage')", "\"undefined\""),
        (
            "['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'importScripts', 'postMessage', 'self', 'window'].filter(name => name in globalThis)",
            "[]",
        ),
    ]);
}

#[test]
fn vfs_is_read_only() {
    check(&[
        ("vfs['/a.txt']", "\"hello\\n\""),
        ("Object.keys(vfs)", "[\"/a.txt\"]"),
        ("Object.getPrototypeOf(vfs)", "null"),
        ("vfs['/a.txt'] = 1; vfs = 2; delete globalThis.vfs; vfs['/a.txt']", "\"hello\\n\""),
        ("'use strict'; vfs['/b'] = 1", "thrown: TypeError: cannot set non-writable property: /b"),
        ("vfs.toString", r#"{"preview":"undefined","type":"undefined"}"#),
        ("import('/none.js').catch(error => error.code)", "\"ERR_MODULE_NOT_FOUND\""),
    ]);
}

#[test]
fn a_path_named_proto_is_an_ordinary_key() {
    let evaluation =
        evaluate("[vfs['/__proto__'], '__proto__' in vfs]", options("//- /__proto__\nx", small()));
    assert_eq!(evaluation.value.expect("a value").to_string(), r#"["x\n",false]"#);
}

#[test]
fn large_values_are_cut() {
    let evaluation = evaluate("Array.from({ length: 1e6 }, (_, i) => i)", {
        let mut options = options("", small());
        options.limits.output_bytes = 1_000;
        options
    });
    let text = evaluation.value.expect("a value").to_string();
    assert!(text.len() < 2_000 && text.contains("more items"), "{text}");
}
