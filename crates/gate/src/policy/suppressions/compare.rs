//! What a change adds: counted, so that a comment that moves is no news.

use std::collections::{BTreeMap, BTreeSet};

use verdict_vfs::{Snapshot, VfsPath};

use super::Suppression;
use super::comments::{Comment, comments_of, holds_code};
use super::directives::{Directive, Reach, directives};
use crate::Operation;
use crate::transaction::Change;

/// One thing that one directive switches off.
#[derive(Debug)]
struct Found {
    /// The file after the change, or what it becomes.
    file: VfsPath,
    name: &'static str,
    argument: String,
    /// The code that it is about; none where it is about the file.
    code: Option<String>,
    offset: usize,
}

/// The directives that are new, in the order of files and places. With `anywhere`, strings count as well.
pub(super) fn added(change: &Change, anywhere: bool) -> Vec<Suppression> {
    let origins = origins(change);
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for path in changed(&change.before, &change.after) {
        new.extend(found(&change.after, &path, &path, anywhere));
        let becomes = origins.iter().find(|(_, origin)| **origin == path).map_or(&path, |(now, _)| now);
        old.extend(found(&change.before, &path, becomes, anywhere));
    }
    // First in its own file, then with the code that it is about, wherever that is now.
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

/// Paths whose content is another after the change.
fn changed(before: &Snapshot, after: &Snapshot) -> BTreeSet<VfsPath> {
    let paths = before.iter().chain(after.iter()).map(|(path, _)| path);
    paths.filter(|path| before.get(path) != after.get(path)).cloned().collect()
}

/// Where files came from: by a RENAME, or as the same bytes under another name. By the new path, the old.
fn origins(change: &Change) -> BTreeMap<VfsPath, VfsPath> {
    let mut origins: BTreeMap<VfsPath, VfsPath> = BTreeMap::new();
    for operation in &change.set.changes {
        if let Operation::Rename { to, .. } = &operation.operation {
            origins.insert(to.clone(), operation.path.clone());
        }
    }
    let gone: Vec<_> = change.before.iter().filter(|(path, _)| change.after.get(path).is_none()).collect();
    let mut taken: BTreeSet<VfsPath> = origins.values().cloned().collect();
    for path in changed(&change.before, &change.after) {
        let Some(blob) = change.after.get(&path).filter(|_| change.before.get(&path).is_none()) else {
            continue;
        };
        let same = gone.iter().find(|(old, bytes)| *bytes == blob && !taken.contains(*old));
        if let (Some((old, _)), false) = (same, origins.contains_key(&path)) {
            taken.insert((*old).clone());
            origins.insert(path, (*old).clone());
        }
    }
    origins
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

/// What would be a directive if a comment began there: for whoever does not trust that comments are told from strings.
fn everywhere(text: &str) -> Vec<Directive> {
    let starts = text.match_indices("//").chain(text.match_indices("/*")).chain(text.match_indices("<!--"));
    let comment = |(start, mark): (usize, &str)| {
        let content_start = start + mark.len();
        let rest = &text[content_start..];
        let end = match mark {
            "//" => rest.find(['\n', '\r']),
            "/*" => rest.find("*/"),
            _ => rest.find("-->"),
        };
        let content = &rest[..end.unwrap_or(rest.len())];
        directives(&Comment { start, content_start, content, is_block: mark != "//" })
    };
    let mut found: BTreeMap<usize, Directive> = BTreeMap::new();
    found.extend(starts.flat_map(comment).map(|directive| (directive.offset, directive)));
    found.into_values().collect()
}

/// The line that a place is on and the next that is not empty, without white space around them.
fn code_at(text: &str, offset: usize) -> String {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[start..].lines().map(str::trim).filter(|line| !line.is_empty());
    let here = lines.next().unwrap_or_default();
    format!("{here}\n{}", lines.next().unwrap_or_default())
}

/// One entry for each directive, with all that is new of it.
fn report(new: &[Found], files: &Snapshot) -> Vec<Suppression> {
    let mut entries: BTreeMap<(VfsPath, usize), (&'static str, Vec<&str>)> = BTreeMap::new();
    for found in new {
        let entry = entries.entry((found.file.clone(), found.offset)).or_insert((found.name, Vec::new()));
        entry.1.push(&found.argument);
    }
    let entry = |((file, offset), (name, arguments)): ((VfsPath, usize), (&str, Vec<&str>))| {
        let text = files.get(&file).map(|blob| String::from_utf8_lossy(blob.bytes())).unwrap_or_default();
        let before = &text[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count() + 1;
        Suppression {
            file: file.to_string(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            directive: name.to_owned(),
            text: arguments.join(", "),
        }
    };
    entries.into_iter().map(entry).collect()
}
