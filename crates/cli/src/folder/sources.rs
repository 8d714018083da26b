//! Reads what can matter of a folder: what git does not ignore, without large files and binaries that no
//! script names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};
use verdict_protocol::{FileContent, Files};

use super::mentioned::Mentioned;
use super::{imports, left_out, snapshots};

/// A file with patterns, as in `.gitignore`, that only Verdict reads.
const OWN_IGNORES: &str = ".verdictignore";
/// Size in bytes past which a file is read only if a script names it.
const LARGE: u64 = 1 << 20;
/// Maximum total size in bytes of the large and binary files that scripts name.
const MOST_NAMED: u64 = 256 << 20;
/// Number of first bytes in which a zero byte makes a file a binary, as in git.
const HEAD: usize = 8000;
/// Extensions of files that are binaries, whatever their first bytes are.
const BINARIES: [&str; 30] = [
    "7z", "avif", "avi", "bin", "bmp", "bz2", "dmg", "eot", "exe", "gif", "gz", "ico", "jpeg", "jpg", "mov",
    "mp3", "mp4", "node", "ogg", "otf", "pdf", "png", "tar", "tgz", "ttf", "wav", "webm", "webp", "woff",
    "woff2",
];

/// What was read of a folder.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) files: Files,
    /// One sentence about named files that did not fit.
    pub(crate) warning: Option<String>,
    /// Large files and binaries, with their sizes in bytes, whether or not a script names them.
    pub(crate) aside: BTreeMap<String, u64>,
    /// The folders that were read, with the root.
    pub(crate) folders: BTreeSet<PathBuf>,
}

/// Gives the contents of files.
pub(crate) trait Reader {
    /// The bytes of a file, by its path from the root and its place on disk. `None` if it is gone and that is no error.
    ///
    /// # Errors
    /// [`io::Error`] if it cannot be read.
    fn read(&mut self, path: &str, place: &Path, data: &Metadata) -> io::Result<Option<Vec<u8>>>;

    /// Whether a file or a folder may disappear while its parent is read.
    fn forgives(&self) -> bool;
}

/// Reads every file from the disk.
struct Disk;

impl Reader for Disk {
    fn read(&mut self, _path: &str, place: &Path, _data: &Metadata) -> io::Result<Option<Vec<u8>>> {
        content(place).map(Some)
    }

    fn forgives(&self) -> bool {
        false
    }
}

/// Reads the files below `root` by relative path. `named` are texts besides the scripts that name files.
///
/// # Errors
/// [`io::Error`] if the root is no folder, a file cannot be read, or a name is not UTF-8.
pub(crate) fn read(root: &Path, named: &[String]) -> io::Result<Sources> {
    read_by(root, named, &mut Disk)
}

/// Reads as [`read`], with contents from a reader.
///
/// # Errors
/// Those of [`read`] and of the reader.
pub(crate) fn read_by(root: &Path, named: &[String], reader: &mut dyn Reader) -> io::Result<Sources> {
    if !root.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("{} is not a folder", root.display())));
    }
    let (mut files, mut aside, mut folders) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    for entry in walk(root) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if reader.forgives() && is_gone(&error) => continue,
            Err(error) => return Err(io::Error::other(error)),
        };
        if entry.file_type().is_some_and(|kind| kind.is_dir()) {
            folders.insert(entry.path().to_owned());
        }
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let path = relative(root, entry.path())?;
        let data = match entry.metadata() {
            Ok(data) => data,
            Err(error) if reader.forgives() && is_gone(&error) => continue,
            Err(error) => return Err(io::Error::other(error)),
        };
        let size = data.len();
        if size > LARGE || is_binary(&path) {
            aside.insert(path, size);
            continue;
        }
        let Some(bytes) = reader.read(&path, entry.path(), &data)? else { continue };
        if bytes[..bytes.len().min(HEAD)].contains(&0) {
            aside.insert(path, size);
        } else {
            files.insert(path, bytes);
        }
    }
    let warning = bring_in(root, &mut files, &aside, named, reader)?;
    snapshots::bring_in(root, &mut files, &folders, reader)?;
    imports::follow(root, &mut files, reader)?;
    Ok(Sources {
        files: Files(files.into_iter().map(|(path, bytes)| (path, FileContent(bytes))).collect()),
        warning,
        aside,
        folders,
    })
}

