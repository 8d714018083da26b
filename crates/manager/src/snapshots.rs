//! Tracks the snapshots that a worker holds.

use js_sys::{Array, Object, Uint8Array};
use verdict_vfs::{Lineage, Snapshot, SnapshotDelta};
use wasm_bindgen::JsValue;

use crate::js;

/// Number of a worker's last snapshots that are assumed to be still there. A worker keeps more; otherwise it
/// answers `NEED_SNAPSHOT`.
const COUNTED_ON: usize = 4;

/// The snapshots sent to one generation of a worker.
#[derive(Debug)]
pub(crate) struct Held(Lineage);

/// A message, and the `ArrayBuffer`s in it that are transferred instead of copied (the second argument of
/// `postMessage`).
pub(crate) struct Post {
    pub(crate) message: Object,
    pub(crate) transfer: Array,
}

impl Default for Held {
    fn default() -> Self {
        Held(Lineage::new(COUNTED_ON))
    }
}

impl Held {
    /// The `SNAPSHOT` that gives the worker `wanted`, or `None` if it has that. With `whole` nothing is
    /// assumed to be there. Contents are views of one buffer, which can be transferred.
    pub(crate) fn message(&mut self, wanted: &Snapshot, whole: bool) -> Option<Post> {
        if whole {
            self.0.clear();
        }
        self.0.send(wanted).map(|parcel| post(&parcel))
    }
}

/// Puts all bytes into one buffer, because transferring one costs the same whatever its size, while many
/// small ones are expensive.
fn post(parcel: &SnapshotDelta) -> Post {
    let sent = parcel.entries.iter().filter(|entry| entry.is_sent);
    let total: usize = sent.map(|entry| entry.blob.bytes().len()).sum();
    let bytes = Uint8Array::new_with_length(total as u32);
    let mut at = 0;
    let entries: Array = parcel
        .entries
        .iter()
        .map(|entry| {
            let made = js::object([("path", entry.path.as_str().into()), ("hash", entry.blob.hash().into())]);
            if entry.is_sent {
                let end = at + entry.blob.bytes().len() as u32;
                let content = bytes.subarray(at, end);
                content.copy_from(entry.blob.bytes());
                js::set(&made, "content", content);
                at = end;
            }
            JsValue::from(made)
        })
        .collect();
    let removed: Array = parcel.removed.iter().map(|path| JsValue::from_str(path.as_str())).collect();
    let payload = js::object([
        ("base", js::text_or_null(parcel.base.as_deref())),
        ("entries", entries.into()),
        ("removed", removed.into()),
        ("root", JsValue::from_str(&parcel.root)),
    ]);
    let transfer = if total == 0 { Array::new() } else { Array::of1(&bytes.buffer()) };
    Post { message: js::object([("type", "SNAPSHOT".into()), ("payload", payload.into())]), transfer }
}
