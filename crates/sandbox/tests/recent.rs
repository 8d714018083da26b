//! Built-ins that are newer than the guest's engine. Expected values are V8's, or else those of the standard.
#![allow(missing_docs)]

use crate::support;

use proptest::prelude::*;
use support::{options, small};
use verdict_sandbox::evaluate;

fn evaluated(source: &str) -> serde_json::Value {
    evaluate(source, options("", small())).value.expect("a value")
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let told = format!(
            "(() => {{ try {{ const value = {source}; return value instanceof Uint8Array ? [...value].join() : JSON.stringify(value) }} \
             catch (error) {{ return `${{error.name}}: ${{error.message}}` }} }})()"
        );
        assert_eq!(evaluated(&told), serde_json::json!(expected), "{source}");
    }
}

#[test]
fn bytes_are_read_and_written_as_text() {
    check(&[
        ("Uint8Array.fromBase64('aGVsbG8=')", "104,101,108,108,111"),
        ("Uint8Array.fromBase64('aGVsbG8')", "104,101,108,108,111"),
        ("Uint8Array.fromBase64(' aG Vs\\nbG8 = ')", "104,101,108,108,111"),
        ("Uint8Array.fromBase64('aGVsbG9=')", "104,101,108,108,111"),
        (
            "Uint8Array.fromBase64('aGVsbG9=',{lastChunkHandling:'strict'})",
            "SyntaxError: The base64 input terminates with non-zero padding bits.",
        ),
        (
            "Uint8Array.fromBase64('aGVsbG8',{lastChunkHandling:'strict'})",
            "SyntaxError: The base64 input terminates with a single character, excluding padding (=).",
        ),
        ("Uint8Array.fromBase64('aGVsbG8',{lastChunkHandling:'stop-before-partial'})", "104,101,108"),
        ("Uint8Array.fromBase64('-_-_',{alphabet:'base64url'})", "251,255,191"),
        (
            "Uint8Array.fromBase64('-_-_')",
            "SyntaxError: Found a character that cannot be part of a valid base64 string.",
        ),
        (
            "Uint8Array.fromBase64('+/+/',{alphabet:'base64url'})",
            "SyntaxError: Found a character that cannot be part of a valid base64 string.",
        ),
        (
            "Uint8Array.fromBase64('a')",
            "SyntaxError: The base64 input terminates with a single character, excluding padding (=).",
        ),
        (
            "Uint8Array.fromBase64('ab=')",
            "SyntaxError: Found a character that cannot be part of a valid base64 string.",
        ),
        (
            "Uint8Array.fromBase64('ab==c')",
            "SyntaxError: Found a character that cannot be part of a valid base64 string.",
        ),
        (
            "Uint8Array.fromBase64('a===')",
            "SyntaxError: Found a character that cannot be part of a valid base64 string.",
        ),
        ("Uint8Array.fromBase64(5)", "TypeError: input argument must be a string"),
        ("Uint8Array.fromBase64('',{alphabet:'x'})", "TypeError: invalid option x"),
        ("Uint8Array.fromBase64('',{lastChunkHandling:'x'})", "TypeError: invalid option x"),
        (
            "Uint8Array.fromBase64('ж')",
            "SyntaxError: Found a character that cannot be part of a valid base64 string.",
        ),
        ("new Uint8Array([104,101,108,108,111]).toBase64()", "\"aGVsbG8=\""),
        ("new Uint8Array([104,101,108,108,111]).toBase64({omitPadding:true})", "\"aGVsbG8\""),
        ("new Uint8Array([251,255,191]).toBase64({alphabet:'base64url'})", "\"-_-_\""),
        ("new Uint8Array().toBase64()", "\"\""),
        ("new Uint8Array([1]).toBase64({omitPadding:'yes'})", "\"AQ\""),
        ("new Uint8Array([1,171]).toHex()", "\"01ab\""),
        ("Uint8Array.fromHex('01aBfF')", "1,171,255"),
        ("Uint8Array.fromHex('0')", "SyntaxError: Input string must contain hex characters in even length"),
        ("Uint8Array.fromHex('0g')", "SyntaxError: Input string must contain hex characters in even length"),
        ("Uint8Array.fromHex(1)", "TypeError: input argument must be a string"),
        ("Uint8Array.fromBase64.length", "1"),
        ("Uint8Array.prototype.toBase64.length", "0"),
        ("Uint8Array.prototype.toBase64.name", "\"toBase64\""),
    ]);
}

