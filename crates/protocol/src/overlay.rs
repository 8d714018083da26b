//! Merges one configuration over another.

use serde_json::{Map, Value, json};

use crate::LintConfig;

/// The keys of a flat object that limit or extend what its other keys apply to.
const SCOPE: [&str; 4] = ["basePath", "files", "ignores", "extends"];

/// Merges a [`Config`](crate::Config) as JSON over another, member by member. `test.env` and values that are
/// no objects replace the earlier ones: a guest's environment has one source and is never a mix. Objects of a
/// flat `lint` come after the earlier ones.
pub fn overlay(base: &mut Value, over: &Value) {
    if over.pointer("/test/env").is_some()
        && let Some(test) = base.get_mut("test").and_then(Value::as_object_mut)
    {
        test.remove("env");
    }
    match (base.get("lint"), over.get("lint")) {
        (Some(Value::Object(_) | Value::Array(_)), Some(Value::Object(_) | Value::Array(_))) => {
            let mut over = over.clone();
            follow(&mut base["lint"], &mut over["lint"]);
            merge(base, &over);
        }
        _ => merge(base, over),
    }
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

/// Prepares two `lint` for [`merge`]: makes them objects, and moves the flat objects of both to the `configs`
/// of `over`, in order. Two objects that apply to the same files stay, as their keys merge.
fn follow(base: &mut Value, over: &mut Value) {
    let (Some(base), Some(over)) = (listed(base), listed(over)) else { return };
    let has_scope =
        |lint: &Map<String, Value>| SCOPE.iter().any(|key| lint.get(*key).is_some_and(|it| !it.is_null()));
    // A host that names the rules that run does not leave their settings to a project.
    if over.get("only").is_some_and(Value::is_array) {
        base.retain(|key, _| {
            key == "rules" || !(key == "configs" || LintConfig::FLAT_KEYS.contains(&key.as_str()))
        });
    }
    let mut configs = match base.remove("configs") {
        Some(Value::Array(configs)) => configs,
        _ => Vec::new(),
    };
    let later = over.get("configs").and_then(Value::as_array).cloned().unwrap_or_default();
    if !later.is_empty() || has_scope(base) || has_scope(over) {
        let keys = LintConfig::FLAT_KEYS.iter().filter_map(|key| base.remove_entry(*key));
        let object: Map<String, Value> = keys.filter(|(_, value)| !value.is_null()).collect();
        configs.extend((!object.is_empty()).then_some(Value::Object(object)));
    }
    configs.extend(later);
    if !configs.is_empty() {
        over.insert("configs".to_owned(), Value::Array(configs));
    }
}

/// A `lint` as an object, whose `configs` are the list if it is one.
fn listed(lint: &mut Value) -> Option<&mut Map<String, Value>> {
    if lint.is_array() {
        *lint = json!({ "configs": lint.take() });
    }
    lint.as_object_mut()
}
