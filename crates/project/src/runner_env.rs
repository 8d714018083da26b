//! The variables that a test runner sets for the tests of a project.

use serde_json::{Map, Value, json};

use crate::Tools;

/// Variables that Vitest sets.
const VITEST: [(&str, &str); 7] = [
    ("NODE_ENV", "test"),
    ("TEST", "true"),
    ("MODE", "test"),
    ("VITEST", "true"),
    ("VITEST_MODE", "RUN"),
    ("VITEST_POOL_ID", "1"),
    ("VITEST_WORKER_ID", "1"),
];
/// Variables that Jest sets.
const JEST: [(&str, &str); 2] = [("NODE_ENV", "test"), ("JEST_WORKER_ID", "1")];

/// Adds to the configuration of tests the variables that it does not set itself, and for which runner they are written.
/// `own` is `verdict.config.json`, whose values would count if the request had none.
pub(crate) fn add(config: &mut Value, own: Option<&Value>, tools: &Tools) {
    let is_sealed = |config: &Value| config["test"]["sealedApi"] == true;
    // The subject must not see that it is tested.
    if is_sealed(config) || own.is_some_and(is_sealed) {
        return;
    }
    if !config["test"]["env"].is_object() {
        let own = own.map(|own| &own["test"]["env"]).filter(|env| env.is_object());
        config["test"]["env"] = own.cloned().unwrap_or_else(|| json!({}));
    }
    let says = |config: &Value| !config["test"]["writtenFor"].is_null();
    if let Some(runner) = tools.runner
        && !says(config)
        && !own.is_some_and(says)
    {
        config["test"]["writtenFor"] = json!(runner);
    }
    let variables = if tools.is_jest() { JEST.as_slice() } else { VITEST.as_slice() };
    for (name, value) in variables {
        if config["test"]["env"][*name].is_null() {
            config["test"]["env"][*name] = json!(value);
        }
    }
}

/// Removes the variables from the configuration of tests. A file for people does not need them, and a subject must not
/// see that it is tested.
pub fn remove(config: &mut Value) {
    let Some(test) = config.get_mut("test").and_then(Value::as_object_mut) else { return };
    let is_added = |name: &str, value: &Value| {
        VITEST.iter().chain(&JEST).any(|(known, text)| *known == name && value == text)
    };
    if let Some(env) = test.get_mut("env").and_then(Value::as_object_mut) {
        env.retain(|name, value| !is_added(name, value));
    }
    if test.get("env").and_then(Value::as_object).is_some_and(Map::is_empty) {
        test.remove("env");
    }
}
