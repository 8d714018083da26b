//! Lowered syntax: the resulting text and its position map.
#![cfg(feature = "lower")]
#![allow(missing_docs)]

use verdict_protocol::TestRunner;
use verdict_transform::lower::{Jsx, JsxRuntime, Linked};
use verdict_transform::{CompilerOptions, NotLowered, Position, Prepared, Surroundings, prepare_module};

fn prepared(path: &str, source: &str, options: &CompilerOptions) -> Result<Prepared, String> {
    prepared_for(None, path, source, options)
}

fn prepared_for(
    runner: Option<TestRunner>,
    path: &str,
    source: &str,
    options: &CompilerOptions,
) -> Result<Prepared, String> {
    let is_type = |_: &str, name: &str| name == "Type";
    let options = || options.clone();
    let surroundings = Surroundings {
        is_type: &is_type,
        options: &options,
        lower: Some(&Linked),
        runner,
        ..Surroundings::default()
    };
    prepare_module(path, source, &surroundings).map_err(|error| match error {
        NotLowered::Refused(it) => format!("{}:{}: {}", it.location.line, it.location.column, it.message),
        NotLowered::Absent => "absent".to_owned(),
    })
}

/// Checks that the lowered text contains each of `parts`.
fn check(path: &str, source: &str, options: &CompilerOptions, parts: &[&str]) {
    let text = prepared(path, source, options).unwrap_or_else(|error| panic!("{source}\n{error}")).text;
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in parts {
        assert!(flat.contains(part), "{source}\n---\n{text}\n---\nhas no {part}");
    }
}

/// Maps a location of the text to the file, as the sandbox does.
fn in_file(positions: &[Vec<Position>], place: (u32, u32)) -> (u32, u32) {
    positions.iter().rev().fold(place, |place, step| in_step(step, place))
}

fn in_step(positions: &[Position], (line, column): (u32, u32)) -> (u32, u32) {
    let after = positions.partition_point(|one| one.turned <= (line, column));
    match after.checked_sub(1).map(|index| positions[index]) {
        Some(one) if one.is_new || one.turned.0 != line => one.source,
        Some(one) => (one.source.0, one.source.1 + (column - one.turned.1)),
        None => (line, column),
    }
}

/// Words and marks of a text with their locations.
fn tokens(text: &str) -> Vec<((u32, u32), String)> {
    let mut found: Vec<((u32, u32), String)> = Vec::new();
    let (mut line, mut column, mut inside) = (1, 1, false);
    for character in text.chars() {
        let is_word = character.is_alphanumeric() || matches!(character, '_' | '$');
        match found.last_mut() {
            Some((_, word)) if is_word && inside => word.push(character),
            _ if !character.is_whitespace() => found.push(((line, column), character.to_string())),
            _ => {}
        }
        inside = is_word;
        if character == '\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += u32::try_from(character.len_utf16()).expect("one or two");
        }
    }
    found
}

/// Checks that each of `parts` of the source is in the lowered text, at a location that maps back to it.
fn leads_back(path: &str, source: &str, parts: &[&str]) {
    let Prepared { text, positions, .. } =
        prepared(path, source, &CompilerOptions::default()).expect("it is lowered");
    let (from, to) = (tokens(source), tokens(&text));
    assert!(!positions.is_empty(), "{source}");
    for part in parts {
        let words = tokens(part);
        let find = |all: &[((u32, u32), String)]| {
            let same = |window: &[((u32, u32), String)]| window.iter().zip(&words).all(|(a, b)| a.1 == b.1);
            all.windows(words.len()).position(same)
        };
        let (Some(at), Some(was)) = (find(&to), find(&from)) else { panic!("{part} is not in\n{text}") };
        for offset in 0..words.len() {
            let (place, word) = &to[at + offset];
            assert_eq!(in_file(&positions, *place), from[was + offset].0, "{word} of {part} in\n{text}");
        }
    }
}

