//! Files that judge changes, and so are not changed without an explicit allowance.

use std::collections::BTreeSet;

use fast_glob::glob_match;
use verdict_protocol::CONFIG_FILE;
use verdict_vfs::{Change, Snapshot, VfsPath};

use super::fold::folded;
use super::{CONSTITUTION_FILES, PathGlob, Protected, ProtectedGlobs};
use crate::{ChangeSet, Operation};

/// What is protected in any case. A caller adds to it.
const DEFAULTS: [(Protected, &[&str]); 5] = [
    (
        Protected::Verifier,
        &[
            "/**/verification-{manager,worker}.{js,mjs,ts}",
            "/**/{analysis,sandbox,sealed,transformer,manager,core,worker}_bg.wasm",
            "/**/sealed/{frame.html,harness.js,happy-dom.js}",
            "/**/node_modules/@verdict/**",
        ],
    ),
    (
        Protected::Gate,
        &[
            "/**/{sentinel-fsm,sentinel-tools,tool-runner}.{js,mjs,ts}",
            "/**/gate_bg.wasm",
            // What a gate keeps of its own: its journal, its lock, and what it found.
            "/.verdict/**",
            "/changes/*/verify/**",
            "/changes/*/05-status.json",
            "/runs/*/verification-*.json",
        ],
    ),
    (Protected::Constitution, &CONSTITUTION_FILES),
    (Protected::Profiles, &["/spec/verification.{yaml,yml,json}"]),
    (Protected::Config, &[CONFIG_FILE]),
];

/// Which files are protected.
#[derive(Debug, Clone)]
pub struct ProtectedPaths(Vec<Entry>);

#[derive(Debug, Clone)]
struct Entry {
    kind: Protected,
    /// The files.
    glob: PathGlob,
    /// The folders on the way to them that have a name: in the place of one there can be no file.
    folders: Vec<String>,
}

impl Entry {
    /// Whether what it protects ends with a name, and not with any name.
    fn is_name(&self) -> bool {
        let name = self.glob.folder().rsplit('/').next().unwrap_or_default();
        !name.contains(['*', '?'])
    }
}

/// A changed file that is protected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// What kind of file it is.
    pub kind: Protected,
    /// The file.
    pub path: VfsPath,
    /// Where the operation stands in the bundle.
    pub position: crate::Position,
}

impl ProtectedPaths {
    /// The defaults and some more.
    ///
    /// # Errors
    /// The first glob that is none.
    pub fn new(more: &ProtectedGlobs) -> Result<ProtectedPaths, String> {
        let defaults = DEFAULTS.iter().flat_map(|(kind, globs)| globs.iter().map(|glob| (*kind, *glob)));
        let more = more.iter().flat_map(|(kind, globs)| globs.iter().map(|glob| (*kind, glob.as_str())));
        let entry = |(kind, glob): (Protected, &str)| {
            let glob = PathGlob::parse(glob)?.folded();
            Ok(Entry { kind, folders: folders(&glob), glob })
        };
        defaults.chain(more).map(entry).collect::<Result<_, String>>().map(ProtectedPaths)
    }

    /// What kind of protected file a path is, whichever of its spellings that some file system takes for the same.
    #[must_use]
    pub fn kind(&self, path: &VfsPath) -> Option<Protected> {
        let path = folded(path.as_str());
        self.0.iter().find(|entry| entry.glob.matches(&path)).map(|entry| entry.kind)
    }

    /// The kinds of protected files that cannot be where they belong if there is a file at a path: it is one of them, or
    /// stands in the place of a folder of theirs, or makes a folder where one of them belongs.
    fn kinds_hindered(&self, path: &VfsPath) -> BTreeSet<Protected> {
        let path = folded(path.as_str());
        let above = path.match_indices('/').map(|(at, _)| &path[..at]).filter(|above| !above.is_empty());
        let above: Vec<&str> = above.collect();
        let hinders = |entry: &&Entry| {
            entry.glob.matches(&path)
                || entry.folders.iter().any(|folder| glob_match(folder, &path))
                || (entry.is_name() && above.iter().any(|above| entry.glob.matches(above)))
        };
        self.0.iter().filter(hinders).map(|entry| entry.kind).collect()
    }

    /// Every protected file that a change set touches, created ones too, and every file that would take the place of one.
    #[must_use]
    pub fn touched(&self, set: &ChangeSet) -> Vec<Touched> {
        let mut touched = Vec::new();
        for change in &set.changes {
            let left = match &change.operation {
                Operation::Delete => None,
                Operation::Rename { to, .. } => Some(to),
                _ => Some(&change.path),
            };
            for path in change.paths() {
                let kinds = match left == Some(path) {
                    true => self.kinds_hindered(path),
                    false => self.kind(path).into_iter().collect(),
                };
                let touch = |kind| Touched { kind, path: path.clone(), position: change.position };
                touched.extend(kinds.into_iter().map(touch));
            }
        }
        touched
    }

    /// `after` with the files that say how it is judged (constitution, profiles, config) as in `before`: what
    /// was not there is not there.
    ///
    /// # Errors
    /// Where such a file became a folder, or a folder on the way to it a file.
    pub fn judged(&self, before: &Snapshot, after: &Snapshot) -> Result<Snapshot, String> {
        let judging = |path: &VfsPath| {
            matches!(self.kind(path), Some(Protected::Constitution | Protected::Profiles | Protected::Config))
        };
        let new = after.iter().filter(|(path, _)| before.get(path).is_none() && judging(path));
        let old = before.iter().filter(|(path, blob)| after.get(path) != Some(*blob) && judging(path));
        let changes: Vec<Change> = new
            .map(|(path, _)| Change::Remove(path.clone()))
            .chain(old.map(|(path, blob)| Change::Put(path.clone(), blob.clone())))
            .collect();
        if changes.is_empty() {
            return Ok(after.clone());
        }
        after.apply(changes).map_err(|error| error.to_string())
    }
}

/// The folders that a glob names on the way to its files: of `/changes/*/verify/**` `/changes` and `/changes/*/verify`.
fn folders(glob: &PathGlob) -> Vec<String> {
    let text = glob.folder();
    let mut found = Vec::new();
    for (at, _) in text.match_indices('/').skip(1) {
        let (folder, _) = text.split_at(at);
        let name = folder.rsplit('/').next().unwrap_or_default();
        if folder.contains("**") || folder.contains(['{', '[']) {
            break;
        }
        if !name.contains(['*', '?']) {
            found.push(folder.to_owned());
        }
    }
    found
}
