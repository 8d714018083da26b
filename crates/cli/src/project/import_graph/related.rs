//! The files that reach others.

use std::collections::{BTreeSet, HashMap};

use verdict_vfs::VfsPath;

use super::ImportGraph;

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

impl ImportGraph {
    /// All files that reach some of these files by imports, with these files.
    pub(crate) fn related(&mut self, of: &BTreeSet<VfsPath>) -> BTreeSet<VfsPath> {
        let setup_files = self.setup_files.clone();
        let is_for_all = |path: &VfsPath| {
            let is_setup = |setup: &String| path.as_str().ends_with(setup.trim_start_matches('.'));
            setup_files.iter().any(is_setup) || ALL.iter().any(|name| path.name().starts_with(name))
        };
        let snapshot = self.snapshot.clone();
        let all = || snapshot.iter().map(|(path, _)| path.clone()).collect();
        if of.iter().any(is_for_all) {
            return all();
        }
        for (path, _) in snapshot.iter().filter(|(path, _)| path.is_script()) {
            self.read(path);
        }
        let mut importers: HashMap<&VfsPath, Vec<&VfsPath>> = HashMap::new();
        for (importer, imports) in &self.imports {
            for imported in &imports.files {
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
