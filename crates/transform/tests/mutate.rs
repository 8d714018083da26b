//! Mutants: the changed parts of functions, and that nothing else changes.
// The tests read files of this repository.
#![allow(missing_docs, clippy::expect_used, clippy::disallowed_methods)]

use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use proptest::prelude::*;
use verdict_protocol::{Mutant, MutantKind};
use verdict_syntax::LineTable;
use verdict_transform::mutate::{MOST_OF_FILE, MOST_OF_FUNCTION, mutants, mutated, pick};

fn kind(mutant: &Mutant) -> &'static str {
    match mutant.kind {
        MutantKind::NegateCondition => "negate",
        MutantKind::ReturnConstant => "return",
        MutantKind::ReturnOther => "other",
        MutantKind::DropCall => "drop",
    }
}

/// Each mutant of a file as `function kind: the changed line`.
#[track_caller]
fn check(path: &str, source: &str, expected: &[&str]) {
    let mut found = Vec::new();
    for function in mutants(path, source) {
        for mutant in &function.mutants {
            let changed = mutated(path, source, mutant).expect("it can be made");
            let line = changed.lines().nth(mutant.line as usize - 1).expect("a line").trim();
            // The function that makes another value is long, and the same everywhere.
            let line = match (line.find("(it => "), line.rfind(": it)(")) {
                (Some(start), Some(end)) => format!("{}other{}", &line[..start], &line[end + 5..]),
                _ => line.to_owned(),
            };
            found.push(format!("{} {}: {line}", function.name, kind(mutant)));
        }
    }
    assert_eq!(found, expected, "{source}");
}

#[test]
fn conditions_are_negated_and_comparisons_turned_round() {
    check(
        "/a.ts",
        "function f(a: number, b?: number) {\nif (a) b;\nwhile (a < 1) a++;\ndo {} while (a as number);\nfor (; a;) ;\nreturn;\n}\n",
        &[
            "f negate: if (!(a)) b;",
            "f negate: while (!(a < 1)) a++;",
            "f negate: do {} while (!(a as number));",
            "f negate: for (; !(a);) ;",
        ],
    );
    check(
        "/a.js",
        "function f(a, b) {\nconst c = a <= b;\nconst d = a\n=== b;\nconst e = a /* < */ < b;\na ? b : c;\nif (a && b > 1) ;\nif (a ? b : c) ;\na in b; a instanceof b;\n}\n",
        &[
            "f negate: const c = a > b;",
            "f negate: !== b;",
            "f negate: !(a) ? b : c;",
            "f negate: if (!(a && b > 1)) ;",
            "f negate: if (a && b <= 1) ;",
            "f negate: if (!(a ? b : c)) ;",
        ],
    );
}

#[test]
fn returns_give_another_constant() {
    check(
        "/a.js",
        "const f = (a) => {\nif (a) return true;\nreturn 41;\nreturn 'x';\nreturn '';\nreturn `a${1}`;\nreturn a\n.b;\nreturn (\n{ a }\n);\nreturn undefined; return; return void 0;\nreturn null;\n};\n",
        &[
            "f negate: if (!(a)) return true;",
            "f return: if (a) return false;",
            "f return: return 42;",
            "f return: return '';",
            "f return: return 'mutant';",
            "f return: return '';",
            "f return: return undefined",
            "f other: return other((a",
            "f return: return undefined",
            "f return: return undefined;",
        ],
    );
    check(
        "/a.js",
        "const f = (a) => a + 1;\nconst g = () => ({ b: 1 });\nconst h = () => undefined;\n",
        &[
            "f return: const f = (a) => undefined;",
            "f other: const f = (a) => other((a + 1));",
            "g return: const g = () => undefined;",
        ],
    );
}

#[test]
fn calls_that_stand_as_statements_are_left_out() {
    check(
        "/a.js",
        "class A extends B {\nconstructor() { super(); this.#init(1); }\nasync m() {\nawait save();\na?.b();\nif (c) d()\nelse e();\nconst x = f();\nnew G(); i++;\nlog(\n1\n)\n}\n#init() {}\n}\n",
        &[
            "constructor drop: constructor() { super(); ; }",
            "m drop: ;",
            "m drop: ;",
            "m negate: if (!(c)) d()",
            "m drop: if (c) ;",
            "m drop: else ;",
            "m drop: ;",
        ],
    );
}

#[test]
fn a_mutant_belongs_to_the_innermost_function_and_code_outside_has_none() {
    check(
        "/a.js",
        "if (top) run();\nfunction outer() { inner(() => { if (a) b(); }); return function () { return 1; }; }\nexport default { get x() { return 2; } };\n",
        &[
            "outer drop: function outer() { ; return function () { return 1; }; }",
            "outer return: function outer() { inner(() => { if (a) b(); }); return undefined; }",
            " negate: function outer() { inner(() => { if (!(a)) b(); }); return function () { return 1; }; }",
            " drop: function outer() { inner(() => { if (a) ; }); return function () { return 1; }; }",
            " return: function outer() { inner(() => { if (a) b(); }); return function () { return 2; }; }",
            "x return: export default { get x() { return 3; } };",
        ],
    );
    check("/a.js", "function broken( {", &[]);
}

