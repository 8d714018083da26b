//! Finds the files that a change can break.

use std::collections::BTreeSet;

use verdict_vfs::{Snapshot, VfsPath};

/// Extensions of files that are type-checked.
const EXTENSIONS: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];

/// Number of names above which checking every file is cheaper than searching for them.
const MAX_NAMES: usize = 64;

/// Whether a path is that of a JavaScript or TypeScript file, by its extension in any case.
pub(crate) fn is_source(path: &VfsPath) -> bool {
    path.extension().is_some_and(|extension| EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str()))
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
    let mut found = BTreeSet::new();
    while !new.is_empty() {
        rest.retain(|path| !new.contains(path));
        let names: BTreeSet<String> = new.iter().flat_map(|path| names(path, [before, after])).collect();
        if names.len() > MAX_NAMES {
            return all.into_iter().collect();
        }
        let importers: BTreeSet<VfsPath> = rest
            .iter()
            .filter(|path| {
                let text = after.get(path).and_then(|blob| blob.text()).unwrap_or_default();
                names.iter().any(|name| mentions(text, name))
            })
            .cloned()
            .collect();
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

/// Whether a text may contain a specifier with a name. A name with a quote is matched unchanged.
fn mentions(text: &str, name: &str) -> bool {
    let quoted = name.contains(['\'', '"', '`']);
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        quoted || (before == Some('/') && matches!(after, Some('.' | '/' | '\'' | '"' | '`')))
    })
}

/// Texts in specifiers of this file: its name, or the names of its package.
fn names(path: &VfsPath, snapshots: [&Snapshot; 2]) -> Vec<String> {
    let mut names: Vec<String> = own_names(path).into_iter().map(str::to_owned).collect();
    for snapshot in snapshots {
        let package = snapshot.package_names(path);
        for quote in ["'", "\"", "`"] {
            names.extend(package.whole.iter().map(|name| format!("{quote}{name}{quote}")));
            names.extend(package.starts.iter().map(|start| format!("{quote}{start}")));
        }
        names.extend(package.folder);
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
