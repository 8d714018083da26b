//! The tests of a change that a second engine must confirm.

use std::collections::BTreeSet;

use verdict_protocol::{All, Confirm, Required};
use verdict_vfs::{Snapshot, VfsPath};

use super::before::Before;
use super::judges::{TestFiles, named};
use super::material::says_how_imports_are_read;
use crate::transaction::{Journal, Run, Target, Verifier, affected};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// The tests that the policy names. If the policy asks for a second engine, also those that the change
    /// touches or can break.
    pub(crate) fn confirm(&self, observed: Option<&Before>, before: &Snapshot, after: &Snapshot) -> Confirm {
        let mut confirm = self.options.policy.confirm.clone();
        if let (Required::Files(files), Some(observed)) = (&mut confirm.required, observed) {
            match required(observed, &TestFiles::new(&self.configured), before, after) {
                Some(found) => files.extend(found.iter().map(ToString::to_string)),
                None => confirm.required = Required::All(All::All),
            }
        }
        confirm
    }
}

/// The files that a change touches or can break, including tests. It uses the recorded modules and files of
/// each test, and a search for file names. `None` means all tests. The changed file may affect them all or
/// define how imports resolve, or its tests cannot be determined.
fn required(
    observed: &Before,
    patterns: &TestFiles,
    before: &Snapshot,
    after: &Snapshot,
) -> Option<BTreeSet<VfsPath>> {
    let differs = |from: &Snapshot, to: &Snapshot| -> Vec<VfsPath> {
        to.iter().filter(|(path, blob)| from.get(path) != Some(*blob)).map(|(path, _)| path.clone()).collect()
    };
    let changed: BTreeSet<VfsPath> =
        differs(before, after).into_iter().chain(differs(after, before)).collect();
    let mut found: BTreeSet<VfsPath> = affected(before, after).into_iter().collect();
    found.extend(observed.users(&changed).iter().filter_map(|path| VfsPath::parse(path).ok()));
    let of_all = |path: &VfsPath| observed.is_setup(path) || says_how_imports_are_read(path.as_str());
    if changed.iter().chain(&found).any(of_all) {
        return None;
    }
    let commanded: BTreeSet<VfsPath> =
        observed.judging.iter().flat_map(|judge| named(&judge.command, after)).collect();
    let is_test = |path: &VfsPath| patterns.is_test(path) || commanded.contains(path);
    if !found.is_empty() && !found.iter().any(is_test) {
        return None;
    }
    Some(changed.iter().filter_map(test_of_snapshot).chain(found).collect())
}

/// Maps `/a/__snapshots__/b.test.js.snap` to `/a/b.test.js`.
pub(super) fn test_of_snapshot(path: &VfsPath) -> Option<VfsPath> {
    let folder = path.folder().strip_suffix("/__snapshots__")?;
    VfsPath::parse(&format!("{folder}/{}", path.name().strip_suffix(".snap")?)).ok()
}
