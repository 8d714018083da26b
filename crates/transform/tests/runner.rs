//! Modules as functions.
#![allow(missing_docs, clippy::expect_used)]

use verdict_transform::runner::{COMMON_JS_PARAMETERS, MODULE_PARAMETERS, path_of, source_url};
use verdict_transform::{NotLowered, RunnerModule, Surroundings, in_source, runner_form};

fn form(path: &str, source: &str) -> RunnerModule {
    runner_form(path, source, &Surroundings::default()).unwrap_or_else(|error| panic!("{source}\n{error:?}"))
}

/// Checks the code of a module, without the common parts.
#[track_caller]
fn check(source: &str, expected: &str) {
    let code = form("/a.js", source).code;
    let start = format!("(async function({}){{\"use strict\";", MODULE_PARAMETERS.join(","));
    let body = code.strip_prefix(&start).expect("it is a function of the runner's parameters");
    let body = body.strip_suffix("\n})\n//# sourceURL=/a.js").expect("its name ends it");
    assert_eq!(body, expected, "{source}");
}

const GET: [&str; 2] = ["() => { try { return ", " } catch {} });"];

fn tells(name: &str, value: &str) -> String {
    format!("__vite_ssr_exportName__(\"{name}\", {}{value}{}", GET[0], GET[1])
}

#[test]
fn imports_are_awaited_on_the_first_line() {
    check("f();", "f();");
    check(
        "import './a';\nimport d, { b as c, 'odd name' as o } from './b';\nimport * as n from './c';\n[d, c, o, n];\n",
        "const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\");\
         const __vite_ssr_import_1__ = await __vite_ssr_import__(\"./b\", {importedNames:[\"default\",\"b\",\"odd name\"]});\
         const __vite_ssr_import_2__ = await __vite_ssr_import__(\"./c\");\
         ;\n;\n;\n[__vite_ssr_import_1__.default, __vite_ssr_import_1__.b, __vite_ssr_import_1__[\"odd name\"], __vite_ssr_import_2__];\n",
    );
    // Both of a default import and a namespace.
    check(
        "import d, * as n from './a'; d(n);",
        "const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\", {importedNames:[\"default\"]});\
         ; (0,__vite_ssr_import_0__.default)(__vite_ssr_import_0__);"
            .replace("; (0,", "; ;(0,")
            .as_str(),
    );
}

/// Checks the rewritten body below `import { a } from './a'`.
#[track_caller]
fn uses(body: &str, expected: &str) {
    let before =
        "const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\", {importedNames:[\"a\"]});;";
    let expected = expected.replace("A.", "__vite_ssr_import_0__.");
    check(&format!("import {{ a }} from './a';{body}"), &format!("{before}{expected}"));
}

#[test]
fn uses_become_property_accesses() {
    uses("x = [a, { a }, { b: a }, a.b, a?.b]", "x = [A.a, { a: A.a }, { b: A.a }, A.a.b, A.a?.b]");
    uses("class B extends a {}", "class B extends A.a {}");
    uses("class B { a = a; a() {} [a]; static { a } }", "class B { a = A.a; a() {} [A.a]; static { A.a } }");
    uses("{ let a = 1; a }", "{ let a = 1; a }");
    uses("function f(a = a) { a }", "function f(a = a) { a }");
    uses("function f(b = a) { var a; }", "function f(b = A.a) { var a; }");
    uses("a: for (;;) break a", "a: for (;;) break a");
    uses("({ a } = b); ({ a = 1 } = b); [a] = b", "({ a: A.a } = b); ({ a: A.a = 1 } = b); [A.a] = b");
    uses("const { c = a, a: d } = b", "const { c = A.a, a: d } = b");
    uses("typeof a; `${a}`; a++; new a; new a.b()", "typeof A.a; `${A.a}`; A.a++; new A.a; new A.a.b()");
    uses("for (a of b);", "for (A.a of b);");
}

#[test]
fn calls_have_no_module_as_their_this() {
    uses("x = a(1)", "x = (0,A.a)(1)");
    uses("x = a /* b */ (1)", "x = (0,A.a) /* b */ (1)");
    uses("x = (a)(1)", "x = ((0,A.a))(1)");
    uses("x = a?.(1)", "x = (0,A.a)?.(1)");
    uses("x = a`b`", "x = (0,A.a)`b`");
    uses("x = a(a(a))", "x = (0,A.a)((0,A.a)(A.a))");
    uses("x = a.b(1)", "x = A.a.b(1)");
    uses("f(() => a())", "f(() => (0,A.a)())");
    check(
        "import * as n from './a'; n(); n.b();",
        "const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\");; __vite_ssr_import_0__(); __vite_ssr_import_0__.b();",
    );
}

