//! Which files reach others by imports, and what changed since a commit.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use verdict_vfs::{Blob, Change, Snapshot, VfsPath, diff};

use crate::folder::packages::specifiers;

/// Files that every test depends on, by a part of their name.
const ALL: [&str; 7] = [
    ".env",
    "package.json",
    "verdict.config.json",
    "vitest.config.",
    "vite.config.",
    "vitest.workspace.",
    "jest.config.",
];

/// Which files of a snapshot import which.
#[derive(Debug, Clone)]
pub(crate) struct ImportGraph {
    snapshot: Snapshot,
    /// The files under the names that aliases give them.
    aliased: Snapshot,
    config: Value,
    setup_files: Vec<String>,
    /// The files that a script leads to.
    imports: BTreeMap<VfsPath, Vec<VfsPath>>,
}

impl ImportGraph {
    /// Reads the imports of all scripts. `config` is that of a request, with its aliases.
    pub(crate) fn new(snapshot: &Snapshot, config: &Value) -> ImportGraph {
        let resolved = verdict_judge::resolve_config(snapshot, Some(config)).unwrap_or_default().config.test;
        let aliased = snapshot.resolving_as(&resolved).unwrap_or_else(|_| snapshot.clone());
        let (snapshot, config) = (snapshot.clone(), config.clone());
        let mut graph = ImportGraph {
            snapshot,
            aliased,
            config,
            setup_files: resolved.setup_files.0,
            imports: BTreeMap::new(),
        };
        let imports = graph.snapshot.iter().map(|(path, _)| (path.clone(), graph.imports_of(path)));
        graph.imports = imports.filter(|(_, imports)| !imports.is_empty()).collect();
        graph
    }

    /// The graph of a later state. Only what changed is read, if the same files are there.
    pub(crate) fn next(self, snapshot: &Snapshot, config: &Value) -> ImportGraph {
        let changes = diff(&self.snapshot, snapshot);
        let is_same_place =
            changes.created.is_empty() && changes.deleted.is_empty() && changes.renamed.is_empty();
        // A JSON file may say how names resolve.
        let resolves =
            |path: &VfsPath| path.extension().is_some_and(|extension| extension.starts_with("json"));
        if !is_same_place || *config != self.config || changes.modified.iter().any(resolves) {
            return ImportGraph::new(snapshot, config);
        }
        let mut next = self;
        let put = |path: &VfsPath| snapshot.get(path).map(|blob| Change::Put(path.clone(), blob.clone()));
        let Ok(aliased) = next.aliased.apply(changes.modified.iter().filter_map(put)) else {
            return ImportGraph::new(snapshot, config);
        };
        (next.snapshot, next.aliased) = (snapshot.clone(), aliased);
        for path in changes.modified {
            let imports = next.imports_of(&path);
            next.imports.insert(path, imports);
        }
        next
    }

    fn imports_of(&self, path: &VfsPath) -> Vec<VfsPath> {
        let mut imports = Vec::new();
        let text = self.snapshot.get(path).and_then(Blob::text).filter(|_| super::plan::is_script(path));
        let Some(text) = text else { return imports };
        let mut add = |specifier: &str| {
            let found =
                self.aliased.resolve(path, specifier).or_else(|_| path.sibling(specifier).map_err(drop)).ok();
            imports.extend(found.filter(|found| self.snapshot.get(found).is_some()));
        };
        specifiers(text, false, &mut add);
        imports.extend(verdict_material::globbed(&self.aliased, path, text));
        // A test finds its snapshots by its own name.
        let own = path.sibling(&format!("__snapshots__/{}.snap", path.name())).ok();
        imports.extend(own.filter(|own| self.snapshot.get(own).is_some()));
        imports
    }

    /// All files that reach some of these files by imports, with these files.
    pub(crate) fn related(&self, of: &BTreeSet<VfsPath>) -> BTreeSet<VfsPath> {
        let is_for_all = |path: &VfsPath| {
            let is_setup = |setup: &String| path.as_str().ends_with(setup.trim_start_matches('.'));
            self.setup_files.iter().any(is_setup) || ALL.iter().any(|name| path.name().starts_with(name))
        };
        let all = || self.snapshot.iter().map(|(path, _)| path.clone()).collect();
        if of.iter().any(is_for_all) {
            return all();
        }
        let mut importers: HashMap<&VfsPath, Vec<&VfsPath>> = HashMap::new();
        for (importer, imports) in &self.imports {
            for imported in imports {
                importers.entry(imported).or_default().push(importer);
            }
        }
        let (mut reached, mut todo) = (of.clone(), of.iter().collect::<Vec<_>>());
        while let Some(path) = todo.pop() {
            for importer in importers.get(path).into_iter().flatten() {
                if reached.insert((*importer).clone()) {
                    todo.push(importer);
                }
            }
        }
        // A setup file or a configuration imports what changed.
        if reached.iter().any(is_for_all) { all() } else { reached }
    }
}

/// All files that reach some of these files by imports, with these files.
pub(crate) fn related(snapshot: &Snapshot, config: &Value, of: &BTreeSet<VfsPath>) -> BTreeSet<VfsPath> {
    ImportGraph::new(snapshot, config).related(of)
}

/// The files below a folder that differ from a commit, with those that git does not know, by their path from it.
///
/// # Errors
/// [`io::Error`] with the words of git.
pub(crate) fn changed(root: &Path, reference: &str) -> io::Result<Vec<String>> {
    if reference.starts_with('-') {
        return Err(io::Error::other(format!("--changed={reference}: expected a commit")));
    }
    let git = |arguments: &[&str]| -> io::Result<Vec<String>> {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output();
        let output =
            output.map_err(|error| io::Error::new(error.kind(), format!("git does not start: {error}")))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("git: {}", text.lines().next().unwrap_or_default())));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    };
    let mut paths = git(&["diff", "--name-only", "--relative", "-z", reference, "--"])?;
    paths.extend(git(&["ls-files", "--others", "--exclude-standard", "-z"])?);
    Ok(paths)
}
