//! Determines the subject of tests, and mutants that the tests should detect.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_material::{Division, Role};
use verdict_protocol::{EvidenceLevel, FileEvidence, FunctionEvidence, Mutant, TestConfig};
use verdict_sandbox::IsSubject;
use verdict_transform::mutate::{FunctionMutants, mutants, pick};
use verdict_vfs::{Snapshot, VfsPath};

/// The subject of a command's tests, as far as it is needed.
pub(crate) struct Subject {
    /// The files covered by evidence: those of the subject, without packages.
    pub(crate) is_subject: IsSubject,
    /// The files that must not see the test API, if it is sealed: also packages of the subject, and undecided
    /// files.
    pub(crate) sealed_from: Option<IsSubject>,
}

impl Subject {
    pub(crate) fn of(division: Option<&Rc<Division>>, config: &TestConfig, snapshot: &Snapshot) -> Subject {
        let Some(division) = division else {
            return Subject { is_subject: Rc::new(|_| false), sealed_from: None };
        };
        let is_recorded = config.evidence >= EvidenceLevel::Full;
        let subject = division.subject().filter(|_| is_recorded);
        let subject: BTreeSet<String> = subject.map(ToString::to_string).collect();
        let division = Rc::clone(division);
        // A query in the name of a module changes nothing about whose file it is.
        let (files, modules) = (snapshot.clone(), snapshot.clone());
        let is_sealed_from = move |name: &str| {
            VfsPath::parse(name).is_ok_and(|name| division.role(&files.module_file(&name)) != Role::Material)
        };
        Subject {
            is_subject: Rc::new(move |name| subject.contains(&modules.module_path(name))),
            sealed_from: config.sealed_api.then(|| -> IsSubject { Rc::new(is_sealed_from) }),
        }
    }
}

/// Mutants of files; each file is read once.
#[derive(Default)]
pub(crate) struct Mutants {
    files: BTreeMap<String, Vec<FunctionMutants>>,
}

impl Mutants {
    /// Lists mutants of the functions that a file's tests called.
    pub(crate) fn fill(&mut self, evidence: &mut FileEvidence, snapshot: &Snapshot) {
        let called = evidence.tests.iter().flat_map(|test| &test.functions);
        let called: BTreeSet<&FunctionEvidence> = called.collect();
        let of: Vec<Vec<Mutant>> = called.into_iter().map(|function| self.of(function, snapshot)).collect();
        evidence.mutants = pick(&of);
    }

    fn of(&mut self, function: &FunctionEvidence, snapshot: &Snapshot) -> Vec<Mutant> {
        let functions = self.files.entry(function.file.clone()).or_insert_with(|| {
            let path = VfsPath::parse(&function.file).ok();
            let text = path.as_ref().and_then(|path| snapshot.get(path)?.text());
            text.map_or_else(Vec::new, |text| mutants(&function.file, text))
        });
        let at = (function.line, function.column);
        // In a lowered file, columns are only as exact as its position map.
        let alike = |known: &&FunctionMutants| known.at.0 == function.line && known.name == function.name;
        let found = functions.iter().find(|known| known.at == at);
        found.or_else(|| functions.iter().find(alike)).map_or_else(Vec::new, |found| found.mutants.clone())
    }
}
