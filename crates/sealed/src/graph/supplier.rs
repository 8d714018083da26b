//! Supplies modules to successive requests.

use std::rc::Rc;

use verdict_transform::Lower;
use verdict_vfs::Snapshot;

use super::linked::Files;
use super::{Cache, Graph};
use crate::supply::{ModuleOptions, Modules, Supplier};

/// Creates the module graphs of snapshots. Caches the last graph and, in [`Cache`], every prepared file.
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
    /// Creates a supplier; `lower` compiles files with more than types.
    #[must_use]
    pub fn new(lower: Rc<dyn Lower>) -> Graphs {
        Graphs { cache: Cache::default(), lower, last: None }
    }
}

impl Supplier for Graphs {
    fn of(&mut self, snapshot: &Snapshot, options: ModuleOptions) -> Box<dyn Modules> {
        let make = |options| Files::of(snapshot, &self.cache, Rc::clone(&self.lower), options);
        if options.subject.is_some() {
            // The subject depends on the request. The cache of prepared files is kept, the module graph is not.
            return Box::new(Graph::with(make(options)));
        }
        let files = self.last.take().filter(|files| files.are_of(snapshot, options.runner));
        let files = files.unwrap_or_else(|| make(options));
        self.last = Some(Rc::clone(&files));
        Box::new(Graph::with(files))
    }
}
