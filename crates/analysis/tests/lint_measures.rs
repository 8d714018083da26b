//! The rules that measure. `measures/` contains a file, configurations of these rules and, for each, the
//! findings of ESLint 10.15.

use crate::common;

use std::collections::BTreeMap;

use common::{first, render, snapshot};
use proptest::prelude::*;
use serde_json::{Value, json};
use verdict_analysis::{Linter, rules};
use verdict_protocol::LintConfig;

fn lint(config: &Value, fixture: &str) -> String {
    let parsed = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    render(&Linter::new(&snapshot(fixture), &parsed).check(&first(fixture)))
}

/// Lints a file with one rule only, with its options.
fn check(rule: &str, options: &Value, fixture: &str, expected: &str) {
    let entry: Vec<Value> =
        std::iter::once(json!("error")).chain(options.as_array().cloned().unwrap_or_default()).collect();
    let found = lint(&json!({ "only": [rule], "rules": { rule: entry } }), fixture);
    assert_eq!(found, expected, "{rule} with {options} on {fixture}");
}

#[test]
fn what_is_found_is_what_eslint_finds() {
    for (rules, expected) in [
        (include_str!("measures/strictest.json"), include_str!("measures/strictest.txt")),
        (include_str!("measures/options.json"), include_str!("measures/options.txt")),
        (include_str!("measures/defaults.json"), include_str!("measures/defaults.txt")),
    ] {
        let rules: BTreeMap<String, Value> = serde_json::from_str(rules).expect("rules");
        let only: Vec<&String> = rules.keys().collect();
        let found = lint(&json!({ "only": only, "rules": rules }), include_str!("measures/file.js"));
        assert_eq!(found, expected.trim_end());
    }
}

#[test]
fn lines_end_as_in_the_language_and_a_byte_order_mark_is_none() {
    let lines = |skip: bool| json!([{ "max": 1, "skipComments": skip, "skipBlankLines": skip }]);
    let many = |place: &str, count: usize| {
        format!("{place} max-lines File has too many lines ({count}). Maximum allowed is 1.")
    };
    check("max-lines", &lines(false), "a;\r\n\r\n// c\r\nb;\r\n", &many("2:1-5:1", 4));
    check("max-lines", &lines(true), "a;\r\n\r\n// c\r\nb;\r\n", &many("4:1-5:1", 2));
    check("max-lines", &lines(false), "\u{feff}a;\n// x\n\n", &many("2:1-4:1", 3));
    check("max-lines", &lines(true), "\u{feff}a;\n// x\n\n", "");
    check("max-lines", &lines(false), "a;\u{2028}b;\rc;", &many("2:1-3:3", 3));
    check("max-lines", &lines(true), "#!/bin/js\n/* a\n b */ a;\n\u{feff}\u{a0}\n", "");
    for empty in ["", "\n", "// only", "#!x"] {
        check("max-lines", &lines(false), empty, "");
        check("max-lines-per-function", &lines(true), empty, "");
    }
}

#[test]
fn typescript_is_measured_too() {
    let params = |place: &str, name: &str, count: usize| {
        format!("{place} max-params {name} has too many parameters ({count}). Maximum allowed is 0.")
    };
    let ts = |source: &str| format!("//- /a.ts\n{source}");
    let zero = json!([0]);
    check("max-params", &zero, &ts("type F = (a: string) => void;"), &params("1:22-1:24", "Function", 1));
    check(
        "max-params",
        &zero,
        &ts("declare function f(a: any, ...b: any[]);"),
        &params("1:1-1:19", "Function 'f'", 2),
    );
    check(
        "max-params",
        &zero,
        &ts("class A { m(a: 1): void; m(a: any) {} }"),
        &params("1:26-1:27", "Method 'm'", 1),
    );
    check(
        "max-params",
        &zero,
        &ts("const f = (a: 1): /* => */ 2 /* = */ => 2;"),
        &params("1:38-1:40", "Arrow function", 1),
    );
    check("max-params", &zero, &ts("function f(this: void) {}"), "");
    check("max-params", &zero, &ts("function f(this: Window) {}"), &params("1:1-1:11", "Function 'f'", 1));
    let this = |how: &str| json!([{ "max": 0, "countThis": how }]);
    check(
        "max-params",
        &this("always"),
        &ts("function f(this: void) {}"),
        &params("1:1-1:11", "Function 'f'", 1),
    );
    check("max-params", &this("never"), &ts("function f(this: Window) {}"), "");
    check(
        "max-params",
        &json!([{ "max": 0, "countVoidThis": true }]),
        &ts("function f(this: void) {}"),
        &params("1:1-1:11", "Function 'f'", 1),
    );
    check(
        "complexity",
        &json!([1]),
        &ts("function f(a: any): void;\nfunction f(a: any = 1): void {}\nenum E { A = 1 || 2 }"),
        "2:1-2:11 complexity Function 'f' has a complexity of 2. Maximum allowed is 1.",
    );
    check(
        "max-nested-callbacks",
        &zero,
        &ts("f((() => 1) as any); f<() => void>(() => 1);"),
        "1:39-1:41 max-nested-callbacks Too many nested callbacks (1). Maximum allowed is 0.",
    );
}

