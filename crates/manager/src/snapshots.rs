//! What a worker holds, and what it must be sent.

use std::collections::{HashSet, VecDeque};

use js_sys::{Array, Object, Uint8Array};
use verdict_vfs::{Blob, Snapshot, VfsPath};
use wasm_bindgen::JsValue;

use crate::js;

/// How many of the snapshots that a worker was sent are counted on to be still there. A worker keeps
/// more; where it does not, it says `NEED_SNAPSHOT`.
const COUNTED_ON: usize = 4;

/// The snapshots that one generation of a worker was sent, the last one at the back.
#[derive(Debug, Default)]
pub(crate) struct Held(VecDeque<Snapshot>);

/// A message, and the `ArrayBuffer`s in it that are handed over with it instead of copied: the second argument
/// of `postMessage`.
pub(crate) struct Post {
    pub(crate) message: Object,
    pub(crate) transfer: Array,
}

impl Held {
    /// The `SNAPSHOT` that brings the worker to `wanted`, or `None` if it has that. With `whole` nothing is
    /// counted on. Contents are views of one buffer, which can be handed over.
    pub(crate) fn message(&mut self, wanted: &Snapshot, whole: bool) -> Option<Post> {
        if whole {
            self.0.clear();
        }
        if self.0.contains(wanted) {
            return None;
        }
        let base = self.0.back();
        let post = base
            .filter(|base| base.len() <= wanted.len().saturating_mul(2).max(16))
            .map_or_else(|| whole_post(wanted), |base| delta_post(base, wanted));
        self.0.push_back(wanted.clone());
        if self.0.len() > COUNTED_ON {
            self.0.pop_front();
        }
        Some(post)
    }
}

fn whole_post(wanted: &Snapshot) -> Post {
    let entries: Vec<_> = wanted.iter().map(|(path, blob)| (path, blob, true)).collect();
    post(JsValue::NULL, &entries, Array::new(), wanted)
}

fn delta_post(base: &Snapshot, wanted: &Snapshot) -> Post {
    let changed: Vec<(&VfsPath, &Blob)> =
        wanted.iter().filter(|(path, blob)| base.get(path) != Some(*blob)).collect();
    // A renamed or copied file travels as its hash.
    let known: HashSet<&str> =
        if changed.is_empty() { HashSet::new() } else { base.iter().map(|(_, blob)| blob.hash()).collect() };
    let entries: Vec<_> =
        changed.iter().map(|(path, blob)| (*path, *blob, !known.contains(blob.hash()))).collect();
    let removed = base
        .iter()
        .filter(|(path, _)| wanted.get(path).is_none())
        .map(|(path, _)| JsValue::from_str(path.as_str()))
        .collect();
    post(base.root().into(), &entries, removed, wanted)
}

/// `entries`: path, blob, and whether its bytes are sent along. All bytes stand in one buffer: one that is handed
/// over costs the same whatever its size, many small ones do not.
fn post(base: JsValue, entries: &[(&VfsPath, &Blob, bool)], removed: Array, wanted: &Snapshot) -> Post {
    let total: usize = entries.iter().filter(|(.., sent)| *sent).map(|(_, blob, _)| blob.bytes().len()).sum();
    let bytes = Uint8Array::new_with_length(total as u32);
    let mut at = 0;
    let entries: Array = entries
        .iter()
        .map(|(path, blob, sent)| {
            let entry = js::object([("path", path.as_str().into()), ("hash", blob.hash().into())]);
            if *sent {
                let end = at + blob.bytes().len() as u32;
                let content = bytes.subarray(at, end);
                content.copy_from(blob.bytes());
                js::set(&entry, "content", content);
                at = end;
            }
            JsValue::from(entry)
        })
        .collect();
    let payload = js::object([
        ("base", base),
        ("entries", entries.into()),
        ("removed", removed.into()),
        ("root", wanted.root().into()),
    ]);
    let transfer = if total == 0 { Array::new() } else { Array::of1(&bytes.buffer()) };
    Post { message: js::object([("type", "SNAPSHOT".into()), ("payload", payload.into())]), transfer }
}
