//! The form in which a guest receives a module.

use serde::Serialize;
use verdict_protocol::{Location, sentences};
use verdict_transform::Reference;
use verdict_vfs::VfsPath;

/// Error code of an import that the subject may not make. The harness reports the error to the host even if
/// the guest catches it.
const RESERVED: &str = "ERR_TEST_API";

/// A module that is ready to run. Its maps are lists of entries, so that `__proto__` is an ordinary
/// specifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Module {
    /// Absolute path in the snapshot.
    pub id: String,
    /// The code, in the form its kind requires.
    #[serde(flatten)]
    pub form: Form,
    /// Targets of the specifiers in `import`, `export from`, `import()` and `vi` calls, in source order.
    pub deps: Vec<(String, Target)>,
    /// Targets of the specifiers in `require`, which resolves under other conditions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<(String, Target)>,
    /// Whether it is a file of a package that test runners leave to Node. The default export of a CommonJS file is
    /// then the whole `module.exports`.
    #[serde(skip_serializing_if = "is_false")]
    pub loaded_by_node: bool,
    /// The properties of its `import.meta`.
    pub meta: Meta,
}

/// The form of a module's code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Form {
    /// An ES module, written as a function that Vite's module runner calls.
    Module {
        /// A script whose value is the function.
        code: String,
        /// Whether it has a top-level `await`, which prevents `require` from loading it.
        #[serde(skip_serializing_if = "is_false")]
        awaits: bool,
        /// The names that it re-exports by `export *`.
        #[serde(flatten)]
        stars: Stars,
    },
    /// A CommonJS module, written as a function of `exports, require, module, __filename, __dirname`.
    CommonJs {
        /// A script whose value is the function.
        code: String,
        /// Exported names found in its source, including re-exported ones, in byte order.
        names: Vec<String>,
    },
    /// A JSON module.
    Json {
        /// The JSON text.
        code: String,
    },
    /// A file that cannot run: importing it throws the error.
    Error {
        /// The error to throw.
        error: LoadError,
    },
}

/// The target of a specifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Target {
    /// A module: its path, or the name of a module that the guest provides, such as `node:fs` or `vitest`.
    Id(String),
    /// A specifier that cannot be resolved.
    Missing {
        /// The error that the import throws.
        error: LoadError,
    },
}

/// An error that a module throws when it is imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadError {
    /// `Error` or `SyntaxError`.
    pub name: &'static str,
    /// Message, with the source location in brackets, as the default engine writes it.
    pub message: String,
    /// Node's error code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Location in the snapshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Location>,
}

impl Module {
    /// Whether it refers to Node's file system module.
    pub(crate) fn reads_files(&self) -> bool {
        let is_fs = |target: &Target| match target {
            Target::Id(id) => matches!(id.as_str(), "node:fs" | "node:fs/promises"),
            Target::Missing { .. } => false,
        };
        self.deps.iter().chain(&self.requires).any(|(_, target)| is_fs(target))
    }

    /// A module for a file that does not exist; importing it throws the error.
    pub(crate) fn missing(id: &str, error: LoadError) -> Module {
        let meta = Meta { url: String::new(), dirname: String::new(), filename: String::new() };
        let form = Form::Error { error };
        Module {
            id: id.to_owned(),
            form,
            deps: Vec::new(),
            requires: Vec::new(),
            loaded_by_node: false,
            meta,
        }
    }
}

impl LoadError {
    /// An error without location and code.
    pub(crate) fn plain(message: String) -> LoadError {
        LoadError { name: "Error", message, code: None, at: None }
    }

    /// The error of a specifier that cannot be resolved.
    pub(crate) fn not_found(path: &VfsPath, message: &str) -> LoadError {
        let at = location(path, (1, 1));
        LoadError { at: Some(at), ..LoadError::plain(format!("{message} ({path})")) }
    }

    /// The error of an import that is reserved for test material.
    pub(crate) fn reserved(importer: &VfsPath, reference: &Reference) -> LoadError {
        let message = sentences::reserved_import(importer, &reference.specifier);
        let at = (reference.at.0 > 0).then(|| location(importer, reference.at));
        LoadError { at, code: Some(RESERVED), ..LoadError::plain(message) }
    }

    pub(crate) fn syntax(message: String, at: Option<Location>) -> LoadError {
        LoadError { name: "SyntaxError", message, code: None, at }
    }
}

/// The names that a module re-exports by `export *`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stars {
    /// Specifiers in source order, each with the names it provides, in byte order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stars: Vec<(String, Vec<String>)>,
    /// Ambiguous names: several specifiers provide them from different modules, so nobody can import them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<String>,
    /// Whether they may provide more names, which are known only after they ran.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// The properties of a module's `import.meta`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The module's `file:` URL.
    pub url: String,
    /// The folder; `/` for the root.
    pub dirname: String,
    /// The absolute path.
    pub filename: String,
}

/// A source location in a file.
pub(crate) fn location(path: &VfsPath, (line, column): (u32, u32)) -> Location {
    Location { file: path.to_string(), line, column, ..Location::default() }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
fn is_false(value: &bool) -> bool {
    !value
}
