//! Modules: a file, and what a query asks of it.
//!
//! A module's name is the path of its file, followed by the query of the specifier, as in Vite: `/a.js`,
//! `/a.js?v=1`, `/a.svg?raw`. Modules with different names are different instances. The name and the file's
//! bytes determine the module's source, for every engine.

mod asset;
pub(crate) mod data;
mod kind;
mod style;

use std::borrow::Cow;

pub(crate) use self::asset::PUBLIC;
pub use self::kind::ModuleKind;
use crate::{Blob, Snapshot, VfsPath};

/// The source of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleSource<'a> {
    /// The file.
    pub file: VfsPath,
    /// What the module is.
    pub kind: ModuleKind,
    /// JavaScript, TypeScript or JSON: the text of the file, or an ES module written for it.
    pub text: Cow<'a, str>,
}

/// Why a module has no source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModuleError {
    /// The file does not exist.
    #[error("File not found: {0}")]
    Missing(VfsPath),
    /// The file is no script, and not text either.
    #[error("The file is not UTF-8 text")]
    NotText,
    /// The file cannot be imported in this way; with the reason.
    #[error("{0}")]
    Refused(String),
}

impl Snapshot {
    /// The file and the query of a module's name. The query starts with `?` or `#`, or is empty. A file whose own
    /// name contains these characters is found first.
    #[must_use]
    pub fn module_parts<'a>(&self, name: &'a VfsPath) -> (Cow<'a, VfsPath>, &'a str) {
        match split(name.as_str()) {
            Some((path, query)) if self.get(name).is_none() => match VfsPath::parse(path) {
                Ok(file) => (Cow::Owned(file), query),
                Err(_) => (Cow::Borrowed(name), ""),
            },
            _ => (Cow::Borrowed(name), ""),
        }
    }

    /// The file of a module.
    #[must_use]
    pub fn module_file<'a>(&self, name: &'a VfsPath) -> Cow<'a, VfsPath> {
        self.module_parts(name).0
    }

    /// The path of a module's file, for a name as text; any other text is returned unchanged.
    #[must_use]
    pub fn module_path(&self, name: &str) -> String {
        match VfsPath::parse(name).ok().filter(|path| path.as_str() == name && split(name).is_some()) {
            Some(path) => self.module_file(&path).to_string(),
            None => name.to_owned(),
        }
    }

    /// The kind of a module, by its file and its query.
    #[must_use]
    pub fn module_kind(&self, name: &VfsPath) -> ModuleKind {
        let (file, query) = self.module_parts(name);
        ModuleKind::of(file.as_str(), query)
    }

    /// The bytes that determine a module's source.
    #[must_use]
    pub fn module_blob(&self, name: &VfsPath) -> Option<&Blob> {
        self.get(&self.module_file(name))
    }

    /// The source of a module.
    ///
    /// # Errors
    /// [`ModuleError`] if the file does not exist or cannot be imported.
    pub fn module_source(&self, name: &VfsPath) -> Result<ModuleSource<'_>, ModuleError> {
        if self.is_data_module(name)
            && let Some(text) = data::text(name.as_str())
        {
            return Ok(ModuleSource { file: name.clone(), kind: ModuleKind::Script, text: Cow::Owned(text) });
        }
        let (file, query) = self.module_parts(name);
        let blob = self.get(&file).ok_or_else(|| ModuleError::Missing(file.clone().into_owned()))?;
        let kind = ModuleKind::of(file.as_str(), query);
        let text = match kind {
            ModuleKind::Script | ModuleKind::Json => {
                let text = blob.text().ok_or(ModuleError::NotText)?;
                Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text))
            }
            ModuleKind::Style => Cow::Borrowed(style::EMPTY),
            ModuleKind::StyleModule => Cow::Owned(style::class_names(name.as_str())),
            ModuleKind::Raw => Cow::Owned(asset::raw(blob.bytes())),
            ModuleKind::Asset => Cow::Owned(asset::url(file.as_str(), query, blob.bytes())),
            ModuleKind::Worker => Cow::Owned(asset::worker(file.as_str(), query)),
            ModuleKind::WasmInit => Cow::Owned(asset::wasm(blob.bytes())),
            ModuleKind::Wasm => {
                let why =
                    "A .wasm file is not imported as a module; import it with ?init, or its URL with ?url";
                return Err(ModuleError::Refused(why.to_owned()));
            }
        };
        Ok(ModuleSource { file: file.into_owned(), kind, text })
    }
}

/// Splits a text before its first `?` or `#`. `None` without any, and for one that starts with it.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    text.find(['?', '#']).filter(|at| *at > 0).map(|at| text.split_at(at))
}
