//! `resolve.conditions`, `resolve.extensions` and `resolve.mainFields`.

use serde_json::{Map, Value, json};

use crate::settings::Settings;

/// Vite's name for `development` in a server of tests, and for `production` in a build.
const OF_MODE: &str = "development|production";

/// Reads how imports find files.
///
/// Tests in a DOM load modules as a page does, all others as a server does. Conditions and main fields of `resolve`
/// are those of a page alone, and extensions are those of both.
///
/// # Errors
/// A sentence for a value of a wrong shape.
pub(super) fn read(config: &Map<String, Value>, settings: &mut Settings) -> Result<(), String> {
    let environment = config.get("test").and_then(|test| test["environment"].as_str());
    let is_page = environment.is_some_and(|name| !matches!(name, "node" | "edge-runtime"));
    let places: &[&[&str]] = if is_page {
        &[&["resolve"], &["environments", "client", "resolve"]]
    } else {
        &[&["ssr", "resolve"], &["environments", "ssr", "resolve"]]
    };
    let named = |path: &[&str], key: &str| {
        let value = at(config, path)?.get(key).filter(|value| !value.is_null())?;
        Some(texts(value).ok_or_else(|| format!("{}.{key} is no list of texts", path.join("."))))
    };
    let all = |places: &[&[&str]], key: &str| -> Result<Vec<String>, String> {
        let lists = places.iter().filter_map(|path| named(path, key)).collect::<Result<Vec<_>, _>>()?;
        let mut all = Vec::new();
        for text in lists.into_iter().flatten() {
            let text = if text == OF_MODE { "development".to_owned() } else { text };
            if !all.contains(&text) {
                all.push(text);
            }
        }
        Ok(all)
    };
    let read = [
        ("conditions", all(places, "conditions")?),
        ("mainFields", all(places, "mainFields")?),
        ("extensions", all(&[&["resolve"]], "extensions")?),
    ];
    for (key, list) in read.into_iter().filter(|(_, list)| !list.is_empty()) {
        settings.config["test"]["resolve"][key] = json!(list);
    }
    Ok(())
}

fn at<'a>(config: &'a Map<String, Value>, path: &[&str]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(config.get(*first)?, |value, name| value.get(name))
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}
