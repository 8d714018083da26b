//! Test results of the previous state, and the record of them for the next change.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use verdict_protocol::{CONFIG_FILE, Code, EvidenceLevel, ImportKind, SetupFiles};
use verdict_vfs::{Snapshot, VfsPath, env_files};

use super::judges::{JudgingCommand, TestFiles};
use super::material::{is_named_for_tests, resolve};
use super::records;
use super::runs::{Key, Ran};
use super::unnamed::unnamed;
use crate::transaction::{Change, Check, Journal, Purpose, Run, Target, Verifier};

/// Up to this many touched test files, rerunning them is cheaper than recording all actions of all tests.
const FEW: usize = 16;

/// Test results of the previous state, and the files that the tests used.
#[derive(Default)]
pub(crate) struct Before {
    pub(super) judging: Vec<JudgingCommand>,
    /// The tests that passed under each of these commands.
    pub(super) passed: Vec<BTreeSet<Key>>,
    /// Test files that the change affects and that no command names.
    pub(super) unnamed: Vec<VfsPath>,
    pub(super) ran: Ran,
    /// Why the previous state's tests could not be judged, if so.
    pub(super) unjudged: Option<(Code, String)>,
    /// The configuration's `setupFiles`.
    pub(super) setup: BTreeSet<String>,
    /// The configuration's `entries`.
    pub(super) entries: Vec<String>,
    /// Test material that the change makes part of the application.
    pub(super) crossed: BTreeSet<String>,
    /// Tests that pass and fail at random.
    pub(super) flaky: Vec<super::FlakyTest>,
}

impl Before {
    /// The test files that used any of the given paths.
    pub(super) fn users(&self, paths: &BTreeSet<VfsPath>) -> BTreeSet<String> {
        let uses = |file: &&verdict_protocol::FileEvidence| {
            let imports = file.imports.iter().filter_map(|one| one.path.as_deref());
            let used = imports.chain(file.reads.iter().map(|read| read.path.as_str()));
            used.chain([file.file.as_str()]).any(|path| paths.contains(path))
        };
        self.ran.evidence.files.iter().filter(uses).map(|file| file.file.clone()).collect()
    }

