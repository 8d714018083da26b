//! One object of a configuration over another, as in ESLint.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use verdict_protocol::RuleEntry;

/// Lays rules over others. An entry with a severity alone keeps the options of the one before.
pub(super) fn rules(base: &mut BTreeMap<String, RuleEntry>, over: &BTreeMap<String, RuleEntry>) {
    for (id, entry) in over {
        match base.get_mut(id) {
            Some(before) if entry.options.is_empty() => before.severity = entry.severity,
            _ => {
                base.insert(id.clone(), entry.clone());
            }
        }
    }
}

/// Lays objects over others, member by member. What is no object takes the place of what was there.
pub(super) fn objects(base: &mut Map<String, Value>, over: &Map<String, Value>) {
    for (key, value) in over {
        match (base.get_mut(key), value) {
            (Some(Value::Object(base)), Value::Object(over)) => objects(base, over),
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}
