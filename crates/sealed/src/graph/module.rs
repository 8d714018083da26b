//! A module as the guest gets it.

use serde::Serialize;
use verdict_protocol::Location;
use verdict_transform::Reference;
use verdict_vfs::VfsPath;

use super::ready::location;
use super::stars::Stars;

/// The code of an import that is refused to the subject: the harness tells the host of it, whoever catches it.
const RESERVED: &str = "ERR_TEST_API";

/// A module, ready to run. Lists are entries and no objects: `__proto__` is an ordinary specifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Module {
    /// Its absolute path in the snapshot.
    pub id: String,
    /// What runs.
    #[serde(flatten)]
    pub form: Form,
    /// What its specifiers name in `import`, `export from`, `import()` and in calls of `vi`, in the order of the source.
    pub deps: Vec<(String, Target)>,
    /// What its specifiers name in `require`, which resolves under other conditions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<(String, Target)>,
    /// What its `import.meta` says.
    pub meta: Meta,
}

/// What a module is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Form {
    /// A function as Vite's module runner calls it.
    Module {
        /// A script whose value is the function.
        code: String,
        /// Whether an `await` stands outside of all its functions, so that no `require` can run it.
        #[serde(skip_serializing_if = "is_false")]
        awaits: bool,
        /// What it passes on by `export *`.
        #[serde(flatten)]
        stars: Stars,
    },
    /// A function of `exports, require, module, __filename, __dirname`.
    CommonJs {
        /// A script whose value is the function.
        code: String,
        /// Names that its text says it exports, those that it passes on included, in byte order.
        names: Vec<String>,
    },
    /// A value.
    Json {
        /// Its text.
        code: String,
    },
    /// A file that cannot be run: whoever imports it gets this thrown.
    Error {
        /// Why.
        error: LoadError,
    },
}

/// What a specifier names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Target {
    /// A module: its path, or the name of one that the guest has built in, as `node:fs` or `vitest`.
    Id(String),
    /// Nothing that can be imported.
    Missing {
        /// What is thrown instead.
        error: LoadError,
    },
}

/// What is thrown in place of a module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadError {
    /// `Error` or `SyntaxError`.
    pub name: &'static str,
    /// Its message, with its place in brackets, as the default engine has it.
    pub message: String,
    /// Its `code`, as Node has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Where it stands in the snapshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Location>,
}

impl Module {
    /// Whether it names Node's file system.
    pub(super) fn reads_files(&self) -> bool {
        let is_fs = |target: &Target| match target {
            Target::Id(id) => matches!(id.as_str(), "node:fs" | "node:fs/promises"),
            Target::Missing { .. } => false,
        };
        self.deps.iter().chain(&self.requires).any(|(_, target)| is_fs(target))
    }

    /// One that is not there: whoever imports it gets this said.
    pub(super) fn missing(id: &str, error: LoadError) -> Module {
        let meta = Meta { url: String::new(), dirname: String::new(), filename: String::new() };
        let form = Form::Error { error };
        Module { id: id.to_owned(), form, deps: Vec::new(), requires: Vec::new(), meta }
    }
}

impl LoadError {
    /// An error without a place and a code.
    pub(super) fn plain(message: String) -> LoadError {
        LoadError { name: "Error", message, code: None, at: None }
    }

    /// What a file asks for and is not there.
    pub(super) fn not_found(path: &VfsPath, message: &str) -> LoadError {
        let at = location(path, (1, 1));
        LoadError { at: Some(at), ..LoadError::plain(format!("{message} ({path})")) }
    }

    /// What the subject may not import.
    pub(super) fn reserved(importer: &VfsPath, reference: &Reference) -> LoadError {
        let specifier = &reference.specifier;
        let message = format!(
            "{importer} may not import \"{specifier}\": the test API belongs to test material (test.sealedApi), and this file is part of the subject"
        );
        let at = (reference.at.0 > 0).then(|| location(importer, reference.at));
        LoadError { at, code: Some(RESERVED), ..LoadError::plain(message) }
    }

    pub(super) fn syntax(message: String, at: Option<Location>) -> LoadError {
        LoadError { name: "SyntaxError", message, code: None, at }
    }
}

/// What `import.meta` says of a module.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// A `file:` URL.
    pub url: String,
    /// The folder, `/` for the root.
    pub dirname: String,
    /// The path.
    pub filename: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's form")]
fn is_false(value: &bool) -> bool {
    !value
}
