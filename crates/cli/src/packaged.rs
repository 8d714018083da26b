//! What a gate's snapshots lack: the packages of `node_modules` that their files import.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use crate::folder::packages::{self, Needs};

/// Snapshots whose packages are remembered.
const KEPT: usize = 16;

/// Lays installed packages into snapshots of a folder. What a change does not touch stays out of what it is judged by root
/// hash: `node_modules` is no part of the files, and only code that runs needs it.
#[derive(Debug)]
pub(crate) struct Packaged {
    root: PathBuf,
    /// The verifier's configuration, as JSON: it may name packages.
    config: String,
    read: BTreeMap<Needs, Installed>,
    /// By the root hash of the files alone.
    known: BTreeMap<String, Snapshot>,
    told: BTreeSet<String>,
}

#[derive(Debug, Clone, Default)]
struct Installed {
    files: Vec<(VfsPath, Blob)>,
    /// Places of packages that are folders of the project itself, with these folders.
    linked: Vec<(String, String)>,
}

impl Packaged {
    pub(crate) const fn new(root: PathBuf, config: String) -> Packaged {
        Packaged { root, config, read: BTreeMap::new(), known: BTreeMap::new(), told: BTreeSet::new() }
    }

    /// The files with the packages that they import.
    ///
    /// # Errors
    /// [`io::Error`] for a package that cannot be read, or that stands where the project has a file.
    pub(crate) fn lay(&mut self, files: &Snapshot) -> io::Result<Snapshot> {
        if let Some(known) = self.known.get(files.root()) {
            return Ok(known.clone());
        }
        let own = files.iter().map(|(path, blob)| (path.as_str(), blob.bytes()));
        let installed = self.installed(Needs::of(own, &self.config))?;
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
        self.known.insert(files.root().to_owned(), with.clone());
        Ok(with)
    }

    fn installed(&mut self, needs: Needs) -> io::Result<Installed> {
        if let Some(known) = self.read.get(&needs) {
            return Ok(known.clone());
        }
        let found = packages::read(&self.root, &needs)?;
        for package in found.left_out {
            if self.told.insert(package.clone()) {
                eprintln!("verdict: warning: not in the snapshot: {package}");
            }
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

/// The files of a folder of the project at the place where its package is linked: as the snapshot has them, not the disk.
fn linked<'a>(files: &'a Snapshot, slot: &'a str, folder: &'a str) -> impl Iterator<Item = Change> + 'a {
    let start = if folder.is_empty() { "/".to_owned() } else { format!("/{folder}/") };
    files.iter().filter_map(move |(path, blob)| {
        let rest = path.as_str().strip_prefix(&start)?;
        Some(Change::Put(VfsPath::parse(&format!("/{slot}/{rest}")).ok()?, blob.clone()))
    })
}
