//! Source that passes the guard fits on the stack, also when it repeats a random motif.
#![allow(missing_docs, clippy::unwrap_used)]

use oxc_allocator::Allocator;
use oxc_semantic::SemanticBuilder;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use verdict_syntax::{Dialect, check_nesting_in, parse};

/// An eighth of the stack of the wasm modules.
const STACK: usize = 2 << 20;
/// Number of random motifs of each kind.
const CASES: u32 = 500;
/// The longest source that is tried, in bytes.
const LONGEST: usize = 200_000;

/// Tokens, and the pieces that a lexer without a grammar misjudges most easily.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "a", "1", "''", "?", ":", "?", ":", "?", ":", "/", "/?/", "/:/", "/ /", "(", ")", "[", "]", "{", "}",
    "()", "{}", "[]", "=>", "=", "+", "-", "!", "**", ",", ";", "\n", ".", "?.", "...", "++", "--", "<",
    ">", "=>{}", "`", "`${", "}`", "if(a)", "else ", "for(;;)", "while(a)", "do ", "case ", "default",
    "switch(a){", "function(){", "class{", "return ", "yield ", "await ", "async ", "of ", "in ", "new ",
    "typeof ", "let ", "var ", "static ", "get ", "import ", "export ", "extends ", "<!--", "-->", "/*",
    "*/", "//", "`\n",
];

/// Constructs around an operand.
#[rustfmt::skip]
const AROUND: &[(&str, &str)] = &[
    ("(", ")"), ("[", "]"), ("f(", ")"), ("({a:", "})"), ("`${", "}`"), ("!", ""), ("- ", ""), ("new ", ""),
    ("await ", ""), ("a+", ""), ("", "+a"), ("a,", ""), ("", ",a"), ("a=", ""), ("a**", ""), ("a=>", ""),
    ("async a=>", ""), ("(a)=>", ""), ("a?b:", ""), ("a?", ":b"), ("", "?a:b"), ("a?!", ":b"),
    ("a?b=", ":c"), ("a?b=>", ":c"), ("a?b:!", ""), ("a?b:c=", ""), ("", ".a"), ("", "[0]"), ("", "()"),
    ("", "``"), ("", "\n``"), ("a[", "]"), ("(()=>{", "})"), ("(function(){", "})"), ("(class{a=", "})"),
    ("(class{[", "](){}})"), ("a?b\n:", ""), ("/?/,", ""), ("/:/,", ""), ("a/b/", ""), ("a++/", ""),
    ("", "?.a"), ("{}\n", ""), ("(a,", ")"), ("a?(b):", ""),
];

/// The longest repetition that the guard accepts, up to a length.
fn longest(path: &str, source: impl Fn(usize) -> String) -> String {
    let accepts = |count| check_nesting_in(&source(count), Dialect::of_path(path)).is_ok();
    let (mut accepted, mut refused) = (1, LONGEST / source(1).len().max(1));
    if accepts(refused) {
        return source(refused);
    }
    while refused - accepted > 1 {
        let count = usize::midpoint(accepted, refused);
        if accepts(count) {
            accepted = count;
        } else {
            refused = count;
        }
    }
    source(accepted)
}

/// Parses and analyses on a small stack. If it overflows, the process ends.
fn survives(path: &'static str, source: String) {
    let run = move || {
        let allocator = Allocator::default();
        if let Ok(parsed) = parse(&allocator, path, &source) {
            SemanticBuilder::new_linter().build(&parsed.program);
        }
    };
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

/// Repeats what opens, then what closes. An overflow names no case: `VERDICT_SHOW=1` with `--nocapture` prints each
/// before it runs.
fn check(cases: impl Strategy<Value = (String, String)>) {
    let paths = prop::sample::select(vec!["/a.js", "/a.cjs", "/a.jsx", "/a.ts", "/a.tsx"]);
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let is_shown = std::env::var_os("VERDICT_SHOW").is_some();
    let ran = runner.run(&(paths, cases), |(path, (open, close))| {
        let source = longest(path, |count| format!("{}1{}", open.repeat(count), close.repeat(count)));
        if is_shown {
            eprintln!("{path} {open:?} {close:?} {} bytes", source.len());
        }
        survives(path, source);
        Ok(())
    });
    ran.unwrap();
}

#[test]
fn repeated_constructs_fit() {
    check(prop::collection::vec(prop::sample::select(AROUND), 1..6).prop_map(|parts| {
        let open: String = parts.iter().map(|(open, _)| *open).collect();
        let close: String = parts.iter().rev().map(|(_, close)| *close).collect();
        (open, close)
    }));
}

#[test]
fn repeated_tokens_fit() {
    let tokens = prop::collection::vec(prop::sample::select(TOKENS), 1..8);
    check(tokens.prop_map(|tokens| (tokens.concat(), String::new())));
}
