//! The preset that a configuration of Jest builds on.

use serde_json::{Map, Value};
use verdict_vfs::Snapshot;

use super::rooted;
use crate::paths::Paths;
use crate::settings::Place;

/// Presets that change nothing here.
const WITHOUT_EFFECT: [&str; 6] = [
    "ts-jest",
    "ts-jest/presets/default",
    "ts-jest/presets/default-esm",
    "ts-jest/presets/js-with-ts",
    "ts-jest/presets/js-with-ts-esm",
    "jest-preset-typescript",
];

/// Endings of a preset's file.
const ENDINGS: [&str; 4] = [".json", ".js", ".cjs", ".mjs"];

/// Lists of a preset that come before those of the configuration.
const LISTS: [&str; 3] = ["setupFiles", "setupFilesAfterEnv", "modulePathIgnorePatterns"];

/// A preset by its name.
pub(crate) struct Preset {
    /// The specifier of its package, if it is in one.
    pub(crate) package: Option<String>,
    /// Where its file may be, as absolute paths without their endings.
    places: Vec<String>,
}

impl Preset {
    /// The preset that a configuration names, unless it has no effect here.
    pub(crate) fn of(value: &Value, place: Place<'_>) -> Option<Preset> {
        let name = value["preset"].as_str().filter(|name| !WITHOUT_EFFECT.contains(name))?;
        let paths = Paths::new(place, value["rootDir"].as_str());
        if name.starts_with(['.', '/', '<']) {
            return Some(Preset { package: None, places: vec![paths.absolute(&rooted(name))] });
        }
        let folder = paths.absolute(".");
        let mut folders = vec![folder.trim_end_matches('/')];
        while let Some((above, _)) = folders.last().and_then(|folder| folder.rsplit_once('/')) {
            folders.push(above);
        }
        let places = folders.iter().map(|folder| format!("{folder}/node_modules/{name}/jest-preset"));
        Some(Preset { package: Some(name.to_owned()), places: places.collect() })
    }

    /// The path of its file, without a leading `/`.
    pub(crate) fn file(&self, snapshot: &Snapshot) -> Option<String> {
        let is_whole = |place: &str| ENDINGS.iter().any(|ending| place.ends_with(ending));
        let found = self.places.iter().find_map(|place| {
            let whole = Some(place.clone()).filter(|place| is_whole(place) && snapshot.contains(place));
            let completed = || {
                ENDINGS.iter().map(|ending| format!("{place}{ending}")).find(|path| snapshot.contains(path))
            };
            whole.or_else(completed)
        });
        found.map(|path| path.trim_start_matches('/').to_owned())
    }
}

/// A configuration over its preset, as Jest lays it.
pub(crate) fn over_preset(preset: Value, own: &Value) -> Value {
    let (Value::Object(mut laid), Some(own)) = (preset, own.as_object()) else { return own.clone() };
    let mut own: Map<String, Value> = own.clone();
    own.remove("preset");
    for (key, value) in own {
        let below = laid.remove(&key);
        let value = match (below, value) {
            (Some(Value::Array(mut first)), Value::Array(more)) if LISTS.contains(&key.as_str()) => {
                first.extend(more);
                Value::Array(first)
            }
            // The patterns of the configuration come first.
            (Some(Value::Array(below)), Value::Array(mut pairs)) if key == "moduleNameMapper" => {
                let is_new = |pair: &Value| pairs.iter().all(|own| own[0] != pair[0]);
                let more: Vec<Value> = below.into_iter().filter(is_new).collect();
                pairs.extend(more);
                Value::Array(pairs)
            }
            (Some(Value::Object(mut below)), Value::Object(more)) if key == "globals" => {
                below.extend(more);
                Value::Object(below)
            }
            (_, value) => value,
        };
        laid.insert(key, value);
    }
    Value::Object(laid)
}
