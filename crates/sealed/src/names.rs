//! Collects the names of all tests that a file can declare, if its source determines them.
//!
//! A guest that forges events then cannot invent test names. Most files write their test names as literals.
//! If a file does not, or if other code may declare tests, every name is accepted.

use std::rc::Rc;

use oxc_allocator::Allocator;
use verdict_syntax::parse;
use verdict_vfs::{Snapshot, TEST_API_MODULES, VfsPath};

pub use crate::declared::Declared;
use crate::declared::{DeclaredTests, Look, mentions, of_source};
use crate::supply::{Shared, Target};

/// A module that a test file loads and that may declare tests.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded(Rc<Shared>);

impl Loaded {
    /// Wraps a module.
    #[must_use]
    pub fn of(module: &Rc<Shared>) -> Loaded {
        Loaded(Rc::clone(module))
    }

    /// Whether it may declare tests, although it is no test file.
    fn may_declare(&self, snapshot: &Snapshot) -> bool {
        self.0.declares(|| self.looks_so(snapshot))
    }

    fn looks_so(&self, snapshot: &Snapshot) -> bool {
        let Loaded(module) = self;
        let own =
            |target: &Target| matches!(target, Target::Id(id) if TEST_API_MODULES.contains(&id.as_str()));
        if module.deps.iter().chain(&module.requires).any(|(_, target)| own(target)) {
            return true;
        }
        match module.declared_tests() {
            DeclaredTests::Nothing => return false,
            DeclaredTests::Names { uses, .. } => return *uses,
            DeclaredTests::Unknown => {}
        }
        let text = VfsPath::parse(&module.id).ok().and_then(|path| snapshot.get(&path)?.text());
        let Some(text) = text.filter(|text| mentions(text)) else { return false };
        let allocator = Allocator::default();
        let Ok(parsed) = parse(&allocator, &module.id, text) else { return false };
        Look::at(&parsed.program).plain > 0
    }

    /// The names that the module itself declares. They are computed once.
    fn names(&self, snapshot: &Snapshot) -> Option<Rc<Declared>> {
        let Loaded(module) = self;
        match module.declared_tests() {
            DeclaredTests::Names { declared, .. } => declared.clone(),
            _ => module.names(|| {
                let path = VfsPath::parse(&module.id).ok()?;
                of_source(path.as_str(), snapshot.get(&path)?.text()?)
            }),
        }
    }
}

/// The names that a test file and its modules declare; `None` if their source does not determine all of them.
#[must_use]
pub fn declared(file: &VfsPath, modules: &[Loaded], snapshot: &Snapshot) -> Option<Rc<Declared>> {
    let is_own = |Loaded(module): &&Loaded| module.id == file.as_str();
    if modules.iter().any(|module| !is_own(&module) && module.may_declare(snapshot)) {
        return None;
    }
    match modules.iter().find(is_own) {
        Some(own) => own.names(snapshot),
        None => of_source(file.as_str(), snapshot.get(file)?.text()?),
    }
}
