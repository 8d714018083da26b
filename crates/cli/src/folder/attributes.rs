//! Modes, owners and times of what a transaction touches: noted before, given back with the content.
//!
//! Snapshots have contents only. Here stands what else a file was, so that "as before" means all of it: in memory, and in
//! `.verdict/attributes` for whoever comes after a crash.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use verdict_protocol::sha256_hex;

use crate::durable::{self, Attributes};
use crate::state_dir::plain_or_missing;

/// What a file or folder was, as a line of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Noted {
    /// Relative to the root.
    path: PathBuf,
    folder: bool,
    mode: u32,
    owner: Option<(u32, u32)>,
    /// Since 1970; of files only.
    modified: Option<Duration>,
    /// Of a file's content.
    sha256: Option<String>,
    /// Whether it is a folder that had nothing in it.
    empty: bool,
}

/// What was noted of a transaction.
#[derive(Debug)]
pub(super) struct Before {
    root: PathBuf,
    file: PathBuf,
    /// By path relative to the root; none for what was not there.
    noted: BTreeMap<PathBuf, Option<Noted>>,
    /// Where files go that the change moves: by the new path, the old.
    moved: BTreeMap<PathBuf, PathBuf>,
    /// The modes that written files must have.
    given: BTreeMap<PathBuf, u32>,
}

impl Before {
    /// What an earlier process noted.
    pub(super) fn open(root: &Path, file: PathBuf) -> io::Result<Before> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        plain_or_missing(&file).map_err(named)?;
        let text = match fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes.map_err(named)?,
        };
        let text = String::from_utf8_lossy(&text);
        // The last line may be cut short: nothing was done to its file yet. A list can come from a stranger: it gives no
        // more than permissions.
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Noted>(line).ok());
        let below = |noted: &Noted| noted.path.components().all(|part| matches!(part, Component::Normal(_)));
        let mut noted = BTreeMap::new();
        for line in lines.filter(below) {
            // What is noted first is how it was.
            noted.entry(line.path.clone()).or_insert(Some(Noted { mode: line.mode & 0o777, ..line }));
        }
        Ok(Before { root: root.to_owned(), file, noted, moved: BTreeMap::new(), given: BTreeMap::new() })
    }

    /// Says that a change moves a file.
    pub(super) fn moves(&mut self, from: &Path, to: &Path) {
        let (Ok(from), Ok(to)) = (from.strip_prefix(&self.root), to.strip_prefix(&self.root)) else { return };
        self.moved.insert(to.to_owned(), from.to_owned());
    }

    /// Notes files and folders as they are now, unless that was done; durable when it returns.
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

    /// What a file gets with its new content: what it had before, or what the file had that was moved there. The time of
    /// the last change only with the content of before.
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

    /// The mode that a folder had which is made again.
    pub(super) fn folder_mode(&self, folder: &Path) -> Option<u32> {
        let within = folder.strip_prefix(&self.root).ok()?;
        self.noted.get(within)?.as_ref().filter(|noted| noted.folder).map(|noted| noted.mode)
    }

    /// Folders that had nothing in them, and so are kept when they are empty again.
    pub(super) fn kept_empty(&self) -> BTreeSet<PathBuf> {
        self.noted.values().flatten().filter(|noted| noted.empty).map(|noted| noted.path.clone()).collect()
    }

    /// Remembers with which mode a file was written, or that it is gone.
    pub(super) fn gave(&mut self, path: &Path, attributes: Option<&Attributes>) {
        match attributes.and_then(|attributes| attributes.mode) {
            Some(mode) => self.given.insert(path.to_owned(), mode),
            None => self.given.remove(path),
        };
    }

    /// Whether files that were written have the modes that they were given.
    ///
    /// # Errors
    /// In a sentence, the first that has another.
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

    /// Forgets all: the transaction has ended.
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

/// What is at a path. None for nothing, and for what no transaction touches.
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
