//! Writes `dist/package.json`: the entry points, with types first in every condition.

use serde::{Serialize, Serializer};

use crate::error::Error;
use crate::manifest::{self, Manifest};
use crate::workspace::Workspace;

/// Entry points that are modules: the name in `exports`, and the file.
const ENTRIES: [(&str, &str); 7] = [
    (".", "index.js"),
    ("./worker", "worker.js"),
    ("./verification-worker", "verification-worker.js"),
    ("./register", "register.js"),
    ("./di-module", "di-module.js"),
    ("./widget", "widget/index.js"),
    ("./widget/component", "widget/component.js"),
];

/// Entry points that are not modules: the name in `exports`, and the file.
const OTHERS: [(&str, &str); 10] = [
    ("./custom-elements.json", ELEMENTS),
    ("./checker/worker.js", "checker/worker.js"),
    ("./checker/ts.core.mjs", "checker/ts.core.mjs"),
    ("./checker/libraries.json", "checker/libraries.json"),
    ("./checker/types.json", "checker/types.json"),
    ("./sealed/frame.html", "sealed/frame.html"),
    ("./sealed/harness.js", "sealed/harness.js"),
    ("./sealed/happy-dom.js", "sealed/happy-dom.js"),
    ("./sealed/jsdom.js", "sealed/jsdom.js"),
    ("./package.json", "package.json"),
];

/// Metadata about the elements, for editors and catalogues.
const ELEMENTS: &str = "widget/custom-elements.json";

/// Modules with side effects on import: the worker, and those that define elements.
const WITH_EFFECTS: [&str; 5] = [
    "./worker.js",
    "./verification-worker.js",
    "./checker/worker.js",
    "./widget/index.js",
    "./widget/*-widget.js",
];

/// Ordered keys, because an importer takes the first condition that it knows.
type Ordered<V> = Vec<(String, V)>;

/// The target of a name in `exports`.
#[derive(Serialize)]
#[serde(untagged)]
enum Target {
    File(String),
    /// A module, by condition.
    Conditions(#[serde(serialize_with = "as_map")] Ordered<String>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PackageJson {
    name: &'static str,
    version: String,
    description: &'static str,
    license: &'static str,
    r#type: &'static str,
    #[serde(serialize_with = "as_map")]
    exports: Ordered<Target>,
    custom_elements: &'static str,
    side_effects: [&'static str; 5],
}

/// Writes the file.
///
/// # Errors
/// [`Error::File`] if an entry point is missing.
pub(super) fn write(workspace: &Workspace, manifest: &Manifest) -> Result<(), Error> {
    let dist = workspace.dist();
    let exists = |file: &str| {
        let path = dist.join(file);
        path.metadata().map(drop).map_err(Error::file(&path))
    };
    let mut exports = Ordered::new();
    for (name, file) in ENTRIES {
        exists(file)?;
        let types = file.replace(".js", ".d.ts");
        let types = dist.join(&types).is_file().then(|| ("types".to_owned(), format!("./{types}")));
        let conditions = types.into_iter().chain([("default".to_owned(), format!("./{file}"))]);
        exports.push((name.to_owned(), Target::Conditions(conditions.collect())));
    }
    for file in manifest.packages.iter().map(|package| format!("{}/{}", package.out_dir, package.wasm())) {
        exists(&file)?;
        exports.push((format!("./{file}"), Target::File(format!("./{file}"))));
    }
    exists(ELEMENTS)?;
    for (name, file) in OTHERS {
        exports.push((name.to_owned(), Target::File(format!("./{file}"))));
    }
    let package = PackageJson {
        name: "@verdict/verdict",
        version: manifest::workspace_version(workspace)?,
        description: "Verifies a change to running JavaScript before it is applied",
        license: "(MIT OR Apache-2.0)",
        r#type: "module",
        exports,
        custom_elements: ELEMENTS,
        side_effects: WITH_EFFECTS,
    };
    let path = dist.join("package.json");
    let text = serde_json::to_string_pretty(&package).unwrap_or_default() + "\n";
    std::fs::write(&path, text).map_err(Error::file(&path))
}

fn as_map<V: Serialize, S: Serializer>(entries: &Ordered<V>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
}
