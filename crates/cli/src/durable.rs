//! Atomic and durable file changes, even if the machine stops midway.

use std::cell::RefCell;
use std::collections::BTreeSet;
#[cfg(unix)]
use std::fs::Permissions;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

use tempfile::Builder;

/// A file's attributes besides its content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// Unix permissions; `None` for those of a new file of the process.
    pub(crate) mode: Option<u32>,
    /// User and group, set as far as the process may.
    pub(crate) owner: Option<(u32, u32)>,
    /// Modification time; `None` for now.
    pub(crate) modified: Option<SystemTime>,
}

impl Attributes {
    /// Attributes of Verdict's own files, which nobody else may read.
    pub(crate) const PRIVATE: Attributes = Attributes { mode: Some(0o600), owner: None, modified: None };
}

/// Writes `bytes` to a file atomically, by a synced temporary file in `temporary` and a rename. A reader finds
/// the old or the new bytes. The change is durable once the file's folder is synced.
///
/// # Errors
/// [`io::Error`]; the file is then unchanged.
pub(crate) fn replace(
    temporary: &Path,
    file: &Path,
    bytes: &[u8],
    attributes: &Attributes,
) -> io::Result<()> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The process's mask applies; private until the owner is set.
        let mode = if attributes.mode.is_some() { 0o600 } else { 0o666 };
        builder.permissions(Permissions::from_mode(mode));
    }
    let mut new = builder.prefix("write-").tempfile_in(temporary)?;
    new.write_all(bytes)?;
    attributes.give(new.as_file())?;
    new.as_file().sync_all()?;
    new.persist(file).map_err(|error| match error.error.kind() {
        io::ErrorKind::CrossesDevices => io::Error::other(format!(
            "it is on another file system than {}, so it cannot be replaced whole",
            temporary.display()
        )),
        _ => error.error,
    })?;
    Ok(())
}

impl Attributes {
    fn give(&self, file: &File) -> io::Result<()> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
            let now = file.metadata()?;
            // A process that may not change the owner keeps it.
            if let Some((user, group)) = self.owner.filter(|owner| *owner != (now.uid(), now.gid()))
                && let Err(error) = fchown(file, Some(user), Some(group))
                && error.kind() != io::ErrorKind::PermissionDenied
            {
                return Err(error);
            }
            if let Some(mode) = self.mode {
                file.set_permissions(Permissions::from_mode(mode))?;
            }
        }
        if let Some(modified) = self.modified {
            file.set_modified(modified)?;
        }
        Ok(())
    }
}

/// The options of a private file.
pub(crate) fn own_file(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Makes an existing folder private.
///
/// # Errors
/// [`io::Error`] if the permissions cannot be set.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    set_mode(folder, 0o700)
}

/// Sets permissions, if the system has them.
///
/// # Errors
/// [`io::Error`] if they cannot be set.
pub(crate) fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if fs::symlink_metadata(path)?.permissions().mode() & 0o7777 != mode {
            fs::set_permissions(path, Permissions::from_mode(mode))?;
        }
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
    Ok(())
}

/// Creates a folder in an existing one. An existing folder is no error.
///
/// # Errors
/// [`io::Error`] if it cannot be created.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Syncs the folder of a file; otherwise a rename may be lost when the machine stops.
///
/// # Errors
/// [`io::Error`] if the folder cannot be synced.
pub(crate) fn sync_folder_of(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), sync_folder)
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows cannot open folders, and does not need to.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Replaced, created and removed files whose folders are not synced yet. Shared by the code that changes
/// files and the journal: each folder is synced once, before the journal records the change as complete.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unsynced(Rc<RefCell<BTreeSet<PathBuf>>>);

impl Unsynced {
    /// Records a file whose folder entry changed.
    pub(crate) fn note(&self, file: &Path) {
        let mut folders = self.0.borrow_mut();
        if let Some(folder) = file.parent().filter(|folder| !folders.contains(*folder)) {
            folders.insert(folder.to_owned());
        }
    }

    /// Syncs the folders.
    ///
    /// # Errors
    /// [`io::Error`]; the remaining folders stay recorded.
    pub(crate) fn sync(&self) -> io::Result<()> {
        let mut folders = self.0.borrow_mut();
        while let Some(folder) = folders.first() {
            match sync_folder(folder) {
                // The folder was removed with its content, and a file may have replaced it; its parent folder
                // is recorded too.
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                synced => synced?,
            }
            folders.pop_first();
        }
        Ok(())
    }
}
