//! Compares tests before the change, in their old form and after the change.

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::{AssertionEvidence, ImportKind, TestEntry, TestEvidence, TestState};
use verdict_vfs::{Snapshot, VfsPath};

use super::material::{Material, Role};
use super::runs::{Key, Ran, name};
use super::source::call;
use super::strength::{lost, shown};
use super::{FailedTest, RenamedTest, TestsReport, WeakenedTest, Weakening};

/// Tests that passed before and fail in their old form. A test with no remaining assertion has not passed,
/// unless `without_assertions` permits it.
pub(super) fn failed_in_old_form(
    baseline: &Ran,
    old_form: &Ran,
    files: &BTreeSet<String>,
    without_assertions: bool,
) -> Vec<FailedTest> {
    let failed =
        baseline.passed().filter(|((file, ..), _)| files.contains(file)).filter_map(|(key, before)| {
            let asserts =
                |entry: &TestEntry| without_assertions || before.assertions == 0 || entry.assertions > 0;
            // A file that fails outside its tests has not passed, even if all of its tests did.
            let of_file = old_form.files.get(&key.0).filter(|_| !baseline.files.contains_key(&key.0));
            let error = match old_form.tests.get(key) {
                Some(entry) if entry.state == TestState::Passed && of_file.is_some() => of_file.cloned(),
                Some(entry) if entry.state == TestState::Passed && asserts(entry) => return None,
                Some(entry) if entry.state == TestState::Passed => {
                    Some("It asserts nothing any more".to_owned())
                }
                Some(entry) if entry.state == TestState::Failed => entry.error.clone(),
                Some(_) => Some("It did not run".to_owned()),
                None => old_form.files.get(&key.0).cloned(),
            };
            let error = error.unwrap_or_else(|| "It did not run".to_owned());
            Some(FailedTest { name: name(key), error })
        });
    failed.collect()
}

/// The two states of the tests to compare.
pub(super) struct States<'a> {
    pub(super) material: &'a Material<'a>,
    pub(super) baseline: &'a Ran,
    pub(super) new: &'a Ran,
    /// Test files with changed text or material. Only their tests are compared for strength.
    pub(super) touched: &'a BTreeSet<String>,
}

/// Compares the baseline tests with the tests after the change. Fills all fields except the old form and the
/// counts.
pub(super) fn compare(report: &mut TestsReport, states: &States<'_>) {
    let States { baseline, new, material, .. } = states;
    let (before, after) = (&material.before, &material.after);
    let moved = |(file, path, nth): &Key| -> Key { (material.moved(file).to_owned(), path.clone(), *nth) };
    let mut known: BTreeSet<Key> = BTreeSet::new();
    let mut gone: Vec<(&Key, &TestEntry)> = Vec::new();
    for (key, old) in &baseline.tests {
        let new_key = moved(key);
        let passed = old.state == TestState::Passed;
        let Some(entry) = new.tests.get(&new_key) else {
            gone.extend(passed.then_some((key, old)));
            continue;
        };
        known.insert(new_key.clone());
        report.weakened.extend(states.weakening((key, old), (&new_key, entry)).filter(|_| passed));
        if !is_same_place((before, old), (after, entry)) && text(before, old) != text(after, entry) {
            report.changed.push(name(&new_key));
        } else if key.0 != new_key.0 {
            report.renamed.push(RenamedTest { from: name(key), to: name(&new_key) });
        }
    }
    // A missing test may have been renamed: look for one with the same text that is as strong.
    let mut added: Vec<(&Key, &TestEntry, Option<String>)> = new
        .tests
        .iter()
        .filter(|(key, _)| !known.contains(*key))
        .map(|(key, entry)| (key, entry, text(after, entry)))
        .collect();
    for (key, old) in gone {
        let old_text = text(before, old);
        let same = added.iter().position(|(new_key, entry, text)| {
            old_text.is_some()
                && *text == old_text
                && states.weakening((key, old), (new_key, entry)).is_none()
        });
        match same {
            Some(at) => {
                let (new_key, ..) = added.remove(at);
                report.renamed.push(RenamedTest { from: name(key), to: name(new_key) });
            }
            None => {
                let fails = new.files.contains_key(&moved(key).0);
                let why = if fails { Weakening::Fails } else { Weakening::Removed };
                let asserted = states.baseline.evidence(key).map(|test| test.assertions.as_slice());
                let asserted = asserted.unwrap_or_default();
                report.weakened.push(WeakenedTest {
                    asserted: shown_all(asserted),
                    ..WeakenedTest::new(name(key), why, old.assertions.max(count(asserted)), 0)
                });
            }
        }
    }
    report.added = added.into_iter().map(|(key, ..)| name(key)).collect();
    report.weakened.sort_by(|a, b| a.name.cmp(&b.name));
}

