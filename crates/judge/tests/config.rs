//! The effective configuration, and warnings about keys without effect.
#![allow(missing_docs, reason = "a test")]

use serde_json::{Value, json};
use verdict_judge::{Resolved, resolve_config};
use verdict_protocol::{Files, TestConfig};
use verdict_vfs::Snapshot;

fn resolve(file: Option<&Value>, config: &Value) -> Resolved {
    let text = file.map(ToString::to_string);
    let files = Files::from_texts(text.iter().map(|text| ("/verdict.config.json", text.as_str())));
    resolve_config(&Snapshot::new(files).expect("files"), Some(config)).expect("a configuration")
}

fn check(config: &Value, expected: &[&str]) {
    assert_eq!(resolve(None, config).warnings, expected, "{config}");
}

#[test]
fn keys_that_are_known_are_not_named() {
    let config = json!({
        "test": {
            "testTimeout": 1, "env": { "ANY": "1" }, "provide": { "any": { "thing": 1 } }, "alias": { "a": "/a.js" },
            "expect": { "poll": { "timeout": 1 } }, "sequence": { "seed": 1 }, "fakeTimers": { "toFake": ["Date"] },
            "sealedApi": true,
        },
        "lint": { "rules": { "any-rule": "off" }, "noInlineConfig": true },
        "types": { "globals": ["x"] },
    });
    check(&config, &[]);
    check(&json!({}), &[]);
    // An absent key does not exist, whatever its name.
    check(&json!({ "nonsense": null, "test": { "nonsense": null } }), &[]);
}

#[test]
fn keys_that_nobody_knows_are_named_with_the_nearest() {
    check(
        &json!({ "types": { "rules": {} } }),
        &["config: unknown key types.rules; the nearest known one is lint.rules"],
    );
    // Only the type checks know of names that a project adds.
    check(
        &json!({ "lint": { "globals": ["x"] } }),
        &["config: unknown key lint.globals; the nearest known one is types.globals"],
    );
    check(
        &json!({ "test": { "testTimout": 5 } }),
        &["config: unknown key test.testTimout; the nearest known one is test.testTimeout"],
    );
    check(
        &json!({ "testTimeout": 5 }),
        &["config: unknown key testTimeout; the nearest known one is test.testTimeout"],
    );
    check(&json!({ "tests": {} }), &["config: unknown key tests; the nearest known one is test"]);
    check(
        &json!({ "test": { "expect": { "pol": {} } } }),
        &["config: unknown key test.expect.pol; the nearest known one is test.expect.poll"],
    );
    check(&json!({ "qqqqqqqqqq": 1 }), &["config: unknown key qqqqqqqqqq"]);
    check(&json!({ "test": { "": 1 } }), &["config: unknown key test."]);
}

#[test]
fn keys_of_peers_are_said_once_to_have_no_effect() {
    check(
        &json!({
            "plugins": [], "strict": true,
            "test": { "coverage": {}, "reporters": [], "sequence": { "concurrent": true } },
            "lint": { "processor": {} },
            "types": { "noImplicitAny": true },
        }),
        &[
            "config: unknown key strict; the nearest known one is types.strict",
            "config: without effect here: plugins, test.coverage, test.reporters, test.sequence.concurrent, \
           lint.processor, types.noImplicitAny",
        ],
    );
}

#[test]
fn each_source_is_named_and_none_says_too_much() {
    let file = json!({ "test": { "bial": 1 } });
    let warnings = resolve(Some(&file), &json!({ "lint": { "of": [] } })).warnings;
    assert_eq!(
        warnings,
        [
            "/verdict.config.json: unknown key test.bial; the nearest known one is test.bail",
            "config: unknown key lint.of; the nearest known one is lint.off",
        ]
    );
    let many: serde_json::Map<String, Value> =
        (0..1_000).map(|n| (format!("zzzz{n:04}"), json!(1))).collect();
    let warnings = resolve(None, &Value::Object(many)).warnings;
    assert_eq!(warnings.len(), 21);
    assert_eq!(warnings[20], "config: 980 more unknown keys");
    let warnings = resolve(None, &json!({ "z".repeat(10_000): 1 })).warnings;
    assert!(warnings[0].len() < 200, "{}", warnings[0]);
}

#[test]
fn what_is_null_has_its_default() {
    let defaults = TestConfig::default();
    let nulls = json!({
        "test": {
            "environment": null, "testTimeout": null, "bail": null, "sequence": { "shuffle": null, "hooks": null },
            "expect": null, "fakeTimers": { "loopLimit": null }, "update": null, "setupFiles": null, "alias": null,
            "env": { "A": null, "B": "1" }, "retry": 2,
        },
        "lint": { "rules": { "no-var": null }, "off": null },
        "types": null,
    });
    let config = resolve(None, &nulls).config;
    assert_eq!(config.test.retry, 2);
    assert_eq!(config.test.env.into_iter().collect::<Vec<_>>(), [("B".to_owned(), "1".to_owned())]);
    let plain = TestConfig { retry: 0, env: defaults.env.clone(), ..config.test };
    assert_eq!(plain, defaults);
    assert!(config.lint.rules.is_empty() && config.lint.off.is_empty());
    // Data is not changed.
    let provided = resolve(None, &json!({ "test": { "provide": { "a": null } } })).config.test.provide;
    assert_eq!(provided["a"], Value::Null);
    // A request can reset an option of the file.
    let file = json!({ "test": { "bail": 3, "retry": 1 } });
    let config = resolve(Some(&file), &json!({ "test": { "bail": null } })).config;
    assert_eq!((config.test.bail, config.test.retry), (0, 1));
}

#[test]
fn a_wrong_type_still_fails() {
    let snapshot = Snapshot::new(Files::from_texts(Vec::<(&str, &str)>::new())).expect("files");
    for (config, expected) in [
        (json!({ "test": { "environment": 5 } }), "config: at test.environment: "),
        (json!({ "test": { "bail": "x" } }), "config: at test.bail: "),
        (json!({ "lint": { "off": [null] } }), "config: at lint.off[0]: "),
        (json!({ "test": "x" }), "config: at test: "),
    ] {
        let error = resolve_config(&snapshot, Some(&config)).expect_err("no configuration");
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn the_environment_of_a_request_takes_the_place_of_the_snapshots() {
    let env = |file: Value, config: Value| {
        let test = resolve(Some(&file), &config).config.test;
        (test.retry, test.env.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>())
    };
    let file = json!({ "test": { "retry": 2, "env": { "A": "1", "B": "1" } } });
    assert_eq!(env(file.clone(), json!({ "test": { "env": { "B": "2" } } })), (2, vec!["B=2".to_owned()]));
    assert_eq!(env(file.clone(), json!({ "test": { "env": {} } })), (2, vec![]));
    let kept = vec!["A=1".to_owned(), "B=1".to_owned()];
    assert_eq!(env(file.clone(), json!({ "test": { "retry": 3 } })), (3, kept.clone()));
    assert_eq!(env(file, json!({})), (2, kept));
}
