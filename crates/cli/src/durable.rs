//! Files that are changed whole or not at all, also where the machine stops in the middle.

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

/// What a file has beside its content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Attributes {
    /// Permissions, as on Unix; without, those of any new file of the process.
    pub(crate) mode: Option<u32>,
    /// User and group, given as far as the process may.
    pub(crate) owner: Option<(u32, u32)>,
    /// When its content was last changed; without, now.
    pub(crate) modified: Option<SystemTime>,
}

impl Attributes {
    /// Of what Verdict keeps for itself: for nobody else to read.
    pub(crate) const OWN: Attributes = Attributes { mode: Some(0o600), owner: None, modified: None };
}

/// Puts `bytes` in the place of a file, new or not: they are written and synced to a temporary file in
/// `temporary`, which is renamed over it. Whoever reads the file finds the old bytes or the new ones. That it is
/// the new ones is durable once its folder is synced.
///
/// # Errors
/// [`io::Error`]; the file is as before then.
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
        // What the process's mask leaves of it; nobody else's before it is said whose it is.
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
            // Whoever is not allowed to give a file away keeps it.
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

/// The options of a file that nobody else reads.
pub(crate) fn own_file(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Makes a folder that is there one for nobody else.
///
/// # Errors
/// [`io::Error`].
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    set_mode(folder, 0o700)
}

/// Gives permissions, where the system has such.
///
/// # Errors
/// [`io::Error`].
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

/// Makes a folder in one that exists. One that is there already is no error.
///
/// # Errors
/// [`io::Error`].
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes durable what the folder of a file lists: without, a rename may be forgotten when the machine stops.
///
/// # Errors
/// [`io::Error`].
pub(crate) fn sync_folder_of(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), sync_folder)
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows cannot open folders, and has no need to.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Files that were replaced, made or removed and whose folders are not synced yet. Shared by whoever changes
/// them and whoever keeps the record of it: syncing a folder once is enough, as long as it is done before
/// the record says that the change is complete.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unsynced(Rc<RefCell<BTreeSet<PathBuf>>>);

impl Unsynced {
    /// Notes a file whose folder lists it anew, or no more.
    pub(crate) fn note(&self, file: &Path) {
        let mut folders = self.0.borrow_mut();
        if let Some(folder) = file.parent().filter(|folder| !folders.contains(*folder)) {
            folders.insert(folder.to_owned());
        }
    }

    /// Syncs the folders.
    ///
    /// # Errors
    /// [`io::Error`]; those that are left stay noted.
    pub(crate) fn sync(&self) -> io::Result<()> {
        let mut folders = self.0.borrow_mut();
        while let Some(folder) = folders.first() {
            match sync_folder(folder) {
                // It went with what was in it, and a file may have come; that is for the folder that held it to
                // remember.
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                synced => synced?,
            }
            folders.pop_first();
        }
        Ok(())
    }
}
