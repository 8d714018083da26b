//! What Vite itself reads.

use serde_json::{Map, Value, json};
use verdict_vfs::VfsPath;

use super::{alias, plugins};
use crate::keys::Keys;
use crate::paths::{Paths, joined};
use crate::settings::Settings;

const KEYS: Keys = Keys { at: "", table: include_str!("vite_keys.txt") };
const RESOLVE: Keys = Keys { at: "resolve.", table: include_str!("resolve_keys.txt") };

/// Reads all but `test`.
pub(super) fn read(
    config: &Map<String, Value>,
    paths: &Paths<'_>,
    settings: &mut Settings,
) -> Result<(), String> {
    let file = paths.place.file;
    let said = config.iter().filter(|(_, value)| !value.is_null());
    settings.warnings.extend(said.filter_map(|(key, _)| KEYS.warning(file, key)));
    let mut has_paths =
        plugins::read(config.get("plugins").unwrap_or(&Value::Null), file, &mut settings.warnings);
    let mut entries = Vec::new();
    // Vitest lays `test.alias` over that of Vite.
    let of_test = config.get("test").and_then(|test| test.get("alias")).unwrap_or(&Value::Null);
    entries.extend(alias::entries("test.alias", of_test, paths, &mut settings.warnings)?);
    match config.get("resolve") {
        None | Some(Value::Null) => {}
        Some(Value::Object(resolve)) => {
            let said = resolve.iter().filter(|(_, value)| !value.is_null());
            settings.warnings.extend(said.filter_map(|(key, _)| RESOLVE.warning(file, key)));
            has_paths |= resolve.get("tsconfigPaths") == Some(&json!(true));
            let value = resolve.get("alias").unwrap_or(&Value::Null);
            entries.extend(alias::entries("resolve.alias", value, paths, &mut settings.warnings)?);
        }
        Some(_) => return Err("resolve is no object".into()),
    }
    if has_paths {
        entries.extend(tsconfig_paths(paths));
    }
    if !entries.is_empty() {
        settings.config["test"]["alias"] = Value::Array(entries);
    }
    variables(config, paths, settings)?;
    match config.get("define") {
        None | Some(Value::Null) => Ok(()),
        Some(Value::Object(define)) => {
            defined(define, file, settings);
            Ok(())
        }
        Some(_) => Err("define is no object".into()),
    }
}

/// `envPrefix` and `envDir`: which files of variables are read, and what of them.
fn variables(config: &Map<String, Value>, paths: &Paths<'_>, settings: &mut Settings) -> Result<(), String> {
    let test = &mut settings.config["test"];
    match config.get("envPrefix") {
        None | Some(Value::Null) => {}
        Some(prefix @ (Value::String(_) | Value::Array(_))) => test["envPrefix"] = prefix.clone(),
        Some(_) => return Err("envPrefix is neither a text nor a list".into()),
    }
    match config.get("envDir") {
        None | Some(Value::Null) if paths.root().is_empty() && paths.place.folder.is_empty() => {}
        None | Some(Value::Null) => test["envDir"] = json!(paths.absolute(".")),
        Some(Value::Bool(false)) => test["envDir"] = json!(""),
        Some(Value::String(folder)) => test["envDir"] = json!(paths.absolute(folder)),
        Some(_) => return Err("envDir is neither a text nor false".into()),
    }
    Ok(())
}

/// `define`: variables of the environment, and globals of a setup file.
fn defined(define: &Map<String, Value>, file: &str, settings: &mut Settings) {
    let mut setup = String::new();
    for (name, value) in define {
        // A text is an expression.
        let text = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let variable = ["process.env.", "import.meta.env."].iter().find_map(|at| name.strip_prefix(at));
        if let Some(variable) = variable {
            let value: Value = serde_json::from_str(&text).unwrap_or(Value::String(text));
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            settings.config["test"]["env"][variable] = json!(value);
            continue;
        }
        let global =
            name.strip_prefix("globalThis.").or_else(|| name.strip_prefix("window.")).unwrap_or(name);
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let is_json = serde_json::from_str::<Value>(&text).is_ok() || text == "undefined";
        if global.chars().all(is_name) && is_json {
            setup.push_str(&format!("globalThis.{global} = {text};\n"));
        } else {
            settings.warnings.push(format!(
                "{file}: define of {name} is left out: only names with a JSON value, and variables of the environment, can be defined"
            ));
        }
    }
    settings.add_setup(&setup);
}

/// `compilerOptions.paths` of the `tsconfig.json` of the root, as aliases.
fn tsconfig_paths(paths: &Paths<'_>) -> Vec<Value> {
    let own = paths.absolute("tsconfig.json");
    let mut todo = vec![own];
    let mut seen = Vec::new();
    let mut entries = Vec::new();
    while let Some(path) = todo.pop() {
        if seen.contains(&path) || seen.len() > 20 {
            continue;
        }
        seen.push(path.clone());
        let Ok(at) = VfsPath::parse(&path) else { continue };
        let Some(text) = paths.place.snapshot.get(&at).and_then(|blob| blob.text()) else { continue };
        let mut text = text.trim_start_matches('\u{feff}').to_owned();
        if json_strip_comments::strip(&mut text).is_err() {
            continue;
        }
        let Ok(config) = serde_json::from_str::<Value>(&text) else { continue };
        let folder = at.folder().trim_matches('/');
        let options = &config["compilerOptions"];
        let base = joined(folder, options["baseUrl"].as_str().unwrap_or("."));
        for (find, targets) in options["paths"].as_object().into_iter().flatten() {
            let places = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
            let mut places = places.map(|target| format!("/{}", joined(&base, target)));
            let first = places.next();
            let all = first.iter().cloned().chain(places);
            let found = all
                .clone()
                .find(|place| paths.exists(place.split('*').next().unwrap_or(place)))
                .or_else(|| first.clone());
            entries.extend(found.map(|to| json!({ "find": exactly(find), "replacement": replaced(&to) })));
        }
        let extends = match &config["extends"] {
            Value::String(one) => vec![one.clone()],
            Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let references = config["references"].as_array().into_iter().flatten();
        let references = references.filter_map(|one| one["path"].as_str().map(str::to_owned));
        for name in extends.into_iter().filter(|name| name.starts_with('.')).chain(references) {
            let name = if name.ends_with(".json") {
                name
            } else if paths.exists(&format!("/{}.json", joined(folder, &name))) {
                format!("{name}.json")
            } else {
                format!("{name}/tsconfig.json")
            };
            todo.push(format!("/{}", joined(folder, &name)));
        }
    }
    // The longest name is the most specific.
    entries.sort_by_key(|entry| std::cmp::Reverse(entry["find"]["source"].as_str().map_or(0, str::len)));
    entries
}

/// A name of `paths` as a pattern: it must match all of a specifier.
fn exactly(find: &str) -> Value {
    let mut source = String::from("^");
    for c in find.chars() {
        match c {
            '*' => source.push_str("(.*)"),
            c if c.is_alphanumeric() || matches!(c, '_' | '/' | '@' | '-' | '#' | '~') => source.push(c),
            c => {
                source.push('\\');
                source.push(c);
            }
        }
    }
    source.push('$');
    json!({ "source": source, "flags": "" })
}

fn replaced(to: &str) -> String {
    to.replace('$', "$$").replacen('*', "$1", 1)
}
