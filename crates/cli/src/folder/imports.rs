//! Follows relative paths in scripts to files that git ignores, such as generated code.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, FileType};
use std::io;
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};
use verdict_vfs::SCRIPT_EXTENSIONS;

use super::left_out;
use super::sources::{self, Reader};

/// What may follow the path of an import.
const ENDINGS: [&str; 14] = [
    "",
    ".ts",
    ".tsx",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".mts",
    ".cts",
    ".json",
    "/index.ts",
    "/index.tsx",
    "/index.js",
    "/index.jsx",
];
/// Maximum number of files to add.
const MOST: usize = 5000;

pub(super) fn is_script(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| SCRIPT_EXTENSIONS.contains(&extension))
}

/// The relative paths that a script leads to.
pub(super) fn of<'a>(path: &str, bytes: &'a [u8]) -> BTreeSet<&'a str> {
    let text = std::str::from_utf8(bytes).ok().filter(|_| is_script(path));
    text.into_iter().flat_map(relative_paths).collect()
}

/// Adds the files that relative paths in scripts lead to, and what these name.
///
/// # Errors
/// [`io::Error`] for a file that cannot be read.
pub(super) fn follow(
    root: &Path,
    files: &mut BTreeMap<String, Vec<u8>>,
    reader: &mut dyn Reader,
) -> io::Result<()> {
    let mut todo: Vec<String> = files.keys().filter(|path| is_script(path)).cloned().collect();
    let mut left = MOST;
    let mut folders = Folders { root, listed: FxHashMap::default() };
    let mut missing: FxHashSet<String> = FxHashSet::default();
    while let Some(script) = todo.pop() {
        let folder = script.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let Some(text) = files.get(&script).and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
            continue;
        };
        let wanted: Vec<String> = relative_paths(text)
            .filter_map(|specifier| joined(&folder, specifier))
            .filter(|path| !missing.contains(path) && !is_known(files, path))
            .collect();
        for path in wanted {
            let Some(found) =
                ENDINGS.iter().map(|ending| format!("{path}{ending}")).find(|path| folders.has_file(path))
            else {
                missing.insert(path);
                continue;
            };
            if left == 0 || files.contains_key(&found) {
                continue;
            }
            let Some(bytes) = sources::at(root, &found, reader)? else { continue };
            left -= 1;
            files.insert(found.clone(), bytes);
            if is_script(&found) {
                todo.push(found);
            }
        }
    }
    Ok(())
}

/// What folders below a root hold, each read once.
struct Folders<'a> {
    root: &'a Path,
    listed: FxHashMap<String, Listing>,
}

/// The entries of a folder by name; none of a folder that is not there, or is behind a link.
type Listing = FxHashMap<OsString, FileType>;

impl Folders<'_> {
    /// Whether a regular file has this path from the root, without a link on the way.
    fn has_file(&mut self, path: &str) -> bool {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        self.list(folder).get(OsStr::new(name)).is_some_and(FileType::is_file)
    }

    fn list(&mut self, folder: &str) -> &Listing {
        if !self.listed.contains_key(folder) {
            let listing =
                if self.has_folder(folder) { entries(&self.root.join(folder)) } else { Listing::default() };
            self.listed.insert(folder.to_owned(), listing);
        }
        &self.listed[folder]
    }

    fn has_folder(&mut self, folder: &str) -> bool {
        if folder.is_empty() {
            return true;
        }
        let (outer, name) = folder.rsplit_once('/').unwrap_or(("", folder));
        let depth = folder.matches('/').count();
        !left_out(depth, name.as_ref())
            && self.list(outer).get(OsStr::new(name)).is_some_and(FileType::is_dir)
    }
}

fn entries(folder: &Path) -> Listing {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| Some((entry.file_name(), entry.file_type().ok()?))).collect()
}

/// Quoted strings that begin with `./` or `../`.
fn relative_paths(text: &str) -> impl Iterator<Item = &str> {
    let starts = memchr::memmem::find_iter(text.as_bytes(), "./").filter_map(|at| {
        let before = text[..at].trim_end_matches('.');
        let is_quoted = before.ends_with(['"', '\'', '`']) && at - before.len() <= 1;
        is_quoted.then_some(before.len())
    });
    starts.filter_map(|start| {
        let quote = text.as_bytes()[start - 1] as char;
        let rest = &text[start..];
        let end = rest.find([quote, '\n', '?', '$', '*'])?;
        Some(&rest[..end])
    })
}

/// A relative path from a folder, from the root; `None` if it leads out of the root.
fn joined(folder: &str, specifier: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in specifier.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Whether a path leads to something that was read: a file, or a folder with files.
fn is_known(files: &BTreeMap<String, Vec<u8>>, path: &str) -> bool {
    if files.contains_key(path) {
        return true;
    }
    // TypeScript names what a file becomes.
    let source = path.strip_suffix("js").map(|stem| [format!("{stem}ts"), format!("{stem}tsx")]);
    ENDINGS.iter().any(|ending| files.contains_key(&format!("{path}{ending}")))
        || source.is_some_and(|sources| sources.iter().any(|path| files.contains_key(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_in_quotes() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(relative_paths(text).collect::<Vec<_>>(), expected, "{text}");
        };
        check("import './a'; import(\"../b.js?raw\"); `./c/${d}`", &["./a", "../b.js", "./c/"]);
        check("// see ./a\n'x./b' '.../c'", &[]);
        check("import '../../é.js'", &["../../é.js"]);
    }
}
