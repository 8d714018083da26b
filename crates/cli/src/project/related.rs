//! Which files reach others by imports, and what changed since a commit.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use verdict_vfs::{Snapshot, VfsPath};

use crate::folder::packages::specifiers;

/// Files that every test depends on, by a part of their name.
const ALL: [&str; 7] = [
    ".env",
    "package.json",
    "verdict.config.json",
    "vitest.config.",
    "vite.config.",
    "vitest.workspace.",
    "jest.config.",
];

/// All files that reach some of these files by imports, with these files.
pub(crate) fn related(snapshot: &Snapshot, config: &Value, of: &BTreeSet<VfsPath>) -> BTreeSet<VfsPath> {
    let resolved = verdict_judge::resolve_config(snapshot, Some(config)).unwrap_or_default().config.test;
    let aliased = snapshot.with_aliases(&resolved.alias).unwrap_or_else(|_| snapshot.clone());
    let is_for_all = |path: &VfsPath| {
        let setup =
            resolved.setup_files.0.iter().any(|setup| path.as_str().ends_with(setup.trim_start_matches('.')));
        setup || ALL.iter().any(|name| path.name().starts_with(name))
    };
    if of.iter().any(is_for_all) {
        return snapshot.iter().map(|(path, _)| path.clone()).collect();
    }
    let mut importers: BTreeMap<VfsPath, Vec<VfsPath>> = BTreeMap::new();
    for (path, blob) in snapshot.iter() {
        let Some(text) = blob.text().filter(|_| super::plan::is_script(path)) else { continue };
        let mut add = |specifier: &str| {
            let found =
                aliased.resolve(path, specifier).or_else(|_| path.sibling(specifier).map_err(drop)).ok();
            if let Some(found) = found.filter(|found| snapshot.get(found).is_some()) {
                importers.entry(found).or_default().push(path.clone());
            }
        };
        specifiers(text, false, &mut add);
        for found in verdict_material::globbed(&aliased, path, text) {
            importers.entry(found).or_default().push(path.clone());
        }
        // A test finds its snapshots by its own name.
        let own = path.sibling(&format!("__snapshots__/{}.snap", path.name())).ok();
        if let Some(own) = own.filter(|own| snapshot.get(own).is_some()) {
            importers.entry(own).or_default().push(path.clone());
        }
    }
    let (mut reached, mut todo) = (of.clone(), of.iter().cloned().collect::<Vec<_>>());
    while let Some(path) = todo.pop() {
        for importer in importers.get(&path).into_iter().flatten() {
            if reached.insert(importer.clone()) {
                todo.push(importer.clone());
            }
        }
    }
    reached
}

/// The files below a folder that differ from a commit, with those that git does not know, by their path from it.
///
/// # Errors
/// [`io::Error`] with the words of git.
pub(crate) fn changed(root: &Path, reference: &str) -> io::Result<Vec<String>> {
    if reference.starts_with('-') {
        return Err(io::Error::other(format!("--changed={reference}: expected a commit")));
    }
    let git = |arguments: &[&str]| -> io::Result<Vec<String>> {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output();
        let output =
            output.map_err(|error| io::Error::new(error.kind(), format!("git does not start: {error}")))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("git: {}", text.lines().next().unwrap_or_default())));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    };
    let mut paths = git(&["diff", "--name-only", "--relative", "-z", reference, "--"])?;
    paths.extend(git(&["ls-files", "--others", "--exclude-standard", "-z"])?);
    Ok(paths)
}
