//! Marked functions: the inserted text, and that nothing else changes.
// The tests read files of this repository.
#![allow(missing_docs, clippy::expect_used, clippy::disallowed_methods)]

use std::path::Path;

use oxc_allocator::Allocator;
use verdict_transform::{MARK, MARK_AFTER_DIRECTIVE, MARK_END, marked};

/// Checks the marked text of a module, with `!` for each call, and its functions.
#[track_caller]
fn check(source: &str, is_wrapped: bool, expected: &str, functions: &[&str]) {
    let (turned, marks) = marked(source, is_wrapped, ("", "")).expect("it has functions");
    let mut text = turned.text.replace(MARK_END, "!)");
    for number in 0..marks.len() {
        text = text.replace(&format!("{MARK}({number})"), "!");
    }
    let told: Vec<String> =
        marks.iter().map(|mark| format!("{}:{} {}", mark.at.0, mark.at.1, mark.name)).collect();
    assert_eq!(
        (text.as_str(), told.join(", ").as_str()),
        (expected, functions.join(", ").as_str()),
        "{source}"
    );
}

#[test]
fn every_function_calls_first_and_is_named_as_the_text_has_it() {
    check("function f(a = g()) { return a; }", false, "function f(a = g()) {!; return a; }", &["1:1 f"]);
    check(
        "const f = async (a) => a;\nx.y = () => ({});",
        false,
        "const f = async (a) => (!,a!);\nx.y = () => (!,({})!);",
        &["1:11 f", "2:7 y"],
    );
    check(
        "const o = { m() {}, get p() { return 1; }, q: function () {}, r: (() => 1) };",
        false,
        "const o = { m() {!;}, get p() {!; return 1; }, q: function () {!;}, r: (() => (!,1!)) };",
        &["1:13 m", "1:25 p", "1:47 q", "1:67 r"],
    );
    check(
        "class A { constructor() {} static async *#m() {} f = () => 1; }",
        false,
        "class A { constructor() {!;} static async *#m() {!;} f = () => (!,1!); }",
        &["1:11 constructor", "1:42 m", "1:54 f"],
    );
    check(
        "function f() { 'use strict'; 'b'\n g(); }",
        false,
        "function f() { 'use strict'; 'b';void !;\n g(); }",
        &["1:1 f"],
    );
    check("function f() { 'use strict'; g(); }", false, "function f() { 'use strict';!; g(); }", &["1:1 f"]);
    check("a(b => c => d)", false, "a(b => (!,c => (!,d!)!))", &["1:3 ", "1:8 "]);
    check(
        "(function (exports) {function f() {}\n})",
        true,
        "(function (exports) {function f() {!;}\n})",
        &["1:22 f"],
    );
}

#[test]
fn what_has_no_function_or_the_name_itself_stays() {
    for source in ["export const a = 1;", "function f( {", "const a = '__verdict_mark__'; function f() {}"] {
        assert_eq!(marked(source, false, ("", "")), None, "{source}");
    }
    assert_eq!(marked("(function (exports) {a();\n})", true, ("", "")), None);
    // Its nesting is the maximum that the guard permits, which marks would exceed.
    let deep = |levels: usize| format!("const f = {}1;", "a => ".repeat(levels));
    let deepest =
        (1..5_000).take_while(|levels| verdict_syntax::check_nesting(&deep(*levels)).is_ok()).last();
    let deepest = deepest.expect("some nest");
    assert!(marked(&deep(3), false, ("", "")).is_some());
    assert_eq!(marked(&deep(deepest), false, ("", "")), None, "{deepest}");
}

/// Removes the marks of a text.
fn unmarked(text: &str) -> String {
    let text = text.replace(MARK_END, "");
    let mut parts = text.split(MARK);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, after) = part.split_once(')').expect("a number");
        if after.starts_with(',') {
            assert_eq!(plain.pop(), Some('('));
        } else if plain.ends_with(MARK_AFTER_DIRECTIVE) {
            plain.truncate(plain.len() - MARK_AFTER_DIRECTIVE.len());
        }
        plain.push_str(&after[1..]);
    }
    plain
}

#[test]
fn files_of_this_repository_parse_with_marks_and_are_the_same_without() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("widget"), root.join("www"), root.join("crates")];
    let (mut files, mut functions) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_source = path.extension().is_some_and(|kind| kind == "js" || kind == "mjs");
            if path.is_dir() && !path.ends_with("node_modules") {
                folders.push(path);
            } else if let Some(source) = is_source.then(|| std::fs::read_to_string(&path).ok()).flatten() {
                // As passed to the engine.
                let source = source.strip_prefix("#!").map_or(source.clone(), |rest| format!("//{rest}"));
                let Some((turned, marks)) = marked(&source, false, ("/**/", "")) else { continue };
                let shown = path.display();
                assert_eq!(unmarked(&turned.text), format!("/**/{source}"), "{shown}");
                assert!(
                    verdict_syntax::parse(&Allocator::default(), "/module.js", &turned.text).is_ok(),
                    "{shown}"
                );
                assert_eq!(turned.text.matches(&format!("{MARK}(")).count(), marks.len(), "{shown}");
                (files, functions) = (files + 1, functions + marks.len());
            }
        }
    }
    assert!(files > 100 && functions > 1_000, "{files} files, {functions} functions");
}
