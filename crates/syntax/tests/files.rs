//! Positions, source kinds and syntax errors.
#![allow(missing_docs, clippy::unwrap_used)]

use oxc_allocator::Allocator;
use oxc_span::Span;
use verdict_syntax::{LineTable, SourceKind, parse, source_type};

#[test]
fn positions() {
    let check = |source: &str, needle: &str, expected: (u32, u32)| {
        let offset = u32::try_from(source.find(needle).unwrap()).unwrap();
        assert_eq!(LineTable::new(source).position(offset), expected, "{needle:?} in {source:?}");
    };
    check("x", "x", (1, 1));
    check("ab\ncx", "x", (2, 2));
    check("a\r\nx", "x", (2, 1));
    check("a\rx", "x", (2, 1));
    check("a\n\rx", "x", (3, 1));
    check("a\u{2028}b\u{2029}cx", "x", (3, 2));
    check("😀x", "x", (1, 3));
    check("é\u{202e}x", "x", (1, 3));
    check("\u{feff}x", "x", (1, 1));
    check("\u{feff}a\n\u{feff}x", "x", (2, 2));
    check("\0x", "x", (1, 2));
    check("a\u{85}b\u{b}c\u{c}x", "x", (1, 7));
    let lines = LineTable::new("a\n");
    assert_eq!((lines.position(2), lines.position(99), lines.lines()), ((2, 1), (2, 1), 2));
    assert_eq!(LineTable::new("").position(0), (1, 1));
    let inside = LineTable::new("😀x");
    assert_eq!(inside.position(2), (1, 1));
    let location = LineTable::new("a\nb😀").location("/a.js", Span::new(0, 7));
    let end = (location.end_line, location.end_column);
    assert_eq!((location.line, location.column, end), (1, 1, (Some(2), Some(4))));
}

/// Positions on a line of megabytes equal a count from its start, wherever blocks end.
#[test]
fn positions_on_long_lines() {
    let source = "a😀é".repeat(2_000);
    let lines = LineTable::new(&source);
    let mut column = 1;
    for (offset, character) in source.char_indices() {
        assert_eq!(lines.position(u32::try_from(offset).unwrap()), (1, column));
        column += u32::try_from(character.len_utf16()).unwrap();
    }
}

#[test]
fn kinds() {
    let check = |path: &str, source: &str, expected: &str| {
        let kind = match source_type(path, source) {
            SourceKind::Json => "json",
            SourceKind::Unknown => "unknown",
            SourceKind::Code(kind) if kind.is_typescript_definition() => "declaration",
            SourceKind::Code(kind) => match (kind.is_typescript(), kind.is_module(), kind.is_jsx()) {
                (false, true, false) => "js module",
                (false, true, true) => "jsx module",
                (false, false, false) => "js script",
                (false, false, true) => "jsx script",
                (true, true, false) => "ts module",
                (true, true, true) => "tsx module",
                (true, false, _) => "ts script",
            },
        };
        assert_eq!(kind, expected, "{path} {source}");
    };
    for (source, expected) in [
        ("", "js module"),
        ("a;", "js module"),
        ("export const a = 1;", "js module"),
        ("import a from 'b';", "js module"),
        ("import 'b';", "js module"),
        ("import.meta.url;", "js module"),
        ("const a = require('b');", "js script"),
        ("module.exports = 1;", "js script"),
        ("exports.a = 1;", "js script"),
        ("Object.defineProperty(exports, '__esModule', {});", "js script"),
        ("import a from 'b'; const c = require('d');", "js module"),
        ("import('b'); module.exports = 1;", "js script"),
        ("// require('a')\n'module.exports'; `exports.a`;", "js module"),
        ("a.require('b'); c.module.exports; ({ exports: 1 });", "js module"),
        ("const text = 'import a from b'; require('c');", "js script"),
        ("const a = /require('b')/;", "js module"),
        ("with (a) b;", "js script"),
        ("a = 010;", "js script"),
        ("export {}; with (a) b;", "js module"),
        ("a.with(0, 1); ({ with(b) {} }); c = 0.10 + 0x10 + 0;", "js module"),
    ] {
        check("/a.js", source, expected);
    }
    check("/a.mjs", "require('a')", "js module");
    check("/a.cjs", "", "js script");
    check("/a.jsx", "", "jsx module");
    check("/a.ts", "", "ts module");
    check("/a.mts", "", "ts module");
    check("/a.cts", "", "ts script");
    check("/a.tsx", "", "tsx module");
    check("/a.d.ts", "", "declaration");
    check("/a.d.mts", "", "declaration");
    check("/d.ts", "", "ts module");
    check("/a.json", "", "json");
    check("/a.css", "", "unknown");
    check("/js", "", "unknown");
    check("/a.js/b", "", "unknown");
}

fn errors(path: &str, source: &str, expected: &[&str]) {
    let allocator = Allocator::default();
    let found: Vec<String> = match parse(&allocator, path, source) {
        Ok(_) => Vec::new(),
        Err(errors) => errors
            .iter()
            .map(|error| {
                assert_eq!((error.code.as_deref(), error.location.file.as_str()), (Some("err:syntax"), path));
                format!("{}:{} {}", error.location.line, error.location.column, error.message)
            })
            .collect(),
    };
    assert_eq!(found, expected, "{source}");
}

#[test]
fn syntax_errors() {
    errors("/a.js", "const = 1;", &["1:7 Unexpected token"]);
    errors("/a.js", "😀\n", &["1:1 Invalid Character `😀`"]);
    errors("/a.js", "'é';\r\n  )", &["2:3 Unexpected token"]);
    errors("/a.js", "\u{feff}  )", &["1:3 Unexpected token"]);
    errors("/a.js", "#!/bin/x\nlet a;", &[]);
    errors("/a.js", "\u{feff}#!/bin/x\nlet a;", &[]);
    errors("/a.js", "\u{feff}#!/bin/x\nlet = ;", &["2:7 Unexpected token"]);
    errors("/a.js", "", &[]);
    errors("/a.js", "/(/;", &["1:2 Invalid regular expression: Unterminated capturing group"]);
    errors("/a.js", "with (a) b;", &[]);
    errors("/a.js", "x = 010;", &[]);
    errors("/a.cjs", "return 1;", &[]);
    errors("/a.js", "const a = await b;", &[]);
    let allocator = Allocator::default();
    let deep = "(".repeat(100_000);
    let found = parse(&allocator, "/a.js", &deep).unwrap_err();
    assert_eq!(found.len(), 1);
    assert!(found[0].message.contains("nests too deep"));
}
