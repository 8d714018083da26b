//! Laws: the report names every weakened test, and the gate applies every change that preserves behaviour.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;
use verdict_gate::ApplyOptions;

use crate::engine::apply;

const MAIN: &str = "import { sum, mean } from './math.js';\nimport { label } from './text.js';\nexport const report = (list) => label(sum(list), mean(list));\n";
const MATH: &str = "export const sum = (list) => {\n  let total = 0;\n  for (const item of list) {\n    if (item > 0) total += item;\n  }\n  return total;\n};\nexport const mean = (list) => {\n  if (list.length === 0) return 0;\n  return sum(list) / list.length;\n};\n";
const TEXT: &str = "export const label = (a, b) => {\n  return `${a} of ${b}`;\n};\n";
const TESTS: [&str; 5] = [
    "test('sums', () => { expect(sum([1, 2])).toBe(3); expect(sum([])).toBe(0); });",
    "test('leaves out what is negative', () => { expect(sum([1, -2])).toBe(1); });",
    "test('means', () => { expect(mean([1, 3])).toBe(2); expect(mean([])).toBe(0); });",
    "test('labels', () => { expect(label(1, 2)).toEqual('1 of 2'); });",
    "test('reports', () => { expect(report([1, 3])).toMatch(/^4 of 2$/); });",
];

fn test_file(tests: &[String]) -> String {
    format!(
        "import {{ expect, test }} from 'vitest';\nimport {{ sum, mean }} from '../src/math.js';\nimport {{ label }} from '../src/text.js';\nimport {{ report }} from '../src/main.js';\n{}\n",
        tests.join("\n")
    )
}

fn project() -> BTreeMap<String, String> {
    let tests: Vec<String> = TESTS.map(str::to_owned).to_vec();
    let files = [
        ("/src/main.js", MAIN.to_owned()),
        ("/src/math.js", MATH.to_owned()),
        ("/src/text.js", TEXT.to_owned()),
        ("/tests/all.test.js", test_file(&tests)),
    ];
    files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()
}

fn options() -> ApplyOptions {
    let options = json!({ "verifyCommand": "test:/tests/*.test.js" });
    serde_json::from_value(options).expect("options")
}

