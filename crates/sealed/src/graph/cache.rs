//! Forms of files, kept from request to request.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use verdict_vfs::{Blob, VfsPath};

use super::ready::Ready;
use super::{Module, Shared};

/// Bytes of forms in one generation.
const MOST: usize = 32 << 20;

/// What was made of files before, by path and hash of the text. What a form depends on beside these is in it, and is asked
/// anew before it is used: no result depends on what is remembered.
///
/// Two generations are kept, so that its size is bounded and what is in use stays: a form that is asked for moves to the
/// younger one, and when that is full it takes the place of the older.
#[derive(Clone, Default)]
pub struct Cache(Rc<RefCell<Generations>>);

#[derive(Default)]
struct Generations {
    young: HashMap<Key, Rc<Ready>>,
    old: HashMap<Key, Rc<Ready>>,
    bytes: usize,
    /// The last module of each path.
    shared: HashMap<String, Rc<Shared>>,
    next: u32,
}

type Key = (VfsPath, String);

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("bytes", &self.0.borrow().bytes).finish_non_exhaustive()
    }
}

impl Cache {
    /// What was made of a file before. Whether that still holds is the caller's to ask, but for what depends on the text
    /// alone.
    pub(super) fn get(&self, path: &VfsPath, blob: &Blob) -> Option<Rc<Ready>> {
        let key = (path.clone(), blob.hash().to_owned());
        let kept = &mut *self.0.borrow_mut();
        if let Some(found) = kept.young.get(&key) {
            return Some(Rc::clone(found));
        }
        let found = kept.old.remove(&key)?;
        kept.put(key, Rc::clone(&found));
        Some(found)
    }

    pub(super) fn put(&self, path: &VfsPath, blob: &Blob, ready: &Rc<Ready>) {
        let key = (path.clone(), blob.hash().to_owned());
        self.0.borrow_mut().put(key, Rc::clone(ready));
    }

    /// A module with its number: that of the last one of its path, where they are equal and made of the same.
    pub(super) fn share(&self, module: Module, ready: Option<&Rc<Ready>>) -> Rc<Shared> {
        let kept = &mut *self.0.borrow_mut();
        if let Some(known) = kept.shared.get(&module.id).filter(|known| known.is_of(&module, ready)) {
            return Rc::clone(known);
        }
        kept.next = kept.next.wrapping_add(1);
        let shared = Shared::made_of(kept.next, module, ready.cloned());
        kept.shared.insert(shared.id.clone(), Rc::clone(&shared));
        shared
    }
}

impl Generations {
    fn put(&mut self, key: Key, ready: Rc<Ready>) {
        let bytes = ready.bytes();
        if self.bytes + bytes > MOST {
            self.old = std::mem::take(&mut self.young);
            self.shared.clear();
            self.bytes = 0;
        }
        if bytes <= MOST {
            self.bytes += bytes;
            if let Some(before) = self.young.insert(key, ready) {
                self.bytes -= before.bytes();
            }
        }
    }
}