#[test]
fn a_statement_without_an_end_is_not_gone_on_with() {
    uses("b\na()", "b\n;(0,A.a)()");
    uses("{ b\na`c` }", "{ b\n;(0,A.a)`c` }");
    uses("function f() { 'use x'\na() }", "function f() { 'use x'\n;(0,A.a)() }");
    uses("switch (b) { case 1: b\na() }", "switch (b) { case 1: b\n;(0,A.a)() }");
    // Not a statement list: a semicolon would be a statement of its own.
    uses("if (b) a()\nelse a()", "if (b) (0,A.a)()\nelse (0,A.a)()");
    uses("b: a()", "b: (0,A.a)()");
    check("b\nexport {}\n(c)", "b\n;\n(c)");
}

#[test]
fn exports_are_told_before_anything_runs() {
    check(
        "export const a = 1, { b, c: [d] } = x;",
        &format!(
            "{}{}{}const a = 1, {{ b, c: [d] }} = x;",
            tells("a", "a"),
            tells("b", "b"),
            tells("d", "d")
        ),
    );
    check("export function f() {}", &format!("{}function f() {{}}", tells("f", "f")));
    check("export class C {}", &format!("{}class C {{}}", tells("C", "C")));
    check(
        "let a; export { a as b, a as 'c d' };",
        &format!("{}{}let a; ;", tells("b", "a"), tells("c d", "a")),
    );
    check("export default function f() {}", &format!("{}function f() {{}}", tells("default", "f")));
    check("export default class C {}", &format!("{}class C {{}}", tells("default", "C")));
    let named = tells("default", "__vite_ssr_export_default__");
    check("export default 1 + 1;", &format!("{named}const __vite_ssr_export_default__ = 1 + 1;"));
    check(
        "export default function () {}\nf()",
        &format!("{named}const __vite_ssr_export_default__ = {{default: function () {{}}}}.default;\nf()"),
    );
    check(
        "export default async () => 1",
        &format!("{named}const __vite_ssr_export_default__ = {{default: async () => 1}}.default;"),
    );
    check(
        "import { a } from './a'; export { a as b }; export default a;",
        &format!(
            "{}{named}const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\", {{importedNames:[\"a\"]}});; ; \
             const __vite_ssr_export_default__ = __vite_ssr_import_0__.a;",
            tells("b", "__vite_ssr_import_0__.a")
        ),
    );
}

#[test]
fn re_exports_load_what_they_name() {
    check(
        "export { a, b as c, default } from './a';",
        &format!(
            "{}{}{}const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\", {{importedNames:[\"a\",\"b\",\"default\"]}});;",
            tells("a", "__vite_ssr_import_0__.a"),
            tells("c", "__vite_ssr_import_0__.b"),
            tells("default", "__vite_ssr_import_0__.default"),
        ),
    );
    check(
        "export * from './a'; export * as n from './b';",
        &format!(
            "{}const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\");__vite_ssr_exportAll__(__vite_ssr_import_0__);\
             const __vite_ssr_import_1__ = await __vite_ssr_import__(\"./b\");; ;",
            tells("n", "__vite_ssr_import_1__")
        ),
    );
}

#[test]
fn what_a_module_knows_of_itself() {
    check(
        "import.meta.url; import('./a'); import('./a', { with: {} })",
        "__vite_ssr_import_meta__.url; __vite_ssr_dynamic_import__('./a'); __vite_ssr_dynamic_import__('./a', { with: {} })",
    );
    check("export {}; const require = f(); require('./a')", "; const require = f(); require('./a')");
    check("#!/usr/bin/env node\nf()", "///usr/bin/env node\nf()");
    check("f() // last", "f() // last");
    // Starts a comment in scripts only.
    check("let a = 1, b = 2; f(b<!--a, a < !--b, '<!--')", "let a = 1, b = 2; f(b< !--a, a < !--b, '<!--')");
}

#[test]
fn modules_have_what_they_use_of_common_js() {
    let declared = |path: &str, declared: Option<bool>, source: &str| {
        let surroundings = Surroundings { declared, ..Surroundings::default() };
        let code = runner_form(path, source, &surroundings).expect("it parses").code;
        let (_, body) = code.split_once("\"use strict\";").expect("a function");
        body.split_once("; f").expect("the call").0.trim_end_matches(';').to_owned()
    };
    assert_eq!(declared("/a.js", None, "export {}; f()"), "");
    assert_eq!(declared("/b/a.js", None, "export {}; f(__filename)"), "var __filename=\"/b/a.js\"");
    let all = "export {}; f(__dirname, require, exports, module)";
    let expected = "var __dirname=\"/\";var require=__verdict_common_js__.require;var module=__verdict_common_js__.module;\
                    var exports=__verdict_common_js__.exports";
    assert_eq!(declared("/a.js", None, all), expected);
    assert_eq!(declared("/a.mjs", Some(false), all), expected);
    // In Vitest, a package that declares ES modules belongs to Node.
    assert_eq!(declared("/node_modules/p/a.mjs", Some(false), all), "");
    check("export {}; const require = f(); require()", "; const require = f(); require()");
}

