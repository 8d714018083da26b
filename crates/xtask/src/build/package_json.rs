//! `dist/package.json`: what an importer can reach, types first in every condition.

use serde_json::{Map, Value, json};

use crate::error::Error;
use crate::manifest::{self, Manifest};
use crate::workspace::Workspace;

/// Entry points that are modules: the name in `exports` and the file.
const ENTRIES: [(&str, &str); 6] = [
    (".", "index.js"),
    ("./worker", "worker.js"),
    ("./register", "register.js"),
    ("./di-module", "di-module.js"),
    ("./widget", "widget/index.js"),
    ("./widget/component", "widget/component.js"),
];

/// Modules that do something when they are only imported: the worker, and those that define elements.
const WITH_EFFECTS: [&str; 3] = ["./worker.js", "./register.js", "./widget/index.js"];

/// Writes it.
///
/// # Errors
/// [`Error::File`] where an entry point is missing.
pub(super) fn write(workspace: &Workspace, manifest: &Manifest) -> Result<(), Error> {
    let dist = workspace.dist();
    let mut exports = Map::new();
    for (name, file) in ENTRIES {
        let mut conditions = Map::new();
        let types = file.replace(".js", ".d.ts");
        if dist.join(&types).is_file() {
            conditions.insert("types".into(), json!(format!("./{types}")));
        }
        conditions.insert("default".into(), json!(format!("./{file}")));
        exports.insert(name.into(), Value::Object(conditions));
    }
    for package in &manifest.packages {
        let file = format!("./{}/{}", package.out_dir, package.wasm());
        exports.insert(file.clone(), json!(file));
    }
    exports.insert("./package.json".into(), json!("./package.json"));
    let targets = exports.values().filter_map(|value| value.get("default").unwrap_or(value).as_str());
    for target in targets.filter(|target| *target != "./package.json") {
        let file = dist.join(target.trim_start_matches("./"));
        file.metadata().map_err(Error::file(&file))?;
    }
    let package = json!({
        "name": "@verdict/verdict",
        "version": manifest::workspace_version(workspace)?,
        "description": "Verifies a change to running JavaScript before it is applied",
        "license": "(MIT OR Apache-2.0)",
        "type": "module",
        "exports": exports,
        "sideEffects": WITH_EFFECTS,
    });
    let path = dist.join("package.json");
    let text = serde_json::to_string_pretty(&package).unwrap_or_default() + "\n";
    std::fs::write(&path, text).map_err(Error::file(&path))
}