/// Weakens or removes a test.
fn weaken(test: &str, way: usize) -> Option<String> {
    let first = |from: &str, to: &str| test.contains(from).then(|| test.replacen(from, to, 1));
    match way {
        0 => Some(String::new()),
        1 => first("test(", "test.skip("),
        2 => first("=> {", "=> { return;"),
        3 => {
            let (call, rest) = test.split_once("expect(")?;
            let end = rest.find(");")?;
            let more = rest[end + 2..].contains("expect(");
            more.then(|| format!("{call}{}", &rest[end + 2..]))
        }
        4 => first(".toBe(", ".toBeGreaterThanOrEqual("),
        5 => first(".toEqual('1 of 2')", ".toBeTruthy()"),
        6 => first(".toMatch(/^4 of 2$/)", ".toBeDefined()"),
        7 => first(".toEqual('1 of 2')", ".toEqual(expect.anything())"),
        8 => first("expect(sum([1, 2])).toBe(3)", "expect(3).toBe(3)"),
        9 => first("test(", "test.todo("),
        10 => first("expect(label(1, 2))", "expect(((a, b) => `${a} of ${b}`)(1, 2))"),
        11 => first(".toBe(", ".not.toBe(-"),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_weakening_is_always_named(which in 0_usize..5, way in 0_usize..12) {
        let Some(weak) = weaken(TESTS[which], way) else { return Ok(()) };
        let mut tests: Vec<String> = TESTS.map(str::to_owned).to_vec();
        tests[which] = weak;
        let bundle = json!({ "/tests/all.test.js": test_file(&tests) }).to_string();
        let (report, _) = apply(&project(), &bundle, &options());
        prop_assert!(!report.success, "{}\n{report:#?}", tests[which]);
        let named: Vec<String> =
            report.tests.iter().flat_map(|tests| &tests.weakened).map(|weak| weak.name.test.clone()).collect();
        let title = TESTS[which].split('\'').nth(1).unwrap_or_default();
        // The verify command itself refuses a test that no longer asserts.
        let by_verify = report.message.starts_with("Verification failed");
        prop_assert!(by_verify || named.iter().any(|name| name == title), "{named:?} {}", report.message);
    }

    #[test]
    fn a_refactoring_is_always_applied(steps in proptest::collection::vec(0_usize..7, 1..5)) {
        let mut files = project();
        let before = files.clone();
        for step in steps {
            refactor(&mut files, step);
        }
        let changed: BTreeMap<&String, Option<&String>> = files
            .iter()
            .filter(|(path, text)| before.get(*path) != Some(*text))
            .map(|(path, text)| (path, Some(text)))
            .chain(before.keys().filter(|path| !files.contains_key(*path)).map(|path| (path, None)))
            .collect();
        if changed.is_empty() {
            return Ok(());
        }
        let bundle = serde_json::to_string(&changed).expect("JSON");
        let (report, _) = apply(&before, &bundle, &options());
        prop_assert!(report.success, "{bundle}\n{}\n{:#?}", report.message, report.tests);
    }
}

/// Changes the application without changing its behaviour; tests stay as they are.
fn refactor(files: &mut BTreeMap<String, String>, step: usize) {
    let mut edit = |path: &str, from: &str, to: &str| {
        if let Some(text) = files.get_mut(path) {
            *text = text.replace(from, to);
        }
    };
    match step {
        // Renames a local variable.
        0 => edit("/src/math.js", "total", "all"),
        // Extracts a module.
        1 => {
            if !files["/src/math.js"].contains("if (item > 0) total += item;") {
                return;
            }
            let mut edit = |path: &str, from: &str, to: &str| {
                if let Some(text) = files.get_mut(path) {
                    *text = text.replace(from, to);
                }
            };
            edit("/src/math.js", "if (item > 0) total += item;", "total += positive(item);");
            edit(
                "/src/math.js",
                "export const sum",
                "import { positive } from './positive.js';\nexport const sum",
            );
            let uses = files.get("/src/math.js").is_some_and(|text| text.contains("positive("));
            let twice =
                files.get("/src/math.js").is_some_and(|text| text.matches("import { positive }").count() > 1);
            if twice {
                let text =
                    files["/src/math.js"].replacen("import { positive } from './positive.js';\n", "", 1);
                files.insert("/src/math.js".to_owned(), text);
            }
            if uses {
                let text = "export const positive = (item) => (item > 0 ? item : 0);\n";
                files.insert("/src/positive.js".to_owned(), text.to_owned());
            }
        }
        // Inlines a function.
        2 => edit(
            "/src/text.js",
            "return `${a} of ${b}`;",
            "const both = [a, b];\n  return both.join(' of ');",
        ),
        // Reorders code.
        3 => edit(
            "/src/main.js",
            "import { sum, mean } from './math.js';\nimport { label } from './text.js';\n",
            "import { label } from './text.js';\nimport { sum, mean } from './math.js';\n",
        ),
        // Moves code to another module and re-exports it.
        4 => {
            let text = files.get("/src/text.js").cloned().unwrap_or_default();
            if !text.contains("export *") {
                files.insert("/src/label.js".to_owned(), text);
                files.insert("/src/text.js".to_owned(), "export * from './label.js';\n".to_owned());
            }
        }
        // Rewrites a loop.
        5 => edit(
            "/src/math.js",
            "for (const item of list) {",
            "for (let at = 0; at < list.length; at += 1) {\n    const item = list[at];",
        ),
        // Adds comments and an unused function.
        _ => {
            if let Some(text) = files.get_mut("/src/main.js") {
                text.push_str(&format!("// A note.\nexport const extra{} = () => 1;\n", text.len()));
            }
        }
    }
}