/// Whether a file disappeared after its folder was read.
fn is_gone(error: &ignore::Error) -> bool {
    error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Adds the files set aside that a script names.
fn bring_in(
    root: &Path,
    files: &mut BTreeMap<String, Vec<u8>>,
    aside: &BTreeMap<String, u64>,
    named: &[String],
    reader: &mut dyn Reader,
) -> io::Result<Option<String>> {
    let mut mentioned = Mentioned::new(aside.keys().map(String::as_str));
    for (path, bytes) in &*files {
        mentioned.see(path, bytes);
    }
    for text in named {
        mentioned.see("", text.as_bytes());
    }
    let (mut left, mut too_many) = (MOST_NAMED, Vec::new());
    for path in mentioned.found() {
        let size = aside.get(path).copied().unwrap_or_default();
        if size > left {
            too_many.push(path.to_owned());
            continue;
        }
        left -= size;
        if let Some(bytes) = at(root, path, reader)? {
            files.insert(path.to_owned(), bytes);
        }
    }
    Ok(too_many.first().map(|first| {
        format!(
            "{} file(s) that scripts name are not in the snapshot, such as {first}: more than {} MiB with them",
            too_many.len(),
            MOST_NAMED >> 20
        )
    }))
}

/// All entries that git and `.verdictignore` do not ignore, in order of their names. The folder need not belong
/// to a repository. Links are not followed, so that a snapshot never reaches outside its root.
fn walk(root: &Path) -> ignore::Walk {
    let is_repository = root.ancestors().any(|folder| folder.join(".git").exists());
    let mut walk = WalkBuilder::new(root);
    walk.hidden(false).ignore(false).git_global(false).parents(is_repository).require_git(is_repository);
    walk.add_custom_ignore_filename(OWN_IGNORES).follow_links(false);
    walk.sort_by_file_name(Ord::cmp).filter_entry(|entry| !is_skipped(entry));
    walk.build()
}

fn is_skipped(entry: &DirEntry) -> bool {
    // `.git` is a file if Git keeps the folder elsewhere. A file named `runs` is not excluded.
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    let depth = if is_folder { entry.depth() } else { entry.depth() + 1 };
    depth.checked_sub(1).is_some_and(|depth| left_out(depth, entry.file_name()))
}

fn is_binary(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    BINARIES.iter().any(|binary| extension.eq_ignore_ascii_case(binary))
}

pub(super) fn relative(root: &Path, path: &Path) -> io::Result<String> {
    let path = path.strip_prefix(root).map_err(io::Error::other)?;
    let text = path
        .to_str()
        .ok_or_else(|| io::Error::other(format!("{}: the name is not UTF-8", path.display())))?;
    // The host's path separator, if it is not `/`.
    Ok(if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() })
}

/// Whether a file with other bytes leads to the same files: by relative paths, and by the names of those set aside.
pub(crate) fn leads_to_the_same(
    path: &str,
    before: &[u8],
    after: &[u8],
    aside: &BTreeMap<String, u64>,
) -> bool {
    let is_binary = |bytes: &[u8]| bytes[..bytes.len().min(HEAD)].contains(&0) || bytes.len() as u64 > LARGE;
    let named = |bytes: &[u8]| -> BTreeSet<String> {
        let mut mentioned = Mentioned::new(aside.keys().map(String::as_str));
        mentioned.see(path, bytes);
        mentioned.found().into_iter().map(str::to_owned).collect()
    };
    !is_binary(before)
        && !is_binary(after)
        && imports::of(path, before) == imports::of(path, after)
        && (aside.is_empty() || named(before) == named(after))
}

/// The bytes of a file that was found by its path from the root.
pub(super) fn at(root: &Path, path: &str, reader: &mut dyn Reader) -> io::Result<Option<Vec<u8>>> {
    let place = root.join(path);
    match fs::symlink_metadata(&place) {
        Ok(data) => reader.read(path, &place, &data),
        Err(error) if reader.forgives() && error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", place.display()))),
    }
}

pub(crate) fn content(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
