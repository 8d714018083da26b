//! Whether edited tests still fail if the tested code is wrong.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use verdict_protocol::{EvidenceLevel, FileEvidence, Mutant, TestState, Verb, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use super::judges::JudgingCommand;
use super::runs::{Key, Ran, name};
use super::{WeakenedTest, Weakening};
use crate::policy::findings::command;
use crate::transaction::{Check, Journal, Purpose, Run, Target, Verifier};

/// The largest number of mutants for one change.
const MOST: usize = 8;

/// Two forms of some tests on the same code.
pub(super) struct Forms<'a> {
    /// The previous state's test material on the new code, and its test results.
    pub(super) old: (&'a Snapshot, &'a Ran),
    pub(super) old_judge: &'a JudgingCommand,
    /// The test files of the old form.
    pub(super) old_tests: &'a [VfsPath],
    /// The new state, and its test results.
    pub(super) new: (&'a Snapshot, &'a Ran),
    pub(super) new_judge: &'a JudgingCommand,
    /// The test files of the new form.
    pub(super) new_tests: &'a [VfsPath],
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// The tests whose old form fails on some mutant that no test of the new form fails on.
    ///
    /// Each form runs only the test files that used the mutated file; a mutant reaches no other. The new form
    /// runs first, because a kill there settles the question.
    pub(super) async fn no_longer_failing(&mut self, forms: &Forms<'_>, runs: &mut u32) -> Vec<WeakenedTest> {
        let (old_files, old) = forms.old;
        let mut found: BTreeMap<Key, WeakenedTest> = BTreeMap::new();
        for mutant in chosen(old, forms.new.0, old_files) {
            let (likely, others) = likely_first(&reached(forms.new.1, forms.new_tests, &mutant), &mutant);
            if self.is_killed(forms.new_judge, forms.new.0, (&mutant, &likely), runs).await
                || self.is_killed(forms.new_judge, forms.new.0, (&mutant, &others), runs).await
            {
                continue;
            }
            let tests = reached(old, forms.old_tests, &mutant);
            let killing = self.killed_by(forms.old_judge, old_files, (&mutant, &names(&tests)), runs).await;
            for key in &killing {
                let Some(entry) = old.tests.get(key).filter(|entry| entry.passed) else { continue };
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

    /// Whether any test of some files fails on a mutant.
    async fn is_killed(
        &mut self,
        judge: &JudgingCommand,
        files: &Snapshot,
        of: (&Mutant, &[VfsPath]),
        runs: &mut u32,
    ) -> bool {
        let mut config = judge.config.clone();
        // It does not matter which test fails, so that the first one ends the run.
        overlay(&mut config, &json!({ "test": { "evidence": EvidenceLevel::Off, "bail": 1 } }));
        let judge = JudgingCommand { command: judge.command.clone(), config };
        !self.killed_by(&judge, files, of, runs).await.is_empty()
    }

    /// The tests of some files that fail on a mutant. A run without a judgement, such as a mutant that never
    /// ends, counts as a failure of the whole, under a key without names.
    async fn killed_by(
        &mut self,
        judge: &JudgingCommand,
        files: &Snapshot,
        (mutant, tests): (&Mutant, &[VfsPath]),
        runs: &mut u32,
    ) -> BTreeSet<Key> {
        if tests.is_empty() {
            return BTreeSet::new();
        }
        let command = command(Verb::Test, tests).unwrap_or_else(|| judge.command.clone());
        let mut config = judge.config.clone();
        overlay(&mut config, &json!({ "test": { "mutant": mutant } }));
        let check = Check { config: Some(&config), ..Check::new(&command, files) };
        *runs += 1;
        let verdict = self.asking(Purpose::Mutant).verify(&check).await;
        let Ok(ran) = Ran::of(verdict) else {
            return BTreeSet::from([(mutant.file.clone(), Vec::new(), 0)]);
        };
        let failed = ran.tests.iter().filter(|(_, entry)| entry.state == TestState::Failed);
        let of_files = ran.files.keys().map(|file| (file.clone(), Vec::new(), 0));
        failed.map(|(key, _)| key.clone()).chain(of_files).collect()
    }
}

/// The test files that a mutant can reach: those that used its file, and those with incomplete records.
fn reached<'a>(
    ran: &'a Ran,
    tests: &'a [VfsPath],
    mutant: &Mutant,
) -> Vec<(&'a VfsPath, Option<&'a FileEvidence>)> {
    let with_evidence = tests.iter().map(|test| (test, ran.evidence_of(test.as_str())));
    let is_reached = |evidence: &FileEvidence| {
        let imported = evidence.imports.iter().filter_map(|one| one.path.as_deref());
        let called = evidence.tests.iter().flat_map(|test| &test.functions).map(|one| one.file.as_str());
        let read = evidence.reads.iter().map(|read| read.path.as_str());
        evidence.truncated || imported.chain(called).chain(read).any(|path| path == mutant.file)
    };
    with_evidence.filter(|(_, evidence)| evidence.is_none_or(is_reached)).collect()
}

/// Puts first the file most likely to fail on a mutant: one whose tests called the mutated code.
fn likely_first(
    tests: &[(&VfsPath, Option<&FileEvidence>)],
    mutant: &Mutant,
) -> (Vec<VfsPath>, Vec<VfsPath>) {
    let called =
        |evidence: Option<&FileEvidence>| evidence.is_some_and(|evidence| evidence.mutants.contains(mutant));
    let first = tests.iter().position(|(_, evidence)| called(*evidence)).unwrap_or_default();
    let (likely, others): (Vec<_>, Vec<_>) =
        names(tests).into_iter().enumerate().partition(|(at, _)| *at == first);
    let paths = |files: Vec<(usize, VfsPath)>| files.into_iter().map(|(_, path)| path).collect();
    (paths(likely), paths(others))
}

fn names(tests: &[(&VfsPath, Option<&FileEvidence>)]) -> Vec<VfsPath> {
    tests.iter().map(|(path, _)| (*path).clone()).collect()
}

/// Mutants of code that the old form ran and that both forms contain verbatim, spread over files and
/// functions.
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