#[test]
fn constructs_of_typescript() {
    let plain = CompilerOptions::default();
    check("/a.ts", "enum E { A = 1, B }", &plain, &["E[E[\"A\"] = 1] = \"A\""]);
    check("/a.ts", "const enum E { A = 'x' } f(E.A);", &plain, &["E[\"A\"] = \"x\"", "f(E.A)"]);
    check("/a.ts", "namespace N { export const a = 1; }", &plain, &["N.a = 1"]);
    check("/a.ts", "module N { export function f() {} }", &plain, &["_N.f = f"]);
    check("/a.ts", "class A { constructor(public x: number) {} }", &plain, &["this.x = x"]);
    check(
        "/a.ts",
        "namespace N { export namespace M { export const z = 1; } } import Z = N.M; f(Z.z);",
        &plain,
        &["Z = N.M"],
    );
    check("/a.ts", "import p = require('p'); p();", &plain, &["const p = require(\"p\")"]);
    check("/a.ts", "const a = {}; export = a;", &plain, &["module.exports = a"]);
    check(
        "/a.ts",
        "{ using a = f(); g(a); }",
        &plain,
        &["const babelHelpers={usingCtx:", "_usingCtx.u(f())"],
    );
    check("/a.js", "async () => { await using a = f(); g(a); }", &plain, &["_usingCtx.a(f())"]);
    // Types are not looked up if there is no such name.
    check(
        "/a.ts",
        "import { Type, b } from 'b'; enum E { A } export { Type, b };",
        &plain,
        &["import { b } from \"b\"", "export { b }"],
    );
    check("/a.ts", "import { Type } from 'b'; enum E { A } let a: Type;", &plain, &["function(E)"]);
    check("/a.ts", "export { Type, b } from 'b'; enum E { A }", &plain, &["export { b } from \"b\""]);
}

#[test]
fn decorators() {
    let legacy = CompilerOptions { experimental_decorators: true, ..CompilerOptions::default() };
    let source = "@d class A { @d x = 1; @d m(@d a: string): number { return 1; } }";
    check(
        "/a.ts",
        source,
        &legacy,
        &["babelHelpers.decorate([d], A.prototype, \"x\", void 0)", "decorateParam:function"],
    );
    let metadata = CompilerOptions { emit_decorator_metadata: true, ..legacy };
    check("/a.ts", source, &metadata, &["decorateMetadata(\"design:paramtypes\", [String])"]);
    let refused = prepared("/a.ts", "enum E { A }\n@d class A {}", &CompilerOptions::default());
    assert!(refused.unwrap_err().starts_with("2:1: A decorator runs here only as one of TypeScript's own"));
    let refused = prepared("/a.ts", "class A { accessor x = 1 }", &CompilerOptions::default());
    assert_eq!(
        refused.unwrap_err(),
        "1:11: An 'accessor' field cannot run here; write a getter and a setter"
    );
}

#[test]
fn jsx() {
    let plain = CompilerOptions::default();
    let source = "export const a = <div id=\"x\"><b/>text</div>, f = <></>;";
    check("/a.tsx", source, &plain, &["from \"react/jsx-dev-runtime\"", "fileName: _jsxFileName"]);
    check("/a.jsx", source, &plain, &["from \"react/jsx-dev-runtime\""]);
    let with = |jsx: Jsx| CompilerOptions { jsx, ..CompilerOptions::default() };
    let preact = with(Jsx { import_source: Some("preact".into()), ..Jsx::default() });
    check("/a.tsx", source, &preact, &["from \"preact/jsx-dev-runtime\""]);
    let classic = Jsx {
        runtime: JsxRuntime::Classic,
        factory: Some("h".into()),
        fragment_factory: Some("F".into()),
        ..Jsx::default()
    };
    check(
        "/a.tsx",
        &format!("import {{ h, F }} from 'h'; {source}"),
        &with(classic),
        &["import { h, F } from \"h\"", "h(\"div\"", "h(F,"],
    );
    check("/a.tsx", &format!("/** @jsxImportSource p */\n{source}"), &plain, &["from \"p/jsx-dev-runtime\""]);
    check("/a.tsx", &format!("/** @jsxRuntime classic */\n/** @jsx h */\n{source}"), &plain, &["h(\"div\""]);
}