#[test]
fn mocking_calls_come_before_what_they_mock() {
    check(
        "import { vi, it } from 'vitest';\nimport { a } from './a';\nvi.mock('./a', () => ({\n  a: 1,\n}));\na()\n",
        "const __vite_ssr_import_0__ = await __vite_ssr_import__(\"vitest\", {importedNames:[\"vi\",\"it\"]});\
         __vite_ssr_import_0__.vi.mock('./a', () => ({\n  a: 1,\n}));;\
         const __vite_ssr_import_1__ = await __vite_ssr_import__(\"./a\", {importedNames:[\"a\"]});\
         ;\n;\n;\n;(0,__vite_ssr_import_1__.a)()\n",
    );
    check(
        "import './a'; const { x } = await vi.hoisted(async () => 1); vi.mock(import('./a')); function f() { vi.mock('./b'); return vi.unmock('./b') }",
        "const { x } = await vi.hoisted(async () => 1);;vi.mock('./a');;vi.mock('./b');;vi.unmock('./b');\
         const __vite_ssr_import_0__ = await __vite_ssr_import__(\"./a\");; ; ; function f() { ; return void 0 }",
    );
    let refused = runner_form("/a.js", "\nexport const x = vi.hoisted(() => 1);", &Surroundings::default());
    let Err(NotLowered::Refused(refused)) = refused else { panic!("{refused:?}") };
    assert_eq!((refused.location.file.as_str(), refused.location.line), ("/a.js", 2));
}

#[test]
fn common_js_is_a_function_of_its_own() {
    let found =
        form("/b/a.js", "#!/bin/x\nexports.a = require('./b'); import('./c'); require.resolve('./d')");
    let expected = format!(
        "(function({}){{///bin/x\nexports.a = require('./b'); __vite_ssr_dynamic_import__('./c'); require.resolve('./d')\n}})\n//# sourceURL=/b/a.js",
        COMMON_JS_PARAMETERS.join(",")
    );
    assert_eq!(found.code, expected);
    let names = found.common_js.expect("it is CommonJS").exports;
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["a"]);
    let specifiers = |all: &[verdict_transform::Reference]| {
        all.iter().map(|one| (one.specifier.clone(), one.at)).collect::<Vec<_>>()
    };
    assert_eq!(specifiers(&found.requires), [("./b".into(), (2, 21)), ("./d".into(), (2, 60))]);
    assert_eq!(specifiers(&found.dynamic), [("./c".into(), (2, 36))]);
}

#[test]
fn says_what_it_refers_to() {
    let source = "import d, { b } from './a';\nexport { x as y } from './b';\nexport * from './c';\nawait import('./d');\nvi.mock('./e', () => vi.importActual('./f'));\njest.requireActual('./g');\n";
    let found = form("/a.js", source);
    let of = |all: &[verdict_transform::Reference]| {
        all.iter()
            .map(|one| format!("{} {} {:?}", one.specifier, one.names.join("+"), one.at))
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&found.imports), ["./a default+b (1, 22)", "./b x (2, 24)", "./c  (3, 15)"]);
    assert_eq!(of(&found.dynamic), ["./d  (4, 14)", "./f  (5, 38)"]);
    assert_eq!(of(&found.mocks), ["./e  (5, 9)"]);
    assert_eq!(of(&found.requires), ["./g  (6, 20)"]);
    assert!(found.has_top_level_await);
    assert!(!form("/a.js", "async () => { for await (const a of b); }").has_top_level_await);
    assert!(form("/a.js", "for await (const a of b);").has_top_level_await);
}

#[test]
fn names_in_stacks_are_paths_that_an_engine_takes() {
    assert_eq!(source_url("/src/[id]/a-b.test.tsx"), "/src/[id]/a-b.test.tsx");
    assert_eq!(source_url("/a b/(c)'\"\n%:é.js"), "/a%20b/%28c%29%27%22%0A%25%3A%C3%A9.js");
    for path in ["/src/[id]/a-b.test.tsx", "/a b/(c)'\"\n%:é😀.js", "/%20", "/%", "/%zz"] {
        assert_eq!(path_of(&source_url(path)), path);
    }
    // No name of ours: no text, and no valid escapes.
    for other in ["/%FF", "/%", "/%4", "/%zz", "/%+1", "/é"] {
        assert_eq!(path_of(other), other);
    }
}

