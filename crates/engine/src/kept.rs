//! A cache of computed values, bounded by their size.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Values by key, up to a number of bytes. A value that does not fit empties the cache first.
#[derive(Debug)]
pub(crate) struct Kept<K, V> {
    most: usize,
    bytes: usize,
    known: FxHashMap<K, V>,
}

impl<K: Hash + Eq, V: Clone> Kept<K, V> {
    /// Creates an empty cache for at most `most` bytes.
    pub(crate) fn new(most: usize) -> Kept<K, V> {
        Kept { most, bytes: 0, known: FxHashMap::default() }
    }

    /// Size of all cached entries in bytes.
    #[cfg(any(feature = "sandbox", test))]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the cached value of a key.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.known.get(key)
    }

    /// Caches a value. `bytes` is its size together with its key.
    pub(crate) fn keep(&mut self, key: K, made: &V, bytes: usize) {
        if self.bytes + bytes > self.most {
            self.known.clear();
            self.bytes = 0;
        }
        if bytes <= self.most {
            self.bytes += bytes;
            self.known.insert(key, made.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets_all_before_it_holds_too_much() {
        let mut kept = Kept::new(10);
        let held = |kept: &Kept<u8, u8>| (0..4).filter_map(|key| kept.get(&key).copied()).collect::<Vec<_>>();
        kept.keep(0, &10, 4);
        kept.keep(1, &11, 6);
        assert_eq!((held(&kept), kept.bytes()), (vec![10, 11], 10));
        kept.keep(2, &12, 1);
        assert_eq!((held(&kept), kept.bytes()), (vec![12], 1));
        // A value above the bound is not cached.
        kept.keep(3, &13, 11);
        assert_eq!((held(&kept), kept.bytes()), (vec![], 0));
    }
}
