//! Modules shared by guests; each is sent to the host's script once.

use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use super::Module;
use crate::declared::{Declared, DeclaredTests};

/// A module with a number that messages refer to it by. Its text is sent to the host's script once, and once
/// to each guest that runs several files. Equal modules made from equal texts of one
/// [`Cache`](crate::graph::Cache) have the same number. Different modules never do.
#[derive(Debug)]
pub struct Shared {
    key: u32,
    module: Module,
    /// The tests that the prepared file declares of which it was made, if it is a file. Each prepared file has
    /// its own, which identifies the file.
    declared_tests: Option<Rc<DeclaredTests>>,
    declares: OnceCell<bool>,
    names: OnceCell<Option<Rc<Declared>>>,
    reads_files: OnceCell<bool>,
}

impl Shared {
    /// Creates a module under a number that no other module has.
    #[must_use]
    pub fn new(key: u32, module: Module) -> Rc<Shared> {
        Shared::made_of(key, module, None)
    }

    pub(crate) fn made_of(key: u32, module: Module, declared_tests: Option<Rc<DeclaredTests>>) -> Rc<Shared> {
        let (declares, names, reads_files) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Rc::new(Shared { key, module, declared_tests, declares, names, reads_files })
    }

    /// Whether it equals `module` and was made of the same file.
    pub(crate) fn is_of(&self, module: &Module, declared_tests: Option<&Rc<DeclaredTests>>) -> bool {
        let own = self.declared_tests.as_ref().map(Rc::as_ptr);
        own == declared_tests.map(Rc::as_ptr) && self.module == *module
    }

    /// The number of the module.
    #[must_use]
    pub fn key(&self) -> u32 {
        self.key
    }

    /// The tests that its text declares.
    pub(crate) fn declared_tests(&self) -> &DeclaredTests {
        self.declared_tests.as_deref().unwrap_or(&DeclaredTests::Unknown)
    }

    /// The test names that its text declares. `look` computes them on the first call only.
    pub(crate) fn names(&self, look: impl FnOnce() -> Option<Rc<Declared>>) -> Option<Rc<Declared>> {
        self.names.get_or_init(look).clone()
    }

    /// Whether it refers to Node's file system module.
    pub(crate) fn reads_files(&self) -> bool {
        *self.reads_files.get_or_init(|| self.module.reads_files())
    }

    /// Whether it may declare tests. `look` decides on the first call only.
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

/// Serializes the numbers of modules.
pub(crate) fn keys<S: Serializer>(modules: &[Rc<Shared>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(modules.iter().map(|module| module.key))
}

/// Serializes modules with their numbers.
pub(crate) fn whole<S: Serializer>(modules: &[Rc<Shared>], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct NumberedModule<'a> {
        key: u32,
        #[serde(flatten)]
        module: &'a Module,
    }
    to.collect_seq(modules.iter().map(|one| NumberedModule { key: one.key, module: &one.module }))
}
