//! Adds to a gate's snapshots the packages of `node_modules` that their files import.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use crate::folder::packages::{self, Contents, Needs};
use crate::out::warn;

/// The number of snapshots whose packages are cached.
const KEPT: usize = 16;

/// Adds installed packages to snapshots of a folder. The gate identifies states by the root hash of the
/// project's own files, so `node_modules` stays out of them. Only code that runs needs the packages.
#[derive(Debug)]
pub(crate) struct Packaged {
    root: PathBuf,
    /// What is read of a package.
    contents: Contents,
    /// The verifier's configuration as JSON, which may name packages.
    config: String,
    read: BTreeMap<Needs, Installed>,
    /// Snapshots with packages, by the root hash of the files alone and by what runs.
    known: BTreeMap<String, Snapshot>,
    told: BTreeSet<String>,
}

#[derive(Debug, Clone, Default)]
struct Installed {
    files: Vec<(VfsPath, Blob)>,
    /// Linked packages: the path of each link, and the project's own folder that it points to.
    linked: Vec<(String, String)>,
}

impl Packaged {
    pub(crate) const fn new(root: PathBuf, contents: Contents, config: String) -> Packaged {
        Packaged {
            root,
            contents,
            config,
            read: BTreeMap::new(),
            known: BTreeMap::new(),
            told: BTreeSet::new(),
        }
    }

    /// The files with the packages that they import.
    ///
    /// # Errors
    /// [`io::Error`] if a package cannot be read, or if the project has a file in its place.
    pub(crate) fn lay(&mut self, files: &Snapshot) -> io::Result<Snapshot> {
        self.lay_for(files, "", || None)
    }

    /// The files with the packages that those which run need; all count without any. `run` names them, for a state.
    ///
    /// # Errors
    /// Those of [`Packaged::lay`].
    pub(crate) fn lay_for(
        &mut self,
        files: &Snapshot,
        run: &str,
        running: impl FnOnce() -> Option<BTreeSet<VfsPath>>,
    ) -> io::Result<Snapshot> {
        let key = format!("{} {run}", files.root());
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let needs = Needs::of_snapshot(files, running().as_ref(), &self.config, self.contents);
        let installed =
            self.installed(if self.contents == Contents::Types { needs.with_types() } else { needs })?;
        let mut laid: Vec<Change> =
            installed.files.into_iter().map(|(path, blob)| Change::Put(path, blob)).collect();
        for (slot, folder) in &installed.linked {
            laid.extend(linked(files, slot, folder));
        }
        let with =
            if laid.is_empty() { files.clone() } else { files.apply(laid).map_err(io::Error::other)? };
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(key, with.clone());
        Ok(with)
    }

    fn installed(&mut self, needs: Needs) -> io::Result<Installed> {
        if let Some(known) = self.read.get(&needs) {
            return Ok(known.clone());
        }
        let found = packages::read(&self.root, &needs, self.contents)?;
        let new = found.left_out.into_iter().filter(|package| self.told.insert(package.clone()));
        if let Some(warning) = packages::warning(&new.collect::<Vec<_>>()) {
            warn(&warning);
        }
        let is_linked = |path: &str| {
            let within = |(slot, _): &(String, String)| {
                path.strip_prefix(slot.as_str()).is_some_and(|rest| rest.starts_with('/'))
            };
            found.linked.iter().any(within)
        };
        let files = found.files.0.into_iter().filter(|(path, _)| !is_linked(path));
        let files = files.filter_map(|(path, content)| {
            Some((VfsPath::parse(&format!("/{path}")).ok()?, Blob::new(content.0)))
        });
        let installed = Installed { files: files.collect(), linked: found.linked };
        self.read.insert(needs, installed.clone());
        Ok(installed)
    }
}

/// Copies a folder of the project to the path where its package is linked. The content comes from the
/// snapshot, not from the disk.
fn linked<'a>(files: &'a Snapshot, slot: &'a str, folder: &'a str) -> impl Iterator<Item = Change> + 'a {
    let start = if folder.is_empty() { "/".to_owned() } else { format!("/{folder}/") };
    files.iter().filter_map(move |(path, blob)| {
        let rest = path.as_str().strip_prefix(&start)?;
        Some(Change::Put(VfsPath::parse(&format!("/{slot}/{rest}")).ok()?, blob.clone()))
    })
}
