//! The history of verifications.

use std::collections::VecDeque;

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;

/// The last requests, newest first, as frozen objects.
#[derive(Debug)]
pub(crate) struct History {
    entries: VecDeque<Object>,
    limit: usize,
}

impl History {
    pub(crate) fn new(limit: usize) -> History {
        History { entries: VecDeque::new(), limit }
    }

    pub(crate) fn push(&mut self, entry: Object) {
        self.entries.push_front(entry);
        self.entries.truncate(self.limit);
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(crate) fn to_array(&self) -> Array {
        self.entries.iter().map(JsValue::from).collect()
    }
}
