//! Configuration as projects write it.
#![allow(missing_docs)]

use serde_json::{Value, json};
use verdict_protocol::{Config, LintConfig, overlay};

/// Parses `rules` and serializes them, or returns the error.
fn check_rules(rules: &Value, expected: &str) {
    let read = serde_path_to_error::deserialize::<_, Config>(&json!({ "lint": { "rules": rules } }));
    let actual = match read {
        Ok(config) => serde_json::to_string(&config.lint.rules).unwrap_or_default(),
        Err(error) => format!("{}: {}", error.path(), error.inner()),
    };
    assert_eq!(actual, expected, "for {rules}");
}

#[test]
fn rules_are_read_as_eslint_has_them() {
    check_rules(&json!({ "a": "off", "b": "warn", "c": "error" }), r#"{"a":"off","b":"warn","c":"error"}"#);
    check_rules(&json!({ "a": 0, "b": 1, "c": 2 }), r#"{"a":"off","b":"warn","c":"error"}"#);
    check_rules(&json!({ "a": ["warn"], "b": [2] }), r#"{"a":"warn","b":"error"}"#);
    check_rules(
        &json!({ "no-restricted-globals": [2, "event", { "name": "fdescribe", "message": "No." }] }),
        r#"{"no-restricted-globals":["error","event",{"message":"No.","name":"fdescribe"}]}"#,
    );
}

#[test]
fn what_is_no_severity_is_refused_with_its_place() {
    let expected = r#"lint.rules.x: Expected severity of "off", 0, "warn", 1, "error", or 2."#;
    for entry in
        [json!("on"), json!(3), json!(-1), json!(true), json!([]), json!(["fatal"]), Value::Null, json!({})]
    {
        check_rules(&json!({ "x": entry }), expected);
    }
    check_rules(&json!(["x"]), "lint.rules: invalid type: sequence, expected a map");
}

#[test]
fn what_is_left_out_has_its_default() {
    let config: Config = serde_json::from_value(json!({ "lint": {}, "test": {} })).unwrap();
    assert_eq!(config, Config::default());
    assert_eq!(config.lint, LintConfig { only: None, no_inline_config: false, ..LintConfig::default() });
    assert!(config.test.env.is_empty());
}

#[test]
fn gates_and_environments_are_read() {
    let text = json!({
        "lint": { "only": ["no-eval"], "noInlineConfig": true },
        "test": { "env": { "NODE_ENV": "test", "__proto__": "x", "": "y" } },
    });
    let config: Config = serde_json::from_value(text).unwrap();
    assert_eq!(config.lint.only, Some(vec!["no-eval".to_owned()]));
    assert!(config.lint.no_inline_config);
    let names: Vec<&str> = config.test.env.keys().map(String::as_str).collect();
    assert_eq!(names, ["", "NODE_ENV", "__proto__"]);
    let number = serde_json::from_value::<Config>(json!({ "test": { "env": { "A": 1 } } }));
    assert!(number.is_err(), "a value of the environment is a text");
}

#[test]
fn aliases_are_texts_or_patterns() {
    let read = |alias: Value| -> Vec<Value> {
        let config: Config = serde_json::from_value(json!({ "test": { "alias": alias } })).unwrap();
        let written = serde_json::to_value(&config.test.alias).unwrap();
        written.as_array().cloned().unwrap_or_default()
    };
    let pattern = json!({ "find": { "source": "^~/(.*)", "flags": "i" }, "replacement": "/src/$1" });
    assert_eq!(read(json!({ "/^~/(.*)/i": "/src/$1" })).first(), Some(&pattern));
    assert_eq!(read(json!([pattern])).first(), Some(&pattern));
    // The longest key of an object is the most specific; a path is no pattern.
    let texts = read(json!({ "@": "/src", "@/ui": "/ui", "/^half": "/x", "/src/": "/lib/" }));
    let finds: Vec<&str> = texts.iter().filter_map(|alias| alias["find"].as_str()).collect();
    assert_eq!(finds, ["/^half", "/src/", "@/ui", "@"]);
    let wrong =
        serde_json::from_value::<Config>(json!({ "test": { "alias": [{ "find": 1, "replacement": "" }] } }));
    assert!(wrong.is_err());
}

/// Lays one `lint` over another.
fn check_lint(base: &Value, over: &Value, expected: &Value) {
    let mut merged = json!({ "lint": base });
    overlay(&mut merged, &json!({ "lint": over }));
    assert_eq!(&merged["lint"], expected, "{over} over {base}");
    let read: Config = serde_json::from_value(merged).expect("a configuration");
    assert_eq!(read.lint.is_bare(), read.lint.configs.is_empty(), "{over} over {base}");
}

#[test]
fn objects_of_a_flat_configuration_come_after_earlier_ones() {
    let rules = |severity: u32| json!({ "rules": { "no-var": severity } });
    // Plain objects merge.
    check_lint(&rules(1), &rules(2), &rules(2));
    check_lint(
        &json!({ "off": ["a"], "rules": { "b": 1 } }),
        &rules(2),
        &json!({ "off": ["a"], "rules": { "b": 1, "no-var": 2 } }),
    );
    // A host's own keys drop no list of a project.
    let host = json!({ "noInlineConfig": true });
    check_lint(&json!([rules(1)]), &host, &json!({ "noInlineConfig": true, "configs": [rules(1)] }));
    check_lint(&json!([rules(1)]), &rules(2), &json!({ "rules": { "no-var": 2 }, "configs": [rules(1)] }));
    // Lists follow each other, and what stood alone before.
    check_lint(&json!([rules(1)]), &json!([rules(2)]), &json!({ "configs": [rules(1), rules(2)] }));
    check_lint(&rules(1), &json!([rules(2)]), &json!({ "configs": [rules(1), rules(2)] }));
    check_lint(
        &json!({ "configs": [rules(0)], "rules": { "no-var": 1 }, "off": ["a"] }),
        &json!([rules(2)]),
        &json!({ "off": ["a"], "configs": [rules(0), rules(1), rules(2)] }),
    );
    // Rules for some files do not become those for all.
    let some = json!({ "files": ["src/**"], "rules": { "no-var": 1 } });
    check_lint(&some, &rules(2), &json!({ "configs": [some], "rules": { "no-var": 2 } }));
}

/// A host that names the rules takes nothing else from a project than their options.
#[test]
fn only_lifts_what_a_project_says_of_files_and_languages() {
    let only = json!({ "only": ["no-var"], "rules": { "no-var": 2 } });
    let project = json!({ "ignores": ["dist/"], "languageOptions": {}, "off": ["a"], "rules": { "b": 1 } });
    let merged = json!({ "only": ["no-var"], "off": ["a"], "rules": { "b": 1, "no-var": 2 } });
    check_lint(&project, &only, &merged);
    check_lint(&json!([{ "ignores": ["**"] }]), &only, &only);
    // What the host itself says stays.
    let mut with_language = only;
    with_language["languageOptions"] = json!({ "sourceType": "script" });
    let mut merged = json!({ "lint": project });
    overlay(&mut merged, &json!({ "lint": with_language }));
    assert_eq!(merged["lint"]["languageOptions"], json!({ "sourceType": "script" }));
}
