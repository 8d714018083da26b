//! Protected files: they judge changes, so only an explicit allowance lets a change touch them.

use std::collections::BTreeSet;

use fast_glob::glob_match;
use verdict_protocol::CONFIG_FILE;
use verdict_vfs::{Change, Snapshot, VfsPath};

use super::fold::folded;
use super::{CONSTITUTION_FILES, PathGlob, Protected, ProtectedGlobs};
use crate::{ChangeSet, Operation};

/// Default globs, which always apply. A caller can add more.
const DEFAULTS: [(Protected, &[&str]); 5] = [
    (
        Protected::Verifier,
        &[
            "/**/verification-{manager,worker}.{js,mjs,ts}",
            "/**/{analysis,sandbox,sealed,transformer,manager,core,worker}_bg.wasm",
            "/**/sealed/{frame.html,harness.js,happy-dom.js,jsdom.js}",
            "/**/node_modules/@verdict/**",
        ],
    ),
    (
        Protected::Gate,
        &[
            "/**/{sentinel-fsm,sentinel-tools,tool-runner}.{js,mjs,ts}",
            "/**/gate_bg.wasm",
            // The gate's own data: its journal, its lock and its findings.
            "/.verdict/**",
            "/changes/*/verify/**",
            "/changes/*/05-status.json",
            "/runs/*/verification-*.json",
        ],
    ),
    (Protected::Constitution, &CONSTITUTION_FILES),
    (Protected::Profiles, &["/spec/verification.{yaml,yml,json}"]),
    // The second has the name of LINT_CONFIG_FILE, in every folder.
    (Protected::Config, &[CONFIG_FILE, "/**/eslint.config.json"]),
];

/// Configurations of a project's own tools, which are protected where they judge changes.
pub(super) const CONFIGURATIONS: [&str; 2] = [
    "/**/{vitest,vite,jest,eslint}.config.{ts,mts,cts,js,mjs,cjs,json}",
    "/**/vitest.{workspace,projects}.{ts,mts,cts,js,mjs,cjs}",
];

/// The globs of protected files.
#[derive(Debug, Clone)]
pub struct ProtectedPaths(Vec<Entry>);

#[derive(Debug, Clone)]
struct Entry {
    kind: Protected,
    /// The glob of the files.
    glob: PathGlob,
    /// Named folders on the way to the files. No file may take the place of one.
    folders: Vec<String>,
}

impl Entry {
    /// Whether the glob ends with a literal name.
    fn is_name(&self) -> bool {
        let name = self.glob.folder().rsplit('/').next().unwrap_or_default();
        !name.contains(['*', '?'])
    }
}

/// A protected file that a change touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// Why the file is protected.
    pub kind: Protected,
    /// Absolute path of the file.
    pub path: VfsPath,
    /// The position of the operation in the bundle.
    pub position: crate::Position,
}

impl ProtectedPaths {
    /// The default globs and additional ones.
    ///
    /// # Errors
    /// The first invalid glob.
    pub fn new(more: &ProtectedGlobs) -> Result<ProtectedPaths, String> {
        let defaults = DEFAULTS.iter().flat_map(|(kind, globs)| globs.iter().map(|glob| (*kind, *glob)));
        let more = more.iter().flat_map(|(kind, globs)| globs.iter().map(|glob| (*kind, glob.as_str())));
        let entry = |(kind, glob): (Protected, &str)| {
            let glob = PathGlob::parse(glob)?.folded();
            Ok(Entry { kind, folders: folders(&glob), glob })
        };
        defaults.chain(more).map(entry).collect::<Result<_, String>>().map(ProtectedPaths)
    }

    /// The kind of a protected file. It recognizes every spelling that some file system treats as equal.
    #[must_use]
    pub fn kind(&self, path: &VfsPath) -> Option<Protected> {
        let path = folded(path.as_str());
        self.0.iter().find(|entry| entry.glob.matches(&path)).map(|entry| entry.kind)
    }

    /// The kinds of protected files that a file at a path would touch or block. It blocks one by replacing a
    /// parent folder, or by turning its place into a folder.
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

    /// Every protected file that a change set touches or creates, and every file that would take the place of
    /// one.
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

    /// `after`, with the files that define how to judge it (constitution, profiles, config) as in `before`.
    /// Such files that `before` lacks are absent.
    ///
    /// # Errors
    /// If the change turned such a file into a folder, or one of its parent folders into a file.
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

/// The folders that a glob names on the way to its files: `/changes/*/verify/**` gives `/changes` and
/// `/changes/*/verify`.
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