#[test]
fn bytes_are_put_into_an_array() {
    check(&[
        (
            "(() => { const a = new Uint8Array(4); return [a.setFromBase64('aGVsbG8='), [...a]] })()",
            "[{\"read\":4,\"written\":3},[104,101,108,0]]",
        ),
        (
            "(() => { const a = new Uint8Array(8); return [a.setFromBase64('aGVsbG8='), [...a]] })()",
            "[{\"read\":8,\"written\":5},[104,101,108,108,111,0,0,0]]",
        ),
        (
            "(() => { const a = new Uint8Array(4); try { a.setFromBase64('aGVs!') } catch (e) { return [e.name, [...a]] } })()",
            "[\"SyntaxError\",[104,101,108,0]]",
        ),
        (
            "(() => { const a = new Uint8Array(5); return [a.setFromBase64('aGVsbG8', { lastChunkHandling: 'stop-before-partial' }), [...a]] })()",
            "[{\"read\":4,\"written\":3},[104,101,108,0,0]]",
        ),
        (
            "(() => { const a = new Uint8Array(2); return [a.setFromHex('010203'), [...a]] })()",
            "[{\"read\":4,\"written\":2},[1,2]]",
        ),
        (
            "(() => { const a = new Uint8Array(3); try { a.setFromHex('01zz') } catch (e) { return [e.name, [...a]] } })()",
            "[\"SyntaxError\",[1,0,0]]",
        ),
        ("new Uint8Array(0).setFromBase64('!')", "{\"read\":0,\"written\":0}"),
        (
            "(() => { const a = new Uint8Array(6); a.subarray(2, 4).setFromHex('ffee'); return [...a] })()",
            "[0,0,255,238,0,0]",
        ),
        (
            "Uint8Array.prototype.toHex.call([])",
            "TypeError: Method Uint8Array.prototype.toHex called on incompatible receiver",
        ),
        (
            "Uint8Array.prototype.toHex.call(new Int8Array(1))",
            "TypeError: Method Uint8Array.prototype.toHex called on incompatible receiver",
        ),
        ("Uint8Array.fromBase64('', { alphabet: Object('base64') })", "TypeError: invalid option object"),
        ("Uint8Array.fromBase64('', 5)", "TypeError: options must be an object"),
        ("Buffer.from('hi').toHex()", "\"6869\""),
        (
            "(() => { const a = new Uint8Array(4); a.buffer.transfer(); return a.toHex() })()",
            "TypeError: Cannot perform the operation on a detached ArrayBuffer",
        ),
    ]);
}

#[test]
fn numbers_are_rounded_to_16_bits() {
    check(&[
        (
            "[0,-0,1.337,65519,65520,-65520,5.960464477539063e-8,2.98e-8,2.9802322387695312e-8,2.980232238769532e-8,1e-9,6.1e-5,2049,2051,NaN,Infinity,undefined,'1.1'].map(x=>{const r=Math.f16round(x);return Object.is(r,-0)?'-0':String(r)})",
            "[\"0\",\"-0\",\"1.3369140625\",\"65504\",\"Infinity\",\"-Infinity\",\"5.960464477539063e-8\",\"0\",\"0\",\"5.960464477539063e-8\",\"0\",\"0.00006097555160522461\",\"2048\",\"2052\",\"NaN\",\"Infinity\",\"NaN\",\"1.099609375\"]",
        ),
        ("Math.f16round.length", "1"),
    ]);
}

#[test]
fn sums_are_exact() {
    check(&[
        (
            "[[0.1, 0.2], [0.1, 0.2, 0.3, -0.6], [1e100, 1, -1e100], [1, 1e100, 1, -1e100], [1e308, 1e308, -1e308], [5e-324, 5e-324], [2 ** 53, 1, 1], [2 ** 53, 1], [2 ** 53, 1, 5e-324], [-(2 ** 53), -1, -(5e-324)]].map((list) => Math.sumPrecise(list))",
            "[0.30000000000000004,2.7755575615628914e-17,1,2,1e+308,1e-323,9007199254740994,9007199254740992,9007199254740994,-9007199254740994]",
        ),
        (
            "[[], [-0], [-0, -0], [0, -0], [1, -1], [1e308, 1e308], [-1e308, -1e308], [Infinity], [Infinity, -Infinity], [NaN, 1], [Infinity, 1e308]].map((list) => { const sum = Math.sumPrecise(list); return Object.is(sum, -0) ? '-0' : String(sum) })",
            "[\"-0\",\"-0\",\"-0\",\"0\",\"0\",\"Infinity\",\"-Infinity\",\"Infinity\",\"NaN\",\"NaN\",\"Infinity\"]",
        ),
        ("Math.sumPrecise(new Set([1, 2]))", "3"),
        ("Math.sumPrecise([1, '2'])", "TypeError: Math.sumPrecise takes numbers only"),
        ("Math.sumPrecise([1n])", "TypeError: Math.sumPrecise takes numbers only"),
        ("Math.sumPrecise()", "TypeError: undefined is not iterable"),
        ("Math.sumPrecise(5)", "TypeError: 5 is not iterable"),
        (
            "(() => { let closed = 0; const items = { [Symbol.iterator]() { return this }, next: () => ({ value: 'x', done: false }), return: () => { closed++; return {} } }; try { Math.sumPrecise(items) } catch (e) { return [e.name, closed] } })()",
            "[\"TypeError\",1]",
        ),
    ]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A sum that includes the negative of each term is zero in any order, and integers add exactly.
    #[test]
    fn sums_know_no_order(terms in prop::collection::vec(any::<f64>().prop_filter("finite", |term| term.is_finite()), 1..40), small in prop::collection::vec(-1_000_000_i64..1_000_000, 1..40)) {
        let opposites = terms.iter().rev().map(|term| -term);
        let all: Vec<f64> = terms.iter().copied().chain(opposites).collect();
        let list = |numbers: &[f64]| numbers.iter().map(|number| format!("{number:e}")).collect::<Vec<_>>().join(",");
        let integers: Vec<f64> = small.iter().map(|integer| *integer as f64).collect();
        let source = format!("[Math.sumPrecise([{}]), Math.sumPrecise([{}])]", list(&all), list(&integers));
        prop_assert_eq!(evaluated(&source), serde_json::json!([0, small.iter().sum::<i64>()]));
    }

    /// Encoded bytes decode to themselves.
    #[test]
    fn bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let list = bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let source = format!("(() => {{ const a = new Uint8Array([{list}]); return [Uint8Array.fromBase64(a.toBase64()), Uint8Array.fromBase64(a.toBase64({{ alphabet: 'base64url', omitPadding: true }}), {{ alphabet: 'base64url' }}), Uint8Array.fromHex(a.toHex())].map((b) => [...b]) }})()");
        prop_assert_eq!(evaluated(&source), serde_json::json!([bytes.clone(), bytes.clone(), bytes]));
    }
}
