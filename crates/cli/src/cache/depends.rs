//! What the result of a test file depends on.
//!
//! The engine records what a run resolved and read. The files that these name by imports are added, since
//! the engine looks there whether an imported name is a type.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use verdict_protocol::{Evidence, FileEvidence, ImportEvidence, ImportKind, ReadKind, sha256_hex};
use verdict_vfs::{Blob, NodeModule, TEST_API_MODULES, VfsPath};

use super::graph::Graph;

/// What a run depends on besides what its files name: the rest of the engine's evidence.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Needs {
    /// The test file.
    file: String,
    /// Names that the text of their importer does not have.
    imports: Vec<(String, String, ImportKind)>,
    reads: Vec<(String, ReadKind)>,
    /// Files that it reached in another way.
    also: Vec<String>,
    /// Whether each path that comes or goes may matter.
    any_path: bool,
}

/// What [`Needs`] lead to in a snapshot. A run gives the same result wherever this is the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Found {
    /// Absolute paths with the hash of their content; null for a file that is missing.
    pub(super) files: Vec<(String, Option<String>)>,
    /// The hash of all else: where names lead, what folders contain, how files are read.
    pub(super) rest: String,
}

impl Needs {
    /// The needs of a run, and what they lead to; `None` if not all are known. `succeeded` says that nothing in it failed.
    pub(super) fn of(evidence: &Evidence, succeeded: bool, graph: &Graph<'_>) -> Option<(Needs, Found)> {
        let [evidence] = evidence.files.as_slice() else { return None };
        let is_query = |specifier: &str| specifier.contains('?') && !specifier.starts_with("data:");
        let is_written = |import: &ImportEvidence| import.path.is_none() && is_query(&import.specifier);
        if evidence.truncated || evidence.imports.iter().any(is_written) {
            return None;
        }
        let reads: BTreeSet<_> = evidence.reads.iter().map(|read| (read.path.clone(), read.kind)).collect();
        let mut needs = Needs {
            file: evidence.file.clone(),
            reads: reads.into_iter().collect(),
            // The message of a failure may suggest a name that is alike.
            any_path: !succeeded && evidence.imports.iter().any(is_missing),
            ..Needs::default()
        };
        for import in evidence.imports.iter().filter(|import| !is_named(import, graph)) {
            let ImportEvidence { importer, specifier, kind, path } = import;
            let target = graph.target(importer, specifier, *kind);
            needs.any_path |= target.as_ref().map(VfsPath::as_str) != path.as_deref();
            needs.imports.push((importer.clone(), specifier.clone(), *kind));
        }
        let reached = needs.reached(graph)?;
        let used: BTreeSet<VfsPath> = used(evidence).filter_map(|path| graph.file(path)).collect();
        needs.also = used.difference(&reached).map(ToString::to_string).collect();
        let found = needs.found(graph)?;
        Some((needs, found))
    }

    /// What they lead to; `None` if not all is known.
    pub(super) fn found(&self, graph: &Graph<'_>) -> Option<Found> {
        let reached = self.reached(graph)?;
        let mut rest = graph.settings().to_owned();
        let mut folders: BTreeSet<&str> = BTreeSet::new();
        for path in &reached {
            // Writing to a string cannot fail.
            let _ = writeln!(rest, "{}\0{}", path.as_str(), graph.imports(path).hash);
            if folders.insert(path.folder()) {
                rest.push_str(&graph.options(path));
            }
        }
        for (importer, specifier, kind) in &self.imports {
            let target = graph.target(importer, specifier, *kind);
            let _ = writeln!(rest, "{importer}\0{specifier}\0{target:?}");
        }
        for (path, kind) in &self.reads {
            let _ = writeln!(rest, "{path}\0{}", graph.read(path, *kind));
        }
        if self.any_path {
            rest.push_str(graph.surroundings());
        }
        let hash = |path: &VfsPath| graph.snapshot.get(path).map(|blob: &Blob| blob.hash().to_owned());
        let mut files: Vec<_> = reached.iter().map(|path| (path.to_string(), hash(path))).collect();
        let paths: BTreeSet<&String> = self.reads.iter().map(|(path, _)| path).collect();
        // Missing files, folders and patterns.
        let others = paths.into_iter().filter(|path| graph.file(path).is_none());
        files.extend(others.map(|path| (path.clone(), None)));
        Some(Found { files, rest: sha256_hex(rest.as_bytes()) })
    }

    /// The files that a run reaches; `None` if not all are known.
    fn reached(&self, graph: &Graph<'_>) -> Option<BTreeSet<VfsPath>> {
        let reads = self.reads.iter().map(|(path, _)| path);
        let importers = self.imports.iter().map(|(importer, ..)| importer);
        let named = [&self.file].into_iter().chain(&self.also).chain(reads).chain(importers);
        let targets =
            self.imports.iter().filter_map(|(importer, name, kind)| graph.target(importer, name, *kind));
        let mut todo: Vec<VfsPath> = named.filter_map(|path| graph.file(path)).chain(targets).collect();
        let mut reached: BTreeSet<VfsPath> = todo.iter().cloned().collect();
        while let Some(path) = todo.pop() {
            let imports = graph.imports(&path);
            if imports.is_open {
                return None;
            }
            for next in &imports.files {
                if reached.insert(next.clone()) {
                    todo.push(next.clone());
                }
            }
        }
        Some(reached)
    }
}

/// All paths in the evidence of a file.
fn used(evidence: &FileEvidence) -> impl Iterator<Item = &str> {
    let imports = evidence.imports.iter();
    let imports = imports.flat_map(|import| [Some(&import.importer), import.path.as_ref()]);
    imports.flatten().chain(evidence.reads.iter().map(|read| &read.path)).map(String::as_str)
}

/// Whether the text of the importer has an import, so that it is found there.
fn is_named(import: &ImportEvidence, graph: &Graph<'_>) -> bool {
    let ImportEvidence { importer, specifier, path, kind: _ } = import;
    graph.file(importer).is_some_and(|importer| {
        let imports = graph.imports(&importer);
        imports.specifiers.contains(specifier)
            && path.as_ref().is_none_or(|path| imports.files.iter().any(|file| file.as_str() == path))
    })
}

/// Whether an import leads to no file, and to no module that the engine has.
fn is_missing(import: &ImportEvidence) -> bool {
    let specifier = import.specifier.as_str();
    import.path.is_none() && NodeModule::named(specifier).is_none() && !TEST_API_MODULES.contains(&specifier)
}
