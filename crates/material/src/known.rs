//! What source files refer to, kept from one snapshot to the next.

use std::collections::BTreeMap;
use std::rc::Rc;

use verdict_vfs::{Blob, VfsPath};

use crate::references::{References, references};

/// What the source files of the last snapshot refer to, so that only files with other bytes are parsed again. No division
/// depends on what is known.
#[derive(Debug, Default)]
pub struct Known(BTreeMap<VfsPath, (String, Rc<References>)>);

impl Known {
    /// What a file refers to, from the snapshot before where that had the same bytes.
    pub(crate) fn references(&self, path: &VfsPath, blob: &Blob, text: &str) -> Rc<References> {
        let same = self.0.get(path).filter(|(hash, _)| hash == blob.hash());
        same.map_or_else(|| Rc::new(references(path.as_str(), text)), |(_, known)| Rc::clone(known))
    }

    /// Puts what another snapshot refers to in the place of all that is known.
    pub(crate) fn replace(&mut self, with: BTreeMap<VfsPath, (String, Rc<References>)>) {
        self.0 = with;
    }
}
