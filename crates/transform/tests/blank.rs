//! Types become white space, and nothing else moves.
// Callers print the diagnostic as it is.
#![allow(missing_docs, clippy::unwrap_used, clippy::result_large_err)]

use oxc_allocator::Allocator;
use oxc_parser::config::TokensParserConfig;
use oxc_parser::{Kind, Parser};
use oxc_span::SourceType;
use verdict_syntax::LineTable;

/// Prepares a source; exports of other modules are values, except `Type`.
fn prepare(path: &str, source: &str) -> Result<String, verdict_protocol::Diagnostic> {
    verdict_transform::prepare(path, source, &|_, name| name == "Type")
}

/// Tokens with their positions.
fn tokens(source: &str, source_type: SourceType) -> Vec<(u32, u32, String)> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, source_type).with_config(TokensParserConfig).parse();
    assert!(!parsed.diagnostics.has_errors(), "{:?} in {source}", parsed.diagnostics);
    let lines = LineTable::new(source);
    parsed
        .tokens
        .iter()
        .filter(|token| token.kind() != Kind::Eof)
        .map(|token| {
            let (line, column) = lines.position(token.start());
            (line, column, source[token.start() as usize..token.end() as usize].to_owned())
        })
        .collect()
}

/// Every token of the output is where it was in the source, except brackets and semicolons that preserve the
/// meaning.
fn keeps_positions(source: &str, output: &str) {
    let before = tokens(source, SourceType::ts().with_module(true));
    for token in tokens(output, SourceType::mjs()) {
        let added = matches!(token.2.as_str(), ";" | "(" | ")");
        assert!(added || before.contains(&token), "{token:?} has moved\n{source}\n---\n{output}");
    }
    assert_eq!(LineTable::new(source).lines(), LineTable::new(output).lines());
    for (from, to) in source.lines().zip(output.lines()) {
        assert_eq!(from.encode_utf16().count(), to.encode_utf16().count(), "{from}\n{to}");
    }
}

