//! `.verdict/`: what an apply keeps below the root for itself.
//!
//! | name | what |
//! | --- | --- |
//! | `lock` | held by the operating system while an apply or a run is under way; says who |
//! | `journal.json` | the record of the transaction that is under way |
//! | `folders` | folders that it made or may have emptied, a JSON text a line |
//! | `attributes` | modes, owners and times of what the transaction touches, a JSON text a line |
//! | `displaced/` | what a restore overwrote and that was neither before nor after the change |
//! | `records/` | what tests came to in earlier states, and what stays test material |
//! | `tmp/` | files that are not whole yet |
//! | `.gitignore` | keeps all of it out of Git |
//!
//! Journal and displaced files hold contents of files that others may not read: only the owner of the folder reads what
//! is in it.

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

/// The name of the journal in it.
pub(crate) const JOURNAL: &str = "journal.json";

/// The name of the folder of records in it.
const RECORDS: &str = "records";

/// The name of the folder of files that are not whole yet.
const TEMPORARY: &str = "tmp";

/// `.verdict/` of a root, locked for this process.
#[derive(Debug)]
pub(crate) struct Own {
    folder: PathBuf,
    unsynced: Unsynced,
    _lock: Lock,
}

/// Why the folder is not ours to use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OwnError {
    /// Somebody else holds the lock.
    #[error("{} is locked: {holder}", .root.display())]
    Held { root: PathBuf, holder: Holder },
    /// It cannot be made or locked.
    #[error("{}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },
}

impl Own {
    /// Makes the folder where it is missing, locks it, and removes what an interrupted process left half
    /// written. `doing` is what others are told.
    ///
    /// # Errors
    /// [`OwnError`].
    pub(crate) fn open(root: &Path, doing: &str) -> Result<Own, OwnError> {
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
            durable::replace(&temporary, &ignore, b"*\n", &Attributes::OWN).map_err(at(&ignore))?;
        }
        Ok(Own { folder, unsynced: Unsynced::default(), _lock: lock })
    }

    /// Where files are written before they take their place; on the file system of the root.
    pub(crate) fn temporary(&self) -> PathBuf {
        self.folder.join(TEMPORARY)
    }

    /// The list of folders that the transaction under way made or may have emptied.
    pub(crate) fn folders(&self) -> PathBuf {
        self.folder.join("folders")
    }

    /// The list of what files and folders were before the transaction under way.
    pub(crate) fn attributes(&self) -> PathBuf {
        self.folder.join("attributes")
    }

    /// What was done to files and is not durable yet. The journal makes it so before it is changed.
    pub(crate) fn unsynced(&self) -> Unsynced {
        self.unsynced.clone()
    }

    /// What the gate remembers from change to change.
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

    /// Takes away what stands in the place of the journal and is no record: its bytes where it is a file, and a sentence
    /// on what became of it where it is something else.
    ///
    /// # Errors
    /// [`io::Error`].
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

    /// What stands in the journal, text or not.
    ///
    /// # Errors
    /// [`io::Error`].
    pub(crate) fn journal_bytes(&self) -> io::Result<Option<Vec<u8>>> {
        match fs::read(self.folder.join(JOURNAL)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Keeps a content that was overwritten, as `displaced/{first digits of its hash}-{name}`.
    ///
    /// # Errors
    /// [`io::Error`].
    pub(crate) fn put_aside(&self, path: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let folder = self.folder.join("displaced");
        make(&folder)?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let name: String = path.rsplit('/').next().unwrap_or_default().chars().take(100).map(plain).collect();
        let file = folder.join(format!("{}-{name}", &sha256_hex(bytes)[..12]));
        durable::replace(&self.temporary(), &file, bytes, &Attributes::OWN)?;
        durable::sync_folder_of(&file)?;
        Ok(file)
    }

    /// Whether the file system takes two spellings of a name that differ by case for one.
    pub(crate) fn folds_case(&self) -> bool {
        fs::symlink_metadata(self.folder.with_file_name(NAME.to_uppercase())).is_ok()
    }
}

/// Makes a folder that nobody else may have put a link in the place of: what is written there could end
/// up anywhere.
fn make(folder: &Path) -> io::Result<()> {
    durable::make_folder(folder)?;
    if fs::symlink_metadata(folder)?.file_type().is_symlink() {
        return Err(io::Error::other("it is a symbolic link, which Verdict does not follow"));
    }
    durable::make_private(folder)
}

/// Refuses what is neither missing nor a plain file: a link could lead a write anywhere, a pipe never ends.
/// Folders come from strangers too, with `.verdict/` in them.
///
/// # Errors
/// [`io::Error`].
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
