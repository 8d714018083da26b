//! The files of a watched folder as a snapshot, of which only what may have changed is read again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use verdict_vfs::{Blob, Change, Snapshot, VfsPath};

use super::disk::Touched;
use crate::folder::{self, Reader, Sources, read_by};

/// Age below which a time of change proves nothing: another change may get the same time.
const RACY: Duration = Duration::from_millis(100);
/// Files whose change may change which files are read.
const IGNORES: [&str; 2] = [".gitignore", ".verdictignore"];

/// What tells two states of a file apart without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
    /// The inode, and the time of the last change of anything about the file.
    inode: [i64; 3],
}

impl Stamp {
    /// The stamp of a file; `None` if it changed just now.
    fn of(data: &Metadata) -> Option<Stamp> {
        let modified = data.modified().ok();
        let age = modified.and_then(|at| SystemTime::now().duration_since(at).ok());
        let is_settled = age.is_some_and(|age| age > RACY);
        is_settled.then(|| Stamp { bytes: data.len(), modified, inode: inode(data) })
    }
}

#[cfg(unix)]
fn inode(data: &Metadata) -> [i64; 3] {
    use std::os::unix::fs::MetadataExt as _;
    [data.ino().cast_signed(), data.ctime(), data.ctime_nsec()]
}

#[cfg(not(unix))]
fn inode(_data: &Metadata) -> [i64; 3] {
    [0; 3]
}

/// The files of a folder.
pub(super) struct WatchedFiles {
    root: PathBuf,
    /// Texts besides the scripts that name files.
    named: Vec<String>,
    snapshot: Snapshot,
    /// By path from the root.
    stamps: BTreeMap<String, Option<Stamp>>,
    aside: BTreeMap<String, u64>,
    folders: BTreeSet<PathBuf>,
    /// Paths with events that are in no snapshot, such as those that git ignores.
    idle: BTreeSet<PathBuf>,
    warning: Option<String>,
}

impl WatchedFiles {
    pub(super) fn new(root: &Path, named: &[String]) -> WatchedFiles {
        WatchedFiles {
            root: root.to_owned(),
            named: named.to_vec(),
            snapshot: Snapshot::default(),
            stamps: BTreeMap::new(),
            aside: BTreeMap::new(),
            folders: BTreeSet::new(),
            idle: BTreeSet::new(),
            warning: None,
        }
    }

    pub(super) const fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The folders whose files are read.
    pub(super) const fn folders(&self) -> &BTreeSet<PathBuf> {
        &self.folders
    }

    /// A sentence about files that did not fit, once.
    pub(super) const fn warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// Reads what may have changed. After an error the files are those of before.
    ///
    /// # Errors
    /// [`io::Error`] if the folder or a file cannot be read.
    pub(super) fn read(&mut self, touched: &Touched) -> io::Result<()> {
        if !touched.everything {
            if touched.paths.iter().all(|path| self.idle.contains(path)) {
                return Ok(());
            }
            if let Some(changes) = self.read_known(touched)? {
                return self.put(changes);
            }
        }
        let mut known = Known { files: self, forced: &touched.paths, stamps: BTreeMap::new() };
        let root = known.files.root.clone();
        let named = known.files.named.clone();
        let sources = read_by(&root, &named, &mut known)?;
        let stamps = known.stamps;
        self.take(sources, stamps, touched)
    }

