//! Some of a guest's web APIs.
#![allow(missing_docs)]

use crate::support;

use support::{options, small};
use verdict_protocol::refusals::{browser_has, is_refusal};
use verdict_sandbox::evaluate;
use verdict_vfs::NodeModule;

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

#[test]
fn what_reaches_out_is_there_to_be_stubbed() {
    check(&[
        (
            "fetch('http://a').catch(error => [error.name, error.message])",
            "[\"TypeError\",\"fetch is not available in this sandbox, which reaches no network: stub it, for example with vi.stubGlobal('fetch', vi.fn(async () => new Response('…')))\"]",
        ),
        (
            "try { new WebSocket('ws://a') } catch (error) { [error.code, error.message.slice(0, 30)] }",
            "[\"ERR_FEATURE_UNAVAILABLE_ON_PLATFORM\",\"WebSocket is not available in \"]",
        ),
        ("globalThis.fetch = () => 'mine'; fetch()", "\"mine\""),
        (
            "[typeof document, typeof window, typeof localStorage, typeof indexedDB, typeof XMLHttpRequest, typeof self, typeof Worker, typeof require]",
            "[\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\",\"undefined\"]",
        ),
    ]);
}

#[test]
fn what_the_guest_lacks_is_told_by_its_sentence() {
    let streams = "Streams are not available in this sandbox";
    for (source, in_browser) in [
        ("crypto.subtle.sign()", Some("crypto.subtle.sign is not available in this sandbox")),
        ("crypto.subtle.generateKey()", Some("crypto.subtle.generateKey is not available in this sandbox")),
        ("new Blob(['a']).stream()", Some(streams)),
        ("new Response('a').body", Some(streams)),
        ("(1.5).toLocaleString('de')", Some("toLocaleString with 'de' is not available in this sandbox")),
        (
            "(1n).toLocaleString(['fr-FR', 'en'])",
            Some("toLocaleString with 'fr-FR' is not available in this sandbox"),
        ),
        (
            "(1.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })",
            Some("toLocaleString with the option 'style' is not available in this sandbox"),
        ),
        (
            "new Date(0).toLocaleDateString(undefined, { month: 'short' })",
            Some("toLocaleDateString with the option 'month' is not available in this sandbox"),
        ),
        (
            "new Date(0).toLocaleTimeString('en-GB')",
            Some("toLocaleTimeString with 'en-GB' is not available in this sandbox"),
        ),
        ("fetch('http://a')", None),
        ("new WebSocket('ws://a')", None),
    ] {
        let source = format!("(async () => {source})().catch((error) => error.message)");
        let value = evaluate(&source, options("", small())).value;
        let value = value.unwrap_or_else(|stop| panic!("{source}: {}", support::ending(&stop)));
        let message = value.to_string();
        let message = message.trim_matches('"');
        assert!(is_refusal(message), "{source}: {message}");
        assert_eq!(browser_has(message), in_browser, "{source}: {message}");
    }
    let repl = NodeModule::absent("/a.js", "node:repl");
    assert_eq!((is_refusal(&repl), browser_has(&repl)), (true, None), "{repl}");
}

#[test]
fn globals_that_make_themselves_are_ordinary_once_used() {
    check(&[
        (
            "URL; const before = typeof Object.getOwnPropertyDescriptor(globalThis, 'URL').get; Promise.resolve().then(() => [before, typeof Object.getOwnPropertyDescriptor(globalThis, 'URL').value])",
            "[\"function\",\"function\"]",
        ),
        ("globalThis.URL = class Mine {}; [URL.name, new URL().constructor.name]", "[\"Mine\",\"Mine\"]"),
        ("delete globalThis.URL; typeof URL", "\"undefined\""),
        (
            "const kept = Object.getOwnPropertyDescriptor(globalThis, 'Buffer'); Buffer; Object.defineProperty(globalThis, 'Buffer', { value: 1, configurable: true, writable: true }); const stub = Buffer; Object.defineProperty(globalThis, 'Buffer', kept); [stub, Buffer.name]",
            "[1,\"Buffer\"]",
        ),
        ("for (let i = 0; i < 3; i++) new Headers({ i }); typeof Headers", "\"function\""),
    ]);
}

