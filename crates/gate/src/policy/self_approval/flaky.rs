//! Tests that pass at random do not count against a change.
//!
//! A seed determines a guest's randomness. A test that uses it therefore repeats its result until something
//! else in its file draws a number. A test that passed before the change and fails after it reruns in the
//! previous state under other seeds. If it fails there as well, it passes at random and says nothing about
//! the change, provided that it can still pass.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};
use verdict_protocol::{Code, FileEvidence, TestState, VerifyResult, overlay};
use verdict_vfs::{Snapshot, VfsPath};

use super::before::Before;
use super::judges::JudgingCommand;
use super::material::{Material, says_how_imports_are_read};
use super::moves::moves_of;
use super::old_form::OldForm;
use super::runs::{Key, Ran, name};
use super::{TestName, TestsReport, Weakening};
use crate::transaction::{Change, Check, Journal, Purpose, Run, Target, Verifier, is_test};

/// The largest number of other seeds for a test in the previous state. If it passes under all of them, it
/// does not pass at random.
const SEEDS_BEFORE: u32 = 4;

/// The largest number of seeds in the new state for tests that failed under another seed before.
const SEEDS_AFTER: u32 = 8;

/// The largest number of tests that may fail by chance at once.
const MOST: usize = 20;

/// A test that passes at random.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FlakyTest {
    /// The test, by its name before the change.
    #[serde(flatten)]
    pub name: TestName,
    /// Files that it uses and the change touches. The test does not show whether they still work.
    pub guards: Vec<String>,
}

impl FlakyTest {
    fn warning(&self) -> String {
        let TestName { file, test } = &self.name;
        let guards = match self.guards.as_slice() {
            [] => String::new(),
            files => format!(", and it does not judge what the change does to {}", files.join(", ")),
        };
        format!(
            "{file} {test} passes at random: the state before fails it too under another seed. It is not held against the change{guards}"
        )
    }
}

/// A check of the changed state whose only failures are a few tests.
struct Failed {
    tests: BTreeSet<Key>,
    code: Option<Code>,
    purpose: Purpose,
    /// The variables that its tests received.
    variables: Value,
}

