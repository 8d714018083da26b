//! Whether tests that were edited still fail where the code that they test is wrong.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use verdict_protocol::{Mutant, TestState};
use verdict_vfs::{Snapshot, VfsPath};

use super::judges::JudgingCommand;
use super::runs::{Key, Ran, name};
use super::{WeakenedTest, Weakening};
use crate::transaction::{Check, Journal, Purpose, Run, Target, Verifier, lay_over};

/// Mutants that one change is tried with at the most.
const MOST: usize = 8;

/// Two forms of some tests on the same code.
pub(super) struct Forms<'a> {
    /// Test material of the state before on the code after, and what its tests came to.
    pub(super) old: (&'a Snapshot, &'a Ran),
    pub(super) old_judge: &'a JudgingCommand,
    /// The state after.
    pub(super) new: &'a Snapshot,
    pub(super) new_judge: &'a JudgingCommand,
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// The tests that fail in their old form on some mutant that nothing in the new form fails on.
    pub(super) async fn no_longer_failing(&mut self, forms: &Forms<'_>, runs: &mut u32) -> Vec<WeakenedTest> {
        let (old_files, old) = forms.old;
        let mut found: BTreeMap<Key, WeakenedTest> = BTreeMap::new();
        for mutant in chosen(old, forms.new, old_files) {
            let killing = self.killed_by(forms.old_judge, old_files, &mutant, runs).await;
            let killing: Vec<&Key> =
                killing.iter().filter(|key| old.tests.get(*key).is_some_and(|entry| entry.passed)).collect();
            if killing.is_empty()
                || !self.killed_by(forms.new_judge, forms.new, &mutant, runs).await.is_empty()
            {
                continue;
            }
            for key in killing {
                let Some(entry) = old.tests.get(key) else { continue };
                found.entry(key.clone()).or_insert_with(|| WeakenedTest {
                    asserted: vec![format!("fails where {} line {} is mutated", mutant.file, mutant.line)],
                    at: Some(format!("{}:{}", mutant.file, mutant.line)),
                    ..WeakenedTest::new(
                        name(key),
                        Weakening::NoLongerFails,
                        entry.assertions,
                        entry.assertions,
                    )
                });
            }
        }
        found.into_values().collect()
    }

    /// The tests that fail on a mutant. A run that could not be judged (a mutant may never end) counts as one that failed as
    /// a whole, by a key without names.
    async fn killed_by(
        &mut self,
        judge: &JudgingCommand,
        files: &Snapshot,
        mutant: &Mutant,
        runs: &mut u32,
    ) -> BTreeSet<Key> {
        let mut config = judge.config.clone();
        lay_over(&mut config, &json!({ "test": { "mutant": mutant } }));
        let check = Check { config: Some(&config), ..Check::new(&judge.command, files) };
        *runs += 1;
        let verdict = self.asking(Purpose::Mutant).verify(&check).await;
        let Ok(ran) = Ran::of(&verdict) else {
            return BTreeSet::from([(mutant.file.clone(), Vec::new(), 0)]);
        };
        let failed = ran.tests.iter().filter(|(_, entry)| entry.state == TestState::Failed);
        let of_files = ran.files.keys().map(|file| (file.clone(), Vec::new(), 0));
        failed.map(|(key, _)| key.clone()).chain(of_files).collect()
    }
}

/// Some mutants of code that the old form ran and that both forms have in the same words, spread over files and functions.
fn chosen(old: &Ran, new: &Snapshot, old_files: &Snapshot) -> Vec<Mutant> {
    let is_same = |path: &str| {
        let Ok(path) = VfsPath::parse(path) else { return false };
        new.get(&path).is_some() && new.get(&path) == old_files.get(&path)
    };
    let mutants: BTreeSet<&Mutant> = old.evidence.files.iter().flat_map(|file| &file.mutants).collect();
    let mutants: Vec<&Mutant> = mutants.into_iter().filter(|mutant| is_same(&mutant.file)).collect();
    let step = mutants.len().div_ceil(MOST).max(1);
    mutants.into_iter().step_by(step).cloned().collect()
}
