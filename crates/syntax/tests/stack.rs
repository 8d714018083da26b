//! Source that passes the guard fits on the stack.
#![allow(missing_docs, clippy::unwrap_used)]

use oxc_allocator::Allocator;
use oxc_semantic::SemanticBuilder;
use verdict_syntax::{Dialect, check_nesting_in, parse};

/// An eighth of the stack of the wasm modules, and the stack of a test thread.
const STACK: usize = 2 << 20;

fn repeat((open, middle, close): (&str, &str, &str), count: usize) -> String {
    format!("{}{middle}{}", open.repeat(count), close.repeat(count))
}

/// Nests as deeply as the guard permits, then parses, analyses and drops.
fn check(path: &'static str, shape: (&'static str, &'static str, &'static str), around: (&str, &str)) {
    let source = |count| format!("{}{}{}", around.0, repeat(shape, count), around.1);
    let (mut accepted, mut refused) = (1, 100_000);
    while refused - accepted > 1 {
        let count = usize::midpoint(accepted, refused);
        if check_nesting_in(&source(count), Dialect::of_path(path)).is_ok() {
            accepted = count;
        } else {
            refused = count;
        }
    }
    let deepest = source(accepted);
    let run = move || {
        let allocator = Allocator::default();
        let parsed =
            parse(&allocator, path, &deepest).unwrap_or_else(|errors| panic!("{shape:?}: {errors:?}"));
        let built = SemanticBuilder::new_linter().build(&parsed.program);
        built.semantic.nodes().len()
    };
    let nodes = std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
    assert!(nodes > 1 && accepted >= 30, "{shape:?} {accepted}");
}

#[test]
fn the_deepest_that_passes_can_be_parsed() {
    for shape in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("f(", "1", ")"),
        ("f(function () {", "", "})"),
        ("f(() => {", "", "})"),
        ("(class { m() {", "", "} })"),
        ("{", "", "}"),
        ("if (a) {", "", "}"),
        ("`${", "1", "}`"),
        ("! ", "1", ""),
        ("new ", "a", ""),
        ("x + ", "1", ""),
        ("x = ", "1", ""),
        ("x ** ", "1", ""),
        ("a => ", "1", ""),
        ("a ? b : ", "1", ""),
        ("if (a) b; else ", "1", ""),
        ("for (;;) ", "1", ""),
        ("", "x", ".b"),
        ("", "x", "[0]"),
        ("", "x", ".b()"),
    ] {
        check("/a.cjs", shape, ("", ""));
    }
    check("/a.js", ("{ a: ", "1", "}"), ("x = ", ";"));
    check("/a.js", ("(", "a", ")"), ("x = /", "/;"));
    check("/a.js", ("class extends ", "a", "{}"), ("x = ", ";"));
    check("/a.ts", ("A<", "B", ">"), ("type T = ", ";"));
    check("/a.ts", ("keyof ", "A", ""), ("type T = ", ";"));
    check("/a.ts", ("a extends b ? c : ", "d", ""), ("type T = ", ";"));
    check("/a.ts", ("{ a: ", "A", "}"), ("type T = ", ";"));
    check("/a.ts", ("(a: ", "A", ") => A"), ("type T = ", ";"));
    check("/a.ts", ("namespace A {", "", "}"), ("", ""));
    check("/a.jsx", ("<a>", "", "</a>"), ("x = ", ";"));
    check("/a.jsx", ("<a>{", "b", "}</a>"), ("x = ", ";"));
}
