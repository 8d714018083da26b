//! Modules that one guest after another gets, each told to the host's script once.

use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use serde::{Serialize, Serializer};

use super::Module;

/// A module with a number, by which messages name it: its text crosses to the host's script once, and to a guest that runs
/// one file after another once. Equal modules of one [`Cache`](super::Cache) have the same number, and others never do.
#[derive(Debug)]
pub struct Shared {
    key: u32,
    module: Module,
    declares: OnceCell<bool>,
}

impl Shared {
    /// A module with a number that no other has.
    #[must_use]
    pub fn new(key: u32, module: Module) -> Rc<Shared> {
        Rc::new(Shared { key, module, declares: OnceCell::new() })
    }

    /// Its number.
    #[must_use]
    pub fn key(&self) -> u32 {
        self.key
    }

    /// Itself.
    pub(super) fn module(&self) -> &Module {
        &self.module
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
    struct Told<'a> {
        key: u32,
        #[serde(flatten)]
        module: &'a Module,
    }
    to.collect_seq(modules.iter().map(|one| Told { key: one.key, module: &one.module }))
}
