//! Parses patch JSON, a plain list of operations, and a map from path to content.
//!
//! Values are read as slices of the text (`RawValue`), so that each mistake has a location.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::draft::{Collector, Draft, Names, Spanned};
use crate::error::preview;
use crate::position::Positions;
use crate::{BundleError, BundleErrorKind as Kind, ChangeSet};

const NOT_TEXT: &str = "Malformed JSON: a string with a lone surrogate";
const PATCH: Names =
    Names { operation: "`type`", path: "`path`", new_path: "`newPath`", content: "`content`" };
const LIST: Names =
    Names { operation: "`operation`", path: "`file_path`", new_path: "`new_path`", content: "`new_content`" };

/// Parses one of the JSON forms.
pub(super) fn parse(text: &str) -> Result<ChangeSet, Vec<BundleError>> {
    let mut collector = Collector::new(text);
    let root: &RawValue = serde_json::from_str(text).map_err(|error| vec![syntax(text, &error)])?;
    let mut patch = ChangeSet::default();
    if root.get().starts_with('[') {
        operations(&mut collector, root, &LIST);
    } else {
        let entries = object(&mut collector, root);
        let find = |key: &str| entries.iter().find(|entry| entry.key.value == key);
        let is_patch = find("changes").is_some_and(|entry| entry.value.get().starts_with('['))
            || find("version")
                .is_some_and(|entry| entry.value.get().starts_with(|c: char| c.is_ascii_digit()));
        if is_patch {
            match find("version") {
                Some(version) if version.value.get() == "2" => {}
                Some(version) => {
                    let message = format!("Patch version {} (expected 2)", preview(version.value.get()));
                    collector.error(version.value_at, Kind::Unsupported, message);
                }
                None => collector.error(0, Kind::MissingKey, "Missing `version`"),
            }
            let json = |key| find(key).and_then(|entry| serde_json::from_str(entry.value.get()).ok());
            patch = ChangeSet { timestamp: json("timestamp"), metadata: json("metadata"), ..patch };
            match find("changes") {
                Some(changes) => operations(&mut collector, changes.value, &PATCH),
                None => collector.error(0, Kind::MissingKey, "Missing `changes`"),
            }
        } else {
            map(&mut collector, entries);
        }
    }
    collector.finish().map(|set| ChangeSet { changes: set.changes, ..patch })
}

fn map(collector: &mut Collector<'_>, entries: Vec<Entry<'_>>) {
    for entry in entries {
        let (operation, content) = match entry.value.get().as_bytes() {
            b"null" => ("DELETE", None),
            [b'"', ..] => match string(collector, &entry) {
                Some(content) => ("UPSERT", Some(Spanned::new(content.into_bytes(), entry.value_at))),
                None => continue,
            },
            _ => {
                collector.error(
                    entry.value_at,
                    Kind::MissingContent,
                    "Expected the content as a string, or null",
                );
                continue;
            }
        };
        let draft = Draft {
            at: entry.key.at,
            operation: Some(Spanned::new(operation.to_owned(), entry.key.at)),
            path: Some(entry.key),
            content,
            ..Draft::default()
        };
        collector.push(draft, &LIST);
    }
}

fn operations<'a>(collector: &mut Collector<'a>, list: &'a RawValue, names: &Names) {
    // A raw value that starts with `[` is a list.
    let items: Vec<&'a RawValue> = serde_json::from_str(list.get()).unwrap_or_default();
    for item in items {
        let at = offset(collector.text, item.get());
        if !item.get().starts_with('{') {
            collector.error(at, Kind::Syntax, "Expected an object: one operation");
            continue;
        }
        let mut draft = Draft { at, ..Draft::default() };
        let errors_before = collector.errors.len();
        for entry in object(collector, item) {
            let key = entry.key.value.as_str();
            let null = entry.value.get() == "null";
            let known = matches!(
                key,
                "type"
                    | "operation"
                    | "path"
                    | "file_path"
                    | "newPath"
                    | "new_path"
                    | "content"
                    | "new_content"
                    | "oldContent"
                    | "old_content"
                    | "encoding"
                    | "reason"
            );
            if !known || (null && !matches!(key, "type" | "operation" | "path" | "file_path")) {
                continue;
            }
            let at = entry.value_at;
            let Some(value) = string(collector, &entry) else { continue };
            let twice = match key {
                "type" | "operation" => draft.operation.replace(Spanned::new(value, at)).is_some(),
                "path" | "file_path" => draft.path.replace(Spanned::new(value, at)).is_some(),
                "newPath" | "new_path" => draft.new_path.replace(Spanned::new(value, at)).is_some(),
                "content" | "new_content" => {
                    draft.content.replace(Spanned::new(value.into_bytes(), at)).is_some()
                }
                "oldContent" | "old_content" => {
                    draft.old_content.replace(Spanned::new(value.into_bytes(), at)).is_some()
                }
                "encoding" => draft.encoding.replace(Spanned::new(value, at)).is_some(),
                _ => draft.reason.replace(value).is_some(),
            };
            if twice {
                collector.error(entry.key.at, Kind::Syntax, format!("The key {} stands twice", preview(key)));
            }
        }
        if collector.errors.len() == errors_before {
            collector.push(draft, names);
        }
    }
}

struct Entry<'a> {
    key: Spanned<String>,
    value: &'a RawValue,
    value_at: usize,
}

fn object<'a>(collector: &mut Collector<'a>, object: &'a RawValue) -> Vec<Entry<'a>> {
    let text = collector.text;
    let pairs = match serde_json::from_str::<Pairs<'a>>(object.get()) {
        Ok(pairs) => pairs.0,
        Err(_) => {
            collector.error(offset(text, object.get()), Kind::Syntax, "Expected an object");
            Vec::new()
        }
    };
    let mut entries = Vec::with_capacity(pairs.len());
    for (key, value) in pairs {
        let at = offset(text, key.get());
        match serde_json::from_str(key.get()) {
            Ok(key) => {
                entries.push(Entry {
                    key: Spanned::new(key, at),
                    value_at: offset(text, value.get()),
                    value,
                });
            }
            Err(_) => collector.error(at, Kind::Syntax, NOT_TEXT),
        }
    }
    entries
}

fn string(collector: &mut Collector<'_>, entry: &Entry<'_>) -> Option<String> {
    if !entry.value.get().starts_with('"') {
        let message = format!("Expected a string for {}", preview(&entry.key.value));
        collector.error(entry.value_at, Kind::MissingKey, message);
        return None;
    }
    let text = serde_json::from_str(entry.value.get());
    if text.is_err() {
        collector.error(entry.value_at, Kind::Syntax, NOT_TEXT);
    }
    text.ok()
}

/// Byte offset of a slice of the text.
fn offset(text: &str, slice: &str) -> usize {
    (slice.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// Converts an error; serde's columns count bytes, the report's count UTF-16 units.
fn syntax(text: &str, error: &serde_json::Error) -> BundleError {
    let line_start =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let at = line_start + error.column().saturating_sub(1);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    Positions::new(text).at(at).error(Kind::Syntax, format!("Malformed JSON: {message}"))
}

/// The entries of an object in order, keys and values as slices of the text. Keys may repeat.
struct Pairs<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor;
        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = Pairs<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairsVisitor)
    }
}
