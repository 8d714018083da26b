//! Previews, as Node's `util.inspect` has them.
#![allow(missing_docs)]

use crate::support;

use support::{load, small};
use verdict_protocol::Limits;

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let (mut guest, result) = load(&format!("//- /main.js\nglobalThis.value = {source};"));
        result.unwrap_or_else(|stop| panic!("{source}: {stop}"));
        let global = guest.context().global_object();
        let value = global.get(boa_engine::JsString::from("value"), guest.context()).expect("a value");
        assert_eq!(guest.inspect(&value), *expected, "{source}");
    }
}

#[test]
fn values_look_as_in_node() {
    check(&[
        ("'it\\'s'", "\"it's\""),
        ("'\"\\'`'", "'\"\\'`'"),
        ("'a\\n\\t\\x00\\u2028\\ud800'", "'a\\n\\t\\x00\u{2028}\\uD800'"),
        ("1e21", "1e+21"),
        ("[1, -0, NaN]", "[ 1, -0, NaN ]"),
        ("[, 1, , , 2, ,]", "[ <1 empty item>, 1, <2 empty items>, 2, <1 empty item> ]"),
        ("new Array(3)", "[ <3 empty items> ]"),
        ("Object.assign([1], { x: 2 })", "[ 1, x: 2 ]"),
        ("Array.from({ length: 102 }, (_, i) => 0).length", "102"),
        (
            "({ a: 1, 'b-c': { d: [] }, [Symbol('s')]: 2, 3: 4 })",
            "{ '3': 4, a: 1, 'b-c': { d: [] }, [Symbol(s)]: 2 }",
        ),
        (
            "({ get a() { throw 1 }, set a(x) {}, get b() { throw 1 }, set c(x) {} })",
            "{ a: [Getter/Setter], b: [Getter], c: [Setter] }",
        ),
        ("Object.create(null)", "[Object: null prototype] {}"),
        ("new (class Foo { x = 1 })", "Foo { x: 1 }"),
        ("new (class extends Map {})", "Map(0) {}"),
        ("Object.assign(() => {}, { a: 1 })", "[Function (anonymous)] { a: 1 }"),
        // Two-byte keys, of which a hidden one is a prefix.
        (
            "Object.assign(() => {}, { name名: 1, lengthé: 2 })",
            "[Function (anonymous)] { 'name名': 1, 'lengthé': 2 }",
        ),
        ("Object.assign(Error('e'), { message名: 1 })", "[Error: e] { 'message名': 1 }"),
        ("class {}", "[class value]".replace("value", "(anonymous)").as_str()),
        ("Math.max", "[Function: max]"),
        ("Math", "Object [Math] {}"),
        ("new Number(-0)", "[Number: -0]"),
        ("new String('x')", "[String: 'x']"),
        ("Object(Symbol('q'))", "[Symbol: Symbol(q)]"),
        ("new Map([['a', new Set([1])]])", "Map(1) { 'a' => Set(1) { 1 } }"),
        ("(() => { const m = new Map([[1, 1], [2, 2]]); m.delete(1); return m })()", "Map(1) { 2 => 2 }"),
        (
            "(() => { const o = { name: 'o' }; o.self = o; o.list = [o]; return o })()",
            "<ref *1> { name: 'o', self: [Circular *1], list: [ [Circular *1] ] }",
        ),
        (
            "({ a: { b: { c: { d: { e: { f: 1 } } } } } })",
            "{ a: { b: { c: { d: [Object] } } } }".replace("d: [Object]", "d: { e: [Object] }").as_str(),
        ),
        ("Promise.reject(1).catch(() => {}) && new Promise(() => {})", "Promise { <pending> }"),
        ("new Float64Array([1.5])", "Float64Array(1) [ 1.5 ]"),
        ("[undefined, null, Symbol.iterator]", "[ undefined, null, Symbol(Symbol.iterator) ]"),
        ("new Date(Date.UTC(2020, 0, 2))", "2020-01-02T00:00:00.000Z"),
        ("10n ** 400n", "[BigInt of more than 300 digits]"),
    ]);
}

#[test]
fn long_values_break_over_lines() {
    check(&[(
        "({ first: 'a'.repeat(40), second: { third: 'b'.repeat(40), x: [1, 2] } })",
        "{\n  first: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n  second: { third: 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', x: [ 1, 2 ] }\n}",
    )]);
}

#[test]
fn sparse_arrays_are_in_order_and_bounded() {
    let (mut guest, result) = support::load_with(
        "//- /main.js\nconst a = []; for (let i = 0; i < 300; i++) a[i * 1000 + 4e9 % 7] = i; console.log(a); console.log(new Array(1e6).fill(1));",
        Limits { ..small() },
    );
    result.expect("runs");
    let log = guest.take_console();
    assert!(log.entries[0].text.contains("0,\n") && log.entries[0].text.contains("<999 empty items>"));
    assert!(log.entries[1].text.ends_with("... 999900 more items\n]"), "{}", log.entries[1].text);
}