    /// The changes, if they are changes of known files that lead to no others.
    fn read_known(&mut self, touched: &Touched) -> io::Result<Option<Vec<Change>>> {
        if !touched.gone.is_empty() {
            return Ok(None);
        }
        let mut changes = Vec::new();
        for place in touched.paths.iter().filter(|path| !self.idle.contains(*path)) {
            let Some(path) = relative(&self.root, place).filter(|path| self.stamps.contains_key(path)) else {
                return Ok(None);
            };
            let data = fs::symlink_metadata(place).ok().filter(fs::Metadata::is_file);
            let Some(data) = data else { return Ok(None) };
            let (Ok(name), Ok(bytes)) = (VfsPath::parse(&path), folder::content(place)) else {
                return Ok(None);
            };
            let before = self.snapshot.get(&name).map(Blob::bytes).unwrap_or_default();
            let is_same = before == bytes;
            if !is_same && !folder::leads_to_the_same(&path, before, &bytes, &self.aside) {
                return Ok(None);
            }
            if IGNORES.iter().any(|ignores| name.name() == *ignores) {
                return Ok(None);
            }
            self.stamps.insert(path, Stamp::of(&data));
            if !is_same {
                changes.push(Change::Put(name, Blob::new(bytes)));
            }
        }
        Ok(Some(changes))
    }

    fn put(&mut self, changes: Vec<Change>) -> io::Result<()> {
        if !changes.is_empty() {
            self.snapshot = self.snapshot.apply(changes).map_err(io::Error::other)?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        sources: Sources,
        stamps: BTreeMap<String, Option<Stamp>>,
        touched: &Touched,
    ) -> io::Result<()> {
        let mut changes = Vec::new();
        let mut now = BTreeSet::new();
        for (path, content) in sources.files.0 {
            let name = VfsPath::parse(&path).map_err(io::Error::other)?;
            if self.snapshot.get(&name).is_none_or(|before| before.bytes() != content.0) {
                changes.push(Change::Put(name.clone(), Blob::new(content.0)));
            }
            now.insert(name);
        }
        let gone = self.snapshot.iter().map(|(path, _)| path).filter(|path| !now.contains(*path));
        changes.extend(gone.cloned().map(Change::Remove));
        self.put(changes)?;
        self.folders = sources.folders;
        // A file that git ignores, and that a script imports, lies in a folder that was not read.
        let of_files =
            now.iter().filter_map(|path| self.root.join(&path.as_str()[1..]).parent().map(Path::to_owned));
        self.folders.extend(of_files.collect::<BTreeSet<_>>());
        let is_known =
            |path: &PathBuf| relative(&self.root, path).is_some_and(|path| stamps.contains_key(&path));
        let is_ignores = |path: &PathBuf| IGNORES.iter().any(|name| path.ends_with(name));
        if touched.everything || touched.paths.iter().any(is_ignores) {
            self.idle.clear();
        }
        let idle = touched.paths.iter().filter(|path| path.is_file() && !is_known(path) && !is_ignores(path));
        self.idle.extend(idle.cloned().collect::<Vec<_>>());
        self.idle.retain(|path| !is_known(path) && !touched.gone.contains(path));
        self.stamps = stamps;
        self.aside = sources.aside;
        if sources.warning.is_some() {
            self.warning = sources.warning;
        }
        Ok(())
    }
}

/// Gives bytes that were read before, where the stamp is the same and no event names the file.
struct Known<'a> {
    files: &'a WatchedFiles,
    forced: &'a BTreeSet<PathBuf>,
    stamps: BTreeMap<String, Option<Stamp>>,
}

impl Reader for Known<'_> {
    fn read(&mut self, path: &str, place: &Path, data: &Metadata) -> io::Result<Option<Vec<u8>>> {
        // The stamp is from before the reading: a file that changes meanwhile is read again.
        let stamp = Stamp::of(data);
        let is_same =
            stamp.is_some() && self.files.stamps.get(path) == Some(&stamp) && !self.forced.contains(place);
        let before =
            is_same.then(|| VfsPath::parse(path).ok().and_then(|path| self.files.snapshot.get(&path)));
        let bytes = match before.flatten() {
            Some(blob) => blob.bytes().to_vec(),
            None => match folder::content(place) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            },
        };
        self.stamps.insert(path.to_owned(), stamp);
        Ok(Some(bytes))
    }

    fn forgives(&self) -> bool {
        true
    }
}

fn relative(root: &Path, place: &Path) -> Option<String> {
    let path = place.strip_prefix(root).ok()?.to_str()?;
    Some(if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() })
}
