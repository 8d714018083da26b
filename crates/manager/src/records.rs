//! What a manager remembers of ended verifications: the history, and when the last one ended.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use js_sys::{Array, Object};
use verdict_protocol::Code;
use wasm_bindgen::JsValue;

use crate::refusal::{self, Refusal};
use crate::request::Open;
use crate::wire::HistoryEntry;
use crate::{clock, js, wire};

/// The last verifications, newest first, as frozen objects.
#[derive(Debug)]
pub(crate) struct Records {
    entries: RefCell<VecDeque<Object>>,
    limit: usize,
    last_verification: Cell<Option<f64>>,
}

impl Records {
    /// Keeps at most `limit` verifications.
    pub(crate) fn new(limit: usize) -> Records {
        Records { entries: RefCell::default(), limit, last_verification: Cell::new(None) }
    }

    /// Records that a verification ended now.
    pub(crate) fn touch(&self) {
        self.last_verification.set(Some(clock::epoch()));
    }

    /// When the last verification ended, in milliseconds since 1970.
    pub(crate) fn last_verification(&self) -> Option<f64> {
        self.last_verification.get()
    }

    /// Adds an ended verification, and returns its entry.
    pub(crate) fn add(&self, id: u64, open: &Open, result: &Result<Object, Refusal>) -> Object {
        let now = clock::now();
        let (success, error, code) = match result {
            Ok(result) => (js::get(result, "success") == true, js::text(result, "error"), code_of(result)),
            Err(refusal) => (false, Some(refusal.message.clone()), Some(refusal.code)),
        };
        let types = result.as_ref().ok().or(open.known.as_ref()).map(|result| js::get(result, "types"));
        let types = types.and_then(|types| serde_wasm_bindgen::from_value(types).ok());
        let entry = Object::freeze(&wire::object(&HistoryEntry {
            id: id.to_string(),
            command: open.request.command.clone(),
            session_id: open.request.session_id.clone(),
            success,
            error,
            code,
            types,
            started_at: open.started_at,
            duration_ms: now - open.submitted,
            queued_ms: open.dispatched.unwrap_or(now) - open.submitted,
        }));
        self.touch();
        let mut entries = self.entries.borrow_mut();
        entries.push_front(entry.clone());
        entries.truncate(self.limit);
        entry
    }

    /// Drops the entries.
    pub(crate) fn clear(&self) {
        self.entries.borrow_mut().clear();
    }

    /// The entries, newest first.
    pub(crate) fn to_array(&self) -> Array {
        self.entries.borrow().iter().map(JsValue::from).collect()
    }
}

/// The code of a result. A result of a worker has none but the stable ones.
pub(crate) fn code_of(result: &Object) -> Option<Code> {
    refusal::code(&js::text(result, "code")?)
}
