//! Finds out from a `package.json` whether a package runs from TypeScript or JSX rather than from what was built of it.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

/// Members of `package.json` that name files to run.
const MEMBERS: [&str; 4] = ["exports", "imports", "main", "module"];

/// The conditions under which the tests' imports resolve. Behind others, such as `types`, nothing is run.
const CONDITIONS: [&str; 6] = ["default", "import", "require", "node", "module-sync", "development"];

/// Whether imports of the package in this folder can lead to a file with one of the extensions `sources`.
pub(super) fn run_from(folder: &Path, sources: &[&str]) -> bool {
    let Some(json) = manifest(folder) else { return false };
    MEMBERS.iter().filter_map(|member| json.get(*member)).any(|value| leads(value, sources))
}

/// Whether imports may name any file of the package in this folder: it does not say which.
pub(super) fn can_be_entered(folder: &Path) -> bool {
    manifest(folder).is_some_and(|json| !json.contains_key("exports"))
}

fn manifest(folder: &Path) -> Option<Map<String, Value>> {
    let text = fs::read_to_string(folder.join("package.json")).ok()?;
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}

fn leads(value: &Value, sources: &[&str]) -> bool {
    match value {
        Value::String(path) => {
            let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| sources.contains(&extension))
                && !super::is_declaration(Path::new(path))
        }
        Value::Array(values) => values.iter().any(|value| leads(value, sources)),
        Value::Object(members) => members.iter().any(|(key, value)| {
            (key.starts_with(['.', '#']) || CONDITIONS.contains(&key.as_str())) && leads(value, sources)
        }),
        _ => false,
    }
}
