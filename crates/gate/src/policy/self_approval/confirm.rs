//! Which tests of a change a second engine must confirm.

use std::collections::BTreeSet;

use verdict_protocol::{All, Confirm, Required};
use verdict_vfs::{Snapshot, VfsPath};

use super::material::{Material, test_of_snapshot};
use crate::transaction::{Journal, Run, Target, Verifier, affected};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// What the policy names and, where a second engine is asked, the tests that the change touches or can break.
    pub(crate) fn confirm(&self, before: &Snapshot, after: &Snapshot) -> Confirm {
        let mut confirm = self.options.policy.confirm.clone();
        if let (Required::Files(files), true) = (&mut confirm.required, self.asks_two()) {
            let judges = self.judges(before);
            let material = Material::new(judges.commands.iter().map(String::as_str), before);
            match required(&material, before, after) {
                Some(found) => files.extend(found.iter().map(ToString::to_string)),
                None => confirm.required = Required::All(All::All),
            }
        }
        confirm
    }
}

/// The files that a change touches or can break, tests among them; `None` for all tests, where that is what it may concern: all
/// run with it, or it says how imports are read, or the tests of it cannot be told.
fn required(material: &Material, before: &Snapshot, after: &Snapshot) -> Option<BTreeSet<VfsPath>> {
    let differs = |from: &Snapshot, to: &Snapshot| -> Vec<VfsPath> {
        to.iter().filter(|(path, blob)| from.get(path) != Some(*blob)).map(|(path, _)| path.clone()).collect()
    };
    let changed: BTreeSet<VfsPath> =
        differs(before, after).into_iter().chain(differs(after, before)).collect();
    let found: BTreeSet<VfsPath> = affected(before, after).into_iter().collect();
    let of_all = |path: &VfsPath| material.is_setup(path) || says_how_imports_are_read(path);
    if changed.iter().chain(&found).any(of_all) {
        return None;
    }
    let tests = material.test_files(after);
    if !found.is_empty() && found.is_disjoint(&tests) {
        return None;
    }
    Some(changed.iter().filter_map(test_of_snapshot).chain(found).collect())
}

fn says_how_imports_are_read(path: &VfsPath) -> bool {
    let name = path.name();
    name == "package.json" || (name.starts_with("tsconfig") && name.ends_with(".json"))
}
