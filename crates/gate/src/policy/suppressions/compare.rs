//! The suppressions that a change adds. It counts them, so that a moved comment is not new.

use std::collections::{BTreeMap, BTreeSet};

use verdict_vfs::{Snapshot, VfsPath};

use super::Suppression;
use super::candidates::candidates;
use super::comments::{comments_of, holds_code};
use super::directives::{Directive, Reach, directives};
use crate::policy::moves::origins;
use crate::transaction::Change;

/// One effect of one directive.
#[derive(Debug)]
struct Found {
    /// The file after the change, or the file that it becomes.
    file: VfsPath,
    name: &'static str,
    argument: String,
    /// The code that it covers; `None` if it covers the file.
    code: Option<String>,
    offset: usize,
}

/// The new directives, by file and position. With `anywhere`, directives in strings count as well.
pub(super) fn added(change: &Change, anywhere: bool) -> Vec<Suppression> {
    let origins = origins(change);
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for path in changed(&change.before, &change.after) {
        new.extend(found(&change.after, &path, &path, anywhere));
        let becomes = origins.iter().find(|(_, origin)| **origin == path).map_or(&path, |(now, _)| now);
        old.extend(found(&change.before, &path, becomes, anywhere));
    }
    // First match within the file, then with the covered code, wherever that is now.
    let same_file = |old: &Found, new: &Found| old.file == new.file && old.argument == new.argument;
    let narrower = |old: &Found, new: &Found| old.file == new.file && old.argument == "*";
    let same_code =
        |old: &Found, new: &Found| old.code.is_some() && old.code == new.code && old.argument == new.argument;
    for same in [same_file as fn(&Found, &Found) -> bool, narrower, same_code] {
        new.retain(|new| {
            let known = old.iter().position(|old| old.name == new.name && same(old, new));
            known.map(|at| old.swap_remove(at)).is_none()
        });
    }
    report(&new, &change.after)
}

/// Paths whose content the change modifies.
fn changed(before: &Snapshot, after: &Snapshot) -> BTreeSet<VfsPath> {
    let paths = before.iter().chain(after.iter()).map(|(path, _)| path);
    paths.filter(|path| before.get(path) != after.get(path)).cloned().collect()
}

fn found(files: &Snapshot, path: &VfsPath, file: &VfsPath, anywhere: bool) -> Vec<Found> {
    let text = files.get(path).filter(|_| holds_code(path)).map(|blob| String::from_utf8_lossy(blob.bytes()));
    let Some(text) = text else { return Vec::new() };
    let mut read: Vec<Directive> = comments_of(path, &text).iter().flat_map(directives).collect();
    if anywhere {
        let known: BTreeSet<usize> = read.iter().map(|directive| directive.offset).collect();
        read.extend(everywhere(&text).into_iter().filter(|directive| !known.contains(&directive.offset)));
    }
    let code =
        |directive: &Directive| (directive.reach == Reach::Here).then(|| code_at(&text, directive.offset));
    let one = |directive: &Directive| {
        let code = code(directive);
        let make = |argument: &String| Found {
            file: file.clone(),
            name: directive.name,
            argument: argument.clone(),
            code: code.clone(),
            offset: directive.offset,
        };
        directive.arguments.iter().map(make).collect::<Vec<_>>()
    };
    read.iter().flat_map(one).collect()
}

/// Everything that would be a directive if a comment began there.
fn everywhere(text: &str) -> Vec<Directive> {
    let found = candidates(text, 0, text.len());
    let found: BTreeMap<usize, Directive> =
        found.iter().flat_map(directives).map(|directive| (directive.offset, directive)).collect();
    found.into_values().collect()
}

/// The line of an offset and the next line that is not empty, trimmed. From long lines, the part near the
/// offset.
fn code_at(text: &str, offset: usize) -> String {
    const NEAR: usize = 300;
    let low = text.floor_char_boundary(offset.saturating_sub(NEAR));
    let high = text.floor_char_boundary((offset + 2 * NEAR).min(text.len()));
    let start = text[low..offset].rfind('\n').map_or(low, |at| low + at + 1);
    let mut lines = text[start..high].lines().map(str::trim).filter(|line| !line.is_empty());
    let here = lines.next().unwrap_or_default();
    format!("{here}\n{}", lines.next().unwrap_or_default())
}

/// One entry for each directive, with all of its new effects.
fn report(new: &[Found], files: &Snapshot) -> Vec<Suppression> {
    let mut by_file: BTreeMap<&VfsPath, BTreeMap<usize, (&'static str, Vec<&str>)>> = BTreeMap::new();
    for found in new {
        let places = by_file.entry(&found.file).or_default();
        places.entry(found.offset).or_insert((found.name, Vec::new())).1.push(&found.argument);
    }
    let mut entries = Vec::new();
    for (file, places) in by_file {
        let text = files.get(file).map(|blob| String::from_utf8_lossy(blob.bytes())).unwrap_or_default();
        let (mut at, mut line, mut column) = (0, 1_u32, 1_u32);
        for (offset, (name, arguments)) in places {
            for c in text[at..offset].chars() {
                (line, column) = match c {
                    '\n' => (line + 1, 1),
                    c => (line, column + u32::from(c.len_utf16() == 2) + 1),
                };
            }
            at = offset;
            let (file, directive, text) = (file.to_string(), name.to_owned(), arguments.join(", "));
            entries.push(Suppression { file, line, column, directive, text });
        }
    }
    entries
}
