//! The files around the one that is examined.

use std::cell::{Cell, RefCell};

use oxc_allocator::Allocator;

use verdict_vfs::{Blob, Snapshot, VfsPath};

use crate::graph::Graphs;

/// All files and their modules. It notes whether an examination asks for more than its own file, because the
/// findings then depend on others.
pub(crate) struct Project<'a> {
    snapshot: &'a Snapshot,
    graphs: Graphs,
    is_asked: Cell<bool>,
    /// An empty allocator with the memory of the last tree.
    spare: RefCell<Option<Allocator>>,
}

/// The most memory that an allocator without a tree holds.
const MOST_SPARE: usize = 16 << 20;

impl<'a> Project<'a> {
    /// A project with the modules of its files.
    pub(crate) fn new(snapshot: &'a Snapshot, graphs: Graphs) -> Project<'a> {
        Project { snapshot, graphs, is_asked: Cell::new(false), spare: RefCell::default() }
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

    /// An allocator for a tree. [`Project::give_back`] takes it again.
    pub(crate) fn allocator(&self) -> Allocator {
        self.spare.take().unwrap_or_default()
    }

    /// Keeps the memory of an allocator for the next tree.
    pub(crate) fn give_back(&self, mut allocator: Allocator) {
        allocator.reset();
        if allocator.capacity() <= MOST_SPARE {
            self.spare.replace(Some(allocator));
        }
    }

    /// Whether something asked for other files since this was called last.
    pub(crate) fn was_asked(&self) -> bool {
        self.is_asked.take()
    }
}