/// A state of the files, and how to run tests there.
#[derive(Clone, Copy)]
struct Place<'a> {
    files: &'a Snapshot,
    judge: &'a JudgingCommand,
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// Whether the check that ran last, the verify command or a step of the profile, failed only on tests that
    /// pass at random. The remaining tests then judge the change. It observes the state before unless that is
    /// done.
    pub(crate) async fn excuses_flaky(
        &mut self,
        change: &Change,
        observed: &mut Option<Before>,
        check: &Check<'_>,
    ) -> bool {
        let Some(failed) = self.failed_on_tests() else { return false };
        let mut before = match observed.take() {
            Some(before) => before,
            None => self.observe_before(change).await,
        };
        let is_excused = self.excuse_flaky(change, &mut before, (&failed, check)).await;
        *observed = Some(before);
        is_excused
    }

    /// The last check, if it judges the change and its only failures are a few tests.
    fn failed_on_tests(&self) -> Option<Failed> {
        let last = self.report.checks.last()?;
        let judges = matches!(last.purpose, Purpose::Verify | Purpose::Profile) && is_test(&last.command);
        let result = last.tests.as_deref().filter(|_| judges)?;
        let (purpose, variables) = (last.purpose, last.variables.clone());
        failed_tests(result).map(|tests| Failed { tests, code: result.code, purpose, variables })
    }

    /// Handles a check that failed on some tests. If all of them pass at random, the remaining tests judge the
    /// change.
    async fn excuse_flaky(
        &mut self,
        change: &Change,
        before: &mut Before,
        (failed, check): (&Failed, &Check<'_>),
    ) -> bool {
        let moves = moves_of(change);
        let material = Material::new((&change.before, &change.judged), &before.ran, &moves, &before.setup);
        let is_it =
            |judge: &JudgingCommand| judge.command == check.command && judge.variables() == failed.variables;
        let judges = before.judging.iter().zip(&before.passed);
        let Some((judge, passed)) = judges.into_iter().find(|(judge, _)| is_it(judge)) else { return false };
        let Some(tests) = passed_before(&failed.tests, passed, &material) else { return false };
        let found = self.flaky_tests(&material, std::slice::from_ref(judge), &tests).await;
        let mut flaky = std::mem::take(&mut before.flaky);
        self.tell_flaky(&material, &mut flaky, &found);
        let is_excused =
            found == tests && self.is_confirmed(failed, check, &material, (passed, &found)).await;
        before.flaky = flaky;
        is_excused
    }

    /// Whether the engine that cannot be forged also passes all tests except `flaky`. If the other engine
    /// failed, nothing has confirmed its results.
    async fn is_confirmed(
        &mut self,
        failed: &Failed,
        check: &Check<'_>,
        material: &Material<'_>,
        (passed, flaky): (&BTreeSet<Key>, &BTreeSet<Key>),
    ) -> bool {
        if failed.code == Some(Code::Disagreement) || !self.asks_two() {
            return true;
        }
        let verdict = self.asking(failed.purpose).verify(&Check { confirm: None, ..*check }).await;
        let failed = || passed_before(&failed_tests(verdict.result.as_deref()?)?, passed, material);
        verdict.passed() || failed().is_some_and(|failed| failed.is_subset(flaky))
    }

    /// Among some tests of the previous state, those that pass at random there and can still pass on the
    /// change.
    async fn flaky_tests(
        &mut self,
        material: &Material<'_>,
        judging: &[JudgingCommand],
        keys: &BTreeSet<Key>,
    ) -> BTreeSet<Key> {
        let files = |of: &dyn Fn(&str) -> String| -> Vec<VfsPath> {
            let names: BTreeSet<String> = keys.iter().map(|(file, ..)| of(file)).collect();
            names.iter().filter_map(|path| VfsPath::parse(path).ok()).collect()
        };
        let old = self.command_of(&files(&str::to_owned), judging);
        let new = self.command_of(&files(&|file| material.moved(file).to_owned()), judging);
        let (Some(old), Some(new)) = (old.filter(|_| !keys.is_empty()), new) else { return BTreeSet::new() };
        let old = Place { files: &material.before, judge: &old };
        let new = Place { files: &material.after, judge: &new };
        self.random_tests(material, (old, new), keys).await
    }

    async fn random_tests(
        &mut self,
        material: &Material<'_>,
        (old, new): (Place<'_>, Place<'_>),
        keys: &BTreeSet<Key>,
    ) -> BTreeSet<Key> {
        let mut found = BTreeSet::new();
        if self.asks_two() {
            // If the change cannot reach a test, or the deterministic engine passes it, its failure is no
            // matter of the change.
            let after = self.ran_after();
            let apart: BTreeSet<Key> =
                keys.iter().filter(|(file, ..)| is_apart(material, &after, file)).cloned().collect();
            if !apart.is_empty()
                && let Some(ran) = self.reseeded(new, 0).await
            {
                let passes = |key: &&Key| state(&ran, &moved(material, key)) == Some(TestState::Passed);
                found.extend(apart.iter().filter(passes).cloned());
            }
        }
        let open = |known: &BTreeSet<Key>, found: &BTreeSet<Key>| keys.len() > known.len() + found.len();
        let mut random = BTreeSet::new();
        for seed in 1..=SEEDS_BEFORE {
            if !open(&random, &found) {
                break;
            }
            let Some(ran) = self.reseeded(old, seed).await else { continue };
            let fails = |key: &&Key| !found.contains(*key) && state(&ran, key) == Some(TestState::Failed);
            random.extend(keys.iter().filter(fails).cloned());
        }
        for seed in 1..=SEEDS_AFTER {
            if random.is_empty() {
                break;
            }
            let Some(ran) = self.reseeded(new, seed).await else { continue };
            let passes = |key: &Key| state(&ran, &moved(material, key)) == Some(TestState::Passed);
            let (passed, rest) = random.into_iter().partition(passes);
            random = rest;
            found.extend::<BTreeSet<Key>>(passed);
        }
        found
    }

    async fn reseeded(&mut self, place: Place<'_>, seed: u32) -> Option<Ran> {
        let mut config = place.judge.config.clone();
        overlay(&mut config, &json!({ "test": { "reseed": seed } }));
        let check = Check { config: Some(&config), ..Check::new(&place.judge.command, place.files) };
        Ran::of(self.asking(Purpose::Reseed).verify(&check).await).ok()
    }

    /// Warns about tests that pass at random, and adds them to the known ones.
    fn tell_flaky(&mut self, material: &Material<'_>, known: &mut Vec<FlakyTest>, found: &BTreeSet<Key>) {
        for key in found {
            let one = FlakyTest { guards: guards(material, &key.0), name: name(key) };
            if !known.contains(&one) {
                self.report.warnings.push(one.warning());
                known.push(one);
            }
        }
    }

    /// Removes tests that pass at random from the failures after the change or in the old form.
    pub(super) async fn set_flaky_apart(
        &mut self,
        material: &Material<'_>,
        before: &Before,
        old: Option<&OldForm>,
        report: &mut TestsReport,
    ) {
        report.flaky.clone_from(&before.flaky);
        let known: BTreeSet<TestName> = before.flaky.iter().map(|one| one.name.clone()).collect();
        report.weakened.retain(|weak| weak.why != Weakening::Fails || !known.contains(&weak.name));
        report.failed_in_old_form.retain(|failed| !known.contains(&failed.name));
        let fails: BTreeSet<&TestName> = report
            .weakened
            .iter()
            .filter(|weak| weak.why == Weakening::Fails)
            .map(|weak| &weak.name)
            .collect();
        let fail_in_old_form: BTreeSet<&TestName> =
            report.failed_in_old_form.iter().map(|failed| &failed.name).collect();
        let keys = |names: &BTreeSet<&TestName>| -> BTreeSet<Key> {
            before
                .ran
                .passed()
                .map(|(key, _)| key)
                .filter(|key| names.contains(&name(key)))
                .cloned()
                .collect()
        };
        let (fails, fail_in_old_form) = (keys(&fails), keys(&fail_in_old_form));
        let mut found = self.flaky_tests(material, &before.judging, &fails).await;
        if let Some(old_form) = old.filter(|_| !fail_in_old_form.is_empty()) {
            let paths: BTreeSet<&String> = fail_in_old_form.iter().map(|(file, ..)| file).collect();
            let paths: Vec<VfsPath> = paths.iter().filter_map(|path| VfsPath::parse(path).ok()).collect();
            if let Some(judge) = self.command_of(&paths, &before.judging) {
                let in_old_form = JudgingCommand { config: old_form.judge.config.clone(), ..judge.clone() };
                let old = Place { files: &material.before, judge: &judge };
                let new = Place { files: &old_form.files, judge: &in_old_form };
                let random = self.random_tests(material, (old, new), &fail_in_old_form).await;
                found.extend(random);
            }
        }
        self.tell_flaky(material, &mut report.flaky, &found);
        let found: BTreeSet<TestName> = found.iter().map(name).collect();
        report.weakened.retain(|weak| weak.why != Weakening::Fails || !found.contains(&weak.name));
        report.failed_in_old_form.retain(|failed| !found.contains(&failed.name));
    }
}

