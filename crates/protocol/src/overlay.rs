//! Merges one configuration over another.

use serde_json::Value;

/// Merges a [`Config`](crate::Config) as JSON over another, member by member. `test.env` and values that are
/// no objects replace the earlier ones: a guest's environment has one source and is never a mix.
pub fn overlay(base: &mut Value, over: &Value) {
    if over.pointer("/test/env").is_some()
        && let Some(test) = base.get_mut("test").and_then(Value::as_object_mut)
    {
        test.remove("env");
    }
    merge(base, over);
}

fn merge(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                merge(base.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}
