//! Sets one member of a JSON text and preserves every other byte.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::profile::canonical_json;

/// The members of an object, each value as text.
pub(super) struct Members<'a>(Vec<(String, &'a str)>);

impl<'a> Members<'a> {
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }
}

/// Parses an object whose values are slices of `text`. A duplicate key is an error.
pub(super) fn members(text: &str) -> Result<Members<'_>, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor(std::marker::PhantomData))
    }
}

struct MembersVisitor<'a>(std::marker::PhantomData<&'a ()>);

impl<'de: 'a, 'a> Visitor<'de> for MembersVisitor<'a> {
    type Value = Members<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'a>, A::Error> {
        let mut members: Vec<(String, &'a str)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
            if members.iter().any(|(name, _)| *name == key) {
                return Err(serde::de::Error::custom(format!("the key {key:?} stands twice")));
            }
            members.push((key, value.get()));
        }
        Ok(Members(members))
    }
}

/// Offset of a slice in its text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// `text` with `old`, a slice of it, replaced by another value in the same layout.
pub(super) fn replace(text: &str, old: &str, value: &Value) -> String {
    let start = offset(text, old);
    let value = if old.contains('\n') {
        let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let indent = &text[line..start];
        let indent = &indent[..indent.len() - indent.trim_start().len()];
        pretty(value, indent)
    } else {
        canonical(value)
    };
    format!("{}{value}{}", &text[..start], &text[start + old.len()..])
}

/// `text` with a member added to `object`, a slice of it that ends in `}`, in the same layout.
pub(super) fn insert(text: &str, object: &str, key: &str, value: &Value) -> String {
    let end = offset(text, object) + object.len() - 1;
    let before = text[..end].trim_end();
    let gap = &text[before.len()..end];
    let comma = if before.ends_with('{') { "" } else { "," };
    let key = Value::from(key);
    let member = match gap.rsplit_once('\n') {
        Some((_, closing)) => {
            let indent = format!("{closing}  ");
            format!("{comma}\n{indent}{key}: {}{gap}", pretty(value, &indent))
        }
        None => format!("{comma}{key}:{}{gap}", canonical(value)),
    };
    format!("{before}{member}{}", &text[end..])
}

fn pretty(value: &Value, indent: &str) -> String {
    let text = String::from_utf8(canonical_json(value)).unwrap_or_default();
    text.trim_end().replace('\n', &format!("\n{indent}"))
}

/// JSON on one line, with keys sorted as in [`canonical_json`].
fn canonical(value: &Value) -> String {
    let sorted: Value = serde_json::from_slice(&canonical_json(value)).unwrap_or_default();
    sorted.to_string()
}
