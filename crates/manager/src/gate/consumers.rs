//! Queries about files that change nothing.

use serde::Serialize;
use serde_json::Value;
use verdict_gate::affected;
use verdict_gate::policy::{Capabilities, Constitution};
use verdict_protocol::{Code, Files};
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::json::{failure, from_js, to_js};

/// The capabilities of a file's code.
#[derive(Serialize)]
struct Granted {
    #[serde(flatten)]
    capabilities: Capabilities,
    /// Configuration of a `lint:` that finds uses of capabilities it lacks; `null` if it has all.
    lint: Option<Value>,
}

/// The capabilities of a file's code according to the constitution in `files`: `{ canWrite, canNetwork,
/// canEval, lint }`. `lint` is the configuration of a `lint:` that finds uses of capabilities it lacks, or
/// `null`. Without a constitution, everything is granted.
///
/// # Errors
/// An `Error` with a `code`: the constitution cannot be read, or the path is invalid.
#[wasm_bindgen(js_name = capabilitiesFor)]
pub fn capabilities_for(files: JsValue, path: &str) -> Result<JsValue, JsValue> {
    let path = parse(path)?;
    let found = Constitution::of_files(&snapshot(files)?).map_err(|errors| {
        let first = errors.first().map_or_else(String::new, ToString::to_string);
        failure(Code::Policy, &format!("The constitution cannot be read: {first}"))
    })?;
    let constitution = found.map(|(_, constitution)| constitution).unwrap_or_default();
    let capabilities = constitution.capabilities_for(&path);
    Ok(to_js(&Granted { capabilities, lint: constitution.lint_config_for(&path) }))
}

/// The JavaScript and TypeScript files among `files` that are `changed` or may import a changed file,
/// directly or indirectly. A changed path that is not among the files was deleted.
///
/// # Errors
/// An `Error` with a `code`, for invalid paths or files.
#[wasm_bindgen(js_name = affectedBy)]
pub fn affected_by(files: JsValue, changed: Vec<String>) -> Result<Vec<String>, JsValue> {
    let after = snapshot(files)?;
    let mut changes = Vec::new();
    for path in changed {
        let path = parse(&path)?;
        changes.push(if after.get(&path).is_some() {
            Change::Remove(path)
        } else {
            Change::Put(path, Blob::new(Vec::new()))
        });
    }
    let before = after.apply(changes).map_err(|error| failure(Code::Path, &error.to_string()))?;
    Ok(affected(&before, &after).iter().map(ToString::to_string).collect())
}

fn parse(path: &str) -> Result<VfsPath, JsValue> {
    VfsPath::parse(path).map_err(|error| failure(Code::Path, &error.to_string()))
}

fn snapshot(files: JsValue) -> Result<Snapshot, JsValue> {
    let files: Files = from_js("files", files).map_err(|message| failure(Code::Protocol, &message))?;
    Snapshot::new(files).map_err(|error| failure(Code::Path, &error.to_string()))
}
