//! Cache of prepared files, kept across requests.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use verdict_vfs::{Blob, VfsPath};

use super::ready::Ready;
use crate::supply::{Module, Shared};

/// Maximum size of one cache generation, in bytes.
const MOST: usize = 32 << 20;

/// Caches prepared files by path and content hash.
///
/// Each entry records every other input it depends on. The caller checks these before using the entry, so no
/// result depends on the cache's contents.
///
/// The cache has two generations, which bounds its size and keeps entries in use. A lookup moves an entry to
/// the younger generation; when that is full, it replaces the older one.
#[derive(Clone, Default)]
pub struct Cache(Rc<RefCell<Generations>>);

#[derive(Default)]
struct Generations {
    young: HashMap<Key, Rc<Ready>>,
    old: HashMap<Key, Rc<Ready>>,
    bytes: usize,
    /// The most recent module of each path.
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
    /// The cached form of a file. Unless it depends on the text alone, the caller checks that it still holds.
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

    /// Gives a module its number. Reuses the number of the path's most recent module if both are equal and
    /// come from the same file.
    pub(super) fn share(&self, module: Module, ready: Option<&Rc<Ready>>) -> Rc<Shared> {
        let kept = &mut *self.0.borrow_mut();
        let declared = ready.map(|ready| &ready.declared_tests);
        if let Some(known) = kept.shared.get(&module.id).filter(|known| known.is_of(&module, declared)) {
            return Rc::clone(known);
        }
        kept.next = kept.next.wrapping_add(1);
        let shared = Shared::made_of(kept.next, module, declared.cloned());
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
