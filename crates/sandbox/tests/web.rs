//! Some of the web functions that a guest has.
#![allow(missing_docs)]

mod support;

use support::{options, small};
use verdict_sandbox::evaluate;

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let found = match evaluate(source, options("", small())).value {
            Ok(value) => value.to_string(),
            Err(stop) => support::ending(&stop),
        };
        assert_eq!(found, *expected, "{source}");
    }
}

#[test]
fn base64_is_that_of_browsers() {
    check(&[
        ("btoa('hello ÿ')", "\"aGVsbG8g/w==\""),
        ("atob(' aGVsbG8g /w ')", "\"hello ÿ\""),
        ("atob('ab')", "\"i\""),
        ("try { btoa('€') } catch (error) { error.name }", "\"InvalidCharacterError\""),
        ("try { atob('a') } catch (error) { error.name }", "\"InvalidCharacterError\""),
    ]);
}

#[test]
fn text_is_encoded_and_decoded() {
    check(&[
        ("[...new TextEncoder().encode('aé€😀')]", "[97,195,169,226,130,172,240,159,152,128]"),
        ("new TextDecoder().decode(new TextEncoder().encode('aé€😀'))", "\"aé€😀\""),
        ("new TextDecoder('utf-8').encoding", "\"utf-8\""),
    ]);
}

#[test]
fn structured_clones_are_apart() {
    check(&[
        (
            "const a = { b: [1, , { c: null }], u: undefined, n: -0 }; const c = structuredClone(a); [c.b !== a.b, 1 in c.b, c.b[2].c, 'u' in c, Object.is(c.n, -0)]",
            "[true,false,null,true,true]",
        ),
        ("const o = {}; o.o = o; const c = structuredClone(o); c.o === c && c !== o", "true"),
        (
            "const m = new Map([[{ k: 1 }, new Set([2])]]); m.set(9, 9); m.delete(9); const c = structuredClone(m); [c instanceof Map, c.size, [...c][0][0].k, [...[...c][0][1]]]",
            "[true,1,1,[2]]",
        ),
        ("const d = structuredClone(new Date(5)); [d.getTime(), d instanceof Date]", "[5,true]"),
        ("const r = structuredClone(/a/gi); [r.source, r.flags]", "[\"a\",\"gi\"]"),
        (
            "const e = structuredClone(new RangeError('far', { cause: [1] })); [e.name, e.message, e instanceof RangeError, e.cause]",
            "[\"RangeError\",\"far\",true,[1]]",
        ),
        (
            "const t = new Uint8Array([1, 2, 3, 4]).subarray(1, 3); const c = structuredClone(t); [[...c], c.byteOffset, c.buffer !== t.buffer]",
            "[[2,3],1,true]",
        ),
        (
            "class A { x = 1 }; const c = structuredClone(new A()); [c.x, c instanceof A, Object.getPrototypeOf(c) === Object.prototype]",
            "[1,false,true]",
        ),
        ("structuredClone(Object(5)) + 1", "6"),
        (
            "[() => {}, Symbol(), Promise.resolve(), new WeakMap(), new Proxy({}, {})].map(x => { try { structuredClone({ x }); return 'cloned' } catch (error) { return error.name } })",
            "[\"DataCloneError\",\"DataCloneError\",\"DataCloneError\",\"DataCloneError\",\"DataCloneError\"]",
        ),
        (
            "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; try { structuredClone(o) } catch (error) { error.name }",
            "\"RangeError\"",
        ),
    ]);
}
