//! Options and files that are built to take long: each ends in time, or in an error that says what is wrong.

use crate::common;

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::LintConfig;

fn lint(rule: &str, options: Vec<Value>, fixture: &str) -> String {
    let entry: Vec<Value> = std::iter::once(json!("error")).chain(options).collect();
    let config = json!({ "only": [rule], "rules": { rule: entry } });
    let config = serde_json::from_value::<LintConfig>(config).expect("a configuration");
    render(&Linter::new(&snapshot(fixture), &config).check(&first(fixture)))
}

#[track_caller]
fn check(rule: &str, options: Vec<Value>, fixture: &str, expected: &str) {
    let found = lint(rule, options, fixture);
    assert!(found.contains(expected), "{rule} says {}", &found[..found.len().min(500)]);
}

#[test]
fn many_selectors() {
    let file = "f(a, b);\n".repeat(300);
    let typed = |count: usize| (0..count).map(|of| json!(format!("Identifier[name=\"n{of}\"]"))).collect();
    assert_eq!(lint("no-restricted-syntax", typed(10_000), &file), "");
    let general = |count: usize| (0..count).map(|of| json!(format!("[name=\"n{of}\"]"))).collect();
    assert_eq!(lint("no-restricted-syntax", general(1_000), "f(a);"), "");
    check("no-restricted-syntax", general(1_001), "f(a);", "more than 1000 selectors without a type of node");
}

#[test]
fn large_and_deep_selectors() {
    let alternatives = (0..100_000).map(|of| of.to_string()).collect::<Vec<_>>().join("|");
    let pattern = |text: &str| vec![json!(format!("Identifier[name=/{text}/]"))];
    check("no-restricted-syntax", pattern(&alternatives), "a;", "the regular expression at offset 16");
    check("no-restricted-syntax", pattern("^a|b$"), "a;", "1:1-1:2");
    let deep = format!("{}Identifier{}", ":not(".repeat(100_000), ")".repeat(100_000));
    check("no-restricted-syntax", vec![json!(deep)], "a;", "is invalid");
    check("no-restricted-syntax", vec![json!("a:has(")], "a;", "the selector \"a:has(\"");
    check("dot-notation", vec![json!({ "allowPattern": alternatives })], "a['b'];", "is not supported");
    check(
        "no-restricted-syntax",
        vec![json!("ExpressionStatement ~ DebuggerStatement")],
        &"debugger;".repeat(20_000),
        "",
    );
}

#[test]
fn long_files() {
    let statements = |text: &str| text.repeat(20_000);
    check(
        "no-useless-return",
        vec![],
        &format!("function f() {{ {} }}", statements("if (a) return; b();")),
        "",
    );
    check(
        "consistent-return",
        vec![],
        &format!("function f() {{ {} }}", statements("if (a) return 1;")),
        "1:10-1:11",
    );
    check("prefer-const", vec![], &statements("{ let a = 1; f(a); }"), "1:7-1:8");
    check("no-shadow", vec![], &format!("let a; {}", statements("{ let a; }")), "1:14-1:15");
    check("no-unused-expressions", vec![json!({ "ignoreDirectives": true })], &statements("('a');"), "");
    check(
        "curly",
        vec![json!("multi"), json!("consistent")],
        &statements("if (a) { b; } else { c; }"),
        "1:8-1:14",
    );
    check(
        "no-restricted-syntax",
        vec![json!("Identifier ~ Identifier")],
        &format!("f({})", statements("a,")),
        "1:5-1:6",
    );
}

#[test]
fn patterns_of_titles_that_look_ahead() {
    let title = format!("it('{}', f);", "a".repeat(2_000));
    let pattern = |text: &str| vec![json!({ "mustMatch": text })];
    check("vitest/valid-title", pattern("^(?=(?:(?:a|a)*)*b)"), &title, "it should match");
    assert_eq!(lint("vitest/valid-title", pattern("^(?=(?:(?:a|a)*)*$)"), &title), "");
    // What takes too long to say is not taken for fine.
    let forbidden = vec![json!({ "mustNotMatch": "(?=.*b)" })];
    check("vitest/valid-title", forbidden.clone(), &title, "it should not match");
    assert_eq!(lint("vitest/valid-title", forbidden, "it('aaa', f);"), "");
    check("vitest/valid-title", pattern("(?=a{9999999999})"), ";", "takes more than 2000 steps");
    check("vitest/valid-title", pattern("(?=(?:){9999999999})"), ";", "takes more than 2000 steps");
    check("vitest/valid-title", pattern("(?=(a)\\1)"), ";", "backreferences are not known");
    check("vitest/valid-title", pattern("(?=a"), ";", "is not supported");
}
