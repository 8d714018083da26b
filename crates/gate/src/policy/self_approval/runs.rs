//! Test results in one state of the files.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use verdict_protocol::{
    Code, Evidence, FileEvidence, ImportEvidence, Output, Scope, TestEntry, TestEvidence, TestState,
    VerifyResult,
};
use verdict_vfs::VfsPath;

use super::TestName;
use crate::transaction::Verdict;

/// File, names, and the index among tests with these names.
pub(super) type Key = (String, Vec<String>, usize);

/// The tests of some runs on one state, the reasons of files that failed as a whole, and each file's
/// evidence.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ran {
    pub(super) tests: BTreeMap<Key, TestEntry>,
    pub(super) files: BTreeMap<String, String>,
    pub(super) evidence: Evidence,
    /// Whether the record cannot attribute tests to files, because one file may declare another's tests.
    pub(super) is_unowned: bool,
}

impl Ran {
    /// The tests of a verdict, passed or failed.
    ///
    /// # Errors
    /// Why it does not report tests.
    pub(super) fn of(verdict: Verdict) -> Result<Ran, (Code, String)> {
        match verdict.result {
            Some(result) => Ran::of_result(*result),
            None => {
                let error = verdict.error.unwrap_or_else(|| "no reason given".to_owned());
                Err((verdict.code.unwrap_or(Code::Crashed), error))
            }
        }
    }

    /// The tests of a result, passed or failed.
    ///
    /// # Errors
    /// Why it does not report tests.
    pub(super) fn of_result(mut result: VerifyResult) -> Result<Ran, (Code, String)> {
        let error =
            |result: &VerifyResult| result.error.clone().unwrap_or_else(|| "no reason given".to_owned());
        let Output::Tests(entries) = std::mem::take(&mut result.output) else {
            return Err((result.code.unwrap_or(Code::Crashed), error(&result)));
        };
        if result.truncated && entries_were_cut(&result) {
            return Err((Code::Limit, "its output was cut".to_owned()));
        }
        // Without a checker nobody knows which tests of types pass.
        if let Some(types) = result.types.as_deref()
            && let (Some(code), Some(why)) = (types.code, &types.unchecked)
        {
            return Err((code, format!("types were not checked: {why}")));
        }
        let evidence = result.evidence.take().map(|evidence| *evidence).unwrap_or_default();
        let mut ran = Ran { evidence, ..Ran::default() };
        ran.is_unowned = result.engine.is_default() && is_unowned(&entries, &ran.evidence.files);
        ran.take(entries);
        if ran.files.is_empty() && ran.tests.is_empty() && !matches!(result.code, None | Some(Code::NoTests))
        {
            return Err((result.code.unwrap_or(Code::Crashed), error(&result)));
        }
        Ok(ran)
    }

    fn take(&mut self, entries: Vec<TestEntry>) {
        let is_test = |entry: &&TestEntry| entry.scope == Scope::Test;
        // A test declared by a helper is located in the helper, but belongs to the file that ran it.
        let mut owners: Vec<String> = Vec::new();
        for file in &self.evidence.files {
            owners.extend(std::iter::repeat_n(file.file.clone(), file.tests.len()));
        }
        if owners.len() != entries.iter().filter(is_test).count() {
            owners = entries.iter().filter(is_test).map(|entry| entry.location.file.clone()).collect();
        }
        let mut owners = owners.into_iter();
        let mut seen: BTreeMap<(String, Vec<String>), usize> = BTreeMap::new();
        for entry in entries {
            if entry.scope != Scope::Test {
                let file = entry.test_file().to_owned();
                if entry.state == TestState::Failed {
                    self.files.entry(file).or_insert_with(|| entry.error.clone().unwrap_or_default());
                }
                continue;
            }
            let file = owners.next().unwrap_or_default();
            let nth = seen.entry((file.clone(), entry.path.clone())).or_default();
            let key = (file, entry.path.clone(), *nth);
            *nth += 1;
            self.tests.insert(key, entry);
        }
    }

