//! Files that judge changes, and so are not changed without an explicit allowance.

use std::collections::BTreeMap;

use verdict_protocol::CONFIG_FILE;
use verdict_vfs::{Change, Snapshot, VfsPath};

use super::{CONSTITUTION_FILES, PathGlob, Protected, ProtectedGlobs};
use crate::ChangeSet;

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
pub struct ProtectedPaths(BTreeMap<Protected, Vec<PathGlob>>);

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
        let mut globs: BTreeMap<Protected, Vec<PathGlob>> = BTreeMap::new();
        let defaults = DEFAULTS.iter().flat_map(|(kind, globs)| globs.iter().map(|glob| (*kind, *glob)));
        let more = more.iter().flat_map(|(kind, globs)| globs.iter().map(|glob| (*kind, glob.as_str())));
        for (kind, glob) in defaults.chain(more) {
            globs.entry(kind).or_default().push(PathGlob::parse(glob)?.lowercase());
        }
        Ok(ProtectedPaths(globs))
    }

    /// What kind of protected file a path is.
    #[must_use]
    pub fn kind(&self, path: &VfsPath) -> Option<Protected> {
        // Some file systems take `A` and `a` for one name.
        let path = path.as_str().to_lowercase();
        let mut kinds = self.0.iter().filter(|(_, globs)| globs.iter().any(|glob| glob.matches(&path)));
        kinds.next().map(|(kind, _)| *kind)
    }

    /// Every protected file that a change set touches, created ones too.
    #[must_use]
    pub fn touched(&self, set: &ChangeSet) -> Vec<Touched> {
        let paths = set.changes.iter().flat_map(|change| change.paths().map(move |path| (change, path)));
        paths
            .filter_map(|(change, path)| {
                let kind = self.kind(path)?;
                Some(Touched { kind, path: path.clone(), position: change.position })
            })
            .collect()
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
