//! What a configuration of tests says, and its place.

use serde_json::{Map, Value, json};
use verdict_vfs::Snapshot;

/// Where a configuration stands.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// All files of the project.
    pub snapshot: &'a Snapshot,
    /// The path of the configuration from the root, without a leading `/`.
    pub file: &'a str,
    /// The project's folder from the root, without slashes at its ends; empty for the root.
    pub folder: &'a str,
}

/// What a configuration says, as Verdict's own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// A configuration `{ test }`. It may also have `include`, `exclude` and `dir`, as globs from the project's
    /// folder.
    pub config: Value,
    /// The name of the project.
    pub name: Option<String>,
    /// The text of a setup file that defines globals and adds serializers of snapshots, if there are any.
    pub setup: Option<String>,
    /// The files that run once before all tests, as paths in the snapshot.
    pub global_setup: Vec<String>,
    /// The variables that these files set, of those that the configuration does not set.
    pub global_env: Map<String, Value>,
    /// Sentences about what has no meaning here.
    pub warnings: Vec<String>,
}

impl Settings {
    /// Adds code to the setup file.
    pub(crate) fn add_setup(&mut self, code: &str) {
        if !code.is_empty() {
            self.setup.get_or_insert_default().push_str(code);
        }
    }

    /// Has the setup file add serializers of snapshots: the default exports of modules, which are paths in the snapshot or
    /// packages. The last one is asked first.
    pub(crate) fn add_serializers(&mut self, modules: &[String]) {
        let names: Vec<String> = (0..modules.len()).map(|place| format!("__serializer_{place}__")).collect();
        let mut code = String::new();
        for (module, name) in modules.iter().zip(&names) {
            code.push_str(&format!("import {name} from {};\n", json!(module)));
        }
        if !names.is_empty() {
            code.push_str("import { expect as __expect__ } from \"vitest\";\n");
        }
        for name in &names {
            code.push_str(&format!("__expect__.addSnapshotSerializer({name});\n"));
        }
        self.add_setup(&code);
    }
}
