//! One configuration over another.

use serde_json::Value;

/// Lays a [`Config`](crate::Config) as JSON over another, member by member. What is no object, and `test.env`, takes the
/// place of what was there: a guest's environment is what one source says, never a mix.
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
