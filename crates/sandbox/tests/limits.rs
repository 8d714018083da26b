//! Limits end guest code, which cannot catch them.
#![allow(missing_docs)]

use crate::support;

use support::{ending, load_with, on_big_stack, options};
use verdict_protocol::Limits;
use verdict_sandbox::{Guest, evaluate};
use verdict_vfs::VfsPath;

fn limits() -> Limits {
    Limits { instructions: 3_000_000, ..Limits::default() }
}

fn check(source: &str, expected: &str) {
    let fixture = format!("//- /main.js\n{source}");
    let found = on_big_stack(move || match load_with(&fixture, limits()) {
        (mut guest, Ok(())) => {
            guest.take_console().entries.into_iter().map(|entry| entry.text).collect::<Vec<_>>().join(" ")
        }
        (_, Err(stop)) => ending(&stop),
    });
    assert_eq!(found, expected, "{source}");
}

const BUDGET: &str = "err:budget: The instruction budget ran out (limits.instructions: 3000000)";
const STACK: &str = "err:stack: Calls nest deeper than the limit of recursion (limits.recursion: 1000)";

#[test]
fn endless_loops_run_out_of_budget() {
    check("while (true) {}", BUDGET);
    check(
        "for (;;) { try { while (true) {} } catch { console.log('caught') } finally { console.log('finally') } }",
        BUDGET,
    );
    check("function f() { for (;;); } function g() { f(); } g();", BUDGET);
    check("({ get x() { for (;;); } }).x", BUDGET);
    check("[2, 1].sort(() => { for (;;); })", BUDGET);
    check("JSON.stringify({ toJSON() { for (;;); } })", BUDGET);
    check("`${{ toString() { for (;;); } }}`", BUDGET);
    check("[...(function* () { for (;;) yield 1 })()]", BUDGET);
    check("const f = () => Promise.resolve().then(f); await f();", BUDGET);
    check("(async () => { for (;;) await null })(); await new Promise(() => {})", BUDGET);
    check(
        "setInterval(() => {}, 0); await new Promise(() => {})",
        "err:budget: Too many timers fired while waiting for a promise",
    );
    check("while (true) {} await 0", BUDGET);
    check("await 0; while (true) {}", BUDGET);
    check("import './main.js'; export const x = await null; for (;;);", BUDGET);
    check("const f = () => queueMicrotask(f); f(); await new Promise(() => {})", BUDGET);
    check("new Proxy({}, { get() { for (;;); } }).x", BUDGET);
    check("eval('for (;;);')", BUDGET);
}

#[test]
fn a_loop_has_a_limit_of_its_own() {
    let limits = Limits { loop_iterations: 1_000, ..Limits::default() };
    let (_, result) = load_with("//- /main.js\nfor (let i = 0; i < 2000; i++) {}", limits);
    let stop = result.expect_err("stops");
    assert_eq!(
        ending(&stop),
        "err:budget: A loop passed the limit of iterations (limits.loopIterations: 1000)"
    );
}

#[test]
fn endless_recursion_is_no_crash() {
    check("function f() { return f() + 1 } f();", STACK);
    check("try { (function f() { f() })() } catch { console.log('caught') }", STACK);
    check("const a = { get b() { return this.b } }; a.b", STACK);
    check("const f = () => [1].map(f); f()", STACK);
    check("const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)", STACK);
    check("const p = new Proxy({}, { get(t, k, r) { return r[k] } }); p.x", STACK);
    check("class A { constructor() { new A() } } new A()", STACK);
    check("const f = () => Reflect.apply(f, null, []); f()", STACK);
    check("const f = () => f.call(); f()", STACK);
    check("const f = () => [3, 2, 1].sort(f); f()", STACK);
    check("const f = () => 'x'.replace(/x/, f); f()", STACK);
    check("function* g() { yield* g() } [...g()]", STACK);
    check("const f = () => eval('f()'); f()", STACK);
    check("const f = () => new Promise(f); f()", STACK);
    check("const f = () => 'x'.replaceAll(/x/g, f); f()", STACK);
    check("const f = () => JSON.parse('[1]', f); f()", STACK);
    check("const f = async () => { await f() }; f()", STACK);
    check(
        "const f = () => f() + 1; f(); await 0;",
        "err:unsettled: The promise can never settle: nothing is left to run",
    );
}

#[test]
fn what_costs_most_of_the_stack_has_a_limit_of_its_own() {
    let nested = |call: &str, depth: u32| {
        format!("let n = 0; const f = () => {{ if (n++ < {depth}) {call}; return 'y' }}; f(); console.log(n)")
    };
    for call in ["'x'.replace(/x/, f)", "'x'.replaceAll(/x/g, f)", "JSON.parse('1', f)"] {
        check(&nested(call, 90), "91");
        check(&nested(call, 110), STACK);
    }
}

