//! Records what a test file was served: each edge of the module graph that its guest could follow, and each
//! file it could read.

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::{CONFIG_FILE, FileEvidence, ImportEvidence, ImportKind, ReadEvidence, ReadKind};
use verdict_vfs::{Snapshot, VfsPath};

use super::Graph;
use super::linked::Files;
use crate::supply::Target;

/// Maximum size of the recorded runtime imports, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// What one test file requested at run time, beyond the literal specifiers of its modules.
#[derive(Debug, Default)]
pub(super) struct RuntimeImports {
    file: Option<VfsPath>,
    setup: Vec<(String, Option<VfsPath>)>,
    /// Targets of `import()` with a computed specifier, by importer and specifier.
    loads: BTreeMap<(VfsPath, String), Option<VfsPath>>,
    bytes: usize,
    truncated: bool,
    /// The files that the guest received to read them.
    reads: BTreeSet<String>,
}

impl RuntimeImports {
    /// Starts or restarts a file. Requests of its earlier runs are kept.
    pub(super) fn begin(&mut self, file: &VfsPath) {
        if self.file.as_ref() != Some(file) {
            *self = RuntimeImports { file: Some(file.clone()), ..RuntimeImports::default() };
        }
        self.setup.clear();
    }

    pub(super) fn setup(&mut self, name: &str, path: Option<&VfsPath>) {
        self.setup.push((name.to_owned(), path.cloned()));
    }

    pub(super) fn reads<'a>(&mut self, paths: impl Iterator<Item = &'a str>) {
        self.reads.extend(paths.map(str::to_owned));
    }

    pub(super) fn load(&mut self, importer: &VfsPath, specifier: &str, target: &Target) {
        let bytes = self.bytes + importer.as_str().len() + specifier.len();
        if bytes > MOST_BYTES {
            self.truncated = true;
            return;
        }
        self.bytes = bytes;
        self.loads.insert((importer.clone(), specifier.to_owned()), file_of(target));
    }
}

/// The file that a target names; `None` for a module of the harness or of Node, and for an unresolved
/// specifier.
pub(super) fn file_of(target: &Target) -> Option<VfsPath> {
    let Target::Id(id) = target else { return None };
    VfsPath::parse(id).ok().filter(|path| path.as_str() == id)
}

impl Graph {
    /// Implements [`crate::supply::Modules::evidence`].
    pub(super) fn used(&self) -> FileEvidence {
        let asked = &self.asked;
        let mut found = Found { files: &self.files, edges: BTreeSet::new(), reads: BTreeSet::new() };
        let mut open: Vec<VfsPath> = asked.file.iter().cloned().collect();
        for (name, path) in &asked.setup {
            open.extend(found.edge(CONFIG_FILE, name, ImportKind::Setup, path.as_ref()));
        }
        for ((importer, specifier), path) in &asked.loads {
            open.extend(found.edge(importer.as_str(), specifier, ImportKind::Import, path.as_ref()));
        }
        let mut seen = BTreeSet::new();
        while let Some(path) = open.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            open.extend(found.of(&path));
            for (specifier, target) in self.needs.of(&path) {
                let target = file_of(target);
                open.extend(found.edge(path.as_str(), specifier, ImportKind::Require, target.as_ref()));
            }
        }
        found.reads.extend(asked.reads.iter().map(|path| read(path.clone(), ReadKind::File)));
        FileEvidence {
            file: asked.file.as_ref().map(ToString::to_string).unwrap_or_default(),
            imports: found.edges.into_iter().collect(),
            reads: found.reads.into_iter().collect(),
            truncated: asked.truncated,
            ..FileEvidence::default()
        }
    }
}

struct Found<'a> {
    files: &'a Files,
    edges: BTreeSet<ImportEvidence>,
    reads: BTreeSet<ReadEvidence>,
}

impl Found<'_> {
    /// Records an edge between the files of two modules, and returns the target module.
    fn edge(
        &mut self,
        importer: &str,
        specifier: &str,
        kind: ImportKind,
        path: Option<&VfsPath>,
    ) -> Option<VfsPath> {
        let snapshot = &self.files.project.snapshot;
        self.edges.insert(ImportEvidence {
            importer: snapshot.module_path(importer),
            specifier: specifier.to_owned(),
            kind,
            path: path.map(|name| snapshot.module_file(name).to_string()),
        });
        path.cloned()
    }

    /// Records the edges of a file and returns their targets.
    fn of(&mut self, path: &VfsPath) -> Vec<VfsPath> {
        // A file that is not lowered yet was not sent.
        let Some(linked) = self.files.known(path.as_str()).and_then(|number| self.files.link_of(number))
        else {
            return Vec::new();
        };
        let importer = path.as_str();
        let mut next = Vec::new();
        for glob in linked.ready.code().into_iter().flat_map(|module| &module.globs) {
            let by = Some(self.files.project.snapshot.module_path(importer));
            let globs = glob.found.patterns.iter();
            self.reads.extend(
                globs.map(|path| ReadEvidence { by: by.clone(), ..read(path.clone(), ReadKind::Glob) }),
            );
        }
        for (kind, targets) in [(ImportKind::Import, &linked.deps), (ImportKind::Require, &linked.requires)] {
            for (specifier, target) in targets {
                next.extend(self.edge(importer, specifier, kind, file_of(target).as_ref()));
            }
        }
        for (specifier, target) in &linked.mocks {
            let replaced = file_of(target);
            next.extend(self.edge(importer, specifier, ImportKind::Mock, replaced.as_ref()));
            let key = replaced.as_ref().map_or(specifier.as_str(), VfsPath::as_str);
            next.extend(self.redirected(Snapshot::mock_paths(key, specifier)));
        }
        next
    }

    /// Records lookups for a mock in a `__mocks__` folder, up to the file that was found.
    fn redirected(&mut self, paths: Vec<VfsPath>) -> Option<VfsPath> {
        for path in paths {
            let is_there = self.files.project.snapshot.get(&path).is_some();
            let kind = if is_there { ReadKind::File } else { ReadKind::Missing };
            self.reads.insert(read(path.to_string(), kind));
            if is_there {
                return Some(path);
            }
        }
        None
    }
}

fn read(path: String, kind: ReadKind) -> ReadEvidence {
    ReadEvidence { path, kind, by: None }
}
