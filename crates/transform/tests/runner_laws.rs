//! Laws for every module as a function: its tokens map back to the file, and it is equivalent to the
//! published transform of the same form.
// The tests read files of this repository.
#![allow(missing_docs, clippy::expect_used, clippy::disallowed_methods)]

use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_parser::config::TokensParserConfig;
use oxc_parser::{Kind, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use oxc_transformer_plugins::ModuleRunnerTransform;
use proptest::prelude::*;
use verdict_syntax::LineTable;
use verdict_transform::runner::MODULE_PARAMETERS;
use verdict_transform::{Position, RunnerModule, Surroundings, in_source, runner_form};

fn form(path: &str, source: &str) -> Option<RunnerModule> {
    #[cfg(feature = "lower")]
    let lower = Surroundings { lower: Some(&verdict_transform::lower::Linked), ..Surroundings::default() };
    #[cfg(not(feature = "lower"))]
    let lower = Surroundings::default();
    runner_form(path, source, &lower).ok()
}

/// Words and strings of a text, with their lines and columns.
fn tokens(source: &str, source_type: SourceType) -> Vec<((u32, u32), String)> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type).with_config(TokensParserConfig).parse();
    assert!(!parsed.diagnostics.has_errors(), "{:?} in {source}", parsed.diagnostics);
    let lines = LineTable::new(source);
    let tokens = parsed.tokens.iter().filter(|token| token.kind() != Kind::Eof);
    tokens
        .map(|token| {
            let text = &source[token.start() as usize..token.end() as usize];
            (lines.position(token.start()), text.to_owned())
        })
        .collect()
}

/// Whether the text at a location was inserted.
fn is_new(positions: &[Position], place: (u32, u32)) -> bool {
    let after = positions.partition_point(|one| one.turned <= place);
    after == 0 || positions[after - 1].is_new || positions[after - 1].turned.0 != place.0
}

/// The text of a file from a location on.
fn at<'a>(lines: &LineTable<'a>, (line, column): (u32, u32)) -> &'a str {
    let text = lines.text(line);
    let mut units = 1;
    for (offset, character) in text.char_indices() {
        if units >= column {
            return &text[offset..];
        }
        units += u32::try_from(character.len_utf16()).expect("one or two");
    }
    ""
}

/// Checks that every token that was not inserted is in the file at its mapped location. Returns their number.
fn leads_back(path: &str, source: &str) -> usize {
    let Some(found) = form(path, source) else { return 0 };
    let lines = LineTable::new(source);
    let mut count = 0;
    for (place, token) in tokens(&found.code, SourceType::script()) {
        if is_new(&found.positions, place) {
            continue;
        }
        count += 1;
        let source = at(&lines, in_source(&found.positions, place));
        // Lowered code is printed with other quotes, and with additional marks.
        let is_word = token.starts_with(|first: char| first.is_alphanumeric() || first == '_');
        let exact = path.ends_with(".js") || is_word;
        assert!(
            !exact || source.starts_with(first_line(&token)),
            "{path}: {token} at {place:?} leads to {source:?}\n{}",
            found.code
        );
    }
    count
}

fn first_line(token: &str) -> &str {
    token.split(['\n', '\r', '\u{2028}', '\u{2029}']).next().unwrap_or_default()
}

/// The files of this repository.
fn corpus() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders: Vec<PathBuf> =
        ["tests", "www", "widget", "crates"].iter().map(|name| root.join(name)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                if !path.ends_with("node_modules") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|kind| kind == "js" || kind == "mjs" || kind == "ts") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = files.iter().filter_map(|path| {
        Some((format!("/{}", path.file_name()?.to_str()?), std::fs::read_to_string(path).ok()?))
    });
    read.collect()
}

#[test]
fn tokens_of_files_lead_back() {
    let mut corpus = corpus();
    // Lowered code has additional names.
    corpus.retain(|(path, source)| runner_form(path, source, &Surroundings::default()).is_ok());
    let counts: Vec<usize> = corpus.iter().map(|(path, source)| leads_back(path, source)).collect();
    let (files, tokens) = (counts.iter().filter(|count| **count > 0).count(), counts.iter().sum::<usize>());
    assert!(files > 250 && tokens > 100_000, "{files} files, {tokens} tokens");
}

#[test]
fn tokens_of_typescript_lead_back() {
    for (path, source) in [
        (
            "/a.ts",
            "import { a, type B } from './a';\nexport const b: B = a<string>(1 as number);\nexport default b!;\n",
        ),
        (
            "/a.ts",
            "import { a } from './a';\nenum E { A = a(), B }\nexport function f(x: E): void { a(x); }\n",
        ),
        ("/a.tsx", "import { a } from './a';\nexport const b = () => <a.b c={a()}>{a}</a.b>;\n"),
        ("/a.ts", "import { a } from './a';\nclass A { constructor(private b = a('é😀', a)) { a(); } }\n"),
        (
            "/a.test.ts",
            "import { vi } from 'vitest';\nimport { a } from './a';\nconst b: string = a();\nvi.mock('./a', () => ({\n  a: (): string => 'b',\n}));\n",
        ),
    ] {
        let expected = cfg!(feature = "lower")
            || (!source.contains("enum") && !source.contains("private") && path != "/a.tsx");
        assert_eq!(leads_back(path, source) > 0, expected, "{source}");
    }
}

