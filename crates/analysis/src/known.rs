//! What is known of the files of a snapshot, for the next one.

use std::fmt;

use verdict_protocol::{Aliases, ImportResolution, PinnedImport, TestConfig};
use verdict_vfs::{Snapshot, VfsPath, diff};

use crate::graph::Graphs;
use crate::project::Project;
use crate::types::Files;

/// Most bytes of what is known from one run to the next, roughly.
const MOST: usize = 32 << 20;

/// What a [`Linter`](crate::Linter) and a [`TypeChecker`](crate::TypeChecker) read of the files of a snapshot.
///
/// The next one starts from it, so that an edit costs what it touches. No finding depends on it.
#[derive(Default)]
pub struct Known {
    snapshot: Snapshot,
    /// What imports depend on besides the files.
    aliases: Aliases,
    resolution: ImportResolution,
    pinned: Vec<PinnedImport>,
    graphs: Option<Graphs>,
    files: Files,
}

impl Known {
    /// Turns to a snapshot whose imports resolve as a configuration says. Forgets what the changes since the
    /// last one may have changed.
    pub fn turn_to(&mut self, snapshot: &Snapshot, config: &TestConfig) {
        let changed = self.changed(snapshot, config);
        self.graphs = match (self.graphs.take(), &changed) {
            (Some(graphs), Some(changed)) => Some(graphs.after(snapshot, changed)),
            _ => None,
        };
        if changed.is_none() {
            self.files.forget_names();
        }
        self.snapshot = snapshot.clone();
        self.aliases.clone_from(&config.alias);
        self.resolution.clone_from(&config.resolve);
        self.pinned.clone_from(&config.pinned_imports);
    }

    /// Forgets the files that changed. `None` if imports may lead to other files.
    fn changed(&mut self, snapshot: &Snapshot, config: &TestConfig) -> Option<Vec<VfsPath>> {
        let diff = diff(&self.snapshot, snapshot);
        let moved = diff.renamed.iter().flat_map(|(from, to)| [from, to]);
        for path in diff.modified.iter().chain(&diff.created).chain(&diff.deleted).chain(moved) {
            self.files.forget(path);
        }
        let has_other_names = !diff.created.is_empty()
            || !diff.deleted.is_empty()
            || !diff.renamed.is_empty()
            || self.aliases != config.alias
            || self.resolution != config.resolve
            || self.pinned != config.pinned_imports;
        // `package.json` and `tsconfig.json` with what it extends say what imports name.
        let are_scripts = !diff.modified.iter().any(|path| path.extension() == Some("json"));
        (!has_other_names && are_scripts).then_some(diff.modified)
    }

    /// Takes what is known of the snapshot.
    pub(crate) fn take<'a>(&mut self, snapshot: &'a Snapshot) -> (Project<'a>, Files) {
        let graphs = self.graphs.take().unwrap_or_else(|| Graphs::new(snapshot));
        (Project::new(snapshot, graphs), std::mem::take(&mut self.files))
    }

    /// Keeps what is known of the snapshot, unless that is too much.
    pub(crate) fn keep(&mut self, project: Project<'_>, files: Files) {
        let graphs = project.into_graphs();
        if graphs.bytes() + files.bytes() <= MOST {
            (self.graphs, self.files) = (Some(graphs), files);
        }
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Known").field("root", &self.snapshot.root()).finish_non_exhaustive()
    }
}
