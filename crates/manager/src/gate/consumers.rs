//! What callers ask about files without changing any.

use serde::Serialize;
use serde_json::Value;
use verdict_gate::affected;
use verdict_gate::policy::{Capabilities, Constitution};
use verdict_protocol::{Code, Files};
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::json::{failure, from_js, to_js};

/// What the code of a file may do.
#[derive(Serialize)]
struct Granted {
    #[serde(flatten)]
    capabilities: Capabilities,
    /// Configuration of a `lint:` that finds what it uses and may not; `null` where it may use all.
    lint: Option<Value>,
}

/// What the code of a file may do by the constitution among `files`: `{ canWrite, canNetwork, canEval, lint }`.
/// `lint` is the configuration of a `lint:` that finds what it uses and may not, or `null`. Where there is no
/// constitution, all is granted.
///
/// # Errors
/// An `Error` with a `code`: the constitution cannot be read, or the path is none.
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

/// The JavaScript and TypeScript files among `files` that are `changed` or may import, directly or by way of
/// others, what is. A changed path that is not among the files was deleted.
///
/// # Errors
/// An `Error` with a `code`: what is no path, or files that are none.
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
