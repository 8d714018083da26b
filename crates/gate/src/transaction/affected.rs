//! Finds the files that a change can break.

use std::collections::{BTreeSet, HashMap};

use verdict_vfs::{SCRIPT_EXTENSIONS, Snapshot, VfsPath};

/// Number of names above which checking every file is cheaper than searching for them.
const MAX_NAMES: usize = 64;

/// Whether a path is that of a JavaScript or TypeScript file, by its extension in any case.
pub(crate) fn is_source(path: &VfsPath) -> bool {
    path.extension()
        .is_some_and(|extension| SCRIPT_EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()))
}

/// The JavaScript and TypeScript files of `after` that changed, and those that may import a changed file,
/// directly or indirectly. An import contains the file's name after a `/`, so texts are searched for that,
/// and for names of packages. The result may contain too many files. It misses a file only if its specifier
/// uses escapes or an alias.
#[must_use]
pub fn affected(before: &Snapshot, after: &Snapshot) -> Vec<VfsPath> {
    let sources = |snapshot: &Snapshot| -> BTreeSet<VfsPath> {
        snapshot.iter().map(|(path, _)| path).filter(|path| is_source(path)).cloned().collect()
    };
    // An imported file may also be JSON or another kind that is not checked itself.
    let changed = |from: &Snapshot, to: &Snapshot| -> Vec<VfsPath> {
        to.iter().filter(|(path, blob)| from.get(path) != Some(*blob)).map(|(path, _)| path.clone()).collect()
    };
    let mut new: BTreeSet<VfsPath> =
        changed(before, after).into_iter().chain(changed(after, before)).collect();
    let mut rest = sources(after);
    let all = rest.clone();
    if new.iter().any(|path| reaches_all(path, [before, after])) {
        return all.into_iter().collect();
    }
    let mentions = Mentions::of(after, &all);
    let mut found = BTreeSet::new();
    let mut searched: BTreeSet<Name> = BTreeSet::new();
    while !new.is_empty() {
        rest.retain(|path| !new.contains(path));
        let names: BTreeSet<Name> = new.iter().flat_map(|path| names(path, [before, after])).collect();
        if names.len() > MAX_NAMES {
            return all.into_iter().collect();
        }
        // Who mentions a name that was searched for is no longer among the rest.
        let fresh: Vec<Name> = names.into_iter().filter(|name| searched.insert(name.clone())).collect();
        let mut importers = BTreeSet::new();
        for name in &fresh {
            match name {
                Name::File(name) => importers.extend(mentions.ends(name).filter(|path| rest.contains(*path))),
                Name::Folder(name) => {
                    let found = mentions.ends(name).chain(mentions.through(name));
                    importers.extend(found.filter(|path| rest.contains(*path)));
                }
                Name::Written(name) => {
                    let has = |path: &&VfsPath| {
                        after
                            .get(path)
                            .and_then(|blob| blob.text())
                            .is_some_and(|text| text.contains(name.as_str()))
                    };
                    importers.extend(rest.iter().filter(has));
                }
            }
        }
        let importers: BTreeSet<VfsPath> = importers.into_iter().cloned().collect();
        found.extend(new.into_iter().filter(|path| all.contains(path)));
        new = importers;
    }
    found.into_iter().collect()
}

/// Whether a file has a meaning for files that do not import it: the options of a project, and global declarations.
fn reaches_all(path: &VfsPath, snapshots: [&Snapshot; 2]) -> bool {
    let name = path.name();
    let is_options = (name.starts_with("tsconfig") || name == "jsconfig.json") && name.ends_with(".json");
    let is_declaration = [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| name.ends_with(ending));
    let texts = snapshots.into_iter().filter_map(|snapshot| snapshot.get(path)?.text());
    is_options
        || is_declaration
        || (is_source(path) && texts.into_iter().any(|text| text.contains("declare global")))
}

