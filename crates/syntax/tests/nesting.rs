//! Source that the guard must refuse or accept.
#![allow(missing_docs, clippy::unwrap_used)]

use verdict_syntax::{Dialect, check_nesting, check_nesting_in, check_regular_expression};

const MANY: usize = 100_000;

fn repeat(open: &str, middle: &str, close: &str, count: usize) -> String {
    format!("{}{middle}{}", open.repeat(count), close.repeat(count))
}

fn check(name: &str, source: &str, dialect: Dialect, accepted: bool) {
    let result = check_nesting_in(source, dialect);
    assert_eq!(result.is_ok(), accepted, "{name}: {result:?}");
}

const JS: Dialect = Dialect { typescript: false, jsx: false, json: false };
const TS: Dialect = Dialect { typescript: true, jsx: false, json: false };
const JSX: Dialect = Dialect { typescript: false, jsx: true, json: false };
const TSX: Dialect = Dialect { typescript: true, jsx: true, json: false };

/// A member of an object is no statement with a label.
#[test]
fn json_is_a_value() {
    let json = Dialect { json: true, ..JS };
    let members: Vec<String> = (0..MANY).map(|at| format!("\"k{at}\": {{\"a\": [{at}]}}")).collect();
    check("many members", &format!("{{{}}}", members.join(",\n")), json, true);
    check("many elements", &format!("[{}]", vec!["{\"a\": -1}"; MANY].join(",")), json, true);
    for (open, close) in [("{\"a\":", "}"), ("[", "]"), ("[{\"a\":", "}]")] {
        check(open, &repeat(open, "1", close, MANY), json, false);
        check(open, &repeat(open, "", "", MANY), json, false);
    }
}

#[test]
fn refuses_what_overflows() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("(", "", ""),
        ("[", "1", "]"),
        ("[", "", ""),
        ("x={a:", "1", "}"),
        ("{", "", "}"),
        ("{", "", ""),
        ("`${", "1", "}`"),
        ("`${", "", ""),
        ("!", "1", ""),
        ("! ", "1", ""),
        ("!\n", "1", ""),
        ("-", "1", ""),
        ("- ", "1", ""),
        ("~", "1", ""),
        ("typeof ", "1", ""),
        ("typeof\n", "1", ""),
        ("void ", "1", ""),
        ("await\n", "1", ""),
        ("yield ", "1", ""),
        ("new ", "a", ""),
        ("new\n", "a", ""),
        ("", "x", ".b"),
        ("", "x", "\n.b"),
        ("", "1.", ".b"),
        ("", "x", "?.b"),
        ("", "x", ".if"),
        ("", "x", "[0]"),
        ("", "x", "()"),
        ("", "x", ".b()"),
        ("", "x", "``"),
        ("", "x", "\n``"),
        ("`\n", "", ""),
        ("", "1", "+1"),
        ("", "1", ", 1"),
        ("1, ", "1", ""),
        ("", "1", "\n+1"),
        ("x && ", "1", ""),
        ("x ?? ", "1", ""),
        ("x in ", "1", ""),
        ("x\nin\n", "1", ""),
        ("x = ", "1", ""),
        ("x ** ", "1", ""),
        ("x => ", "1", ""),
        ("async x => ", "1", ""),
        ("a ? b : ", "1", ""),
        ("a ? ", "1", " : b"),
        ("if (a) ", "1", ""),
        ("if (a)\n", "1", ""),
        ("if (a) b; else ", "1", ""),
        ("if (a) {} else ", "1", ""),
        ("if (a)\nb\nelse ", "1", ""),
        ("while (a) ", "1", ""),
        ("for (;;) ", "1", ""),
        ("for (const a of b) ", "1", ""),
        ("with (a) ", "1", ""),
        ("do ", "1", " while (a)"),
        ("do ", "1;", " while (a);"),
        ("a:", "1", ""),
        ("a:\n", "1", ""),
        ("class extends ", "a", "{}"),
        ("(class { m() {", "", "} })"),
        ("f(function () {", "", "})"),
        ("f(() => {", "", "})"),
        ("function f() {", "", "}"),
        ("x = {}+", "1", ""),
        ("[...", "a", "]"),
        ("(a, ", "1", ")"),
        ("{}/1;(", "1", ")"),
        ("/(((", "", ")))/"),
        ("x = '(", "1", ")'"),
    ] {
        let name = format!("{open:?}×{MANY} {middle:?} {close:?}");
        check(&name, &repeat(open, middle, close, MANY), JS, false);
    }
    let labels: String = (0..MANY).map(|number| format!("l{number}:")).collect();
    check("labels", &labels, JS, false);
    for (name, source) in [
        ("assertions", repeat("<A>", "x", "", MANY)),
        ("type arguments", format!("type T = {};", repeat("A<", "B", ">", MANY))),
        ("type arguments with commas", format!("type T = {};", repeat("A<B, ", "B", ">", MANY))),
        ("keyof", format!("type T = {}A", "keyof ".repeat(MANY))),
        ("keyof on lines", format!("type T = {}A", "keyof\n".repeat(MANY))),
        ("conditional types", format!("type T = {}d", "a extends b ? c : ".repeat(MANY))),
        ("as", format!("x{}", " as A".repeat(MANY))),
        ("function types", format!("type T = {}d", "(a: b) => ".repeat(MANY))),
        ("array types", format!("type T = A{}", "[]".repeat(MANY))),
        ("namespaces", repeat("namespace A {", "", "}", MANY)),
        ("non-null", format!("x{}", "!".repeat(MANY))),
    ] {
        check(name, &source, TS, false);
    }
    for dialect in [JSX, TSX] {
        check("elements", &format!("x = {};", repeat("<a>", "", "</a>", MANY)), dialect, false);
        check(
            "elements with text",
            &format!("x = {};", repeat("<a>; it's, (", "", "</a>", MANY)),
            dialect,
            false,
        );
        check("elements in holes", &format!("x = {};", repeat("<a>{", "", "}</a>", MANY)), dialect, false);
        check("elements in attributes", &format!("x = {};", repeat("<a b=", "", "/>", MANY)), dialect, false);
        check("fragments", &format!("x = {};", repeat("<>", "", "</>", MANY)), dialect, false);
    }
}

