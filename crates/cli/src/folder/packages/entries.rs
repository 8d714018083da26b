//! Finds out from a `package.json` whether a package runs from TypeScript or JSX rather than from what was built of it.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Members of `package.json` that name files to run.
const MEMBERS: [&str; 4] = ["exports", "imports", "main", "module"];

/// The conditions under which the tests' imports resolve. Behind others, such as `types`, nothing is run.
const CONDITIONS: [&str; 6] = ["default", "import", "require", "node", "module-sync", "development"];

/// Whether imports of the package in this folder can lead to a file with one of the extensions `sources`.
pub(super) fn run_from(folder: &Path, sources: &[&str]) -> bool {
    let Ok(text) = fs::read_to_string(folder.join("package.json")) else { return false };
    let Ok(Value::Object(json)) = serde_json::from_str(text.trim_start_matches('\u{feff}')) else {
        return false;
    };
    MEMBERS.iter().filter_map(|member| json.get(*member)).any(|value| leads(value, sources))
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