impl States<'_> {
    /// How a test that passed before is weaker now.
    fn weakening(
        &self,
        (old_key, old): (&Key, &TestEntry),
        (new_key, new): (&Key, &TestEntry),
    ) -> Option<WeakenedTest> {
        let weak = |why| WeakenedTest::new(name(old_key), why, old.assertions, new.assertions);
        match new.state {
            TestState::Skipped | TestState::Todo => return Some(weak(Weakening::Skipped)),
            TestState::Failed => return Some(weak(Weakening::Fails)),
            TestState::Passed => {}
        }
        let fails_now =
            self.new.files.contains_key(&new_key.0) && !self.baseline.files.contains_key(&old_key.0);
        if fails_now {
            return Some(weak(Weakening::Fails));
        }
        if new.assertions == 0 && old.assertions > 0 {
            return Some(weak(Weakening::FewerAssertions));
        }
        if !self.touched.contains(&old_key.0) {
            return None;
        }
        let (before, after) = (self.baseline.evidence(old_key), self.new.evidence(new_key));
        let (Some(before), Some(after)) = (before, after) else {
            return (new.assertions < old.assertions).then(|| weak(Weakening::FewerAssertions));
        };
        let counted = self.counted(&new_key.0, after);
        let missing = lost(&before.assertions, &counted);
        if let Some(first) = missing.first() {
            let why = if counted.len() < before.assertions.len() {
                Weakening::FewerAssertions
            } else {
                Weakening::WeakerAssertions
            };
            return Some(WeakenedTest {
                // A test of types runs no assertions.
                before: old.assertions.max(count(&before.assertions)),
                after: new.assertions.max(count(&counted)),
                asserted: shown_all(missing.iter().copied()),
                asserts: shown_all(&counted),
                at: first.file.as_ref().map(|file| format!("{file}:{}", first.line)),
                ..weak(why)
            });
        }
        if let Some(module) = self.mocked(&old_key.0, &new_key.0) {
            return Some(WeakenedTest {
                asserts: vec![format!("vi.mock of {module}")],
                ..weak(Weakening::NewMock)
            });
        }
        let module = self.no_longer_run(before, after)?;
        Some(WeakenedTest {
            asserted: vec![format!("ran code of {module}")],
            ..weak(Weakening::NoLongerRuns)
        })
    }

    /// The assertions that count: those in the test's own text or in test material of the previous state.
    fn counted(&self, file: &str, test: &TestEvidence) -> Vec<AssertionEvidence> {
        let counts = |one: &&AssertionEvidence| {
            one.file.as_deref().is_some_and(|site| {
                site == file
                    || (self.material.before.contains(site)
                        && self.material.roles.role(site) == Role::Material)
            })
        };
        test.assertions.iter().filter(counts).cloned().collect()
    }

    /// A module of the subject that a test file newly mocks.
    fn mocked(&self, old_file: &str, new_file: &str) -> Option<String> {
        let mocks = |ran: &Ran, file: &str| -> BTreeSet<String> {
            let imports = ran.evidence_of(file).map(|file| file.imports.as_slice()).unwrap_or_default();
            let mocks = imports.iter().filter(|one| one.kind == ImportKind::Mock);
            mocks.filter_map(|one| one.path.clone()).collect()
        };
        let before: BTreeSet<String> =
            mocks(self.baseline, old_file).iter().map(|path| self.material.moved(path).to_owned()).collect();
        let moved_from: BTreeMap<&str, &str> =
            self.material.moves.iter().map(|(from, to)| (to.as_str(), from.as_str())).collect();
        mocks(self.new, new_file).into_iter().find(|path| {
            let old = moved_from.get(path.as_str()).copied().unwrap_or(path);
            !before.contains(path)
                && self.material.before.contains(old)
                && self.material.roles.role(old) == Role::Subject
        })
    }

    /// A module of the subject whose functions a test no longer runs, though the change does not touch the
    /// module.
    fn no_longer_run(&self, before: &TestEvidence, after: &TestEvidence) -> Option<String> {
        let files = |test: &TestEvidence| -> BTreeSet<String> {
            test.functions.iter().map(|function| function.file.clone()).collect()
        };
        let after = files(after);
        let ran = files(before);
        let is_gone = |path: &&String| {
            let new = self.material.moved(path);
            let unchanged = new != path.as_str() || !self.material.changed.contains(*path);
            !after.contains(new) && (unchanged || after.is_empty()) && self.material.after.contains(new)
        };
        ran.iter().find(is_gone).cloned()
    }
}

fn count(assertions: &[AssertionEvidence]) -> u32 {
    u32::try_from(assertions.len()).unwrap_or(u32::MAX)
}

fn shown_all<'a>(assertions: impl IntoIterator<Item = &'a AssertionEvidence>) -> Vec<String> {
    const MOST: usize = 20;
    assertions.into_iter().take(MOST).map(shown).collect()
}

/// Whether two tests are the same place of the same text.
fn is_same_place((before, old): (&Snapshot, &TestEntry), (after, new): (&Snapshot, &TestEntry)) -> bool {
    let blob = |files: &Snapshot| files.get(&VfsPath::parse(&old.location.file).ok()?).cloned();
    old.location == new.location && blob(before) == blob(after)
}

fn text(files: &Snapshot, entry: &TestEntry) -> Option<String> {
    let path = VfsPath::parse(&entry.location.file).ok()?;
    call(files.get(&path)?.text()?, entry.location.line, entry.location.column)
}
