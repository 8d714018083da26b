//! Source that passes the guard fits on the stack.
#![allow(missing_docs, clippy::unwrap_used)]

use oxc_allocator::Allocator;
use oxc_semantic::SemanticBuilder;
use verdict_protocol::Diagnostic;
use verdict_syntax::{Dialect, check_nesting_in, parse};

/// An eighth of the stack of the wasm modules, and the stack of a test thread.
const STACK: usize = 2 << 20;

fn repeat((open, middle, close): (&str, &str, &str), count: usize) -> String {
    format!("{}{middle}{}", open.repeat(count), close.repeat(count))
}

/// The longest repetition up to a count that the guard accepts, and its count.
pub(crate) fn longest(path: &str, most: usize, source: impl Fn(usize) -> String) -> (usize, String) {
    let accepts = |count| check_nesting_in(&source(count), Dialect::of_path(path)).is_ok();
    let (mut accepted, mut refused) = (1, most + 1);
    while refused - accepted > 1 {
        let count = usize::midpoint(accepted, refused);
        if accepts(count) {
            accepted = count;
        } else {
            refused = count;
        }
    }
    (accepted, source(accepted))
}

/// Parses, analyses and drops on a small stack, which ends the process if it overflows. Returns the number of nodes.
pub(crate) fn on_small_stack(path: &'static str, source: String) -> Result<usize, Vec<Diagnostic>> {
    let run = move || {
        let allocator = Allocator::default();
        let parsed = parse(&allocator, path, &source)?;
        Ok(SemanticBuilder::new_linter().build(&parsed.program).semantic.nodes().len())
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap()
}

/// Nests as deeply as the guard permits.
fn check(path: &'static str, shape: (&'static str, &'static str, &'static str), around: (&str, &str)) {
    let source = |count| format!("{}{}{}", around.0, repeat(shape, count), around.1);
    let (accepted, deepest) = longest(path, 100_000, source);
    let nodes = on_small_stack(path, deepest).unwrap_or_else(|errors| panic!("{shape:?}: {errors:?}"));
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