#[test]
fn they_are_off_until_somebody_asks() {
    let deep = format!("export function f(a) {{ {} {} }}", "if (a) {".repeat(5), "}".repeat(5));
    let of_depth = |max: usize| {
        let at = |depth: usize| 24 + 8 * (depth - 1);
        let line = |depth: usize| {
            let (from, to) = (at(depth), at(depth) + 2);
            format!(
                "1:{from}-1:{to} max-depth Blocks are nested too deeply ({depth}). Maximum allowed is {max}."
            )
        };
        (max + 1..=5).map(line).collect::<Vec<_>>().join("\n")
    };
    let found = |config: Value| lint(&config, &deep);
    assert_eq!(found(json!({})), "");
    assert_eq!(found(json!({ "rules": { "max-depth": "warn" } })), of_depth(4));
    assert_eq!(found(json!({ "defaults": { "max-depth": ["warn", 3] } })), of_depth(3));
    assert_eq!(
        found(json!({ "defaults": { "max-depth": ["warn", 3] }, "rules": { "max-depth": ["error", 2] } })),
        of_depth(2)
    );
    assert_eq!(
        found(json!({ "defaults": { "max-depth": ["warn", 3] }, "rules": { "max-depth": "error" } })),
        of_depth(4)
    );
    assert_eq!(found(json!({ "defaults": { "max-depth": "warn" }, "rules": { "max-depth": "off" } })), "");
    assert_eq!(found(json!({ "defaults": { "max-depth": "warn" }, "off": ["max-depth"] })), "");
    assert_eq!(found(json!({ "defaults": { "max-depth": "warn" }, "only": [] })), "");
    let disabled = format!("/* eslint-disable max-depth */ {deep}");
    assert_eq!(lint(&json!({ "rules": { "max-depth": 2 } }), &disabled), "");
}

#[test]
fn options_that_cannot_be_are_told() {
    for (rule, options, why) in [
        ("complexity", json!(["many"]), "expected a whole number or an object"),
        ("complexity", json!([-1]), "invalid value: integer `-1`, expected usize"),
        ("complexity", json!([1.5]), "invalid type: floating point `1.5`, expected usize"),
        (
            "complexity",
            json!([{ "variant": "new" }]),
            "unknown variant `new`, expected `classic` or `modified`",
        ),
        ("complexity", json!([1, 2]), "expected a whole number or an object"),
        ("max-depth", json!([{ "depth": 1 }]), "unknown field `depth`, expected `max` or `maximum`"),
        ("max-lines", json!([null]), "expected a whole number or an object"),
        (
            "max-params",
            json!([{ "countVoidThis": true, "countThis": "never" }]),
            "countVoidThis and countThis exclude each other",
        ),
        ("max-statements", json!([1, 2]), "expected { ignoreTopLevelFunctions } after the limit"),
    ] {
        let expected = format!("1:1 {rule} Configuration for rule \"{rule}\" is invalid: {why}");
        check(rule, &options, "1;", &expected);
    }
}

/// Many small functions and comments are measured in linear time.
#[test]
fn long_files_are_measured_once() {
    let every: BTreeMap<&str, Value> = rules()
        .filter(|rule| rule.id.starts_with("max-") || rule.id == "complexity")
        .map(|rule| (rule.id, json!("error")))
        .collect();
    assert_eq!(every.len(), 7);
    let file = "f(a => /* b */ a || 1); // c\n".repeat(20_000);
    let config = json!({ "only": every.keys().collect::<Vec<_>>(), "rules": every });
    assert_eq!(lint(&config, &file).lines().count(), 1, "the file is too long, and that is all");
    let nested = "if (a) {".repeat(150) + &"}".repeat(150);
    assert_eq!(lint(&config, &nested).lines().count(), 146);
}

const PIECES: [&str; 6] = [
    "{ function f(a) {} }",
    "(a => 1);",
    "(class { m(a) {} });",
    "({ get x() { return 1 } });",
    "({ x: (function (a) {}) });",
    "/* function */ 'x => x';",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    /// With a limit of 0, each function is reported once, whatever surrounds it.
    #[test]
    fn each_function_is_found_once(pieces in prop::collection::vec(0..PIECES.len(), 0..20)) {
        let source: String = pieces.iter().map(|piece| format!("{}\n", PIECES[*piece])).collect();
        let functions = pieces.iter().filter(|piece| **piece < 5).count();
        let config = json!({ "only": ["complexity"], "rules": { "complexity": ["error", 0] } });
        prop_assert_eq!(lint(&config, &source).lines().count(), functions);
    }
}
