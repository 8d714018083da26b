//! Imports that resolve as they did in another state.

use std::collections::BTreeMap;

use verdict_protocol::PinnedImport;

use crate::{Snapshot, VfsPath};

/// Targets of specifiers, by importer and specifier.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Pinned {
    targets: BTreeMap<(String, String), Vec<VfsPath>>,
}

impl Pinned {
    pub(crate) fn new(imports: &[PinnedImport]) -> Pinned {
        let mut pinned = Pinned::default();
        for PinnedImport { importer, specifier, path } in imports {
            // An invalid path names no file.
            let (Ok(importer), Ok(path)) = (VfsPath::parse(importer), VfsPath::parse(path)) else { continue };
            let targets = pinned.targets.entry((importer.to_string(), specifier.clone())).or_default();
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