#[test]
fn lines_end_as_the_engine_ends_them() {
    for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"] {
        let source =
            ["import { a } from './a';", "/* b", "c */ a();", "vi.mock('./a', () =>", " a);", "a(a)"]
                .join(end);
        assert!(leads_back("/a.js", &source) > 10, "{source:?}");
    }
}

/// A normal form of both outputs.
fn spelled(code: &str) -> String {
    let mut code = code
        .replace('`', "\"")
        .replace("__vite_ssr_exportName__(", "Object.defineProperty(__vite_ssr_exports__,")
        .replace("()=>{try{return ", "{enumerable:true,configurable:true,get(){return ")
        .replace("}catch{}})", "}})")
        // A property gives anonymous functions their name.
        .replace("__vite_ssr_export_default__={default:", "__vite_ssr_export_default__=")
        .replace("}.default;", ";");
    // Empty statements.
    for (written, plain) in [("};", "}"), (";}", "}"), ("{;", "{"), (":;", ":"), (";;", ";")] {
        while code.contains(written) {
            code = code.replace(written, plain);
        }
    }
    code.trim_matches(';').to_owned()
}

fn printed(program: &oxc_ast::ast::Program<'_>) -> String {
    let options = CodegenOptions { minify: true, ..CodegenOptions::minify() };
    Codegen::new().with_options(options).build(program).code
}

/// The outputs of the published transform and of ours.
fn both(source: &str) -> Option<(String, String)> {
    let ours = form("/a.js", source).filter(|found| found.common_js.is_none())?;
    let start = format!("(async function({}){{\"use strict\";", MODULE_PARAMETERS.join(","));
    let body = ours.code.strip_prefix(&start)?.strip_suffix("\n})\n//# sourceURL=/a.js")?;
    let allocator = Allocator::default();
    let ours = Parser::new(&allocator, body, SourceType::mjs()).parse();
    assert!(!ours.diagnostics.has_errors(), "{:?}\n{body}", ours.diagnostics);
    let ours = spelled(&printed(&ours.program));
    let mut theirs = Parser::new(&allocator, source, SourceType::mjs()).parse();
    let scoping = SemanticBuilder::new().build(&theirs.program).semantic.into_scoping();
    ModuleRunnerTransform::new().transform(&allocator, &mut theirs.program, scoping);
    let theirs = printed(&theirs.program);
    Some((spelled(&theirs), ours))
}

#[test]
fn says_what_the_published_transform_says() {
    let mut compared = 0;
    for (path, source) in corpus() {
        // A separate transform hoists calls, with the imports of the test API. Ours declares CommonJS names.
        let hoists = [".mock(", ".unmock(", ".hoisted("];
        let common_js =
            ["__dirname", "__filename", "require(", "require.", "exports.", "module.", "typeof module"];
        if hoists.iter().chain(&common_js).any(|text| source.contains(text)) {
            continue;
        }
        let source = source.replace("'vitest'", "'vitest2'").replace("'@jest/globals'", "'jest2'");
        let source = source.strip_prefix("#!").map_or(source.clone(), |rest| format!("//{rest}"));
        let Some((theirs, ours)) = both(&source) else { continue };
        assert_eq!(theirs, ours, "{path}");
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn loses_no_import_that_the_published_transform_loses() {
    let (theirs, ours) = both("import a, * as b from './a'; f(a, b);").expect("a module");
    assert!(theirs.contains("f(a,__vite_ssr_import_0__)"), "it is as good as ours now: {theirs}");
    assert!(ours.contains("f(__vite_ssr_import_0__.default,__vite_ssr_import_0__)"), "{ours}");
}

/// Parts of modules that can be combined in any order.
const PARTS: [&str; 26] = [
    "import { a } from './a'",
    "import b, { c as d } from \"./b\";",
    "import * as e from './c';",
    "import './d'",
    "export { x as y } from './e'",
    "export * from './f';",
    "export * as z from './g'",
    "export const x1 = a(1)\n",
    "export function f1(a) { return a(d) }",
    "export class C1 extends b { m = a }",
    "export { f1 as f2 }\n",
    "a()\n",
    "d.e`é😀${a}${d}`;",
    "a\n",
    "({ a, d, q: e })\n",
    "if (a()) d()\nelse b()\n",
    "{ let a = 1; a\n}",
    "for (const a of d(e)) { a() }\n",
    "import('./h').then(a)\n",
    "import.meta.url\n",
    "const g1 = (a = d) => a(e.f())\n",
    "e.f?.(a)?.[d]\n",
    "var s1 = '\u{2028}'; a(s1)\n",
    "label: for (;;) { a(); break label }\n",
    "// a comment\n",
    "/* over\nlines */ a(b, a(d));",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn modules_of_any_parts_lead_back_and_agree(parts in proptest::collection::vec(0..PARTS.len(), 1..12)) {
        let mut seen = std::collections::BTreeSet::new();
        // Each name is declared once.
        let parts = parts.into_iter().filter(|part| !is_declaration(*part) || seen.insert(*part));
        let source: String = parts.map(|part| format!("{}\n", PARTS[part])).collect();
        prop_assume!(!source.contains("export { f1") || source.contains("function f1"));
        leads_back("/a.js", &source);
        if let Some((theirs, ours)) = both(&source) {
            prop_assert_eq!(theirs, ours, "{}", source);
        }
    }
}

fn is_declaration(part: usize) -> bool {
    let part = PARTS[part];
    ["import {", "import b", "import *", "export ", "const ", "var "]
        .iter()
        .any(|start| part.starts_with(start))
}
