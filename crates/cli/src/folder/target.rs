//! A folder as the gate's live files.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use verdict_gate::{ChangeSet, Operation, Target, TargetError};
use verdict_vfs::{Snapshot, VfsPath};

use super::attributes::Before;
use super::disk_path::{DiskPath, locate};
use super::emptied::Emptied;
use super::read;
use crate::durable::{self, Unsynced};
use crate::state_dir::{Records, StateDir};

/// The files below a root.
///
/// A write is atomic and keeps the permissions and owner of the replaced or moved file. Permissions are part
/// of the final check. Links are never followed, files excluded from snapshots are never written, and
/// read-only files stay unchanged.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    temporary: PathBuf,
    folds_case: bool,
    emptied: Emptied,
    before: Before,
    unsynced: Unsynced,
    records: Records,
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// [`io::Error`] if the folder list of an interrupted apply cannot be read.
    pub(crate) fn open(root: &Path, own: &StateDir) -> io::Result<Folder> {
        Ok(Folder {
            root: root.to_owned(),
            temporary: own.temporary(),
            folds_case: own.folds_case(),
            emptied: Emptied::open(root, own.folders())?,
            before: Before::open(root, own.attributes())?,
            unsynced: own.unsynced(),
            records: own.records(),
        })
    }

    /// Checks whether a path can be changed, as far as possible without trying.
    ///
    /// # Errors
    /// The reason, in a sentence.
    pub(crate) fn may_change(&self, path: &VfsPath) -> Result<(), String> {
        locate(&self.root, path, self.folds_case).and_then(|place| changeable(&place))
    }

    /// Removes empty folders that the transaction created or emptied, and syncs pending changes. Call it
    /// after the transaction.
    ///
    /// # Errors
    /// [`io::Error`] if a folder cannot be removed or synced.
    pub(crate) fn sweep(&mut self) -> io::Result<()> {
        self.unsynced.sync()?;
        self.emptied.sweep(&self.before.kept_empty())?;
        self.before.forget()
    }

    /// Records the files that a change will touch. Writing records a file that is still missing here.
    ///
    /// # Errors
    /// [`io::Error`]; nothing was touched then.
    pub(crate) fn begin(&mut self, set: &ChangeSet) -> io::Result<()> {
        let mut paths: BTreeSet<PathBuf> = BTreeSet::new();
        for change in &set.changes {
            let places: Vec<DiskPath> =
                change.paths().filter_map(|path| locate(&self.root, path, self.folds_case).ok()).collect();
            if let (Operation::Rename { .. }, [from, to]) = (&change.operation, places.as_slice()) {
                self.before.moves(&from.file, &to.file);
            }
            for place in places {
                paths.extend(place.folders);
                paths.insert(place.file);
            }
        }
        self.before.note(paths.iter().map(PathBuf::as_path))
    }

    /// Records a file that is about to be touched.
    fn note(&mut self, place: &DiskPath) -> io::Result<()> {
        self.before.note(place.folders.iter().chain([&place.file]).map(PathBuf::as_path))
    }

    /// Creates a folder, with its earlier permissions if it existed before.
    fn make(&self, folder: &Path) -> io::Result<()> {
        durable::make_folder(folder)?;
        match self.before.folder_mode(folder) {
            Some(mode) => durable::set_mode(folder, mode),
            None => Ok(()),
        }
    }

    fn put(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), String> {
        let place = locate(&self.root, path, self.folds_case)?;
        changeable(&place)?;
        if place.now.as_ref().is_some_and(fs::Metadata::is_dir) && !self.emptied.make_way(&place.file) {
            return Err("it is a folder".to_owned());
        }
        let missing: Vec<&Path> =
            place.folders.iter().map(PathBuf::as_path).filter(|folder| !folder.exists()).collect();
        self.note(&place).map_err(|error| error.to_string())?;
        let now = place.now.as_ref().filter(|now| now.is_file());
        let attributes = self.before.attributes(&place.file, now, bytes);
        let written = self
            .emptied
            .note(missing.iter().copied())
            .and_then(|()| missing.iter().try_for_each(|folder| self.make(folder)))
            .and_then(|()| durable::replace(&self.temporary, &place.file, bytes, &attributes));
        written.map_err(|error| error.to_string())?;
        self.before.gave(&place.file, Some(&attributes));
        missing.into_iter().chain([place.file.as_path()]).for_each(|file| self.unsynced.note(file));
        Ok(())
    }

    fn take(&mut self, path: &VfsPath) -> Result<(), String> {
        let place = locate(&self.root, path, self.folds_case)?;
        changeable(&place)?;
        self.note(&place).map_err(|error| error.to_string())?;
        self.emptied
            .note(place.folders.iter().map(PathBuf::as_path))
            .and_then(|()| fs::remove_file(&place.file))
            .map_err(|error| error.to_string())?;
        self.before.gave(&place.file, None);
        self.unsynced.note(&place.file);
        Ok(())
    }
}

pub(super) fn changeable(place: &DiskPath) -> Result<(), String> {
    match &place.now {
        Some(now) if !now.is_file() && !now.is_dir() => Err("it is no regular file".to_owned()),
        Some(now) if now.is_file() && now.permissions().readonly() => Err("it is read-only".to_owned()),
        _ => Ok(()),
    }
}

fn named(path: &VfsPath) -> impl Fn(String) -> TargetError {
    move |error| TargetError(format!("{path}: {error}"))
}

impl Target for Folder {
    async fn load(&mut self) -> Result<Snapshot, TargetError> {
        self.before.prove().map_err(TargetError)?;
        let files = read(&self.root).map_err(|error| TargetError(error.to_string()))?;
        Snapshot::new(files).map_err(|error| TargetError(error.to_string()))
    }

    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError> {
        self.put(path, bytes).map_err(named(path))
    }

    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError> {
        self.take(path).map_err(named(path))
    }

    async fn read_record(&mut self, name: &str) -> Option<String> {
        self.records.read(name)
    }

    async fn write_record(&mut self, name: &str, text: &str) {
        // A record that cannot be stored is computed again.
        let _ = self.records.write(name, text);
    }
}
