//! Records imports and reads of guest code, as evidence.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use boa_engine::Context;
use boa_engine::vm::SourcePath;
use verdict_protocol::{EvidenceLevel, ImportEvidence, ImportKind, Location, ReadEvidence, ReadKind};
use verdict_vfs::{Conditions, NodeModule, VfsPath};

use crate::host::Host;
use crate::late::Late;

/// Maximum size of recorded text per guest, in bytes, so that a loop over new paths cannot fill the host's
/// memory.
const MOST_BYTES: usize = 8 << 20;

/// Prefix of the loader's own specifiers.
const LOADER_PREFIX: &str = "verdict:";

/// Imports and reads of guest code, without duplicates.
#[derive(Debug, Clone, Default)]
pub struct Recorded {
    imports: BTreeMap<(String, String, ImportKind), Option<String>>,
    reads: BTreeSet<ReadEvidence>,
    bytes: usize,
    truncated: bool,
}

impl Recorded {
    /// Appends the record of another run of the same code.
    pub fn append(&mut self, more: Recorded) {
        self.truncated |= more.truncated;
        for (key, path) in more.imports {
            self.import(key, path);
        }
        for read in more.reads {
            self.read(read);
        }
    }

    /// Imports, sorted.
    #[must_use]
    pub fn imports(&self) -> Vec<ImportEvidence> {
        let edge = |((importer, specifier, kind), path): (&(String, String, ImportKind), &Option<String>)| {
            ImportEvidence {
                importer: importer.clone(),
                specifier: specifier.clone(),
                kind: *kind,
                path: path.clone(),
            }
        };
        self.imports.iter().map(edge).collect()
    }

    /// Reads, sorted.
    #[must_use]
    pub fn reads(&self) -> Vec<ReadEvidence> {
        self.reads.iter().cloned().collect()
    }

    /// Whether some are missing because there were too many.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    fn import(&mut self, key: (String, String, ImportKind), path: Option<String>) {
        let bytes = key.0.len() + key.1.len() + path.as_ref().map_or(0, String::len);
        if !self.imports.contains_key(&key) && self.has_room(bytes) {
            self.imports.insert(key, path);
        }
    }

    fn read(&mut self, read: ReadEvidence) {
        let bytes = read.path.len() + read.by.as_ref().map_or(0, String::len);
        if !self.reads.contains(&read) && self.has_room(bytes) {
            self.reads.insert(read);
        }
    }

    fn has_room(&mut self, bytes: usize) -> bool {
        let bytes = self.bytes.saturating_add(bytes);
        self.truncated |= bytes > MOST_BYTES;
        if bytes <= MOST_BYTES {
            self.bytes = bytes;
        }
        bytes <= MOST_BYTES
    }
}

/// Records imports and reads of a guest.
#[derive(Default)]
pub(crate) struct Recorder {
    level: Late<EvidenceLevel>,
    recorded: RefCell<Recorded>,
}

impl Recorder {
    pub(crate) fn begin(&self, level: EvidenceLevel) {
        self.level.set(level);
    }

    /// What was recorded since the last call.
    pub(crate) fn take(&self) -> Recorded {
        self.recorded.take()
    }
}

impl Host {
    pub(crate) fn records(&self) -> bool {
        *self.recorder.level >= EvidenceLevel::Graph
    }

    /// Records what a specifier in a file resolves to, even if it is mocked. Imports that the loader inserted
    /// do not count.
    pub(crate) fn note_import(&self, importer: Option<&VfsPath>, specifier: &str, kind: ImportKind) {
        let Some(importer) = importer.filter(|_| self.records() && !specifier.starts_with(LOADER_PREFIX))
        else {
            return;
        };
        let key = (self.snapshot.module_file(importer).to_string(), specifier.to_owned(), kind);
        if self.recorder.recorded.borrow().imports.contains_key(&key) {
            return;
        }
        let path = self.named_file(importer, specifier, kind);
        self.recorder.recorded.borrow_mut().import(key, path.map(|path| path.to_string()));
    }

