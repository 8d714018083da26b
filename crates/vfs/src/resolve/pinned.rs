//! Imports that resolve as they did in another state.

use std::collections::{BTreeMap, BTreeSet};

use verdict_protocol::PinnedImport;

use crate::{Snapshot, VfsPath};

/// Targets of specifiers, by importer and specifier.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Pinned {
    targets: BTreeMap<(String, String), Vec<VfsPath>>,
    /// Importers and specifiers that resolve to nothing.
    missing: BTreeSet<(String, String)>,
}

impl Pinned {
    pub(crate) fn new(imports: &[PinnedImport]) -> Pinned {
        let mut pinned = Pinned::default();
        for PinnedImport { importer, specifier, path } in imports {
            let Ok(importer) = VfsPath::parse(importer) else { continue };
            let key = (importer.to_string(), specifier.clone());
            let Some(path) = path else {
                pinned.missing.insert(key);
                continue;
            };
            // An invalid path names no file.
            let Ok(path) = VfsPath::parse(path) else { continue };
            let targets = pinned.targets.entry(key).or_default();
            if !targets.contains(&path) {
                targets.push(path);
            }
        }
        pinned
    }

    /// The files that a specifier is pinned to: several if `import` and `require` resolved differently.
    fn targets(&self, importer: &VfsPath, specifier: &str) -> &[VfsPath] {
        if self.targets.is_empty() {
            return &[];
        }
        let key = (importer.to_string(), specifier.to_owned());
        self.targets.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Whether a specifier is pinned to nothing.
    pub(super) fn is_missing(&self, importer: &VfsPath, specifier: &str) -> bool {
        !self.missing.is_empty() && self.missing.contains(&(importer.to_string(), specifier.to_owned()))
    }
}

impl Snapshot {
    /// The file that an import is pinned to ([`Snapshot::with_pinned_imports`]), if that file exists.
    #[must_use]
    pub fn pinned_import(&self, importer: &VfsPath, specifier: &str) -> Option<VfsPath> {
        self.pinned_or(importer, specifier, || None)
    }

    /// The file that an import is pinned to. Of several files, the one that `otherwise` returns, or else the
    /// first.
    pub(super) fn pinned_or(
        &self,
        importer: &VfsPath,
        specifier: &str,
        otherwise: impl FnOnce() -> Option<VfsPath>,
    ) -> Option<VfsPath> {
        let mut there =
            self.pinned().targets(importer, specifier).iter().filter(|path| self.get(path).is_some());
        let first = there.next()?;
        let mut rest = there.peekable();
        if rest.peek().is_none() {
            return Some(first.clone());
        }
        let usual = otherwise().filter(|usual| rest.any(|path| path == usual));
        Some(usual.unwrap_or_else(|| first.clone()))
    }
}