#[test]
fn refuses_deep_regular_expressions() {
    for (open, middle, close) in [("(", "a", ")"), ("(?:", "a", ")"), ("(", "", ""), ("[", "a", "]")] {
        let pattern = repeat(open, middle, close, MANY);
        assert!(check_regular_expression(&pattern).is_err());
        assert!(check_nesting(&format!("x = /{pattern}/v")).is_err());
        assert!(check_nesting(&format!("if (x) /{pattern}/v.test()")).is_err());
    }
    assert!(check_regular_expression(&"(a)".repeat(MANY)).is_ok());
    assert!(check_regular_expression(&r"\(".repeat(MANY)).is_ok());
    assert!(check_regular_expression("").is_ok());
}

#[test]
fn accepts_what_is_long() {
    let lines = |line: &str, count: usize| vec![line; count].join("\n");
    for (name, source) in [
        ("array", format!("x = [{}]", "1,".repeat(MANY))),
        ("array of arrays", format!("x = [{}]", "[1,[2]],".repeat(MANY))),
        ("array of objects", format!("x = [{}]", "{a: 1, b: c ? d : e},\n".repeat(MANY))),
        ("object", format!("x = {{{}}}", "a: !b, ".repeat(MANY))),
        ("object of methods", format!("x = {{{}}}", "a() { return 1 }, get b() {}, ".repeat(10_000))),
        ("arguments", format!("f({})", "1,".repeat(MANY))),
        ("strings", "x = '(' + \"[\" + `{`;\n".repeat(MANY)),
        ("statements", "a;".repeat(MANY)),
        ("calls", "a.b(c);".repeat(MANY)),
        ("no semicolons", lines("a.b(c)", MANY)),
        ("no semicolons, CR", vec!["a.b(c)"; MANY].join("\r")),
        ("no semicolons, U+2028", vec!["a.b(c)"; MANY].join("\u{2028}")),
        ("assignments without semicolons", lines("x = y", MANY)),
        ("declarations without semicolons", lines("const x = !y", MANY)),
        ("functions", lines("function f() { return 1 }", MANY)),
        ("functions on a line", "function f(){}".repeat(MANY)),
        ("arrow functions", lines("const f = (a) => { b }", MANY)),
        ("class members", format!("class A {{ {} }}", lines("a() { if (b) return c }", 20_000))),
        ("class fields", format!("class A {{ {} }}", lines("static a = b", 20_000))),
        ("ifs", "if (a) { b }".repeat(MANY)),
        ("ifs without braces", "if (a) b;\n".repeat(MANY)),
        ("cases", format!("switch (a) {{ {} }}", "case 1: case 2: b; break;\n".repeat(20_000))),
        ("cases without statements", format!("switch (a) {{ {} }}", "case 1:".repeat(MANY))),
        ("else ifs", "if (a) { b; } else ".repeat(1_000) + "{}"),
        ("else ifs with semicolons", "if (a) b; else ".repeat(1_000) + "{}"),
        ("concatenation", format!("x = {}'';", "'a' +\n".repeat(3_000))),
        ("chain of calls", format!("x{}", ".then(a => b)\n".repeat(900))),
        ("sequence", format!("{}1", "a(),b=c,".repeat(1_500))),
        ("declarations", format!("var {}z", "a=1,b,".repeat(MANY))),
        ("regular expressions", "x = /[(\\/]/g;\n".repeat(MANY)),
        ("imports", format!("import {{ {} }} from 'a'", "a, b as c, ".repeat(10_000))),
        ("imports on lines", lines("import { a, b as c } from 'a'", MANY)),
        ("exports", lines("export const a = b", MANY)),
        ("comments", "/* ( */ // [\n".repeat(MANY)),
        ("template", format!("x = `{}`", "{ ( ${a} [ ".repeat(50))),
        ("html in a template", format!("x = `{}`", "<a href=\"${b}\">(${c ? d : e})</a>".repeat(20_000))),
        ("division", "x = a / b / (c) / d[0] / 2;\n".repeat(MANY)),
        ("empty", String::new()),
        ("hashbang", "#!((((((((((((\n1".to_owned()),
    ] {
        check(name, &source, JS, true);
        check(name, &source, TS, true);
    }
    for (name, source) in [
        ("interface", format!("interface A {{\n{}\n}}", lines("a?: Map<string, Array<B>>", 20_000))),
        ("overloads", lines("declare function f<T extends keyof A>(a: T, b?: B<T>): Promise<T[]>", 20_000)),
        ("union", format!("type A = {}'z'", "| 'a'\n".repeat(5_000))),
        ("comparisons", "if (a < b && c > d) e<F>(g as H);\n".repeat(MANY)),
    ] {
        check(name, &source, TS, true);
    }
    for (name, source) in [
        ("siblings", format!("x = <a>{}</a>;", "<b c=\"d\" e={f}>it's (</b>\n".repeat(MANY))),
        ("elements", "const f = () => <a b={c}>{d.map(e => <f key={e}/>)}</a>;\n".repeat(20_000)),
    ] {
        check(name, &source, JSX, true);
        check(name, &source, TSX, true);
    }
    check("generic arrows", &"const f = <T,>(a: T) => a;\n".repeat(20_000), TSX, true);
}

