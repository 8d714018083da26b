//! Source that passes the guard fits on the stack, also when it repeats a random motif.
#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::stack::{longest, on_small_stack};

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

/// Repeats what opens, then what closes. An overflow names no case: `VERDICT_SHOW=1` with `--nocapture` prints each
/// before it runs.
fn check(cases: impl Strategy<Value = (String, String)>) {
    let paths = prop::sample::select(vec!["/a.js", "/a.cjs", "/a.jsx", "/a.ts", "/a.tsx"]);
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let is_shown = std::env::var_os("VERDICT_SHOW").is_some();
    let ran = runner.run(&(paths, cases), |(path, (open, close))| {
        let most = LONGEST / (open.len() + close.len());
        let (_, source) =
            longest(path, most, |count| format!("{}1{}", open.repeat(count), close.repeat(count)));
        if is_shown {
            eprintln!("{path} {open:?} {close:?} {} bytes", source.len());
        }
        // What is no JavaScript may be refused.
        let _ = on_small_stack(path, source);
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
