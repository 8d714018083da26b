//! `resolve.alias`.

use serde_json::{Value, json};

use crate::paths::{Paths, why_invalid};

/// The entries of an alias in either of its forms, for `test.alias`.
///
/// # Errors
/// A sentence for a value of another shape.
pub(super) fn entries(
    at: &str,
    value: &Value,
    paths: &Paths<'_>,
    warnings: &mut Vec<String>,
) -> Result<Vec<Value>, String> {
    let file = paths.place.file;
    let mut entries = Vec::new();
    let mut add = |find: Value, entry: &Value, shown: &str| match entry {
        Value::String(to) => {
            let entry = json!({ "find": find, "replacement": target(to, paths) });
            match why_invalid(&entry) {
                None => entries.push(entry),
                Some(why) => warnings.push(format!("{file}: {at}: {shown} is left out: {why}")),
            }
        }
        _ => warnings.push(format!("{file}: {at}: the replacement of {shown} is no text, so it is left out")),
    };
    match value {
        Value::Null => {}
        Value::Object(map) => {
            let mut keys: Vec<&String> = map.keys().collect();
            // JSON keeps no order, and the longest is the most specific.
            keys.sort_by_key(|key| std::cmp::Reverse(key.len()));
            for key in keys {
                add(json!(key), &map[key], &format!("'{key}'"));
            }
        }
        Value::Array(list) => {
            for entry in list {
                let find = &entry["find"];
                let pattern = &find["$pattern"];
                let shown = match (find, pattern) {
                    (Value::String(text), _) => format!("'{text}'"),
                    (_, Value::Object(pattern)) => {
                        format!("/{}/", pattern["source"].as_str().unwrap_or_default())
                    }
                    _ => return Err(format!("{at}: find is neither a text nor a pattern")),
                };
                if !entry["customResolver"].is_null() {
                    add(Value::Null, &Value::Null, &format!("{shown}, which has a customResolver,"));
                } else if pattern.is_null() {
                    add(find.clone(), &entry["replacement"], &shown);
                } else {
                    add(pattern.clone(), &entry["replacement"], &shown);
                }
            }
        }
        _ => return Err(format!("{at} is neither an object nor a list")),
    }
    Ok(entries)
}

/// A replacement: a path of the snapshot, or a package.
fn target(to: &str, paths: &Paths<'_>) -> String {
    let is_path = to.starts_with(['/', '.']) || to.starts_with("file://");
    // A path that ends with what a pattern matched is no path yet.
    let (head, tail) = match to.find('$') {
        Some(at) => to.split_at(at),
        None => (to, ""),
    };
    if !is_path {
        return to.to_owned();
    }
    let slash = if head.ends_with('/') && head != "/" { "/" } else { "" };
    let absolute = paths.absolute(head);
    format!("{absolute}{slash}{tail}")
}
