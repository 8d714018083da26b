//! What the result of a test file depends on.
//!
//! The engine records what a run resolved and read. The files that these name by imports are added, since
//! the engine looks there whether an imported name is a type. All that decides how a name resolves is part of
//! the [`Graph::surroundings`]: the paths of all files, and the contents of those that configure something.
//! So a file that appears, and may shadow another, makes every entry a miss.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use verdict_protocol::{Evidence, TestConfig, sha256_hex};
use verdict_vfs::{Conditions, Snapshot, VfsPath};

use super::lock;
use crate::folder::packages::specifiers;

/// A call that loads a module in a way that the engine does not record.
const UNRECORDED: &str = "Worker(";

/// The files of a request, and what imports what.
pub(super) struct Graph<'a> {
    pub(super) snapshot: &'a Snapshot,
    aliased: Snapshot,
    imports: Mutex<HashMap<VfsPath, Arc<Imports>>>,
}

/// The files that a file names, or that its run reads because of its name.
struct Imports {
    files: Vec<VfsPath>,
    /// Whether it may load files that the engine does not record.
    is_open: bool,
}

impl<'a> Graph<'a> {
    /// Creates the graph; `None` for aliases that the engine refuses.
    pub(super) fn new(snapshot: &'a Snapshot, config: &TestConfig) -> Option<Graph<'a>> {
        let aliased = snapshot.resolving_as(config).ok()?;
        Some(Graph { snapshot, aliased, imports: Mutex::default() })
    }

    /// The hash of all paths, and of the files that any run may depend on.
    pub(super) fn surroundings(&self) -> String {
        let mut text = String::new();
        for (path, blob) in self.snapshot.iter() {
            let hash = if is_for_all(path) { blob.hash() } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}\0{hash}", path.as_str());
        }
        sha256_hex(text.as_bytes())
    }

    /// The hash of a file; `None` if it is missing.
    pub(super) fn hash(&self, path: &str) -> Option<&str> {
        let path = VfsPath::parse(path).ok()?;
        self.snapshot.get(&path).map(verdict_vfs::Blob::hash)
    }

    /// The files that a run depends on, with their hashes; `None` if not all are known.
    pub(super) fn files(&self, evidence: &Evidence) -> Option<Vec<(String, Option<String>)>> {
        let [evidence] = evidence.files.as_slice() else { return None };
        if evidence.truncated {
            return None;
        }
        let is_query = |specifier: &str| specifier.contains('?') && !specifier.starts_with("data:");
        if evidence.imports.iter().any(|import| import.path.is_none() && is_query(&import.specifier)) {
            return None;
        }
        let imported =
            evidence.imports.iter().flat_map(|import| [Some(&import.importer), import.path.as_ref()]);
        let read = evidence.reads.iter().map(|read| &read.path);
        let mut missing: BTreeSet<String> = BTreeSet::new();
        let mut todo: Vec<VfsPath> = Vec::new();
        for path in imported.flatten().chain(read).chain([&evidence.file]) {
            match VfsPath::parse(path).ok().filter(|path| self.snapshot.get(path).is_some()) {
                Some(path) => todo.push(path),
                // A missing file or a folder: the surroundings have the paths of all files.
                None => drop(missing.insert(path.clone())),
            }
        }
        let mut reached: BTreeSet<VfsPath> = todo.iter().cloned().collect();
        while let Some(path) = todo.pop() {
            let imports = self.imports(&path);
            if imports.is_open {
                return None;
            }
            for next in &imports.files {
                if reached.insert(next.clone()) {
                    todo.push(next.clone());
                }
            }
        }
        let found = reached.iter().map(ToString::to_string);
        Some(
            found
                .chain(missing)
                .map(|path| {
                    let hash = self.hash(&path).map(str::to_owned);
                    (path, hash)
                })
                .collect(),
        )
    }

    fn imports(&self, path: &VfsPath) -> Arc<Imports> {
        if let Some(known) = lock(&self.imports).get(path) {
            return Arc::clone(known);
        }
        let mut files = Vec::new();
        let mut add = |found: Option<VfsPath>| {
            files.extend(found.filter(|found| self.snapshot.get(found).is_some()));
        };
        let text = self.snapshot.get(path).and_then(verdict_vfs::Blob::text).unwrap_or_default();
        specifiers(text, false, &mut |specifier| {
            let specifier = specifier.split('?').next().unwrap_or_default();
            for conditions in [Conditions::Import, Conditions::Require] {
                add(self.aliased.resolve_under(path, specifier, conditions).ok());
            }
            add(path.sibling(specifier).ok());
        });
        add(path.sibling(&format!("__snapshots__/{}.snap", path.name())).ok());
        add(path.sibling(&format!("{}.map", path.name())).ok());
        let imports = Arc::new(Imports { files, is_open: text.contains(UNRECORDED) });
        lock(&self.imports).insert(path.clone(), Arc::clone(&imports));
        imports
    }
}

/// Whether any run may depend on a file's content: configurations, and mocks that are found by their place.
fn is_for_all(path: &VfsPath) -> bool {
    let name = path.name();
    name.ends_with(".json")
        || name.ends_with(".jsonc")
        || name.contains(".config.")
        || name.contains(".workspace.")
        || name.starts_with('.')
        || path.as_str().contains("/__mocks__/")
}
