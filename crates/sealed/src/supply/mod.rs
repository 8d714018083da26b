//! The port through which guests are supplied: the modules they receive, and the traits that provide these.
//!
//! [`graph`](crate::graph) implements the port. [`message`](crate::message) and [`run`](crate::run) only use it.

mod module;
mod shared;

use std::rc::Rc;

use verdict_judge::Dom;
use verdict_protocol::{FileContent, FileEvidence, TestConfig, TestRunner};
use verdict_vfs::{Snapshot, VfsPath};

pub(crate) use self::module::location;
pub use self::module::{Form, LoadError, Meta, Module, Stars, Target};
pub use self::shared::Shared;
pub(crate) use self::shared::{keys, whole};

/// Whether a path belongs to the subject; all other paths are test material.
pub type IsSubject = Rc<dyn Fn(&VfsPath) -> bool>;

/// A file must be lowered (it has JSX or syntax beyond types), and the transformer is not loaded yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent;

/// Everything a test file needs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Supplied {
    /// Modules that run before the file, by path.
    pub setup: Vec<String>,
    /// The modules, ready to run, the test file included.
    pub modules: Vec<Rc<Shared>>,
    /// The files that the guest may read, by path, if it reads files.
    pub files: Option<Vec<(String, FileContent)>>,
    /// The DOM that the file wants, by its configuration or by its own comment.
    pub dom: Option<Dom>,
    /// The options of its DOM.
    pub dom_options: Option<serde_json::Value>,
}

/// A module requested at run time, with the modules of its graph that were not supplied before.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct More {
    /// The module's path or built-in name.
    pub id: String,
    /// The modules, ready to run.
    pub modules: Vec<Rc<Shared>>,
}

/// Creates the module graphs of snapshots, and caches what they share.
pub trait Supplier {
    /// The module graph of a snapshot.
    fn of(&mut self, snapshot: &Snapshot, options: ModuleOptions) -> Box<dyn Modules>;
}

/// How a request has its files prepared, besides what the snapshot says.
#[derive(Clone, Default)]
pub struct ModuleOptions {
    /// Identifies the subject, if only test material may use the test API.
    pub subject: Option<IsSubject>,
    /// The runner that the tests are written for.
    pub runner: Option<TestRunner>,
}

/// Prepares the files of one snapshot for guests.
pub trait Modules {
    /// Everything a test file needs. A faulty file becomes a module that throws its error.
    ///
    /// # Errors
    /// [`Absent`] if a file needs the transformer, which is not loaded yet.
    fn file(&mut self, file: &VfsPath, config: &TestConfig) -> Result<Supplied, Absent>;

    /// Loads a specifier of a module for the guest supplied last. The inner error is thrown to the guest.
    ///
    /// # Errors
    /// [`Absent`] if a file needs the transformer, which is not loaded yet.
    fn load(&mut self, importer: &str, specifier: &str) -> Result<Result<More, LoadError>, Absent>;

    /// Adds the target of a runtime `require` to a module, for all later supplies. Returns false if the guest
    /// supplied last does not have the importer, or if the request is not new.
    fn need(&mut self, importer: &str, specifier: &str) -> bool;

    /// What the file supplied last, in all its guests, could import and read. Only the file, its imports and
    /// its reads are set. Of the guest's reports only requests that were served count.
    fn evidence(&self) -> FileEvidence {
        FileEvidence::default()
    }

    /// Maps a line and column in a module's code to the snapshot; `None` if `id` is not a module.
    fn place(&self, id: &str, at: (u32, u32)) -> Option<(u32, u32)>;
}
