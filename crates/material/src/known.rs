//! Caches the references of source files between snapshots.

use std::collections::BTreeMap;
use std::rc::Rc;

use verdict_vfs::{Blob, VfsPath};

use crate::references::{References, references};

/// The references of the last snapshot's source files, so that only changed files are parsed again. The cache
/// never affects a division.
#[derive(Debug, Default)]
pub struct Known(BTreeMap<VfsPath, (String, Rc<References>)>);

impl Known {
    /// The references of a file, cached if the previous snapshot had the same bytes.
    pub(crate) fn references(&self, path: &VfsPath, blob: &Blob, text: &str) -> Rc<References> {
        let same = self.0.get(path).filter(|(hash, _)| hash == blob.hash());
        same.map_or_else(|| Rc::new(references(path.as_str(), text)), |(_, known)| Rc::clone(known))
    }

    /// Replaces the cache with another snapshot's references.
    pub(crate) fn replace(&mut self, with: BTreeMap<VfsPath, (String, Rc<References>)>) {
        self.0 = with;
    }
}
