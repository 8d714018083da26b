//! Tests before, in their old form, and as the change leaves them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use verdict_protocol::{Code, Scope, TestEntry, TestState};
use verdict_vfs::{Snapshot, VfsPath};

use super::source::call;
use super::{FailedTest, RenamedTest, TestName, TestsReport, WeakenedTest, Weakening};
use crate::transaction::Verdict;

/// The tests of one run, and why files failed as a whole.
#[derive(Debug, Default)]
pub(super) struct Ran {
    tests: BTreeMap<Key, TestEntry>,
    files: BTreeMap<String, String>,
}

/// File, names, and which of several tests of these names.
type Key = (String, Vec<String>, usize);

impl Ran {
    /// The tests of a verdict, passed or not.
    ///
    /// # Errors
    /// Why it says nothing of the tests.
    pub(super) fn of(verdict: &Verdict) -> Result<Ran, (Code, String)> {
        let error = || verdict.error.clone().unwrap_or_else(|| "no reason given".to_owned());
        let Value::Array(_) = verdict.detail["output"] else {
            return Err((verdict.code.unwrap_or(Code::Crashed), error()));
        };
        if verdict.detail["truncated"] == Value::Bool(true) {
            return Err((Code::Limit, "its output was cut".to_owned()));
        }
        let entries: Vec<TestEntry> = serde_json::from_value(verdict.detail["output"].clone())
            .map_err(|error| (Code::Protocol, format!("its output is no list of tests: {error}")))?;
        let mut ran = Ran::default();
        let mut seen: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
        for entry in entries {
            let file = entry.location.file.clone();
            if entry.scope != Scope::Test {
                if entry.state == TestState::Failed {
                    ran.files.entry(file).or_insert(entry.error.unwrap_or_default());
                }
                continue;
            }
            let nth = seen.entry((file.clone(), entry.path.clone())).or_default();
            ran.tests.insert((file, entry.path.clone(), *nth), entry);
            *nth += 1;
        }
        if ran.files.is_empty() && ran.tests.is_empty() && !matches!(verdict.code, None | Some(Code::NoTests))
        {
            return Err((verdict.code.unwrap_or(Code::Crashed), error()));
        }
        Ok(ran)
    }

    fn passed(&self) -> impl Iterator<Item = (&Key, &TestEntry)> {
        self.tests.iter().filter(|(_, entry)| entry.state == TestState::Passed)
    }
}

fn name((file, path, _): &Key) -> TestName {
    TestName { file: file.clone(), test: path.join(" > ") }
}

/// What passed in the baseline and does not in the old form. A test of which no assertion runs any more has not
/// passed, unless `without_assertions` may.
pub(super) fn failed_in_old_form(
    baseline: &Ran,
    old_form: &Ran,
    without_assertions: bool,
) -> Vec<FailedTest> {
    let failed = baseline.passed().filter_map(|(key, before)| {
        let asserts =
            |entry: &TestEntry| without_assertions || before.assertions == 0 || entry.assertions > 0;
        let error = match old_form.tests.get(key) {
            Some(entry) if entry.state == TestState::Passed && asserts(entry) => return None,
            Some(entry) if entry.state == TestState::Passed => Some("It asserts nothing any more".to_owned()),
            Some(entry) if entry.state == TestState::Failed => entry.error.clone(),
            Some(_) => Some("It did not run".to_owned()),
            None => old_form.files.get(&key.0).cloned(),
        };
        let error = error.unwrap_or_else(|| "It did not run".to_owned());
        Some(FailedTest { name: name(key), error })
    });
    failed.collect()
}

/// The two states whose tests are compared, with where files went.
pub(super) struct States<'a> {
    pub(super) before: &'a Snapshot,
    pub(super) after: &'a Snapshot,
    pub(super) moves: &'a BTreeMap<String, String>,
}

/// What became of the tests of the baseline. Fills all but the old form and the counts.
pub(super) fn compare(report: &mut TestsReport, baseline: &Ran, new: &Ran, states: &States<'_>) {
    let moved = |(file, path, nth): &Key| -> Key {
        (states.moves.get(file).unwrap_or(file).clone(), path.clone(), *nth)
    };
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
        report.weakened.extend(weakening(old, entry).filter(|_| passed).map(|why| WeakenedTest {
            name: name(key),
            why,
            before: old.assertions,
            after: entry.assertions,
        }));
        if text(states.before, old) != text(states.after, entry) {
            report.changed.push(name(&new_key));
        } else if key.0 != new_key.0 {
            report.renamed.push(RenamedTest { from: name(key), to: name(&new_key) });
        }
    }
    // A test that is gone may have come under another name: one with the same text that holds as much.
    let mut added: Vec<(&Key, &TestEntry, Option<String>)> = new
        .tests
        .iter()
        .filter(|(key, _)| !known.contains(*key))
        .map(|(key, entry)| (key, entry, text(states.after, entry)))
        .collect();
    for (key, old) in gone {
        let old_text = text(states.before, old);
        let same = added.iter().position(|(_, entry, text)| {
            old_text.is_some() && *text == old_text && weakening(old, entry).is_none()
        });
        match same {
            Some(at) => {
                let (new_key, ..) = added.remove(at);
                report.renamed.push(RenamedTest { from: name(key), to: name(new_key) });
            }
            None => report.weakened.push(WeakenedTest {
                name: name(key),
                why: if new.files.contains_key(&moved(key).0) {
                    Weakening::Fails
                } else {
                    Weakening::Removed
                },
                before: old.assertions,
                after: 0,
            }),
        }
    }
    report.added = added.into_iter().map(|(key, ..)| name(key)).collect();
    report.weakened.sort_by(|a, b| a.name.cmp(&b.name));
}

fn weakening(old: &TestEntry, new: &TestEntry) -> Option<Weakening> {
    match new.state {
        TestState::Skipped | TestState::Todo => Some(Weakening::Skipped),
        TestState::Failed => Some(Weakening::Fails),
        TestState::Passed if new.assertions < old.assertions => Some(Weakening::FewerAssertions),
        TestState::Passed => None,
    }
}

fn text(files: &Snapshot, entry: &TestEntry) -> Option<String> {
    let path = VfsPath::parse(&entry.location.file).ok()?;
    call(files.get(&path)?.text()?, entry.location.line, entry.location.column)
}
