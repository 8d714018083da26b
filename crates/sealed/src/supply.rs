//! Modules for one request after another.

use std::rc::Rc;

use verdict_transform::Lower;
use verdict_vfs::Snapshot;

use crate::graph::{Cache, Files, Graph, IsSubject};
use crate::run::{Modules, Supplier};

/// Gives the module graphs of snapshots, and keeps what they have in common: all of the last one, and what was made of texts
/// before ([`Cache`]).
pub struct Graphs {
    cache: Cache,
    lower: Rc<dyn Lower>,
    last: Option<Rc<Files>>,
}

impl std::fmt::Debug for Graphs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graphs").field("cache", &self.cache).finish_non_exhaustive()
    }
}

impl Graphs {
    /// `lower` lowers files with more than types.
    #[must_use]
    pub fn new(lower: Rc<dyn Lower>) -> Graphs {
        Graphs { cache: Cache::default(), lower, last: None }
    }
}

impl Supplier for Graphs {
    fn of(&mut self, snapshot: &Snapshot) -> Box<dyn Modules> {
        let files = self.last.take().filter(|files| files.are_of(snapshot));
        let files = files.unwrap_or_else(|| Files::of(snapshot, &self.cache, Rc::clone(&self.lower), None));
        self.last = Some(Rc::clone(&files));
        Box::new(Graph::with(files))
    }

    fn sealed(&mut self, snapshot: &Snapshot, subject: IsSubject) -> Box<dyn Modules> {
        // Who is the subject depends on the request: what was made of texts is kept, what they came to is not.
        Box::new(Graph::with(Files::of(snapshot, &self.cache, Rc::clone(&self.lower), Some(subject))))
    }
}