    /// Records a setup file that the configuration names.
    pub(crate) fn note_setup(&self, config: &str, name: &str, path: Option<&VfsPath>) {
        if self.records() {
            let key = (config.to_owned(), name.to_owned(), ImportKind::Setup);
            self.recorder.recorded.borrow_mut().import(key, path.map(ToString::to_string));
        }
    }

    /// Records a read by the running code.
    pub(crate) fn note_read(&self, path: &str, kind: ReadKind, context: &Context) {
        if self.records() {
            let by = calling_place(context).map(|at| at.file);
            self.recorder.recorded.borrow_mut().read(ReadEvidence { path: path.to_owned(), kind, by });
        }
    }

    /// Records the patterns by which `import.meta.glob` selected files in a file.
    pub(crate) fn note_globs(&self, file: &VfsPath, patterns: &[String]) {
        if !self.records() {
            return;
        }
        for pattern in patterns {
            let (path, by) = (pattern.clone(), Some(file.to_string()));
            self.recorder.recorded.borrow_mut().read(ReadEvidence { path, kind: ReadKind::Glob, by });
        }
    }

    /// The snapshot file that a specifier names; `None` for modules of the host and of Node.
    fn named_file(&self, importer: &VfsPath, specifier: &str, kind: ImportKind) -> Option<VfsPath> {
        let specifier = self.spelled(Some(importer), specifier.to_owned());
        if self.is_defined(&specifier) {
            return None;
        }
        if NodeModule::named(&specifier).is_some()
            && self.snapshot.node_module(importer, &specifier).is_some()
        {
            return None;
        }
        let conditions = if kind == ImportKind::Require { Conditions::Require } else { Conditions::Import };
        self.snapshot.resolve_under(importer, &specifier, conditions).ok()
    }
}

/// Location of the running guest code, or of the guest code that called the host. The line is 0 if only the
/// file is known.
#[must_use]
pub fn calling_place(context: &Context) -> Option<Location> {
    let host = Host::of(context)?;
    context.stack_trace().find_map(|frame| {
        let place = frame.position();
        let SourcePath::Path(path) = place.path else { return None };
        let name = path.to_str()?;
        let file = Some(host.snapshot.module_path(name)).filter(|file| host.snapshot.contains(file))?;
        let at = place.position.map(|at| host.unshifted(name, (at.line_number(), at.column_number())));
        let (line, column) = at.unwrap_or_default();
        Some(Location { file, line, column, ..Location::default() })
    })
}

/// Records what a specifier in a file resolves to: see [`crate::Guest::take_recorded`].
pub fn note_import(importer: &VfsPath, specifier: &str, kind: ImportKind, context: &Context) {
    if let Some(host) = Host::of(context) {
        host.note_import(Some(importer), specifier, kind);
    }
}

/// Records a read that the test API makes for the running code.
pub fn note_read(path: &VfsPath, kind: ReadKind, context: &Context) {
    if let Some(host) = Host::of(context) {
        host.note_read(path.as_str(), kind, context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded_and_says_so() {
        let mut recorded = Recorded::default();
        let read = |number: usize| ReadEvidence {
            path: format!("/{number:01000}"),
            kind: ReadKind::Missing,
            by: None,
        };
        let import = |number: usize| ("/a.js".to_owned(), format!("./{number}"), ImportKind::Import);
        recorded.import(import(0), Some("/b.js".to_owned()));
        (0..MOST_BYTES / 1_000 - 10).for_each(|number| recorded.read(read(number)));
        assert!(!recorded.is_truncated());
        // A duplicate takes no space.
        (0..100).for_each(|_| recorded.read(read(0)));
        assert!(!recorded.is_truncated());
        let before = recorded.reads().len();
        (10_000..20_000).for_each(|number| recorded.read(read(number)));
        recorded.import(import(1), None);
        assert!(recorded.is_truncated() && recorded.reads().len() < before + 20);

        let mut more = Recorded::default();
        more.append(recorded.clone());
        assert_eq!((more.reads(), more.imports()), (recorded.reads(), recorded.imports()));
        assert!(more.is_truncated());
    }
}
