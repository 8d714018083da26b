//! The configuration below `verdict.config.json`: that of a project's own tools.

use serde_json::{Map, Value, json};
use verdict_protocol::{CONFIG_FILE, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use super::Project;

/// Keys of `test` that choose files. The terminal reads them, and the engine does not.
const CHOICE: [&str; 3] = ["include", "exclude", "dir"];

/// The configuration of a project.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Base {
    /// The configuration of requests: what the project says, then `verdict.config.json`.
    pub(crate) config: Value,
    /// The test files to run, as globs from the project's folder; `None` for the default.
    pub(crate) include: Option<Vec<String>>,
    /// The test files not to run.
    pub(crate) exclude: Option<Vec<String>>,
    /// The folder, from the project's, that has the tests.
    pub(crate) dir: Option<String>,
    /// Sentences for people.
    pub(crate) warnings: Vec<String>,
}

/// What the project's configurations say, as `{ test, lint }`, with sentences about what they say in vain.
///
/// Configurations that are code are not read here: what evaluates them hands its result in at this place.
fn of_tools(_snapshot: &Snapshot, _project: &Project) -> (Value, Vec<String>) {
    (json!({}), Vec::new())
}

/// Reads the configuration of a project.
///
/// # Errors
/// A sentence for a `verdict.config.json` that is no JSON.
pub(crate) fn read(snapshot: &Snapshot, project: &Project) -> Result<Base, String> {
    let (mut config, warnings) = of_tools(snapshot, project);
    let own = VfsPath::parse(CONFIG_FILE).ok().and_then(|path| snapshot.get(&path).cloned());
    if let Some(own) = own {
        let own: Value =
            serde_json::from_slice(own.bytes()).map_err(|error| format!("{CONFIG_FILE}: {error}"))?;
        // The engine reads the file itself, so that only what lies below it must go along.
        let is_needed = config.as_object().is_some_and(|config| !config.is_empty());
        let choice = choice(&own);
        if is_needed {
            overlay(&mut config, &own);
        } else if !choice.is_empty() {
            config = json!({ "test": choice });
        }
    }
    let mut base = Base { warnings, ..Base::default() };
    if let Some(test) = config.get_mut("test").and_then(Value::as_object_mut) {
        let list =
            |value: Option<Value>| value.and_then(|value| serde_json::from_value::<Vec<String>>(value).ok());
        base.include = list(test.remove("include"));
        base.exclude = list(test.remove("exclude"));
        base.dir = test.remove("dir").and_then(|dir| Some(dir.as_str()?.trim_matches('/').to_owned()));
    }
    base.config = config;
    Ok(base)
}

/// The keys that choose files.
fn choice(config: &Value) -> Map<String, Value> {
    let test = config.get("test").and_then(Value::as_object);
    let keys = test.into_iter().flatten().filter(|(key, _)| CHOICE.contains(&key.as_str()));
    keys.map(|(key, value)| (key.clone(), value.clone())).collect()
}