#[test]
fn in_a_project_of_jest_any_script_may_have_jsx() {
    let options = CompilerOptions::default();
    let cases = [
        ("/a.js", "const a = <b>it's</b>;", "_jsx(\"b\", { children: \"it's\" })"),
        ("/a.jsx", "const a = <b />;", "from \"react/jsx-runtime\""),
        ("/a.mjs", "import React from 'r'; export default <B c={1} />;", "React.createElement(B, { c: 1 })"),
        (
            "/a.js",
            "const React = require('r'); module.exports = <></>;",
            "React.createElement(React.Fragment, null)",
        ),
        (
            "/a.js",
            "import { h } from 'preact'; f(<b />, <></>);",
            "h(\"b\", null), /* @__PURE__ */ h(Fragment, null)",
        ),
        ("/a.js", "/** @jsx make */ f(<b />);", "make(\"b\", null)"),
        ("/a.js", "f(a</b/>/c/);", "f(a</b/>/c/)"),
    ];
    for (path, source, part) in cases {
        let text = prepared_for(Some(TestRunner::Jest), path, source, &options).expect(source).text;
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(part), "{source}\n{text}");
    }
    for runner in [None, Some(TestRunner::Vitest)] {
        let refused =
            prepared_for(runner, "/a.js", "let a;\na = <b />;", &options).expect_err("it is no .jsx");
        assert!(refused.starts_with("2:5: JSX is read in files named .jsx and .tsx alone"), "{refused}");
        // What only looks like an element.
        assert!(prepared_for(runner, "/a.js", "f(a</b/>/c/);", &options).is_ok());
    }
    let deep = format!("const a = {}{};", "<a>'".repeat(5_000), "</a>".repeat(5_000));
    assert!(prepared_for(Some(TestRunner::Jest), "/a.js", &deep, &options).is_err());
}

#[test]
fn fields_are_set_where_tsconfig_says_so() {
    let set = CompilerOptions { sets_class_fields: true, ..CompilerOptions::default() };
    let text = |source: &str| prepared("/a.ts", source, &set).expect("it runs").text;
    assert_eq!(text("class A { x: number; y = 1; #z; }"), "class A { ;          y = 1; #z; }");
    let lowered = text("enum E { A } class A { x: number; y = 1; }");
    assert!(lowered.contains("this.y = 1") && !lowered.contains("x;"), "{lowered}");
}

#[test]
fn commonjs_is_what_the_lowered_text_is() {
    let found = |source: &str| {
        prepared("/a.ts", source, &CompilerOptions::default()).expect("it runs").common_js.is_some()
    };
    assert!(found("import p = require('p'); export = p;"));
    assert!(found("enum E { A } module.exports = E;"));
    assert!(!found("enum E { A } export default E;"));
    assert!(!found("import p from 'p'; enum E { A } p(E);"));
}

#[test]
fn places_of_a_module_that_it_does_not_declare() {
    let free = |path: &str, source: &str| {
        prepared(path, source, &CompilerOptions::default()).expect("it runs").free.join(" ")
    };
    assert_eq!(free("/a.mjs", "export default __dirname;"), "__dirname");
    assert_eq!(free("/a.ts", "export const a: string = __filename + __dirname;"), "__dirname __filename");
    assert_eq!(free("/a.mjs", "const __dirname = 1; export default __dirname;"), "");
    assert_eq!(free("/a.mjs", "export default (__dirname) => __dirname;"), "");
    assert_eq!(free("/a.mjs", "export default '__dirname';"), "");
    assert_eq!(free("/a.ts", "enum E { A } export default [E, typeof __filename];"), "__filename");
}

#[test]
fn places_lead_back_to_the_source() {
    leads_back(
        "/a.ts",
        "enum E { A = f(1), B }\n\n  function g<T>(a: T, b?: number): T { throw new Error(`x ${a} é😀 ${b}`); }\n/* é */ const 名: string = call<string>(E.A)\n  .then((x: number) => x.y!.z(1)); // done\nobject?.[key as string](a, ...rest);",
        &[
            "f(1)",
            "throw new Error(`x ${a} é😀 ${b}`)",
            "const 名",
            "(E.A)",
            ".then((x",
            "=> x.y",
            ".z(1)",
            "object?.[key",
            "](a, ...rest)",
        ],
    );
    leads_back(
        "/a.ts",
        "class P {\r\n  constructor(private readonly x: number, y = 2) {\r\n    super(); check(this.x).toBe(y);\r\n  }\r\n}\r\nasync () => { { using a = open('a'); await a.read(1); } }",
        &["check(this.x).toBe(y)", "open(", "await a.read(1)"],
    );
    leads_back(
        "/a.tsx",
        "const a = <div onClick={() => run(1)}>\n  {items.map((it) => <b key={it.id}>{it.name.first()}</b>)}\n</div>;\nfail(a);",
        &["run(1)", "items.map((it) =>", "it.name.first()", "fail(a)"],
    );
}

#[test]
fn a_long_line_is_read_once() {
    // Counting each location from the start of the line would take minutes.
    let source = format!("enum E {{ A }} const a = [{}];", "'é', f(1), ".repeat(50_000));
    let text = prepared("/a.ts", &source, &CompilerOptions::default()).expect("it is lowered").text;
    assert!(text.len() > 100_000);
}
