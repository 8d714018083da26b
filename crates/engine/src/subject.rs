//! Which files tests are about, and small changes of them that these tests should notice.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_material::{Division, Known, Role, test_files};
use verdict_protocol::{
    Command, Evidence, EvidenceLevel, FileEvidence, FunctionEvidence, Mutant, TestConfig,
};
use verdict_sandbox::IsSubject;
use verdict_transform::mutate::{FunctionMutants, mutants, pick};
use verdict_vfs::{Snapshot, VfsPath};

/// The divisions of the last snapshots that tests ran on: the files of one command may come one by one, and a gate asks about
/// a few states in turns.
#[derive(Debug, Default)]
pub(crate) struct Divisions(RefCell<Divided>);

/// How many divisions are kept.
const MOST: usize = 4;

#[derive(Debug, Default)]
struct Divided {
    /// The last one last.
    divisions: Vec<(String, Rc<Division>)>,
    known: Known,
}

impl Divisions {
    /// The division that a command's tests are run under; none where nothing is recorded and the test
    /// API is not sealed.
    pub(crate) fn of(
        &self,
        snapshot: &Snapshot,
        command: &Command,
        config: &TestConfig,
    ) -> Option<Rc<Division>> {
        if config.evidence.is_off() && !config.sealed_api {
            return None;
        }
        let tests = test_files(snapshot, command);
        let resolved = (&config.alias, &config.pinned_imports);
        let said = (&config.material, &config.entries, &config.setup_files, resolved);
        let key = format!("{} {tests:?} {said:?}", snapshot.root());
        let Divided { divisions, known } = &mut *self.0.borrow_mut();
        if let Some((_, division)) = divisions.iter().find(|(known, _)| *known == key) {
            return Some(Rc::clone(division));
        }
        let division = Rc::new(Division::knowing(known, snapshot, &tests, config));
        if divisions.len() >= MOST {
            divisions.remove(0);
        }
        divisions.push((key, Rc::clone(&division)));
        Some(division)
    }
}

/// What the tests that a command names are about, as far as somebody asks.
pub(crate) struct Subject {
    /// The files that evidence is of: those of the subject, packages aside.
    pub(crate) is_subject: IsSubject,
    /// The files that the test API is sealed from, where it is: packages of the subject too, and what might be either.
    pub(crate) sealed_from: Option<IsSubject>,
}

impl Subject {
    pub(crate) fn of(division: Option<&Rc<Division>>, config: &TestConfig) -> Subject {
        let Some(division) = division else {
            return Subject { is_subject: Rc::new(|_| false), sealed_from: None };
        };
        let is_recorded = config.evidence >= EvidenceLevel::Full;
        let subject = division.subject().filter(|_| is_recorded);
        let subject: BTreeSet<String> = subject.map(ToString::to_string).collect();
        let division = Rc::clone(division);
        let is_sealed_from =
            move |path: &str| VfsPath::parse(path).is_ok_and(|path| division.role(&path) != Role::Material);
        Subject {
            is_subject: Rc::new(move |path| subject.contains(path)),
            sealed_from: config.sealed_api.then(|| -> IsSubject { Rc::new(is_sealed_from) }),
        }
    }
}

/// Says in the evidence of a command how the snapshot is divided.
pub(crate) fn describe(division: &Division, evidence: &mut Evidence) {
    evidence.divided = true;
    evidence.subject = division.subject().map(ToString::to_string).collect();
    evidence.undecided = division.undecided().map(ToString::to_string).collect();
    evidence.loose = division.loose().map(ToString::to_string).collect();
    evidence.packages = division.packages().map(str::to_owned).collect();
}

/// Mutants of files, which are read once.
#[derive(Default)]
pub(crate) struct Mutants {
    files: BTreeMap<String, Vec<FunctionMutants>>,
}

impl Mutants {
    /// Lists mutants of the functions that the tests of a file called.
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
        // In a file that is lowered, columns are as near as its positions tell.
        let alike = |known: &&FunctionMutants| known.at.0 == function.line && known.name == function.name;
        let found = functions.iter().find(|known| known.at == at);
        found.or_else(|| functions.iter().find(alike)).map_or_else(Vec::new, |found| found.mutants.clone())
    }
}
