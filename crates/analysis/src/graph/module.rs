//! What one module imports and exports, without any of its syntax tree.

use std::rc::Rc;

use verdict_vfs::VfsPath;

use crate::hash::HashMap;

/// About the bytes of an import or an export.
const ENTRY: usize = 128;

/// A module of the snapshot.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) path: VfsPath,
    /// Whether it has static imports or exports. Without them, it is known for its calls of `import()` only.
    pub(crate) is_esm: bool,
    /// The first syntax error, with line and column. Nothing else is known of such a module.
    pub(crate) error: Option<String>,
    /// What it declares, or imports and then exports.
    pub(crate) own: HashMap<Rc<str>, Own>,
    /// `export { local as name } from`.
    pub(crate) reexports: HashMap<Rc<str>, Link>,
    /// `export * from`.
    pub(crate) stars: Vec<Star>,
    /// Imported files in the order of their first import.
    pub(crate) imports: Vec<Imports>,
}

impl Module {
    /// A module that imports and exports nothing.
    pub(super) fn empty(path: VfsPath) -> Module {
        Module {
            path,
            is_esm: true,
            error: None,
            own: HashMap::default(),
            reexports: HashMap::default(),
            stars: Vec::new(),
            imports: Vec::new(),
        }
    }

    /// About the bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let entries = self.own.len() + self.reexports.len() + self.stars.len() + self.imports.len();
        ENTRY * (1 + entries)
    }

    /// Whether it exports a name itself, not by a star.
    pub(crate) fn names(&self, name: &str) -> bool {
        self.own.contains_key(name) || self.reexports.contains_key(name)
    }
}

/// An export of a module's own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Own {
    /// Set if it is the namespace of another module; `None` in it if nobody knows that module.
    pub(crate) namespace: Option<Option<VfsPath>>,
    /// The import that it exports.
    pub(crate) alias: Option<Link>,
    pub(crate) kind: ExportKind,
    pub(crate) type_only: bool,
}

impl Own {
    /// An export of a kind.
    pub(super) fn of(kind: ExportKind) -> Own {
        Own { kind, ..Own::default() }
    }
}

/// What an export can be used as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ExportKind {
    #[default]
    Value,
    Type,
    /// A class or an enum, or a type and a value of the same name.
    Both,
    /// What it is depends on a module that is unknown.
    Unknown,
}

impl ExportKind {
    /// The kind of two declarations of one name.
    pub(crate) fn and(self, other: ExportKind) -> ExportKind {
        let known = |kind| if kind == ExportKind::Unknown { ExportKind::Value } else { kind };
        if self == other {
            self
        } else if known(self) == known(other) {
            known(self)
        } else {
            ExportKind::Both
        }
    }
}

/// An export of another module.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) local: Rc<str>,
    /// `None` if the import resolves to no file.
    pub(crate) target: Option<VfsPath>,
    pub(crate) type_only: bool,
}

/// `export * from`.
#[derive(Debug, Clone)]
pub(crate) struct Star {
    /// `None` if the import resolves to no file.
    pub(crate) target: Option<VfsPath>,
    pub(crate) type_only: bool,
}

/// The imports of one file.
#[derive(Debug)]
pub(crate) struct Imports {
    pub(crate) target: VfsPath,
    pub(crate) declarations: Vec<Import>,
}

/// An import as it is written.
#[derive(Debug, Clone)]
pub(crate) struct Import {
    pub(crate) specifier: Rc<str>,
    pub(crate) line: u32,
    pub(crate) types_only: bool,
    pub(crate) is_dynamic: bool,
}