/// V8 reports a call at the called name, and a call of a complex callee at its bracket, which is what a name
/// becomes. Both map to V8's location in the original file.
#[test]
fn a_call_is_told_of_where_the_engine_tells_of_it_in_the_file() {
    let leads = |source: &str, ours: &str, file: &str| {
        let found = form("/a.js", &format!("import {{ a }} from 'a'; {source}"));
        let place = |text: &str, marked: &str| {
            let (before, after) = marked.split_once('^').expect("a mark");
            let at = text.find(&format!("{before}{after}")).expect("the text") + before.len();
            let line = text[..at].rsplit('\n').next().unwrap_or_default();
            let row = text[..at].matches('\n').count() + 1;
            let column = line.encode_utf16().count() + 1;
            (u32::try_from(row).expect("small"), u32::try_from(column).expect("small"))
        };
        let ours = ours.replace("A.", "__vite_ssr_import_0__.");
        let expected = place(&format!("import {{ a }} from 'a'; {source}"), file);
        assert_eq!(in_source(&found.positions, place(&found.code, &ours)), expected, "{source}");
    };
    leads("x = a(1)", "A.a)^(1)", "x = ^a(1)");
    leads("x = 'é😀', a /* b */ (1)", "/* b */ ^(1)", ", ^a /* b */ (1)");
    leads("x = a\n  (1)", "  ^(1)", "x = ^a\n");
    leads("x = (a)(1)", "A.a))^(1)", "x = (a)^(1)");
    leads("x = a?.(1)", "?.^(1)", "?.^(1)");
    leads("x = a.b(1)", "A.a.^b(1)", "x = a.^b(1)");
    leads("x = a`b`", "(0,A.a^)`b`", "x = ^a`b`");
    leads("x = new a(1)", "^new A.a(1)", "x = ^new a(1)");
    leads("x = a.b", "A.a.^b", "x = a.^b");
}

#[test]
fn an_error_stands_where_it_is_in_the_file() {
    let source = "const a: number = 1;\nconst b = a +;\n";
    let Err(NotLowered::Refused(refused)) = runner_form("/a.ts", source, &Surroundings::default()) else {
        panic!("it parses")
    };
    assert_eq!((refused.location.line, refused.location.column), (2, 14));
    // Allowed in a function, or reported without a location.
    for (source, column, message) in [
        ("function f() {} function f() {}", 10, "Identifier `f` has already been declared"),
        ("import { a } from './a'; let a;", 10, "Identifier `a` has already been declared"),
        ("export { nope };", 10, "Export 'nope' is not defined"),
        ("break;", 1, "Illegal break statement"),
        ("class A extends B { x = super(); }", 25, ""),
        ("<!-- a", 1, "HTML comments are not allowed in modules"),
        ("import { a } from './a'; export { a }; export { a };", 35, "Duplicated export 'a'"),
    ] {
        let Err(NotLowered::Refused(refused)) = runner_form("/a.js", source, &Surroundings::default()) else {
            panic!("{source} is not refused")
        };
        let at = (refused.location.file.as_str(), refused.location.line, refused.location.column);
        assert_eq!(at, ("/a.js", 1, column), "{source}: {}", refused.message);
        assert!(refused.message.contains(message), "{source}: {}", refused.message);
    }
}

#[test]
fn hostile_texts_are_refused_or_whole() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    for source in [
        deep("(", ")"),
        deep("[", "]"),
        deep("{", "}"),
        format!("{}1", "!".repeat(100_000)),
        format!("a{}", ".b()".repeat(100_000)),
    ] {
        let refused = runner_form("/a.js", &source, &Surroundings::default());
        let Err(NotLowered::Refused(refused)) = refused else { panic!("{} is not refused", &source[..10]) };
        assert!(refused.message.contains("nest"), "{}", refused.message);
    }
    // The file's own `sourceURL` precedes ours.
    let code = form("/a.js", "f() //# sourceURL=/other.js").code;
    assert!(code.ends_with("sourceURL=/other.js\n})\n//# sourceURL=/a.js"), "{code}");
    // Closing the function does not escape from it.
    assert!(runner_form("/a.js", "}); evil(); (function () {", &Surroundings::default()).is_err());
    assert!(runner_form("/a.cjs", "}); require('evil'); (function () {", &Surroundings::default()).is_err());
    let odd = form("/a\n*/b'.js", "import x from './\u{2028}\\n\"'; f(x, __filename)");
    assert!(odd.code.contains("__vite_ssr_import__(\"./\\u2028\\u000a\\u0022\""), "{}", odd.code);
    assert!(odd.code.ends_with("//# sourceURL=/a%0A%2A/b%27.js"), "{}", odd.code);
    // Foreign names, and our own.
    check("__proto__; constructor", "__proto__; constructor");
}
