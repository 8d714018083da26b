//! Configurations by name: what `extends` can name.

use serde_json::{Map, Value, json};

use crate::rules::{GROUPS, Rule};

/// The names of the presets.
pub(super) const NAMES: [&str; 4] = ["recommended", "agent", "tests", "all"];

/// What the preset `tests` has besides the recommended rules of the plugin for Vitest.
const MORE_OF_TESTS: [&str; 1] = ["vitest/no-conditional-in-test"];

/// The rule for dynamic access.
const DYNAMIC_ACCESS: &str = "agent/no-dynamic-access";

/// The configuration of a preset, with all of its rules as errors. `js/recommended` and `eslint:recommended`
/// are other names of `recommended`.
pub(super) fn preset(name: &str) -> Option<Value> {
    let name = name.strip_prefix("js/").or_else(|| name.strip_prefix("eslint:")).unwrap_or(name);
    let has = |group: &str, rule: &Rule| match name {
        "recommended" => rule.recommended && !rule.id.contains('/'),
        "tests" => group == "tests" && (rule.recommended || MORE_OF_TESTS.contains(&rule.id)),
        "all" => !rule.id.starts_with("verdict/"),
        name => group == name && !rule.id.starts_with("verdict/"),
    };
    if !NAMES.contains(&name) {
        return None;
    }
    let rules = GROUPS.iter().flat_map(|(group, rules)| rules.iter().map(move |rule| (*group, *rule)));
    let rules: Map<String, Value> = rules
        .filter(|(group, rule)| has(group, rule))
        .map(|(_, rule)| (rule.id.to_owned(), entry(rule)))
        .collect();
    Some(json!({ "rules": rules }))
}

/// What a preset says of a rule. Of several rules that would report one dynamic access, `agent/no-dynamic-access` alone does.
fn entry(rule: &Rule) -> Value {
    if rule.id != DYNAMIC_ACCESS && rule.messages.iter().any(|(id, _)| *id == "dynamicAccess") {
        return json!(["error", { "allowDynamicAccess": true }]);
    }
    json!("error")
}
