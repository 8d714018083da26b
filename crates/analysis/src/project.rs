//! The files around the one that is examined.

use std::cell::Cell;

use verdict_vfs::{Blob, Snapshot, VfsPath};

use crate::graph::Graphs;

/// All files and their modules. It notes whether an examination asks for more than its own file, because the
/// findings then depend on others.
pub(crate) struct Project<'a> {
    snapshot: &'a Snapshot,
    graphs: Graphs,
    is_asked: Cell<bool>,
}

impl<'a> Project<'a> {
    /// A project with the modules of its files.
    pub(crate) fn new(snapshot: &'a Snapshot, graphs: Graphs) -> Project<'a> {
        Project { snapshot, graphs, is_asked: Cell::new(false) }
    }

    /// The modules, for the next snapshot.
    pub(crate) fn into_graphs(self) -> Graphs {
        self.graphs
    }

    /// The file that is examined.
    pub(crate) fn own(&self, path: &VfsPath) -> Option<&'a Blob> {
        self.snapshot.get(path)
    }

    /// All files.
    pub(crate) fn snapshot(&self) -> &'a Snapshot {
        self.is_asked.set(true);
        self.snapshot
    }

    /// The modules of all files.
    pub(crate) fn graphs(&self) -> &Graphs {
        self.is_asked.set(true);
        &self.graphs
    }

    /// Whether something asked for other files since this was called last.
    pub(crate) fn was_asked(&self) -> bool {
        self.is_asked.take()
    }
}
