//! Stores reports as files below a root: the key `runs/r1/verification-1.json` is the relative path.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use verdict_report::{Store, StoreError};
use walkdir::WalkDir;

use crate::durable::{self, Attributes};

/// Maximum size of a file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// A folder. Links in it are not followed.
#[derive(Debug)]
pub(crate) struct FolderStore {
    root: PathBuf,
    /// The folder for incomplete files; without it the store is read-only.
    temporary: Option<PathBuf>,
}

impl FolderStore {
    /// Opens a store; without a folder for incomplete files it is read-only.
    pub(crate) fn new(root: &Path, temporary: Option<PathBuf>) -> FolderStore {
        FolderStore { root: root.to_owned(), temporary }
    }

    /// The file of a key, and its folders below the root, outermost first.
    fn place(&self, key: &str) -> Result<(PathBuf, Vec<PathBuf>), StoreError> {
        let plain = |name: &str| {
            !name.is_empty()
                && !matches!(name, "." | "..")
                && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        };
        if !key.split('/').all(plain) {
            return Err(StoreError::Failed(format!("{key:?} is no key")));
        }
        let mut file = self.root.clone();
        let mut folders = Vec::new();
        for name in key.split('/') {
            if file != self.root {
                folders.push(file.clone());
            }
            file.push(name);
            match fs::symlink_metadata(&file) {
                Ok(found) if found.file_type().is_symlink() => {
                    let message =
                        format!("{} is a symbolic link, which Verdict does not follow", file.display());
                    return Err(StoreError::Failed(message));
                }
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&file)(error)),
                _ => {}
            }
        }
        Ok((file, folders))
    }
}

impl Store for FolderStore {
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError> {
        let (file, _) = self.place(key)?;
        match fs::metadata(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&file)(error)),
            Ok(found) if !found.is_file() => {
                return Err(StoreError::Failed(format!("{} is no file", file.display())));
            }
            Ok(found) if found.len() > MAX_BYTES => {
                let message = format!("{} has {} bytes, more than are read", file.display(), found.len());
                return Err(StoreError::Failed(message));
            }
            Ok(_) => {}
        }
        let bytes = fs::read(&file).map_err(failed(&file))?;
        // Bytes that are not UTF-8 are no JSON either, which the reader reports.
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError> {
        let (file, folders) = self.place(key)?;
        let Some(temporary) = &self.temporary else {
            return Err(StoreError::Unavailable("it is only read here".to_owned()));
        };
        for folder in &folders {
            durable::make_folder(folder).map_err(failed(folder))?;
        }
        durable::replace(temporary, &file, text.as_bytes(), &Attributes::default()).map_err(failed(&file))?;
        // Each folder's entry is in its parent, up to the root.
        let listed = folders.iter().map(PathBuf::as_path).chain([file.as_path()]);
        listed.into_iter().try_for_each(durable::sync_folder_of).map_err(failed(&file))
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        let (file, folders) = self.place(key)?;
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&file)(error)),
            _ => {}
        }
        for folder in folders.iter().rev() {
            // Removes the folder of a run with its last file.
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let top = prefix.split_once('/').map_or(prefix, |(top, _)| top);
        let (folder, _) = self.place(top)?;
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let mut keys = Vec::new();
        for entry in WalkDir::new(&folder).max_depth(8) {
            let entry = entry.map_err(|error| StoreError::Failed(error.to_string()))?;
            if entry.file_type().is_dir() {
                continue;
            }
            if let Ok(path) = entry.path().strip_prefix(&self.root) {
                let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
                let key = names.join("/");
                if key.starts_with(prefix) {
                    keys.push(key);
                }
            }
        }
        Ok(keys)
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |error| {
        let message = format!("{}: {error}", path.display());
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Quota(message),
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::Unavailable(message)
            }
            _ => StoreError::Failed(message),
        }
    }
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
