//! Keys of another tool's configuration: honoured, or with the reason why not.

use std::collections::BTreeSet;

use serde_json::Value;
use strsim::normalized_damerau_levenshtein;

/// Minimum similarity of an unknown key and the suggested one.
const ALIKE: f64 = 0.6;

/// A table as text: a line for each key, with a reason after `: ` where the key has no meaning here.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys {
    /// What stands before a key: `test.`.
    pub(crate) at: &'static str,
    pub(crate) table: &'static str,
}

impl Keys {
    fn entries(self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
        self.table.lines().filter(|line| !line.is_empty()).map(|line| match line.split_once(": ") {
            Some((key, why)) => (key, Some(why)),
            None => (line, None),
        })
    }

    /// The sentence about a key that is not honoured. `file` is the configuration.
    pub(crate) fn warning(self, file: &str, key: &str) -> Option<String> {
        let at = self.at;
        if let Some((_, why)) = self.entries().find(|(known, _)| *known == key) {
            return why.map(|why| format!("{file}: {at}{key} has no meaning here: {why}"));
        }
        let near = self
            .entries()
            .map(|(known, _)| {
                (normalized_damerau_levenshtein(&key.to_lowercase(), &known.to_lowercase()), known)
            })
            .filter(|(alike, _)| *alike >= ALIKE)
            .max_by(|one, other| one.0.total_cmp(&other.0));
        Some(match near {
            Some((_, near)) => format!("{file}: unknown key {at}{key}; the nearest known one is {at}{near}"),
            None => format!("{file}: unknown key {at}{key}"),
        })
    }
}

/// Removes values of packages that do not run from a configuration, all but those of its plugins. Returns the
/// packages.
pub(crate) fn take_foreign(value: &mut Value) -> BTreeSet<String> {
    let mut packages = BTreeSet::new();
    taken(value, &mut packages);
    packages
}

fn taken(value: &mut Value, packages: &mut BTreeSet<String>) {
    if let Some(package) = value["$foreign"]["package"].as_str() {
        packages.insert(package.to_owned());
        *value = Value::Null;
        return;
    }
    match value {
        Value::Array(list) => {
            list.iter_mut().for_each(|item| taken(item, packages));
            list.retain(|item| !item.is_null());
        }
        Value::Object(object) => {
            object.retain(|key, _| match key.strip_prefix("$foreign:") {
                Some(origin) => {
                    packages.insert(package_of(origin));
                    false
                }
                None => true,
            });
            for (_, value) in object.iter_mut().filter(|(key, _)| *key != "plugins") {
                taken(value, packages);
            }
        }
        _ => {}
    }
}

/// The package of `package.path.in.it`.
pub(crate) fn package_of(origin: &str) -> String {
    let scope = if origin.starts_with('@') { origin.find('/').map_or(0, |at| at + 1) } else { 0 };
    let end = origin[scope..].find('.').map_or(origin.len(), |at| scope + at);
    origin[..end].to_owned()
}