    /// Whether a file runs before every test file.
    pub(super) fn is_setup(&self, path: &VfsPath) -> bool {
        self.setup.contains(path.as_str())
    }
}

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    /// From now on, every `test:` of the transaction records evidence for the comparison. Test material named
    /// by earlier changes stays test material.
    ///
    /// Which files a test used is always recorded. Recording its actions costs more, so only the tests that
    /// the change touches need it. These rerun once they are known, unless they are so many that recording
    /// all tests is cheaper.
    pub(crate) async fn record_tests(&mut self, change: &Change) {
        self.held = records::read_material(self.target).await;
        let patterns = TestFiles::new(&self.configured);
        let paths = change.set.changes.iter().flat_map(crate::FileChange::paths);
        let tests = paths.filter(|path| patterns.is_test(path) || is_named_for_tests(path.as_str())).count();
        let evidence = if tests > FEW { EvidenceLevel::Full } else { EvidenceLevel::Graph };
        self.test_config = json!({
            "test": { "evidence": evidence, "material": self.held, "sealedApi": true }
        });
    }

    /// Runs the previous state's tests, or reads their recorded results.
    pub(crate) async fn observe_before(&mut self, change: &Change) -> Before {
        let judging = self.judging_commands(&change.before);
        let mut before = Before {
            setup: setup_files(&change.before, &self.configured),
            entries: serde_json::from_value(self.configured["test"]["entries"].clone()).unwrap_or_default(),
            ..Before::default()
        };
        for judge in &judging {
            let mut passed = BTreeSet::new();
            match self.before_of(judge, &change.before).await {
                Ok(ran) => {
                    passed = ran.passed().map(|(key, _)| key.clone()).collect();
                    before.ran.add(ran, false);
                }
                // A command may name files that the change adds.
                Err((Code::NotFound | Code::NoTests, _)) => {}
                Err(error) => before.unjudged = before.unjudged.or(Some(error)),
            }
            before.passed.push(passed);
        }
        before.unnamed = unnamed(change, &judging, &TestFiles::new(&self.configured));
        before.judging = judging;
        if let Some(judge) =
            self.command_of(&before.unnamed, &before.judging).filter(|_| !before.unnamed.is_empty())
        {
            match self.before_of(&judge, &change.before).await {
                Ok(ran) => before.ran.add(ran, false),
                Err(error) => before.unjudged = before.unjudged.or(Some(error)),
            }
        }
        before
    }

    async fn before_of(&mut self, judge: &JudgingCommand, files: &Snapshot) -> Result<Ran, (Code, String)> {
        let ran = self.before_by(judge, files).await?;
        if ran.is_unowned { self.before_by(&judge.recording_all(), files).await } else { Ok(ran) }
    }

    /// A command's result in the previous state, from the records or from a run.
    async fn before_by(&mut self, judge: &JudgingCommand, files: &Snapshot) -> Result<Ran, (Code, String)> {
        let depends_on = self.depends_on(files);
        let kept_for = records::Files { root: files.root(), depends_on: &depends_on };
        if let Some(kept) = records::read_result(self.target, judge, &kept_for, &self.held).await {
            return Ran::of_result(kept);
        }
        let check = Check { config: Some(&judge.config), ..Check::new(&judge.command, files) };
        let verdict = self.asking(Purpose::Baseline).verify(&check).await;
        let result = verdict.result.clone();
        let ran = Ran::of(verdict)?;
        if let Some(result) = result {
            records::write_result(self.target, judge, &kept_for, &self.held, *result).await;
        }
        Ok(ran)
    }

    /// Records all actions of some tests in the previous state.
    pub(super) async fn complete_before(
        &mut self,
        change: &Change,
        before: &mut Before,
        tests: &BTreeSet<String>,
    ) {
        let tests = before.ran.without_actions(tests, &before.unnamed);
        let Some(judge) = self.command_of(&tests, &before.judging).filter(|_| !tests.is_empty()) else {
            return;
        };
        match self.before_of(&judge, &change.before).await {
            Ok(ran) => before.ran.add(ran, true),
            Err(error) => before.unjudged = before.unjudged.take().or(Some(error)),
        }
    }

    /// Records the test results after the change, which is the previous state of the next change.
    pub(crate) async fn remember(&mut self, change: &Change, before: &Before) {
        if change.judged.root() != change.after.root() {
            return;
        }
        let depends_on = self.depends_on(&change.judged);
        let kept_for = records::Files { root: change.judged.root(), depends_on: &depends_on };
        for judge in &before.judging {
            let came_to = self.report.checks.iter_mut().filter(|check| check.passed).find_map(|check| {
                let is_it = check.command == judge.command && check.variables == judge.variables();
                // Another engine records less, and the next change is compared with the interpreter's record.
                check.tests.take_if(|result| is_it && result.engine.is_default())
            });
            if let Some(result) = came_to {
                records::write_result(self.target, judge, &kept_for, &self.held, *result).await;
            }
        }
        if !before.crossed.is_empty() {
            self.held.extend(before.crossed.iter().cloned());
            records::write_material(self.target, &self.held).await;
        }
    }
}

/// The files that run before every test file, and those with variables of all tests, which need not exist.
fn setup_files(before: &Snapshot, configured: &Value) -> BTreeSet<String> {
    let named = serde_json::from_value::<SetupFiles>(configured["test"]["setupFiles"].clone());
    let named = named.map(|files| files.0).unwrap_or_default();
    let setup = named.iter().filter_map(|name| resolve(before, CONFIG_FILE, name, ImportKind::Setup));
    let folder = configured["test"]["envDir"].as_str().unwrap_or("/");
    let variables = env_files(folder);
    setup.chain(variables.iter().map(ToString::to_string)).collect()
}