/// As compilers to JavaScript write a `switch`.
fn balanced(depth: usize) -> String {
    if depth == 0 {
        return "b".to_owned();
    }
    let half = balanced(depth - 1);
    format!("a?{half}:{half}")
}

#[test]
fn a_balanced_tree_of_conditionals_is_as_deep_as_its_longest_branch() {
    let tree = balanced(14);
    check("statement", &tree, JS, true);
    check("argument", &format!("f({tree})"), JSX, true);
    check("statements", &format!("{tree};\n").repeat(3), JS, true);
    let nested = repeat("a?b?", "1", ":c:d", MANY);
    check("both", &nested, JS, false);
    for prefix in ["", "f(", "x={a:", "`${"] {
        check("branch", &format!("{prefix}{}", repeat("a?(b):", "1", "", MANY)), JS, false);
        check("operators before", &format!("{prefix}{}", repeat("!a?b:", "1", "", MANY)), JS, false);
        check("operators after", &format!("{prefix}{}", repeat("a?b:!", "1", "", MANY)), JS, false);
        check("operators between", &format!("{prefix}{}", repeat("a?!", "1", ":b", MANY)), JS, false);
    }
    // The parser sees neither the `?` nor the `:`.
    check("comments of HTML", &"! <!-- ?\n ! ! ! ! <!-- :\n".repeat(MANY), JS, false);
    check("types", &"a?b=(c):d=>".repeat(MANY), TS, false);
}

#[test]
fn says_where() {
    let deep = check_nesting(&format!("// 😀\nx = '😀' + {}", "(".repeat(MANY))).unwrap_err();
    assert_eq!(deep.line, 2);
    assert!((100..200).contains(&deep.depth), "{deep:?}");
    assert_eq!(deep.column, 9 + deep.depth);
}

/// Lines on which a scan might look ahead repeatedly.
#[test]
fn is_linear() {
    for piece in
        ["/[", "x=/[", "`", "'", "/*", "<a", "//", "import ", "\\", "(/", "</", "${", "?.", "\u{feff}"]
    {
        let source = piece.repeat(1_000_000 / piece.len());
        for dialect in [JS, TSX] {
            let _ = check_nesting_in(&source, dialect);
        }
    }
}