/// A text in specifiers of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    /// A name after a `/` that ends the specifier, except for an extension.
    File(String),
    /// A name after a `/`, wherever it is in the specifier.
    Folder(String),
    /// A text as written, with quotes.
    Written(String),
}

impl Name {
    /// A name with a quote in it is searched for as it is, and one with a `.` after a `/`.
    fn new(name: &str, of: impl Fn(String) -> Name) -> Name {
        match name {
            _ if name.contains(QUOTES) => Name::Written(name.to_owned()),
            _ if name.contains(['.', '/']) => Name::Written(format!("/{name}")),
            _ => of(name.to_owned()),
        }
    }
}

const QUOTES: [char; 3] = ['\'', '"', '`'];

/// Every text after a `/`, up to a `.`, a `/` or a quote, with the files that contain it.
struct Mentions<'a> {
    ends: HashMap<&'a str, Vec<&'a VfsPath>>,
    /// Those that another part of a path follows.
    through: HashMap<&'a str, Vec<&'a VfsPath>>,
}

impl<'a> Mentions<'a> {
    fn of(files: &'a Snapshot, sources: &'a BTreeSet<VfsPath>) -> Mentions<'a> {
        let mut mentions = Mentions { ends: HashMap::new(), through: HashMap::new() };
        for path in sources {
            let text = files.get(path).and_then(|blob| blob.text()).unwrap_or_default();
            for (at, _) in text.match_indices('/') {
                let rest = &text[at + 1..];
                let Some(length) = rest.find(|c: char| matches!(c, '.' | '/') || QUOTES.contains(&c)) else {
                    continue;
                };
                let (name, after) = rest.split_at(length);
                // A folder is named by its last part, or by what follows only at run time: `./lib/`, `./lib/.`
                let goes_on = |next: char| !matches!(next, '.' | '*' | '$') && !QUOTES.contains(&next);
                let is_through = after.strip_prefix('/').is_some_and(|rest| rest.starts_with(goes_on));
                let by_name = if is_through { &mut mentions.through } else { &mut mentions.ends };
                let found = by_name.entry(name).or_default();
                if found.last() != Some(&path) {
                    found.push(path);
                }
            }
        }
        mentions
    }

    fn ends(&self, name: &str) -> impl Iterator<Item = &'a VfsPath> {
        self.ends.get(name).into_iter().flatten().copied()
    }

    fn through(&self, name: &str) -> impl Iterator<Item = &'a VfsPath> {
        self.through.get(name).into_iter().flatten().copied()
    }
}

/// Texts in specifiers of this file: its name, or the names of its package.
fn names(path: &VfsPath, snapshots: [&Snapshot; 2]) -> Vec<Name> {
    let mut names: Vec<Name> = own_names(path).into_iter().map(|name| Name::new(name, Name::File)).collect();
    for snapshot in snapshots {
        let package = snapshot.package_names(path);
        for quote in ["'", "\"", "`"] {
            names.extend(package.whole.iter().map(|name| Name::Written(format!("{quote}{name}{quote}"))));
            names.extend(package.starts.iter().map(|start| Name::Written(format!("{quote}{start}"))));
        }
        names.extend(package.folder.iter().map(|name| Name::new(name, Name::Folder)));
    }
    names
}

/// The file's name without extension; for an index also its folder, or the dots for it.
fn own_names(path: &VfsPath) -> Vec<&str> {
    let stem = path.name().split_once('.').map_or(path.name(), |(stem, _)| stem);
    let stem = if stem.is_empty() { path.name() } else { stem };
    if stem != "index" {
        return vec![stem];
    }
    let folder = path.folder().rsplit_once('/').map_or("", |(_, name)| name);
    let mut names =
        vec!["index", "'.'", "\".\"", "'./'", "\"./\"", "'..'", "\"..\"", "/..'", "/..\"", "../'", "../\""];
    names.extend((!folder.is_empty()).then_some(folder));
    names
}