    /// Adds unknown files. With `instead`, also replaces known files.
    pub(super) fn add(&mut self, other: Ran, instead: bool) {
        let is_empty = self.tests.is_empty() && self.files.is_empty() && self.evidence.files.is_empty();
        if is_empty && !self.evidence.divided {
            *self = Ran { is_unowned: self.is_unowned | other.is_unowned, ..other };
            return;
        }
        let known: BTreeSet<String> = self.file_names().map(str::to_owned).collect();
        let is_known = |file: &String| known.contains(file);
        if instead {
            let new: BTreeSet<String> = other.file_names().map(str::to_owned).collect();
            self.tests.retain(|(file, ..), _| !new.contains(file));
            self.files.retain(|file, _| !new.contains(file));
            self.evidence.files.retain(|file| !new.contains(&file.file));
        }
        let takes = |file: &String| instead || !is_known(file);
        self.tests.extend(other.tests.into_iter().filter(|((file, ..), _)| takes(file)));
        self.files.extend(other.files.into_iter().filter(|(file, _)| takes(file)));
        self.is_unowned |= other.is_unowned;
        let Evidence { files, divided, subject, undecided, loose, packages } = other.evidence;
        self.evidence.append(Evidence {
            files: files.into_iter().filter(|file| takes(&file.file)).collect(),
            divided,
            subject,
            undecided,
            loose,
            packages,
        });
    }

    pub(super) fn passed(&self) -> impl Iterator<Item = (&Key, &TestEntry)> {
        self.tests.iter().filter(|(_, entry)| entry.state == TestState::Passed)
    }

    /// The names of all known test files.
    pub(super) fn file_names(&self) -> impl Iterator<Item = &str> {
        let of_tests = self.tests.keys().map(|(file, ..)| file.as_str());
        let mut names: Vec<&str> = of_tests
            .chain(self.files.keys().map(String::as_str))
            .chain(self.evidence.files.iter().map(|file| file.file.as_str()))
            .collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter()
    }

    /// The test files among some with recorded uses but no recorded actions, except those already `asked`.
    pub(super) fn without_actions(&self, files: &BTreeSet<String>, asked: &[VfsPath]) -> Vec<VfsPath> {
        let with_tests: BTreeSet<&str> = self.tests.keys().map(|(file, ..)| file.as_str()).collect();
        let lacks = |file: &&FileEvidence| {
            files.contains(&file.file) && file.tests.is_empty() && with_tests.contains(file.file.as_str())
        };
        let found = self.evidence.files.iter().filter(lacks);
        let paths = found.filter_map(|file| VfsPath::parse(&file.file).ok());
        paths.filter(|path| !asked.contains(path)).collect()
    }

    /// The imports of all test files, each once.
    pub(super) fn imports(&self) -> BTreeSet<&ImportEvidence> {
        let all: HashSet<&ImportEvidence> =
            self.evidence.files.iter().flat_map(|file| &file.imports).collect();
        all.into_iter().collect()
    }

    pub(super) fn evidence_of(&self, file: &str) -> Option<&FileEvidence> {
        self.evidence.of_file(file)
    }

    /// The recorded actions of a test, if any.
    pub(super) fn evidence(&self, (file, path, nth): &Key) -> Option<&TestEvidence> {
        self.evidence_of(file)?.tests.iter().filter(|test| test.path == *path).nth(*nth)
    }
}

/// Whether locations cannot attribute tests to files: some tests are located elsewhere, or a test file
/// imports another. Recorded actions settle the question.
fn is_unowned(entries: &[TestEntry], files: &[FileEvidence]) -> bool {
    let mut tests = entries.iter().filter(|entry| entry.scope == Scope::Test).peekable();
    if files.is_empty() || tests.peek().is_none() || files.iter().any(|file| !file.tests.is_empty()) {
        return false;
    }
    let names: BTreeSet<&str> = files.iter().map(|file| file.file.as_str()).collect();
    let imports_test = |file: &FileEvidence| {
        let mut paths = file.imports.iter().filter_map(|one| one.path.as_deref());
        file.truncated || paths.any(|path| path != file.file && names.contains(path))
    };
    tests.any(|entry| !names.contains(entry.location.file.as_str())) || files.iter().any(imports_test)
}

/// Whether entries are missing. Truncated console output does not count.
fn entries_were_cut(result: &verdict_protocol::VerifyResult) -> bool {
    result.limit.as_ref().is_some_and(|limit| limit.name == verdict_protocol::LimitName::OutputBytes)
        || !result.console.truncated
}

pub(super) fn name((file, path, _): &Key) -> TestName {
    TestName { file: file.clone(), test: path.join(" > ") }
}
