//! The test files that a change affects and that no command names.

use std::collections::BTreeSet;

use verdict_vfs::{Snapshot, VfsPath};

use super::confirm::test_of_snapshot;
use super::judges::{JudgingCommand, TestFiles, named};
use super::material::is_named_for_tests;
use crate::transaction::{Change, affected};

/// The test files that no command names and that the change touches, directly or through material found by
/// name.
pub(super) fn unnamed(change: &Change, judging: &[JudgingCommand], patterns: &TestFiles) -> Vec<VfsPath> {
    let commanded: BTreeSet<VfsPath> =
        judging.iter().flat_map(|judge| named(&judge.command, &change.before)).collect();
    let differs = |path: &&VfsPath| {
        change.before.get(path).is_some() && change.before.get(path) != change.after.get(path)
    };
    let paths = change.set.changes.iter().map(|change| &change.path).filter(differs);
    let touching: Vec<&VfsPath> =
        paths.filter(|path| patterns.is_test(path) || is_named_for_tests(path.as_str())).collect();
    if touching.is_empty() {
        return Vec::new();
    }
    let is_unnamed = |path: &VfsPath| {
        change.before.get(path).is_some() && patterns.is_test(path) && !commanded.contains(path)
    };
    let mut found: BTreeSet<VfsPath> = touching.iter().map(|path| (*path).clone()).collect();
    found.extend(touching.iter().filter_map(|path| test_of_snapshot(path)));
    let (tests, helpers): (Vec<&VfsPath>, Vec<&VfsPath>) =
        touching.iter().partition(|path| patterns.is_test(path));
    found.extend(importers(&tests, &change.before));
    let gone = helpers.iter().map(|path| verdict_vfs::Change::Remove((*path).clone()));
    if let Ok(without) = change.before.apply(gone.collect::<Vec<_>>()) {
        found.extend(affected(&without, &change.before));
    }
    let found: Vec<VfsPath> = found.into_iter().filter(is_unnamed).collect();
    if !found.is_empty() || touching.iter().all(|path| patterns.is_test(path)) {
        return found;
    }
    // If nothing imports a file, any test may read it.
    change.before.iter().map(|(path, _)| path).filter(|path| is_unnamed(path)).cloned().collect()
}

/// The files whose text names a test file as an import would: without its last extension.
fn importers(tests: &[&VfsPath], files: &Snapshot) -> Vec<VfsPath> {
    let stem = |path: &VfsPath| path.name().rsplit_once('.').map_or(path.name(), |(stem, _)| stem).to_owned();
    let specifiers: Vec<String> = tests.iter().map(|path| format!("/{}", stem(path))).collect();
    let mentions = |text: &str| specifiers.iter().any(|specifier| text.contains(specifier));
    let found = files.iter().filter(|(_, blob)| blob.text().is_some_and(mentions));
    found.map(|(path, _)| path.clone()).collect()
}
