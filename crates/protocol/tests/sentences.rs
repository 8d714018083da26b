//! Sentences in both languages.
//!
//! `UPDATE_SENTENCES=1` rewrites the committed module.

#![allow(clippy::disallowed_methods, reason = "it compares a file of another crate")]

use std::path::Path;

use verdict_protocol::sentences;

#[test]
fn committed_module_is_that_of_the_sentences() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sealed/js/guest/sentences.js");
    let generated = sentences::javascript();
    if std::env::var_os("UPDATE_SENTENCES").is_some() {
        std::fs::write(&path, &generated).expect("written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == generated, "{} is stale: run `cargo xtask codegen`", path.display());
}

#[test]
fn placeholders_are_filled_in_both_languages() {
    assert_eq!(
        sentences::declared_late("Test", "a"),
        "Test \"a\" is declared late, after the tests of the file were collected"
    );
    let module = sentences::javascript();
    let line = |name: &str| {
        let start = format!("export const {name} = ");
        module.lines().find_map(|line| line.strip_prefix(&start)).expect("a sentence").to_owned()
    };
    assert_eq!(
        line("declaredLate"),
        "(what, name) => `${what} \"${name}\" is declared late, after the tests of the file were collected`;"
    );
    assert_eq!(line("replacedFixed"), "(name) => `Property \\`${name}\\` is not declared configurable`;");
    assert_eq!(line("madeFromText"), "() => `code made from text`;");
    // No placeholder stays unfilled.
    for (at, _) in module.match_indices('{') {
        assert!(at == 0 || module[..at].ends_with('$'), "{}", &module[at..(at + 40).min(module.len())]);
    }
}
