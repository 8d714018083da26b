//! The committed declarations are those of the Rust types, and speak of nothing that only Rust knows.
//!
//! `cargo xtask codegen` rewrites them.
#![allow(clippy::disallowed_methods, reason = "the declarations are a file of this repository")]

use std::fs;
use std::path::{Path, PathBuf};

use verdict_declarations::declarations;

/// The text without what `biome format` decides: white space, separators, and the first `|` of a union.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for char in text.chars() {
        match char {
            ',' | ';' => {}
            '|' if plain.ends_with(['=', ':', '<', '(']) => {}
            '"' => plain.push('\''),
            char if char.is_whitespace() => {}
            char => plain.push(char),
        }
    }
    plain
}

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../manager/js/types.d.ts")
}

#[test]
fn committed_declarations_are_those_of_the_types() {
    let path = committed();
    let generated = declarations();
    if std::env::var_os("UPDATE_DECLARATIONS").is_some() {
        fs::write(&path, &generated).expect("written");
    }
    let committed = fs::read_to_string(&path).expect("the committed declarations");
    assert!(
        plain(&committed) == plain(&generated),
        "{} differs from the Rust types: run `cargo xtask codegen`",
        path.display()
    );
}

#[test]
fn layout_alone_makes_no_difference() {
    let cases = [
        ("type A = \"a\" | \"b\";", "type A =\n  | 'a'\n  | 'b';\n", true),
        ("interface A { a: 1, b: 2, }", "interface A {\n  a: 1;\n  b: 2;\n}", true),
        ("interface A { a: 1, }", "interface A { a?: 1; }", false),
        ("type A = 'a' | 'b';", "type A = 'a' & 'b';", false),
        ("/** A. */ type A = 1;", "/** B. */ type A = 1;", false),
    ];
    for (one, other, expected) in cases {
        assert_eq!(plain(one) == plain(other), expected, "{one} and {other}");
    }
}

#[test]
fn comments_use_the_names_of_javascript() {
    let text = declarations();
    let comments = text.lines().map(str::trim_start).filter(|line| line.starts_with(['*', '/']));
    let of_rust = |line: &&str| {
        let words = line.split(|char: char| !char.is_alphanumeric() && char != '_' && char != ':');
        let mut words = words.filter(|word| !word.is_empty());
        words.any(|word| ["None", "Some", "Vec", "Option"].contains(&word) || word.contains("::"))
    };
    let found: Vec<&str> = comments.filter(of_rust).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Types whose names the specification fixes: reports of the gate, profiles and their files, audit snapshots.
const SPECIFIED: [&str; 13] = [
    "AuditSnapshot",
    "Drift",
    "PhaseReport",
    "ProfileResult",
    "ProfileRun",
    "ProfileTiming",
    "Recovery",
    "SkillResult",
    "SkillTiming",
    "StepResult",
    "StepTiming",
    "ToolchainResult",
    "TransactionReport",
];

#[test]
fn names_are_in_camel_case_unless_a_specification_fixes_them() {
    let committed = fs::read_to_string(committed()).expect("the committed declarations");
    let mut interface = "";
    let mut found = 0;
    for line in committed.lines() {
        if let Some(rest) = line.strip_prefix("export interface ") {
            interface = rest.split(' ').next().unwrap_or_default();
            continue;
        }
        let Some((name, _)) = line.trim_start().split_once(':') else { continue };
        let name = name.trim_end_matches('?');
        if name.is_empty() || !name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_') {
            continue;
        }
        found += 1;
        let is_specified = SPECIFIED.contains(&interface);
        assert!(is_specified || !name.contains('_'), "{interface}.{name}");
        let has_hump = name.starts_with(char::is_lowercase) && name.contains(char::is_uppercase);
        assert!(!is_specified || !has_hump, "{interface}.{name}");
    }
    assert!(found > 300, "{found} members");
}
