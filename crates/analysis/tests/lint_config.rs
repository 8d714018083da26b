//! Flat configurations: what is wrong with them, and what comes from data. What applies to which file is
//! compared with ESLint, in `tests/conformance/lint/cases/_config.mjs`.

use crate::common;

use common::{first, render, snapshot};
use serde_json::{Value, json};
use verdict_analysis::Linter;
use verdict_protocol::{Config, Diagnostic, LintConfig};

fn lint(config: &Value, fixture: &str) -> String {
    let parsed = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    render(&Linter::new(&snapshot(fixture), &parsed).check(&first(fixture)))
}

/// The findings in the first file of a fixture, with the files that they are in.
fn check_files(config: &Value, fixture: &str, expected: &[&str]) {
    let parsed = serde_json::from_value::<LintConfig>(config.clone()).expect("a configuration");
    let found = Linter::new(&snapshot(fixture), &parsed).check(&first(fixture));
    let place = |one: &Diagnostic| format!("{}:{}", one.location.file, render(std::slice::from_ref(one)));
    let found: Vec<String> = found.iter().map(place).collect();
    assert_eq!(found, expected, "for {config} on {fixture}");
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
    for pattern in ["{a,".repeat(20), "@(a|b)".repeat(20)] {
        let found = lint(&json!({ "configs": [{ "files": [pattern] }] }), ";");
        assert!(found.starts_with(&at("lint[0].files[0]: the pattern is longer")), "{found}");
    }
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
    let keys: serde_json::Map<String, Value> = (0..50_000).map(|n| (format!("k{n}"), json!(1))).collect();
    let fixture = format!("//- /a.js\n;\n//- /eslint.config.json\n{}", Value::Object(keys));
    assert_eq!(lint(&json!({}), &fixture).lines().count(), 100);
    let deep = format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000));
    assert!(
        lint(&json!({}), &format!("//- /a.js\n;\n//- /eslint.config.json\n{deep}"))
            .contains("recursion limit")
    );
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
fn the_preset_for_agents_reports_a_dynamic_access_once() {
    let lint = |config: &Value, source: &str| lint(&json!({ "configs": [config] }), source);
    let source = "globalThis[name]();";
    let found = lint(&json!({ "extends": "agent" }), source);
    assert_eq!(
        found,
        "1:12-1:16 agent/no-dynamic-access Dynamic access: what is taken from 'globalThis' cannot be told."
    );
    let allowed = json!({ "extends": "agent", "rules": { "agent/no-dynamic-access": "off" } });
    assert_eq!(lint(&allowed, source), "");
    assert_eq!(
        lint(&allowed, "globalThis.fetch();"),
        "1:12-1:17 agent/no-network Unexpected use of 'fetch'."
    );
    // A severity alone keeps the preset's options.
    let warns = json!({ "extends": "agent", "rules": { "agent/no-network": "warn" } });
    assert_eq!(lint(&warns, source), found);
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

const DEBUGGER: &str = "no-debugger Unexpected 'debugger' statement.";

#[test]
fn the_nearest_configuration_file_applies() {
    let top = "\n//- /eslint.config.json\n[{ \"rules\": { \"no-debugger\": \"error\" } }]";
    let found = format!("/src/a.js:1:1-1:10 {DEBUGGER}");
    let none = json!({});
    check_files(&none, &format!("//- /src/a.js\ndebugger; var a;{top}"), &[&found]);
    // One object, with a byte order mark.
    let object = "\n//- /src/eslint.config.json\n\u{feff}{ \"rules\": { \"no-var\": 2 } }";
    let var = "/src/a.js:1:11-1:17 no-var Unexpected var, use let or const instead.";
    check_files(&none, &format!("//- /src/a.js\ndebugger; var a;{top}{object}"), &[var]);
    check_files(&none, &format!("//- /a.js\ndebugger; var a;{top}{object}"), &[&found.replace("/src", "")]);
    // A nearest one without rules turns the default preset off too.
    check_files(
        &none,
        &format!("//- /src/a.js\ndebugger; var a;{top}\n//- /src/eslint.config.json\n[]"),
        &[],
    );
    // One beside the folder, and one with another name.
    let beside =
        "//- /src/a.js\ndebugger;\n//- /other/eslint.config.json\n[]\n//- /src/eslint.config.json.bak\n[]";
    check_files(&none, beside, &["/src/a.js:1:1-1:10 no-debugger Remove debugger statements"]);
}

#[test]
fn patterns_are_relative_to_the_folder_of_the_file() {
    let with = |path: &str, objects: Value| {
        let file = objects.to_string();
        format!("//- {path}\ndebugger;\n//- /app/eslint.config.json\n{file}")
    };
    let found = |path: &str| format!("{path}:1:1-1:10 {DEBUGGER}");
    let rules = json!({ "no-debugger": 2 });
    let files = json!([{ "files": ["src/*.js"], "rules": rules }]);
    check_files(&json!({}), &with("/app/src/a.js", files.clone()), &[&found("/app/src/a.js")]);
    check_files(&json!({}), &with("/app/other/a.js", files), &[]);
    let base = json!([{ "basePath": "src", "files": ["*.js"], "rules": rules }]);
    check_files(&json!({}), &with("/app/src/a.js", base), &[&found("/app/src/a.js")]);
    for (pattern, is_matched) in [
        ("src/*.?(m)js", true),
        ("src/@(a|b).js", true),
        ("src/!(a).js", false),
        ("src/!(b|*.spec).js", true),
        ("(src)/*.js", false),
    ] {
        let found = found("/app/src/a.js");
        let files = json!([{ "files": [pattern], "rules": rules }]);
        let wanted: &[&str] = if is_matched { &[&found] } else { &[] };
        check_files(&json!({}), &with("/app/src/a.js", files), wanted);
    }
    let ignores = json!([{ "rules": rules }, { "ignores": ["dist/"] }]);
    check_files(&json!({}), &with("/app/dist/a.js", ignores.clone()), &[]);
    check_files(&json!({}), &with("/app/src/dist/a.js", ignores), &[&found("/app/src/dist/a.js")]);
}

#[test]
fn what_a_request_says_comes_after_the_file() {
    let file = "debugger; var a;\n//- /eslint.config.json\n[{ \"rules\": { \"no-debugger\": 2, \"no-empty\": [2, { \"allowEmptyCatch\": true }] } }]";
    let fixture = format!("//- /a.js\n{file}");
    let found = format!("/a.js:1:1-1:10 {DEBUGGER}");
    check_files(&json!({ "rules": { "no-debugger": "off" } }), &fixture, &[]);
    check_files(&json!({ "configs": [{ "rules": { "no-debugger": "off" } }] }), &fixture, &[]);
    check_files(&json!({ "off": ["no-debugger"] }), &fixture, &[]);
    check_files(&json!({ "defaults": { "no-debugger": "off" } }), &fixture, &[&found]);
    let var = "/a.js:1:11-1:17 no-var Unexpected var, use let or const instead.";
    check_files(&json!({ "rules": { "no-var": 2 } }), &fixture, &[&found, var]);
    // A severity alone keeps the options of the file.
    let catches = fixture.replace("debugger; var a;", "try { a() } catch {}");
    check_files(&json!({ "rules": { "no-empty": 2 } }), &catches, &[]);
}

/// A host that names the rules does not leave their settings to a project.
#[test]
fn a_host_that_names_rules_reads_no_configuration_file() {
    let rule = json!({ "agent/no-network": 2 });
    let only = json!({ "only": ["agent/no-network"], "rules": rule });
    for objects in [
        json!([{ "ignores": ["dist/"] }]),
        json!([{ "languageOptions": { "globals": { "fetch": "off" } }, "rules": { "agent/no-network": 0 } }]),
        json!([{ "rules": { "agent/no-network": [2, { "unknown": 1 }] } }]),
    ] {
        let fixture = format!("//- /dist/a.js\nfetch('/');\n//- /eslint.config.json\n{objects}");
        assert_eq!(lint(&only, &fixture), "1:1-1:6 agent/no-network Unexpected use of 'fetch'.", "{objects}");
        let read = lint(&json!({ "rules": rule }), &fixture);
        assert!(!read.contains("Unexpected use") || objects[0]["rules"] != Value::Null, "{objects}: {read}");
    }
}

#[test]
fn what_is_wrong_in_a_file_is_named_by_its_line_and_column() {
    let check = |text: &str, expected: &str| {
        let fixture = format!("//- /src/a.js\n;\n//- /eslint.config.json\n{text}");
        check_files(&json!({}), &fixture, &[&format!("/eslint.config.json:{expected}")]);
    };
    check("[\n  { \"rules\": }\n]", "2:14 ? The configuration is invalid: expected value");
    check("", "1:1 ? The configuration is invalid: EOF while parsing a value");
    check("// why\n[]", "1:1 ? The configuration is invalid: expected value");
    check("1", "1:1 ? The configuration is invalid: Expected an object.");
    check(
        "\u{feff}[{},\n {\"\u{1f600}\": 1}]",
        "2:9 ? The configuration is invalid at [1].\u{1f600}: Unexpected key found.",
    );
    check(
        "{\"files\": \"*.js\"}",
        "1:11 ? The configuration is invalid at files: Expected value to be a non-empty array.",
    );
    check(
        "[{\n\"ignores\": [\"a\", 1] }]",
        "2:18 ? The configuration is invalid at [0].ignores[1]: Expected a string.",
    );
    let severity = r#"Expected severity of "off", 0, "warn", 1, "error", or 2."#;
    check(
        "[{ \"rules\": {\n  \"a.b/c\": \"on\" } }]",
        &format!("2:12 ? The configuration is invalid at [0].rules.a.b/c: {severity}"),
    );
    check(
        "[{ \"extends\": [\"recommended\", \"airbnb\"] }]",
        "1:31 ? The configuration is invalid at [0].extends[1]: there is no preset \"airbnb\"; there are recommended, agent, tests, all",
    );
    check(
        "[{},\n{ \"rules\": { \"no-empty\":\n  [2, { \"allow\": 1 }] } }]",
        "3:3 no-empty Configuration for rule \"no-empty\" is invalid at [1].rules: Value {\"allow\":1} should NOT have additional properties. Unexpected property \"allow\". Expected properties: \"allowEmptyCatch\".",
    );
    check(
        "{ \"linterOptions\": { \"reportUnknownRules\": true }, \"rules\": { \"none\": 2 } }",
        "1:71 none Definition for rule 'none' not found.",
    );
}

#[test]
fn rules_that_do_not_exist_are_warned_of_with_their_file() {
    let fixture =
        "//- /a.js\n;\n//- /eslint.config.json\n{ \"rules\": { \"no-vra\": 2, \"off-and-unknown\": 0 } }";
    let files = snapshot(fixture);
    let config: LintConfig =
        serde_json::from_value(json!({ "rules": { "no-debuger": 2 } })).expect("a configuration");
    let linter = Linter::new(&files, &config);
    let of_host = "lint: there is no rule no-debuger; the nearest is no-debugger";
    assert_eq!(linter.warnings(), [of_host]);
    let _ = linter.check(&first(fixture));
    assert_eq!(
        linter.warnings(),
        ["/eslint.config.json: there is no rule no-vra; the nearest is no-var", of_host]
    );
}
