//! `.verdict/`: the files that an apply keeps below the root for itself.
//!
//! | name | content |
//! | --- | --- |
//! | `lock` | held by the operating system during an apply or a run; names the holder |
//! | `journal.json` | the record of the running transaction |
//! | `folders` | folders that it created or may have emptied, one JSON text per line |
//! | `attributes` | modes, owners and times of the files it touches, one JSON text per line |
//! | `displaced/` | content that a restore overwrote and that was neither the old nor the new one |
//! | `records/` | test results of earlier states, and paths that stay test material |
//! | `cache/` | results of test files, which no gate reads |
//! | `tmp/` | incomplete files |
//! | `.gitignore` | excludes everything from Git |
//!
//! The journal and displaced files contain files that others may not be allowed to read. Only the folder's
//! owner can read them.

mod journal;
mod lock;
mod records;

pub(crate) use journal::FileJournal;
use lock::{Holder, Lock};
pub(crate) use records::Records;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use verdict_protocol::sha256_hex;

use crate::durable::{self, Attributes, Unsynced};

/// The folder's name.
pub(crate) const NAME: &str = ".verdict";

/// The journal's name in the folder.
pub(crate) const JOURNAL: &str = "journal.json";

/// The name of the folder of records in it.
const RECORDS: &str = "records";

/// The name of the folder of cached results in it.
const CACHE: &str = "cache";

/// The name of the folder of files that are not whole yet.
const TEMPORARY: &str = "tmp";

/// `.verdict/` of a root, locked for this process.
#[derive(Debug)]
pub(crate) struct StateDir {
    folder: PathBuf,
    unsynced: Unsynced,
    _lock: Lock,
}

/// Why the folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OwnError {
    /// Another process holds the lock.
    #[error("{} is locked: {holder}", .root.display())]
    Held { root: PathBuf, holder: Holder },
    /// The folder or its lock file cannot be created or locked.
    #[error("{}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },
}

impl StateDir {
    /// Creates the folder if necessary, locks it, and removes incomplete files of an interrupted process.
    /// `doing` is shown to other processes.
    ///
    /// # Errors
    /// [`OwnError`] with the reason.
    pub(crate) fn open(root: &Path, doing: &str) -> Result<StateDir, OwnError> {
        let folder = root.join(NAME);
        let at = |path: &Path| {
            let path = path.to_owned();
            move |source| OwnError::Io { path, source }
        };
        if !root.is_dir() {
            return Err(at(root)(io::Error::other("not a folder")));
        }
        make(&folder).map_err(at(&folder))?;
        let lock = Lock::take(&folder.join("lock"), doing)
            .map_err(at(&folder.join("lock")))?
            .map_err(|holder| OwnError::Held { root: root.to_owned(), holder })?;
        let temporary = folder.join(TEMPORARY);
        make(&temporary).and_then(|()| empty(&temporary)).map_err(at(&temporary))?;
        let ignore = folder.join(".gitignore");
        if !ignore.exists() {
            durable::replace(&temporary, &ignore, b"*\n", &Attributes::PRIVATE).map_err(at(&ignore))?;
        }
        Ok(StateDir { folder, unsynced: Unsynced::default(), _lock: lock })
    }

    /// The folder for incomplete files, on the file system of the root.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.folder.join(TEMPORARY)
    }

    /// The list of folders that the running transaction created or may have emptied.
    pub(crate) fn folders(&self) -> PathBuf {
        self.folder.join("folders")
    }

    /// The list of original attributes in the running transaction.
    pub(crate) fn attributes(&self) -> PathBuf {
        self.folder.join("attributes")
    }

    /// Changes to files that are not durable yet. The journal syncs them before it changes.
    pub(crate) fn unsynced(&self) -> Unsynced {
        self.unsynced.clone()
    }

    /// The gate's records about earlier changes.
    pub(crate) fn records(&self) -> Records {
        Records { folder: self.folder.join(RECORDS), temporary: self.temporary() }
    }

    pub(crate) fn journal(&self) -> FileJournal {
        FileJournal {
            file: self.folder.join(JOURNAL),
            temporary: self.temporary(),
            unsynced: self.unsynced.clone(),
        }
    }

    /// Removes an invalid journal. Returns the bytes if it is a file, and otherwise a sentence about what was
    /// done.
    ///
    /// # Errors
    /// [`io::Error`] if it cannot be removed.
    pub(crate) fn clear_foreign_journal(&self) -> io::Result<Option<String>> {
        let file = self.folder.join(JOURNAL);
        match fs::symlink_metadata(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
            Ok(found) if found.is_file() => Ok(None),
            Ok(found) if found.is_dir() => {
                let folder = self.folder.join("displaced");
                make(&folder)?;
                let mut number = 1;
                while folder.join(format!("journal-{number}")).exists() {
                    number += 1;
                }
                let kept = folder.join(format!("journal-{number}"));
                fs::rename(&file, &kept)?;
                durable::sync_folder_of(&file)?;
                Ok(Some(format!(
                    "A folder stood in the place of the journal; it is kept in {}",
                    kept.display()
                )))
            }
            Ok(_) => {
                fs::remove_file(&file)?;
                durable::sync_folder_of(&file)?;
                Ok(Some("What stood in the place of the journal was no file; it is removed".to_owned()))
            }
        }
    }

    /// The content of the journal, which may not be text.
    ///
    /// # Errors
    /// [`io::Error`] if it cannot be read.
    pub(crate) fn journal_bytes(&self) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.folder.join(JOURNAL)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Stores overwritten content as `displaced/{first digits of its hash}-{name}`.
    ///
    /// # Errors
    /// [`io::Error`] if it cannot be written.
    pub(crate) fn put_aside(&self, path: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let folder = self.folder.join("displaced");
        make(&folder)?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let name: String = path.rsplit('/').next().unwrap_or_default().chars().take(100).map(plain).collect();
        let file = folder.join(format!("{}-{name}", &sha256_hex(bytes)[..12]));
        durable::replace(&self.temporary(), &file, bytes, &Attributes::PRIVATE)?;
        durable::sync_folder_of(&file)?;
        Ok(file)
    }

    /// Whether the file system ignores case in names.
    pub(crate) fn folds_case(&self) -> bool {
        fs::symlink_metadata(self.folder.with_file_name(NAME.to_uppercase())).is_ok()
    }
}

/// Creates the folder of cached results, without the lock: each entry is whole.
///
/// # Errors
/// [`io::Error`] if a folder cannot be created, or is a link.
pub(crate) fn cache(root: &Path) -> io::Result<PathBuf> {
    let folder = root.join(NAME);
    make(&folder)?;
    let cache = folder.join(CACHE);
    make(&cache)?;
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        durable::replace(&cache, &ignore, b"*\n", &Attributes::PRIVATE)?;
    }
    Ok(cache)
}

/// Creates a folder, refusing a link in its place, through which writes could go anywhere.
fn make(folder: &Path) -> io::Result<()> {
    durable::make_folder(folder)?;
    if fs::symlink_metadata(folder)?.file_type().is_symlink() {
        return Err(io::Error::other("it is a symbolic link, which Verdict does not follow"));
    }
    durable::make_private(folder)
}

/// Refuses everything except a missing or a plain file: a link could redirect a write, and a pipe never ends.
/// Folders may come from strangers, with `.verdict/` in them.
///
/// # Errors
/// [`io::Error`] for any other kind of file.
pub(crate) fn plain_or_missing(file: &Path) -> io::Result<()> {
    match fs::symlink_metadata(file) {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is no regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn empty(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
