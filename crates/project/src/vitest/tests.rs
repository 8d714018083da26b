//! What Vitest reads: `test`.

use serde_json::{Map, Value, json};
use verdict_protocol::test_globs::{TESTS, TYPE_TESTS};

use crate::keys::Keys;
use crate::paths::Paths;
use crate::settings::Settings;

const KEYS: Keys = Keys { at: "test.", table: include_str!("test_keys.txt") };

/// The keys of `test.typecheck`.
const TYPECHECK: Keys = Keys {
    at: "test.typecheck.",
    table: "allowJs\nchecker\nenabled\nexclude\nignoreSourceErrors\ninclude\nonly\nspawnTimeout\ntsconfig",
};
/// Environments that the engines know.
const ENVIRONMENTS: [&str; 4] = ["node", "dom", "happy-dom", "jsdom"];

/// Reads `test`.
///
/// # Errors
/// A sentence for a value of a wrong shape.
pub(super) fn read(
    test: &Map<String, Value>,
    paths: &Paths<'_>,
    settings: &mut Settings,
) -> Result<(), String> {
    let file = paths.place.file;
    let warnings = &mut settings.warnings;
    let own = &mut settings.config["test"];
    let mut serializers = Vec::new();
    for (key, value) in test.iter().filter(|(_, value)| !value.is_null()) {
        warnings.extend(KEYS.warning(file, key));
        let wrong = |what: &str| format!("test.{key} is {what}");
        match key.as_str() {
            "include" | "exclude" | "includeSource" => {
                own[key] = json!(globs(value, paths).ok_or_else(|| wrong("no list of globs"))?);
            }
            "dir" => {
                let dir = value.as_str().ok_or_else(|| wrong("no text"))?;
                own["dir"] = json!(paths.glob(dir));
            }
            "setupFiles" => own[key] = json!(files(value, paths).ok_or_else(|| wrong("no list of files"))?),
            "snapshotSerializers" => {
                serializers = files(value, paths).ok_or_else(|| wrong("no list of files"))?;
            }
            "globalSetup" => {
                settings.global_setup = files(value, paths).ok_or_else(|| wrong("no list of files"))?;
            }
            "testTimeout" | "hookTimeout" => {
                // No limit, for Vitest, is zero or infinite.
                let is_endless = value == 0 || value["$number"] == "Infinity";
                let time = if is_endless { Some(u64::from(u32::MAX)) } else { whole(value) };
                own[key] = json!(time.ok_or_else(|| wrong("no number of milliseconds"))?);
            }
            "bail" => own[key] = json!(whole(value).ok_or_else(|| wrong("no number"))?),
            "retry" => {
                let count = whole(value).or_else(|| whole(&value["count"]));
                own[key] = json!(count.ok_or_else(|| wrong("no number"))?);
            }
            "clearMocks" | "mockReset" | "restoreMocks" | "unstubEnvs" | "unstubGlobals" | "isolate"
            | "allowOnly" | "passWithNoTests" => {
                own[key] = json!(value.as_bool().ok_or_else(|| wrong("neither true nor false"))?);
            }
            "silent" if value == true => own["console"] = json!("silent"),
            "env" => {
                for (name, value) in value.as_object().ok_or_else(|| wrong("no object"))? {
                    match value {
                        Value::String(text) => own[key][name] = json!(text),
                        Value::Null => {}
                        other => own[key][name] = json!(other.to_string()),
                    }
                }
            }
            "provide" | "environmentOptions" => {
                value.as_object().ok_or_else(|| wrong("no object"))?;
                own[key] = value.clone();
            }
            "environment" => {
                let name = value.as_str().ok_or_else(|| wrong("no text"))?;
                if ENVIRONMENTS.contains(&name) {
                    own[key] = json!(name);
                } else {
                    let known = ENVIRONMENTS.join(", ");
                    warnings.push(format!("{file}: test.environment '{name}' is unknown here, where {known} are known, so it is left out"));
                }
            }
            "testNamePattern" => {
                let pattern = value.as_str().or_else(|| value["$pattern"]["source"].as_str());
                own[key] = json!(pattern.ok_or_else(|| wrong("neither a text nor a pattern"))?);
            }
            "typecheck" => typecheck(value, own, paths, warnings)?,
            "sequence" => sequence(value, own, file, warnings),
            "expect" | "fakeTimers" | "snapshotFormat" => {
                let plain = known_members(key, value).ok_or_else(|| wrong("no object"))?;
                if plain.as_object().is_some_and(|plain| !plain.is_empty()) {
                    own[key] = plain;
                }
            }
            _ => {}
        }
    }
    settings.name = name(test.get("name"));
    let root = paths.root();
    let own = &mut settings.config["test"];
    if !root.is_empty() && own["include"].is_null() {
        own["include"] = json!([format!("{root}/{TESTS}")]);
    }
    if !root.is_empty() && own["typecheck"].is_object() && own["typecheck"]["include"].is_null() {
        own["typecheck"]["include"] = json!([format!("{root}/{TYPE_TESTS}")]);
    }
    if own.as_object().is_some_and(|own| own.values().any(Value::is_null))
        && let Some(own) = own.as_object_mut()
    {
        // Reading a missing key makes it.
        own.retain(|_, value| !value.is_null());
    }
    settings.add_serializers(&serializers);
    Ok(())
}

