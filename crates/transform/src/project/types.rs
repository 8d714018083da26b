//! Determines which exported names are types, across the files of a snapshot.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

use verdict_vfs::{Snapshot, VfsPath};

use crate::{Exported, Origin, exported};

/// Reads the exports of modules, each once.
#[derive(Debug)]
pub struct TypeNames {
    snapshot: Snapshot,
    read: RefCell<HashMap<VfsPath, Rc<Exported>>>,
}

impl TypeNames {
    /// Creates a reader for a snapshot.
    #[must_use]
    pub fn of(snapshot: Snapshot) -> TypeNames {
        TypeNames { snapshot, read: RefCell::default() }
    }

    /// Whether an import of `importer` by this specifier and name is a type, through any number of
    /// re-exports. A name that is not found is none, because linking reports the error.
    #[must_use]
    pub fn is_type(&self, importer: &VfsPath, specifier: &str, name: &str) -> bool {
        self.is_type_by(importer, specifier, name, &|path| self.exported(path))
    }

    /// Decides like [`TypeNames::is_type`], where `read` returns the exports of a TypeScript file, as
    /// [`exported()`] does.
    pub fn is_type_by(
        &self,
        importer: &VfsPath,
        specifier: &str,
        name: &str,
        read: &dyn Fn(&VfsPath) -> Rc<Exported>,
    ) -> bool {
        let mut seen = BTreeSet::new();
        let mut next = VecDeque::from([(importer.clone(), specifier.to_owned(), name.to_owned())]);
        while let Some((importer, specifier, name)) = next.pop_front() {
            let Ok(path) = self.snapshot.resolve(&importer, &specifier) else { continue };
            if !is_typescript(&path) || !seen.insert((path.clone(), name.clone())) {
                continue;
            }
            let exported = read(&path);
            match exported.names.get(&name) {
                Some(Origin::Type) => return true,
                Some(Origin::Value) => return false,
                Some(Origin::From { specifier, name }) => {
                    next.push_back((path, specifier.clone(), name.clone()));
                }
                None => {
                    next.extend(exported.stars.iter().map(|star| (path.clone(), star.clone(), name.clone())));
                }
            }
        }
        false
    }

    /// The exports of a TypeScript file of the snapshot.
    #[must_use]
    pub fn exported(&self, path: &VfsPath) -> Rc<Exported> {
        if let Some(known) = self.known(path) {
            return known;
        }
        let text = self.snapshot.get(path).and_then(|blob| blob.text()).unwrap_or_default();
        let found = Rc::new(exported(path.as_str(), text));
        self.know(path, &found);
        found
    }

    /// The exports of a file, if they are cached.
    #[must_use]
    pub fn known(&self, path: &VfsPath) -> Option<Rc<Exported>> {
        self.read.borrow().get(path).map(Rc::clone)
    }

    /// Caches the exports of a file that the caller parsed.
    pub fn know(&self, path: &VfsPath, exported: &Rc<Exported>) {
        self.read.borrow_mut().insert(path.clone(), Rc::clone(exported));
    }
}

/// Whether a file is TypeScript, by its name.
#[must_use]
pub fn is_typescript(path: &VfsPath) -> bool {
    matches!(path.extension(), Some("ts" | "mts" | "cts" | "tsx"))
}