/// Lines with runs of white space reduced to one space and trimmed.
fn shown(text: &str) -> Vec<String> {
    let lines = text.replace('~', " ");
    lines.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn check(source: &str, expected: &str) {
    let output = prepare("/a.ts", source).unwrap_or_else(|error| panic!("{source}: {}", error.message));
    // The number of blank columns is checked below: the tables write any number of them as ` ` or `~`.
    assert_eq!(shown(&output), shown(expected), "{source}");
    keeps_positions(source, &output);
}

fn refused(path: &str, source: &str, expected: &str) {
    let error = prepare(path, source).unwrap_err();
    assert_eq!(error.code.as_deref(), Some("err:syntax"));
    let shown = format!("{}:{} {}", error.location.line, error.location.column, error.message);
    assert_eq!(shown, expected, "{source}");
}

#[test]
fn annotations() {
    check("let a: number = 1;", "let a~ = 1;");
    check("let a: Map<string, Array<b>> = c, d: e;", "let a~ = c, d~;");
    check("let a!: number;", "let a~;");
    check("const { a, b }: { a: 1; b: 2 } = c;", "const { a, b }~ = c;");
    check(
        "function f(this: Window, a: b, c?: d, ...e: f[]): asserts a is b {}",
        "function f(~ a~, c~, ...e~)~ {}",
    );
    check("function f(this: Window) {}", "function f(~) {}");
    check("function f(a /* b */ ?: d) {}", "function f(a /* b */~) {}");
    check("const f = (a: b): c => d;", "const f = (a~)~ => d;");
    check("const f = async <T,>(a: T): Promise<T> => a;", "const f = async ~(a~)~ => a;");
    check("try {} catch (e: unknown) {}", "try {} catch (e~) {}");
    check("for (const a of b as c[]) {}", "for (const a of b~) {}");
    check("label: for (;;) { a ? (b) : c }", "label: for (;;) { a ? (b) : c }");
}

#[test]
fn expressions() {
    check("a as b;", "a~;");
    check("a as const satisfies c;", "a~;");
    check("a!.b!.c![0]!();", "a~.b~.c~[0]~();");
    check("(a as b).c = (<d>e).f;", "(a~).c = (~e).f;");
    check("f<a, b>(c); new D<e>(); g<h>`i`; j?.<k>(l);", "f~(c); new D~(); g~`i`; j?.~(l);");
    check("const a = b<c>;", "const a = b~;");
    check("a < b > (c);", "a ~ (c);");
    check("a = b ? (c) : d => e;", "a = b ? (c) : d => e;");
    check("let a = '😀' as '😀', b = 1;", "let a = '😀'~, b = 1;");
}

#[test]
fn components_say_that_no_plugin_compiles_them() {
    for extension in ["vue", "svelte", "astro", "mdx"] {
        let error = prepare(&format!("/src/Icon.{extension}"), "<template></template>").unwrap_err();
        let expected = format!("A .{extension} file is compiled by a plugin, and no plugin runs here");
        assert!(error.message.starts_with(&expected), "{}", error.message);
        assert_eq!(
            (error.location.file.as_str(), error.location.line),
            (format!("/src/Icon.{extension}").as_str(), 1)
        );
    }
}

#[test]
fn imports_that_no_value_needs() {
    let dropped = [
        "import { type A } from './a';",
        "import { A } from './a';\nlet b: A;",
        "import { A } from './a';\nfunction f(this: A, a: A<A>): asserts a is A {}",
        "import A, * as B from './a';\nlet b: A, c: B.C, d: typeof A, e = f as A, g = h<A>(), i = j satisfies B.K;",
        "import { A } from './a';\nclass B implements A { c: A }",
        "import { A } from './a';\ninterface B extends A {}",
        "import { A } from './a';\nexport { type A };",
        "import { A } from './a';\nexport type { A };",
        "import { A } from './a';\nb.A; ({ A: 1 }); b = { A() {} };",
        // What has the name elsewhere is another thing.
        "import { a } from './a';\nfunction f(a: string) { return a }",
        "import { a } from './a';\nconst f = ({ a }: { a: a }) => a, g = [a => a];",
        "import { a } from './a';\n{ const a = 1; a; }\ntry {} catch (a) { a }",
    ];
    for source in dropped {
        let output = prepare("/a.ts", source).unwrap();
        assert!(!output.contains("./a"), "{source}\n{output}");
        keeps_positions(source, &output);
    }
    let kept = [
        "import './a';",
        "import A from './a';\nA;",
        "import A, { b } from './a';\nexport { A, b };",
        "import { A } from './a';\nexport default A;",
        "import { A } from './a';\nclass B extends A {}",
        "import { A as b } from './a';\nf({ b });",
        "import * as A from './a';\nA.b`c`;",
        "import A from './a';\nconst b = () => A as B;",
        "import A from './a';\nA = 1; A++;",
        "import { a } from './a';\nfunction f(b = a) { { let a = 1; a; } }",
        "import { a } from './a';\nf(a); function g(a) { a }",
        "import { a } from './a';\nexport { a };\n(a => a)(1);",
    ];
    for source in kept {
        check(source, &source.replace(" as B;", " ;"));
    }
    check("import A, { B, C } from './a';\nB; let d: A | C;", "import ~ { B, ~ } from './a';\nB; let d ~;");
    check("import A, { B } from './a';\nA;", "import A, { ~ } from './a';\nA;");
    check("import A, * as B from './a';\nA;", "import A ~ from './a';\nA;");
    check("import A, * as B from './a';\nB;", "import ~ * as B from './a';\nB;");
    check("export { Type, b, Type as C } from './a';", "export { ~ b, ~ } from './a';");
    check(
        "import { Type, b } from './a';\nexport { Type, b };",
        "import { ~ b } from './a';\nexport { ~ b };",
    );
    check("export { Type };\nconst Type = 1;", "export { Type };\nconst Type = 1;");
    check("a\nimport { B } from './b'\n(c)", "a\n;\n(c)");
    // In a script the import may be for its side effects.
    assert_eq!(prepare("/a.js", "import { A } from './a';").unwrap(), "import { A } from './a';");
}

#[test]
fn statements() {
    check("interface A { b: c }", "");
    check("type A = {\n  b: c\n}\nd;", "\n\n\nd;");
    check("export type { A } from './a';\nexport interface B {}\nexport type C = 1;", "\n\n");
    check(
        "import type A from './a';\nimport type { B } from './b';\nimport C, { type D, E, type F } from './c';\nC(E);",
        "\n\nimport C, { ~ E, ~ } from './c';\nC(E);",
    );
    check("export { type A, b } from './a';", "export { ~ b } from './a';");
    check(
        "declare const a: b;\ndeclare function c(): d;\ndeclare class E {}\ndeclare module 'f' {}\ndeclare global {}\ndeclare enum G { H }\ndeclare namespace I { const j: k }",
        "\n\n\n\n\n\n",
    );
    check("namespace A { export type B = 1; export interface C {} namespace D {} }", "");
    check(
        "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) {}",
        "\n\nfunction f(a~) {}",
    );
    check("export function f(a: string): void;\nexport function f(a: any) {}", "\nexport function f(a~) {}");
    check(
        "export default function f(a: string): void;\nexport default function f(a: any) {}",
        "\nexport default function f(a~) {}",
    );
    check("export default interface A {}", "");
    check(
        "abstract class A {}\nexport abstract class B {}\nexport default abstract class C {}",
        "~ class A {}\nexport ~ class B {}\nexport default ~ class C {}",
    );
}

#[test]
fn classes() {
    check("class A<T> extends B<T> implements C, D<T> {}", "class A~ extends B~ ~ {}");
    check("class A implements B {}", "class A ~ {}");
    check(
        "class A { private readonly a: b = 1; static override c?: d; declare e: f; [g: string]: h; }",
        "class A { ~ a~ = 1; static ~ c~;~; ;~ ;~ }",
    );
    check(
        "class A { public constructor(); protected constructor(a?: b) {} private async *m?<T>(): c {} }",
        "class A { ;~ ~ constructor(a~) {} ~ async *m~()~ {} }",
    );
    check("abstract class A { abstract a: b; abstract c(): d; e() {} }", "~ class A { ;~ ;~ e() {} }");
    check(
        "class A { static: b; get: c; readonly: d; abstract = 1; }",
        "class A { static;~; get;~; readonly;~; abstract = 1; }",
    );
    check("class A { public static async [b](): c {} }", "class A { ~ static async [b]()~ {} }");
    check("class A { a!: b; ['c']?: d; #e: f = 1; }", "class A { a~;~; ['c']~;~; #e~ = 1; }");
    check(
        "class A { get a(): b { return 1 } set a(c: d) {} }",
        "class A { get a()~ { return 1 } set a(c~) {} }",
    );
}

#[test]
fn keeps_the_meaning_where_lines_end() {
    check("a as b\n(c)", "a;~\n(c)");
    check("a satisfies b\n[c]", "a;~\n[c]");
    check("let x = a as b\n`c`", "let x = a;~\n`c`");
    check("a\ninterface B {}\n(c)", "a\n;~\n(c)");
    check("a;\ninterface B {}\n(c)", "a;\n\n(c)");
    check("const f = (a: b):\n c => d", "const f = (a~\n ) => d");
    check("const f = (a: b): Array<\n c\n> => d", "const f = (a~\n\n) => d");
    check("const f = <\n T\n>(a: T) => a", "const f = (\n\n  a~) => a");
    check("class A {\n get: b\n c() {}\n}", "class A {\n get;~\n c() {}\n}");
    check("class A {\n a = 1\n readonly ['b'] = 2\n}", "class A {\n a = 1\n ;~ ['b'] = 2\n}");
    check("class A {\n a = 1\n public *b() {}\n}", "class A {\n a = 1\n ;~ *b() {}\n}");
    check("class A {\n a = 1;\n [b: string]: c\n ['d'] = 2\n}", "class A {\n a = 1;\n ;~\n ['d'] = 2\n}");
}

#[test]
fn odd_text() {
    check("#!/usr/bin/env node\nlet a: b;", "#!/usr/bin/env node\nlet a~;");
    check("let a: '😀é\u{202e}' = b, c: d", "let a~ = b, c~");
    let crlf = prepare("/a.ts", "let a:\r\n b = 1;\r\nc;").unwrap();
    assert_eq!(crlf, "let a \r\n   = 1;\r\nc;");
    let separators = prepare("/a.ts", "type A =\u{2028} 1;\u{2029}b;").unwrap();
    assert_eq!(separators, "        \u{2028}   \u{2029}b;");
    assert_eq!(prepare("/a.ts", "\u{feff}let a: b;").unwrap(), "let a   ;");
    assert_eq!(prepare("/a.js", "\u{feff}#!/bin/x\nlet a;").unwrap(), "#!/bin/x\nlet a;");
    assert_eq!(prepare("/a.ts", "").unwrap(), "");
    assert_eq!(prepare("/a.json", "{\"a\": 1}").unwrap(), "{\"a\": 1}");
}

#[test]
fn refuses_what_is_more_than_types() {
    let instead = "cannot run here, since only types are removed;";
    for (source, position, name, hint) in [
        ("a;\nenum E { A }", "2:1", "An enum", "write a const object: const E = { A: 0 } as const"),
        ("const enum E { A }", "1:1", "An enum", "write a const object: const E = { A: 0 } as const"),
        ("export enum E { A }", "1:8", "An enum", "write a const object: const E = { A: 0 } as const"),
        (
            "namespace A { export const b = 1 }",
            "1:1",
            "A namespace with values",
            "export the values from a module of their own",
        ),
        (
            "class A { constructor(private b: c) {} }",
            "1:23",
            "A parameter property",
            "declare the field and assign it in the constructor",
        ),
        (
            "class A { constructor(readonly b: c) {} }",
            "1:23",
            "A parameter property",
            "declare the field and assign it in the constructor",
        ),
        ("@a class B {}", "1:1", "A decorator", "call the function on the class or its member"),
        ("class A { @b c() {} }", "1:11", "A decorator", "call the function on the class or its member"),
        ("import a = require('b');", "1:1", "'import ='", "write import x from './x.js'"),
        ("export = a;", "1:1", "'export ='", "write export default"),
        ("{ using a = b; }", "1:3", "A 'using' declaration", "write const and dispose in finally"),
        ("class A { accessor b = 1 }", "1:11", "An 'accessor' field", "write a getter and a setter"),
        ("const f = () => <a>{};", "1:17", "A type assertion '<T>x' here", "write x as T"),
    ] {
        refused("/a.ts", source, &format!("{position} {name} {instead} {hint}"));
    }
    let jsx = format!("JSX {instead} call the element function, for example h('div', null)");
    refused("/a.tsx", "const a: b = <c/>;", &format!("1:14 {jsx}"));
    refused("/a.jsx", "const a = <></>;", &format!("1:11 {jsx}"));
    let named = "JSX is read in files named .jsx and .tsx alone: name the file so, or call the element function, for example h('div', null)";
    refused("/a.js", "const a = <b>c</b>;", &format!("1:11 {named}"));
    assert_eq!(prepare("/a.tsx", "const a: b = c;").unwrap(), "const a    = c;");
}

#[test]
fn syntax_errors_have_positions() {
    refused("/a.ts", "let a: = 1;", "1:8 Unexpected token");
    refused(
        "/a.js",
        "let a: b;",
        "1:6 Expected a semicolon or an implicit semicolon after a statement, but found none",
    );
    let deep = prepare("/a.ts", &format!("x = {}", "(".repeat(100_000))).unwrap_err();
    assert!(deep.message.contains("nests too deep"), "{}", deep.message);
    let deep = prepare("/a.json", &"[".repeat(100_000)).unwrap_err();
    assert!(deep.message.contains("nests too deep"), "{}", deep.message);
}
