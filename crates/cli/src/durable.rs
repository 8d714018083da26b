//! Files that are changed whole or not at all, also where the machine stops in the middle.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Puts `bytes` in the place of a file, new or not: they are written and synced to a temporary file in
/// `temporary`, which is renamed over it. Whoever reads the file finds the old bytes or the new ones.
/// `permissions` are those of the new file; without, the process's own for a new file.
///
/// # Errors
/// [`io::Error`]; the file is as before then.
pub(crate) fn replace(
    temporary: &Path,
    file: &Path,
    bytes: &[u8],
    permissions: Option<Permissions>,
) -> io::Result<()> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What the process's mask leaves of it.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut new = builder.prefix("write-").tempfile_in(temporary)?;
    new.write_all(bytes)?;
    if let Some(permissions) = permissions {
        new.as_file().set_permissions(permissions)?;
    }
    new.as_file().sync_all()?;
    new.persist(file).map_err(|error| match error.error.kind() {
        io::ErrorKind::CrossesDevices => io::Error::other(format!(
            "it is on another file system than {}, so it cannot be replaced whole",
            temporary.display()
        )),
        _ => error.error,
    })?;
    sync_folder_of(file)
}

/// Removes a file, durably.
///
/// # Errors
/// [`io::Error`].
pub(crate) fn remove(file: &Path) -> io::Result<()> {
    fs::remove_file(file)?;
    sync_folder_of(file)
}

/// Makes a folder in one that exists, durably. One that is there already is no error.
///
/// # Errors
/// [`io::Error`].
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Ok(()) => sync_folder_of(folder),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes what a folder lists durable: without, a rename may be forgotten when the machine stops.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    // Windows cannot open folders, and has no need to.
    match file.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}