/// The failed tests of a verify command. `None` if something else failed, or more tests than chance explains.
fn failed_tests(result: &VerifyResult) -> Option<BTreeSet<Key>> {
    let failed: Vec<Key> = match result.code {
        Some(Code::Disagreement) => {
            let witnesses = result.witnesses.as_deref()?;
            if witnesses.unconfirmed.iter().any(|one| one.required) {
                return None;
            }
            witnesses.disagreements.iter().map(|one| (one.file.clone(), one.path.clone(), 0)).collect()
        }
        None => {
            let ran = Ran::of_result(result.clone()).ok()?;
            if !ran.files.is_empty() {
                return None;
            }
            let failed = ran.tests.into_iter().filter(|(_, entry)| entry.state == TestState::Failed);
            failed.map(|(key, _)| key).collect()
        }
        Some(_) => return None,
    };
    let all = failed.len();
    let failed: BTreeSet<Key> = failed.into_iter().collect();
    (1..=MOST).contains(&all).then_some(failed).filter(|failed| failed.len() == all)
}

/// Maps failed tests to their keys in the previous state. `None` if one of them is not among those that
/// passed there.
fn passed_before(
    failed: &BTreeSet<Key>,
    passed: &BTreeSet<Key>,
    material: &Material<'_>,
) -> Option<BTreeSet<Key>> {
    let old = |(file, path, nth): &Key| {
        let from = material.moves.iter().find(|(_, to)| *to == file).map(|(from, _)| from);
        (from.unwrap_or(file).clone(), path.clone(), *nth)
    };
    let failed: BTreeSet<Key> = failed.iter().map(old).collect();
    failed.is_subset(passed).then_some(failed)
}

/// The state of a test. It counts as failed if its file failed as a whole.
fn state(ran: &Ran, key: &Key) -> Option<TestState> {
    match ran.tests.get(key) {
        Some(entry) if !ran.files.contains_key(&key.0) => Some(entry.state),
        Some(_) => Some(TestState::Failed),
        None => ran.files.contains_key(&key.0).then_some(TestState::Failed),
    }
}

fn moved(material: &Material<'_>, (file, path, nth): &Key) -> Key {
    (material.moved(file).to_owned(), path.clone(), *nth)
}

/// The files that a test file used in the previous state and that the change touches.
fn guards(material: &Material<'_>, file: &str) -> Vec<String> {
    let used = material.ran.evidence_of(file).map(Material::used).unwrap_or_default();
    used.into_iter().filter(|path| material.changed.contains(*path)).map(str::to_owned).collect()
}

/// Whether the change touches no file that a test file used before or uses after it, with complete records.
fn is_apart(material: &Material<'_>, after: &Ran, file: &str) -> bool {
    let is_untouched = |evidence: Option<&FileEvidence>| {
        evidence.filter(|evidence| !evidence.truncated).is_some_and(|evidence| {
            Material::used(evidence).iter().all(|path| !material.changed.contains(*path))
        })
    };
    is_untouched(material.ran.evidence_of(file))
        && is_untouched(after.evidence_of(material.moved(file)))
        && !material.changed.iter().any(|path| says_how_imports_are_read(path))
        && !material.touched().tests.contains(file)
}