fn name(value: Option<&Value>) -> Option<String> {
    let value = value?;
    value.as_str().or_else(|| value["label"].as_str()).map(str::to_owned)
}

fn whole(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let number = value.as_f64().filter(|number| *number >= 0.0 && *number < 9e15)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
        Some(number as u64)
    })
}

/// One text, or a list of them.
fn texts(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(one) => Some(vec![one]),
        Value::Array(list) => list.iter().filter(|item| !item.is_null()).map(Value::as_str).collect(),
        _ => None,
    }
}

fn globs(value: &Value, paths: &Paths<'_>) -> Option<Vec<String>> {
    let globs = texts(value)?;
    Some(globs.into_iter().map(|glob| paths.glob(glob)).collect())
}

/// Paths of files that exist, and names of packages.
fn files(value: &Value, paths: &Paths<'_>) -> Option<Vec<String>> {
    let named = |name: &str| {
        let path = paths.absolute(name);
        let is_path = name.starts_with(['.', '/']) || paths.exists(&path);
        if is_path { path } else { name.to_owned() }
    };
    Some(texts(value)?.into_iter().map(named).collect())
}

/// Reads `test.typecheck`.
fn typecheck(
    value: &Value,
    own: &mut Value,
    paths: &Paths<'_>,
    warnings: &mut Vec<String>,
) -> Result<(), String> {
    let said = value.as_object().ok_or("test.typecheck is no object")?;
    for (key, value) in said.iter().filter(|(_, value)| !value.is_null()) {
        let wrong = |what: &str| format!("test.typecheck.{key} is {what}");
        let text = || value.as_str().ok_or_else(|| wrong("no text"));
        let read = match key.as_str() {
            "enabled" | "only" | "allowJs" | "ignoreSourceErrors" => {
                json!(value.as_bool().ok_or_else(|| wrong("neither true nor false"))?)
            }
            "include" | "exclude" => json!(globs(value, paths).ok_or_else(|| wrong("no list of globs"))?),
            "checker" => json!(text()?),
            "tsconfig" => json!(paths.absolute(text()?)),
            "spawnTimeout" => json!(whole(value).ok_or_else(|| wrong("no number of milliseconds"))?),
            _ => {
                warnings.extend(TYPECHECK.warning(paths.place.file, key));
                continue;
            }
        };
        own["typecheck"][key] = read;
    }
    Ok(())
}

fn sequence(value: &Value, own: &mut Value, file: &str, warnings: &mut Vec<String>) {
    let Some(said) = value.as_object() else { return };
    for (key, value) in said {
        match (key.as_str(), value) {
            ("shuffle", Value::Bool(_)) => own["sequence"][key] = value.clone(),
            ("shuffle", Value::Object(shuffle)) => {
                let is_on = shuffle.get("tests") == Some(&json!(true));
                own["sequence"][key] = json!(is_on);
            }
            ("seed", value) if whole(value).is_some() => own["sequence"][key] = json!(whole(value)),
            ("hooks", Value::String(_)) => own["sequence"][key] = value.clone(),
            (_, Value::Null) => {}
            ("sequencer", _) => warnings.push(format!(
                "{file}: test.sequence.sequencer has no meaning here: files run in the order of their paths"
            )),
            ("concurrent", Value::Bool(true)) => warnings.push(format!(
                "{file}: test.sequence.concurrent has no meaning here: tests of a file run in order"
            )),
            _ => {}
        }
    }
}

/// The members of `expect`, `fakeTimers` and `snapshotFormat` that the engines read.
pub(crate) fn known_members(key: &str, value: &Value) -> Option<Value> {
    let keys: &[&str] = match key {
        "expect" => &["requireAssertions", "poll"],
        "snapshotFormat" => &["escapeString", "printBasicPrototype"],
        _ => &[
            "toFake",
            "toNotFake",
            "loopLimit",
            "shouldAdvanceTime",
            "advanceTimeDelta",
            "shouldClearNativeTimers",
        ],
    };
    let kept = value.as_object()?.iter().filter(|(name, value)| {
        keys.contains(&name.as_str()) && !value.is_null() && value["$number"].is_null()
    });
    let mut kept: Map<String, Value> = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    if key == "fakeTimers"
        && let Some(now) = value["now"].as_i64()
    {
        kept.insert("now".into(), json!(now));
    }
    Some(Value::Object(kept))
}