#[test]
fn what_is_not_there_is_not_made() {
    let source = "function f(a) { return a; }";
    let of = |offset, kind| Mutant { file: "/a.js".to_owned(), offset, line: 1, kind };
    assert!(mutated("/a.js", source, &of(23, MutantKind::ReturnConstant)).is_some());
    assert_eq!(mutated("/a.js", source, &of(22, MutantKind::ReturnConstant)), None);
    assert_eq!(mutated("/a.js", source, &of(23, MutantKind::DropCall)), None);
    assert_eq!(mutated("/a.js", "function f(", &of(23, MutantKind::ReturnConstant)), None);
}

#[test]
fn a_few_are_picked_from_everywhere() {
    let function = |name: usize, count: usize| -> Vec<Mutant> {
        let body: String = (0..count).map(|at| format!("if (a{at}) return {at};\n")).collect();
        let source = format!("function f{name}() {{\n{body}}}\n");
        let path = format!("/f{name:03}.js");
        mutants(&path, &source).into_iter().flat_map(|function| function.mutants).collect()
    };
    let one = pick(&[function(0, 50)]);
    assert_eq!(one.len(), MOST_OF_FUNCTION);
    assert!(one.iter().any(|mutant| mutant.kind == MutantKind::ReturnConstant));
    let many: Vec<Vec<Mutant>> = (0..100).map(|name| function(name, 3)).collect();
    let picked = pick(&many);
    assert_eq!(picked.len(), MOST_OF_FILE);
    let files: std::collections::BTreeSet<&str> = picked.iter().map(|mutant| mutant.file.as_str()).collect();
    assert_eq!(files.len(), MOST_OF_FILE, "one of each function");
    assert!(files.last() > Some(&"/f090.js") && files.first() < Some(&"/f010.js"), "{files:?}");
    assert_eq!(pick(&many), picked);
    // Every function has one mutant before any has two.
    let few = pick(&(0..10).map(|name| function(name, 3)).collect::<Vec<_>>());
    assert_eq!(few.len(), MOST_OF_FILE);
    assert_eq!(pick(&[]), []);
}

/// The sources of this repository.
fn sources() -> Vec<(String, String)> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir()
                && !["node_modules", "target", "dist", "pkg"].contains(&name.to_string_lossy().as_ref())
            {
                below(&path, found);
            } else if path
                .extension()
                .is_some_and(|extension| ["js", "mjs", "ts"].contains(&extension.to_string_lossy().as_ref()))
            {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates", "widget", "www"] {
        below(&root.join(folder), &mut found);
    }
    found.sort();
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((format!("/{name}"), std::fs::read_to_string(path).ok()?))
    };
    found.into_iter().filter_map(read).collect()
}

fn parses(path: &str, source: &str) -> bool {
    verdict_syntax::parse(&Allocator::default(), path, source).is_ok()
}

/// Every line end of a text.
fn line_ends(text: &str) -> Vec<char> {
    text.chars().filter(|part| matches!(part, '\n' | '\r' | '\u{2028}' | '\u{2029}')).collect()
}

#[track_caller]
fn changes_one_place(path: &str, source: &str, mutant: &Mutant) {
    let changed = mutated(path, source, mutant).expect("it can be made");
    assert!(parses(path, &changed), "{path} {mutant:?}\n{changed}");
    assert_ne!(changed, source, "{path} {mutant:?}");
    assert_eq!(line_ends(&changed), line_ends(source), "{path} {mutant:?}");
    let offset = mutant.offset as usize;
    assert_eq!(changed[..offset], source[..offset], "{path} {mutant:?}");
    assert_eq!(LineTable::new(source).position(mutant.offset).0, mutant.line, "{path} {mutant:?}");
    // Functions that start before it are unchanged.
    let before = |source: &str| -> Vec<Mutant> {
        let all = mutants(path, source).into_iter().flat_map(|function| function.mutants);
        let mut before: Vec<Mutant> = all.filter(|one| one.offset < mutant.offset).collect();
        before.sort();
        before
    };
    assert_eq!(before(&changed), before(source), "{path} {mutant:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_mutant_parses_and_changes_one_place(file in any::<prop::sample::Index>(), which in any::<prop::sample::Index>()) {
        static SOURCES: std::sync::OnceLock<Vec<(String, String)>> = std::sync::OnceLock::new();
        let sources = SOURCES.get_or_init(sources);
        let (path, source) = file.get(sources);
        let all: Vec<Mutant> = mutants(path, source).into_iter().flat_map(|function| function.mutants).collect();
        if !all.is_empty() {
            changes_one_place(path, source, which.get(&all));
        }
    }
}
