//! Any thrown value is described without calling guest code.
#![allow(missing_docs)]

use crate::support;

use support::load;
use verdict_sandbox::Stop;

/// Checks `header | preview` of the value that a script throws.
fn check(source: &str, expected: &str) {
    let (_, result) = load(&format!("//- /main.js\n{source}"));
    let found = match result {
        Err(Stop::Thrown(thrown)) => format!("{} | {}", thrown.header(), thrown.preview),
        other => format!("{other:?}"),
    };
    assert_eq!(found, expected, "{source}");
}

#[test]
fn any_value_can_be_thrown() {
    check("throw null", "null | null");
    check("throw undefined", "undefined | undefined");
    check("throw 0", "0 | 0");
    check("throw -0", "-0 | -0");
    check("throw 'text'", "text | 'text'");
    check("throw Symbol('s')", "Symbol(s) | Symbol(s)");
    check("throw 1n", "1n | 1n");
    check("throw { a: 1 }", "{ a: 1 } | { a: 1 }");
    check("throw () => {}", "[Function (anonymous)] | [Function (anonymous)]");
    check("throw new Error('e')", "Error: e | [Error: e]");
    check("throw new Error", "Error | [Error]");
    check(
        "class MyError extends TypeError {}; throw new MyError('mine')",
        "TypeError: mine | [TypeError: mine]",
    );
    check(
        "class N extends Error { name = 'Named' }; throw new N('x')",
        "Named: x | [Named: x] { name: 'Named' }".replace(" { name: 'Named' }", "").as_str(),
    );
    check("throw new AggregateError([1], 'many')", "AggregateError: many | [AggregateError: many]");
    check(
        "null.x",
        "TypeError: cannot convert 'null' or 'undefined' to object | [TypeError: cannot convert 'null' or 'undefined' to object]",
    );
}

#[test]
fn no_trap_no_getter_no_method_is_called() {
    let proxy = "new Proxy(function () {}, new Proxy({}, { get() { throw 'trap' } }))";
    check(&format!("throw {proxy}"), "[Function: Proxy] | [Function: Proxy]");
    check("const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy", "[Proxy] | [Proxy]");
    check(
        "const e = new Error('m'); Object.defineProperty(e, 'message', { get() { throw 1 } }); throw e",
        "Error | [Error]",
    );
    check(
        "const e = new Error('m'); Object.defineProperty(e, 'name', { get() { for (;;); } }); throw e",
        "Error: m | [Error: m]",
    );
    check(
        "const e = new Error('m'); Object.setPrototypeOf(e, new Proxy({}, { get() { throw 1 } })); throw e",
        "Error: m | [Error: m]",
    );
    check(
        "const e = new Error('m'); e.toString = e.inspect = e[Symbol.toPrimitive] = () => { throw 1 }; e.name = { toString() { throw 1 } }; throw e",
        "Error: m | [Error: m] {\n  inspect: [Function (anonymous)],\n  toString: [Function (anonymous)],\n  [Symbol(Symbol.toPrimitive)]: [Function (anonymous)]\n}",
    );
    check(
        "Error.prototype.message = 5; Object.defineProperty(Error.prototype, 'stack', { get() { throw 1 } }); throw new Error",
        "Error | [Error]",
    );
    check(
        "throw { toString() { throw 1 }, get message() { throw 2 } }",
        "{ toString: [Function: toString], message: [Getter] } | { toString: [Function: toString], message: [Getter] }",
    );
    check(
        "const e = new Error('a'); e.cause = e; throw e",
        "Error: a | <ref *1> [Error: a] { cause: [Circular *1] }",
    );
}

#[test]
fn what_is_large_is_cut() {
    let (_, result) = load("//- /main.js\nthrow new Error('x'.repeat(1e6))");
    let Err(Stop::Thrown(thrown)) = result else { panic!("{result:?}") };
    assert!(thrown.message.len() <= 4096 && thrown.preview.len() <= 4096);
    let (_, result) = load(
        "//- /main.js\nlet o = {}; for (let i = 0; i < 1e4; i++) o = { o, k: 'v'.repeat(100), i }; throw [o, new Array(1e6).fill('long text')]",
    );
    let Err(Stop::Thrown(thrown)) = result else { panic!("{result:?}") };
    assert!(thrown.preview.len() <= 4096, "{}", thrown.preview.len());
}

#[test]
fn a_throw_has_its_place_even_without_an_error() {
    let (mut guest, result) = load("//- /main.js\nglobalThis.f = () => {\n  throw 'text';\n}");
    result.expect("runs");
    let global = guest.context().global_object();
    let f = global.get(boa_engine::JsString::from("f"), guest.context()).expect("a value");
    let f = f.as_callable().expect("a function");
    let Err(Stop::Thrown(thrown)) = guest.call(&f, &boa_engine::JsValue::undefined(), &[]) else { panic!() };
    assert_eq!(thrown.location.map(|at| at.line), Some(2), "{:?}", thrown.stack);
}

#[test]
fn an_undeclared_name_is_found() {
    for source in ["let x = 1;\nnope;", "\nnope()", "f(1);\nfunction f(a) { return a + nope }"] {
        let (_, result) = load(&format!("//- /main.js\n{source}"));
        let Err(Stop::Thrown(thrown)) = result else { panic!("{result:?}") };
        assert_eq!(thrown.location.map(|at| at.line), Some(2), "{source} {:?}", thrown.stack);
    }
}

#[test]
fn a_guest_sees_stacks_as_v8_has_them() {
    let source = "function f() { return new TypeError('m') }\nconst e = f(); console.log(e.stack); e.stack = 'own'; console.log(e.stack, Error.prototype.stack);";
    assert_eq!(
        support::printed(&format!("//- /main.js\n{source}")),
        "TypeError: m\n    at f (/main.js:1:23)\n    at /main.js:2:12\nown undefined"
    );
}

#[test]
fn what_a_guest_has_not_is_explained() {
    for (name, why) in [
        ("Intl", "locales"),
        ("document", "no page"),
        ("indexedDB", "reaches nothing outside"),
        ("WebAssembly", "no wasm"),
        ("ReadableStream", "no web streams"),
        ("Temporal", "engine does not have it"),
    ] {
        let (_, result) = load(&format!(
            "//- /main.js\nif (typeof {name} !== 'undefined') throw 'there';\nnew {name}.x();"
        ));
        let Err(Stop::Thrown(thrown)) = result else { panic!("{name}: {result:?}") };
        let message = &thrown.message;
        assert!(
            message.starts_with(&format!("{name} is not defined: ")) && message.contains(why),
            "{message}"
        );
        assert!(
            message.contains(&format!("vi.stubGlobal('{name}'")) && message.contains("engine: 'browser'"),
            "{message}"
        );
        let lacks = format!("{name} is not defined");
        assert_eq!(verdict_protocol::refusals::browser_has(message), Some(lacks.as_str()));
        assert_eq!(thrown.location.map(|location| (location.line, location.column)), Some((2, 5)), "{name}");
    }
    // Guest code sees the usual text, and its own errors are unchanged.
    check(
        "try { Intl } catch (error) { throw error.message }",
        "Intl is not defined | 'Intl is not defined'",
    );
    check(
        "throw new Error('Intl is not defined')",
        "Error: Intl is not defined | [Error: Intl is not defined]",
    );
    check("total", "ReferenceError: total is not defined | [ReferenceError: total is not defined]");
}
