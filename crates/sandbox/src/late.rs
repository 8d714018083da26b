//! Values that are set when a realm gets its guest.

use std::cell::OnceCell;
use std::ops::Deref;

/// A value that is set once, with a default before that.
pub(crate) struct Late<T> {
    before: T,
    set: OnceCell<T>,
}

impl<T> Late<T> {
    pub(crate) fn new(before: T) -> Late<T> {
        Late { before, set: OnceCell::new() }
    }

    /// Sets the value, unless it is set already.
    pub(crate) fn set(&self, value: T) {
        let _ = self.set.set(value);
    }
}

impl<T: Default> Default for Late<T> {
    fn default() -> Late<T> {
        Late::new(T::default())
    }
}

impl<T> Deref for Late<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.set.get().unwrap_or(&self.before)
    }
}