#[test]
fn recent_built_ins_are_there() {
    check(&[
        (
            "Promise.all([Array.fromAsync([1, Promise.resolve(2)]), Array.fromAsync((async function* () { yield 'a' })()), Array.fromAsync({ length: 2, 0: 'x', 1: 'y' }, (v, i) => v + i)])",
            "[[1,2],[\"a\"],[\"x0\",\"y1\"]]",
        ),
        (
            "const b = new Uint8Array([1, 2]).buffer; const c = b.transfer(3); [b.detached, b.byteLength, c.detached, [...new Uint8Array(c)]]",
            "[true,0,false,[1,2,0]]",
        ),
        (
            "[Error.isError(new TypeError()), Error.isError({ message: '' }), Error.isError(new DOMException('x'))]",
            "[true,false,true]",
        ),
        (
            "[(1234567n).toLocaleString(), (-1234n).toLocaleString('en-US'), (1n).toLocaleString(), (1234n).toLocaleString('en-GB', { useGrouping: false })]",
            "[\"1,234,567\",\"-1,234\",\"1\",\"1234\"]",
        ),
        (
            "const log = []; const s = new DisposableStack(); s.use({ [Symbol.dispose]() { log.push('a') } }); s.defer(() => log.push('b')); s.adopt(5, (v) => log.push(v)); const m = s.move(); m.dispose(); [log, s.disposed, m.disposed]",
            "[[5,\"b\",\"a\"],true,true]",
        ),
        (
            "const s = new DisposableStack(); s.defer(() => { throw new Error('1') }); s.defer(() => { throw new Error('2') }); try { s.dispose() } catch (e) { [e.name, e.error.message, e.suppressed.message, e instanceof SuppressedError] }",
            "[\"SuppressedError\",\"1\",\"2\",true]",
        ),
        (
            "(async () => { const log = []; const s = new AsyncDisposableStack(); s.use({ async [Symbol.asyncDispose]() { log.push('a') } }); s.use({ [Symbol.dispose]() { log.push('b') } }); await s.disposeAsync(); return log })()",
            "[\"b\",\"a\"]",
        ),
        (
            "function inner() { const o = {}; Error.captureStackTrace(o, inner); return o.stack } function outer() { return inner() } const lines = outer().split('\\n'); [lines[0], lines[1].includes('outer'), lines.some((l) => l.includes('inner'))]",
            "[\"Error\",true,false]",
        ),
        (
            "Error.prepareStackTrace = (error, sites) => sites; function f() { return new Error('x').stack; } const [site] = f(); [site.getFunctionName(), typeof site.getFileName(), site.getLineNumber(), site.isNative(), String(site).startsWith('f (/')]",
            "[\"f\",\"string\",1,false,true]",
        ),
        (
            "Error.prepareStackTrace = (error, sites) => [error.message, typeof new Error('y').stack, sites.length > 0]; const e = new Error('x'); [e.stack === e.stack, e.stack, Object.keys(e)]",
            "[true,[\"x\",\"string\",true],[]]",
        ),
        (
            "Error.prepareStackTrace = (error, sites) => sites.map((site) => site.getFunctionName()); function g() { const o = {}; Error.captureStackTrace(o, g); return o.stack } function h() { return g() } h()[0]",
            "\"h\"",
        ),
        ("Error.prepareStackTrace = 1; typeof new Error('x').stack", "\"string\""),
        (
            "Error.prepareStackTrace = () => { throw 1 }; try { new Error('x').stack } catch (thrown) { thrown }",
            "1",
        ),
        (
            "[new Date(0).toLocaleString(), new Date(0).toLocaleTimeString()]",
            "[\"1/1/1970, 12:00:00 AM\",\"12:00:00 AM\"]",
        ),
        ("Object.getOwnPropertyNames(globalThis).length > 100 && typeof Intl", "\"undefined\""),
    ]);
}
