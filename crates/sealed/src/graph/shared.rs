//! Modules that one guest after another gets, each told to the host's script once.

use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use super::Module;
use super::ready::Ready;
use crate::names::{Declared, DeclaredTests};

/// A module with a number, by which messages name it: its text crosses to the host's script once, and to a guest that runs
/// one file after another once. Equal modules of one [`Cache`](super::Cache) that come from equal texts have the same number,
/// and others never do.
#[derive(Debug)]
pub struct Shared {
    key: u32,
    module: Module,
    /// What it was made of, where that is a file.
    ready: Option<Rc<Ready>>,
    declares: OnceCell<bool>,
    names: OnceCell<Option<Rc<Declared>>>,
    reads_files: OnceCell<bool>,
}

impl Shared {
    /// A module with a number that no other has.
    #[must_use]
    pub fn new(key: u32, module: Module) -> Rc<Shared> {
        Shared::made_of(key, module, None)
    }

    pub(super) fn made_of(key: u32, module: Module, ready: Option<Rc<Ready>>) -> Rc<Shared> {
        let (declares, names, reads_files) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Rc::new(Shared { key, module, ready, declares, names, reads_files })
    }

    /// Whether this is what such a module would be.
    pub(super) fn is_of(&self, module: &Module, ready: Option<&Rc<Ready>>) -> bool {
        self.ready.as_ref().map(Rc::as_ptr) == ready.map(Rc::as_ptr) && self.module == *module
    }

    /// Its number.
    #[must_use]
    pub fn key(&self) -> u32 {
        self.key
    }

    /// What its text says of tests.
    pub(crate) fn said(&self) -> &DeclaredTests {
        self.ready.as_ref().map_or(&DeclaredTests::Unknown, |ready| &ready.said)
    }

    /// What its text declares: what `look` finds, which is asked once.
    pub(crate) fn names(&self, look: impl FnOnce() -> Option<Rc<Declared>>) -> Option<Rc<Declared>> {
        self.names.get_or_init(look).clone()
    }

    /// Whether it names Node's file system.
    pub(super) fn reads_files(&self) -> bool {
        *self.reads_files.get_or_init(|| self.module.reads_files())
    }

    /// Whether tests may be declared in it: what `look` finds, which is asked once.
    pub(crate) fn declares(&self, look: impl FnOnce() -> bool) -> bool {
        *self.declares.get_or_init(look)
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        self.module == other.module
    }
}

impl Deref for Shared {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.module
    }
}

/// Writes the numbers of modules.
pub(crate) fn keys<S: Serializer>(modules: &[Rc<Shared>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(modules.iter().map(|module| module.key))
}

/// Writes modules as they are told once: with their numbers.
pub(crate) fn whole<S: Serializer>(modules: &[Rc<Shared>], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct NumberedModule<'a> {
        key: u32,
        #[serde(flatten)]
        module: &'a Module,
    }
    to.collect_seq(modules.iter().map(|one| NumberedModule { key: one.key, module: &one.module }))
}
