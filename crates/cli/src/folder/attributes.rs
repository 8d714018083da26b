//! Permissions, owners and times of the files that a transaction touches: recorded before, restored with the
//! content.
//!
//! Snapshots contain content only. The other attributes are kept in memory, and in `.verdict/attributes` for
//! recovery after a crash.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use verdict_protocol::sha256_hex;

use crate::durable::{self, Attributes};
use crate::state_dir::plain_or_missing;

/// The attributes of a file or folder, as a line of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Noted {
    /// Relative to the root.
    path: PathBuf,
    folder: bool,
    mode: u32,
    owner: Option<(u32, u32)>,
    /// Modification time since 1970; for files only.
    modified: Option<Duration>,
    /// Hash of a file's content.
    sha256: Option<String>,
    /// Whether it is an empty folder.
    empty: bool,
}

/// The attributes recorded in a transaction.
#[derive(Debug)]
pub(super) struct Before {
    root: PathBuf,
    file: PathBuf,
    /// Attributes by path relative to the root; `None` if nothing existed.
    noted: BTreeMap<PathBuf, Option<Noted>>,
    /// Old path by new path, for files that the change moves.
    moved: BTreeMap<PathBuf, PathBuf>,
    /// Required permissions of written files.
    given: BTreeMap<PathBuf, u32>,
}

impl Before {
    /// Loads what an earlier process recorded.
    pub(super) fn open(root: &Path, file: PathBuf) -> io::Result<Before> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        plain_or_missing(&file).map_err(named)?;
        let text = match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(named)?,
        };
        let text = String::from_utf8_lossy(&text);
        // The last line may be incomplete: its file was not touched yet. A list may come from a stranger, so
        // only permissions are used.
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Noted>(line).ok());
        let below = |noted: &Noted| noted.path.components().all(|part| matches!(part, Component::Normal(_)));
        let mut noted = BTreeMap::new();
        for line in lines.filter(below) {
            // The first record has the original attributes.
            noted.entry(line.path.clone()).or_insert(Some(Noted { mode: line.mode & 0o777, ..line }));
        }
        Ok(Before { root: root.to_owned(), file, noted, moved: BTreeMap::new(), given: BTreeMap::new() })
    }

    /// Records that a change moves a file.
    pub(super) fn moves(&mut self, from: &Path, to: &Path) {
        let (Ok(from), Ok(to)) = (from.strip_prefix(&self.root), to.strip_prefix(&self.root)) else { return };
        self.moved.insert(to.to_owned(), from.to_owned());
    }

    /// Records the current attributes of files and folders, unless done before; durable on return.
    pub(super) fn note<'a>(&mut self, paths: impl IntoIterator<Item = &'a Path>) -> io::Result<()> {
        let mut lines = String::new();
        for path in paths {
            let Ok(within) = path.strip_prefix(&self.root) else { continue };
            if within.as_os_str().is_empty() || self.noted.contains_key(within) {
                continue;
            }
            let noted = noted(path, within)?;
            if let Some(noted) = &noted {
                lines.push_str(&serde_json::to_string(noted)?);
                lines.push('\n');
            }
            self.noted.insert(within.to_owned(), noted);
        }
        if lines.is_empty() {
            return Ok(());
        }
        let mut file = durable::own_file(OpenOptions::new().create(true).append(true)).open(&self.file)?;
        file.write_all(lines.as_bytes())?;
        file.sync_all()
    }

    /// The attributes for a file's new content: its own before, or those of the file moved there. The
    /// modification time is used only with the original content.
    pub(super) fn attributes(&self, path: &Path, now: Option<&Metadata>, bytes: &[u8]) -> Attributes {
        let known = |within: &Path| self.noted.get(within).cloned().flatten().filter(|noted| !noted.folder);
        let within = path.strip_prefix(&self.root).unwrap_or(path);
        let noted = known(within).or_else(|| self.moved.get(within).and_then(|from| known(from)));
        let Some(noted) = noted else {
            return Attributes { mode: now.map(mode), owner: now.and_then(owner), modified: None };
        };
        let same = noted.sha256.as_deref() == Some(sha256_hex(bytes).as_str());
        let modified = noted.modified.filter(|_| same).map(|since| UNIX_EPOCH + since);
        Attributes { mode: Some(noted.mode), owner: noted.owner, modified }
    }

    /// The permissions of a folder that is created again.
    pub(super) fn folder_mode(&self, folder: &Path) -> Option<u32> {
        let within = folder.strip_prefix(&self.root).ok()?;
        self.noted.get(within)?.as_ref().filter(|noted| noted.folder).map(|noted| noted.mode)
    }

    /// Folders that were empty before, and are kept when they are empty again.
    pub(super) fn kept_empty(&self) -> BTreeSet<PathBuf> {
        self.noted.values().flatten().filter(|noted| noted.empty).map(|noted| noted.path.clone()).collect()
    }

    /// Records the permissions of a written file, or the removal of a file.
    pub(super) fn gave(&mut self, path: &Path, attributes: Option<&Attributes>) {
        match attributes.and_then(|attributes| attributes.mode) {
            Some(mode) => self.given.insert(path.to_owned(), mode),
            None => self.given.remove(path),
        };
    }

    /// Checks that written files have their permissions.
    ///
    /// # Errors
    /// A sentence about the first file with others.
    pub(super) fn prove(&self) -> Result<(), String> {
        for (path, given) in &self.given {
            let Ok(found) = fs::symlink_metadata(path) else { continue };
            let found = mode(&found);
            if found & 0o7777 != given & 0o7777 {
                let shown = path.strip_prefix(&self.root).unwrap_or(path).display();
                return Err(format!(
                    "/{shown} has mode {:04o} and not {:04o}",
                    found & 0o7777,
                    given & 0o7777
                ));
            }
        }
        Ok(())
    }

    /// Drops all records, because the transaction has ended.
    pub(super) fn forget(&mut self) -> io::Result<()> {
        self.noted.clear();
        self.moved.clear();
        self.given.clear();
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// The attributes at a path; `None` for nothing, and for kinds that no transaction touches.
fn noted(path: &Path, within: &Path) -> io::Result<Option<Noted>> {
    let found = match fs::symlink_metadata(path) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        found => found?,
    };
    let folder = found.is_dir();
    if !folder && !found.is_file() {
        return Ok(None);
    }
    let since = |time: SystemTime| time.duration_since(UNIX_EPOCH).ok();
    Ok(Some(Noted {
        path: within.to_owned(),
        folder,
        mode: mode(&found),
        owner: owner(&found),
        modified: found.modified().ok().and_then(since).filter(|_| !folder),
        sha256: if folder { None } else { Some(sha256_hex(&fs::read(path)?)) },
        empty: folder && fs::read_dir(path)?.next().is_none(),
    }))
}

#[cfg(unix)]
fn mode(found: &Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn mode(found: &Metadata) -> u32 {
    if found.permissions().readonly() { 0o444 } else { 0o666 }
}

#[cfg(unix)]
fn owner(found: &Metadata) -> Option<(u32, u32)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.uid(), found.gid()))
}

#[cfg(not(unix))]
const fn owner(_: &Metadata) -> Option<(u32, u32)> {
    None
}