#[test]
fn nested_arrays_are_no_crash() {
    check("let a = []; for (let i = 0; i < 1e4; i++) a = [a]; String(a)", STACK);
    check("let a = 'x'; for (let i = 0; i < 50; i++) a = [a]; console.log(String(a))", "x");
    check("const a = [1]; a.push(a); console.log(String(a))", "1,");
}

#[test]
fn a_limit_has_its_place_and_the_guest_stays_stopped() {
    let (mut guest, result) = load_with("//- /main.js\nfunction spin() {\n  for (;;);\n}\nspin();", limits());
    assert_eq!(ending(&result.expect_err("stops")), BUDGET);
    assert_eq!(guest.instructions_remaining(), 0);
    let again = guest.load(&VfsPath::parse("/main.js").expect("a path"));
    assert!(again.is_err());
    let source = "//- /main.js\nfunction f() {\n  return f() + 1;\n}\nf();";
    let location = on_big_stack(move || load_with(source, limits()).1.map_err(|stop| stop.location()));
    let location = location.expect_err("stops").expect("a place");
    assert_eq!((location.file.as_str(), location.line), ("/main.js", 2));
}

#[test]
fn two_hundred_thousand_caught_throws_pass() {
    let limits = Limits { instructions: 100_000_000, ..Limits::default() };
    let fixture = "//- /main.js\nfunction f() { throw new Error('x') }\nlet n = 0;\nfor (let i = 0; i < 200000; i++) try { f() } catch { n++ }\nconsole.log(n);";
    let (mut guest, result) = load_with(fixture, limits);
    result.expect("passes");
    assert_eq!(guest.take_console().entries[0].text, "200000");
}

#[test]
fn oversize_results_are_range_errors() {
    let caught = |source: &str| format!("try {{ {source} }} catch (error) {{ console.log(error.name) }}");
    for source in [
        "'o'.repeat(2 ** 30)",
        "'ab'.repeat(2 ** 28)",
        "'x'.padStart(2 ** 30)",
        "'x'.padEnd(2 ** 31, 'ab')",
        "new ArrayBuffer(2e9)",
        "new Uint8Array(1.4e9)",
        "new Array(1e9).fill(0)",
        "new Array(1e9) + ''",
        "'x'.repeat(-1)",
        "'x'.repeat(Infinity)",
        "'x'.concat(...Array(9).fill('y'.repeat(1 << 25)))",
        "Array(10).join('x'.repeat(1 << 25))",
        "JSON.stringify(new Array(2 ** 32 - 1))",
        "JSON.stringify(new Proxy(new Array(2 ** 32 - 1), {}))",
        "JSON.stringify({}, new Array(2 ** 32 - 1))",
        "JSON.stringify('\\0'.repeat(1 << 27))",
    ] {
        check(&caught(source), "RangeError");
    }
    check(
        "console.log('ab'.repeat(2), 'x'.padStart(3, 'ab'), 'x'.padEnd(3), [1, , 2].join('-'), [1, 2].fill(0))",
        "abab abx x   1--2 [ 0, 0 ]",
    );
    check(
        "console.log('a'.concat('b', 1, { toString: () => 'c' }), 'aa'.replace('a', 'b'), 'aa'.replaceAll('a', 'b'), JSON.parse('[1]'))",
        "ab1c ba bb [ 1 ]",
    );
    check("console.log('x'.padStart(1e12, ''), ''.repeat(5) === '')", "x true");
}

#[test]
fn deep_source_in_strings_is_for_the_hook_to_refuse() {
    use std::rc::Rc;
    use verdict_protocol::Code;
    use verdict_sandbox::{PlainSource, SourceError, SourceHook};

    struct Shallow;
    impl SourceHook for Shallow {
        fn prepare(&self, path: &VfsPath, source: &str) -> Result<String, SourceError> {
            self.check(source)?;
            PlainSource.prepare(path, source)
        }
        fn check(&self, source: &str) -> Result<(), SourceError> {
            if source.matches('(').count() < 100 {
                return Ok(());
            }
            Err(SourceError { message: "nested too deep".to_owned(), line: 1, column: 9, code: Code::Syntax })
        }
    }
    let deep = "(".repeat(100_000);
    let mut options = options(&format!("//- /main.js\n{deep}"), limits());
    options.source_hook = Rc::new(Shallow);
    let mut guest = Guest::new(options.clone()).expect("a realm");
    let stop = guest.load(&VfsPath::parse("/main.js").expect("a path")).expect_err("refused");
    assert_eq!(ending(&stop), "err:syntax: nested too deep (/main.js:1:9)");
    for source in [deep, "Function('('.repeat(1e5))".to_owned(), "eval('('.repeat(1e5))".to_owned()] {
        let stop = evaluate(&source, options.clone()).value.expect_err("refused").to_string();
        assert!(stop.contains("nested too deep"), "{stop}");
    }
}
