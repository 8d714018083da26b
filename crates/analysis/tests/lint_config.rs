//! Flat configurations: what is wrong with them, and what comes from data. What applies to which file is
//! compared with ESLint, in `tests/conformance/lint/cases/_config.mjs`.

mod common;

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::{Config, LintConfig};

fn lint(config: &Value, fixture: &str) -> String {
    let parsed = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    render(&Linter::new(&snapshot(fixture), &parsed).check(&first(fixture)))
}

/// Checks what a flat configuration says of an empty file.
fn check_error(configs: &Value, expected: &str) {
    let found = lint(&json!({ "configs": configs }), ";");
    assert_eq!(found, expected, "for {configs}");
}

#[test]
fn what_is_wrong_is_named_by_its_place() {
    let at = |what: &str| format!("1:1 ? The configuration is invalid at {what}");
    check_error(&json!([{ "files": [] }]), &at("lint[0].files: Expected value to be a non-empty array."));
    check_error(
        &json!([{}, { "files": "*.js" }]),
        &at("lint[1].files: Expected value to be a non-empty array."),
    );
    check_error(&json!([{ "ignores": [1] }]), &at("lint[0].ignores[0]: Expected a string."));
    check_error(&json!([{ "rule": {} }]), &at("lint[0].rule: Unexpected key found."));
    check_error(&json!([1]), &at("lint[0]: Expected an object."));
    let severity = r#"lint[0].rules.no-var: Expected severity of "off", 0, "warn", 1, "error", or 2."#;
    check_error(&json!([{ "rules": { "no-var": "on" } }]), &at(severity));
    let preset =
        r#"lint[0].extends[1]: there is no preset "airbnb"; there are recommended, agent, tests, all"#;
    check_error(&json!([{ "extends": ["recommended", "airbnb"] }]), &at(preset));
    let option = "1:1 no-empty Configuration for rule \"no-empty\" is invalid at lint[1].rules: Value 1 should be object.";
    check_error(&json!([{}, { "rules": { "no-empty": [2, 1] } }]), option);
    let braces = "{a,".repeat(20);
    let found = lint(&json!({ "configs": [{ "files": [braces] }] }), ";");
    assert!(found.starts_with(&at("lint[0].files[0]: the pattern is longer")), "{found}");
}

#[test]
fn hostile_configurations_are_bounded() {
    let mut nested = json!({ "rules": { "no-debugger": 2 } });
    for _ in 0..100 {
        nested = json!({ "extends": [nested] });
    }
    assert!(lint(&json!({ "configs": [nested] }), "debugger;").contains("16 levels"));
    let many: Vec<Value> = (0..10_001).map(|_| json!({ "rules": { "no-debugger": 2 } })).collect();
    assert!(lint(&json!({ "configs": many }), "debugger;").contains("10000 objects"));
    let stars = "**/*a".repeat(150);
    let long = "a/".repeat(200);
    let configs = json!([{ "files": [stars], "rules": { "no-debugger": 2 } }]);
    assert_eq!(lint(&json!({ "configs": configs }), &format!("//- /{long}b.js\ndebugger;")), "");
}

#[test]
fn a_list_in_place_of_the_object_is_a_flat_configuration() {
    let config: Config = serde_json::from_value(json!({ "lint": [{ "rules": { "no-debugger": 1 } }] }))
        .expect("a configuration");
    let fixture = "debugger; var a;";
    let found = Linter::new(&snapshot(fixture), &config.lint).check(&first(fixture));
    assert_eq!(render(&found), "1:1-1:10 no-debugger Unexpected 'debugger' statement.");
}

/// Without any key of a flat configuration, the default preset is below `rules`.
#[test]
fn the_default_preset_is_below_bare_rules_only() {
    let var = "1:1-1:7 no-var Use const or let instead of var";
    let source = "var a;";
    assert_eq!(lint(&json!({ "rules": { "no-debugger": 2 } }), source), var);
    for flat in [json!({ "extends": [] }), json!({ "languageOptions": {} }), json!({ "configs": [{}] })] {
        assert_eq!(lint(&flat, source), "");
    }
}

#[test]
fn environments_are_global_variables() {
    let rules = json!({ "no-eval": 2 });
    let with = |globals: Value| json!({ "languageOptions": { "globals": globals }, "rules": rules });
    let found = "1:8-1:12 no-eval `eval` can be harmful.";
    assert_eq!(lint(&with(json!(["browser"])), "window.eval('1');"), found);
    assert_eq!(lint(&with(json!(["browser", { "window": "off" }])), "window.eval('1');"), "");
    assert_eq!(lint(&with(json!(["node"])), "window.eval('1');"), "");
    assert_eq!(lint(&with(json!({ "window": true })), "window.eval('1');"), found);
}
