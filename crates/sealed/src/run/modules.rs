//! Where modules come from.

use std::rc::Rc;

use verdict_protocol::{FileEvidence, TestConfig};
use verdict_vfs::{Snapshot, VfsPath};

use crate::graph::{IsSubject, LoadError, Shared};

/// A file has to be lowered (it has more than types, or JSX), and there is no transformer yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent;

/// What a test file needs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Supplied {
    /// Modules that run before the file.
    pub setup: Vec<String>,
    /// Each ready to run, the file among them.
    pub modules: Vec<Rc<Shared>>,
    /// All files as text, where the guest may read them.
    pub files: Option<Vec<(String, String)>>,
    /// Whether the file wants a DOM, by its configuration or by a comment of its own.
    pub dom: bool,
}

/// A module that was asked for while the file runs, with what of its graph was not supplied before.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct More {
    /// Which it is.
    pub id: String,
    /// Each ready to run.
    pub modules: Vec<Rc<Shared>>,
}

/// Gives the modules of a snapshot; remembers from one to the next what they have in common.
pub trait Supplier {
    /// Those of these files.
    fn of(&mut self, snapshot: &Snapshot) -> Box<dyn Modules>;

    /// The same where the test API is test material's alone.
    fn sealed(&mut self, snapshot: &Snapshot, _subject: IsSubject) -> Box<dyn Modules> {
        self.of(snapshot)
    }
}

/// Makes modules of the files of one snapshot ready for a guest.
pub trait Modules {
    /// What a test file needs. Whatever is wrong with a file is a module too, which throws it.
    ///
    /// # Errors
    /// [`Absent`].
    fn file(&mut self, file: &VfsPath, config: &TestConfig) -> Result<Supplied, Absent>;

    /// What a specifier names in a module, for the guest that was supplied last; an error is thrown to it.
    ///
    /// # Errors
    /// [`Absent`].
    fn load(&mut self, importer: &str, specifier: &str) -> Result<Result<More, LoadError>, Absent>;

    /// From now on what a specifier names in a `require` of a module is supplied with that module: of the guest that was
    /// supplied last, which has to name a module that it has, and nothing twice. Gives whether it did.
    fn need(&mut self, importer: &str, specifier: &str) -> bool;

    /// What the file that was supplied last, in all its guests, could import and read: of it only the file, the imports and the
    /// reads are told. Nothing that a guest says counts but what it asked for and was given.
    fn evidence(&self) -> FileEvidence {
        FileEvidence::default()
    }

    /// The place in the snapshot of a line and column in the code of a module; none where `id` is no module.
    fn place(&self, id: &str, at: (u32, u32)) -> Option<(u32, u32)>;
}
