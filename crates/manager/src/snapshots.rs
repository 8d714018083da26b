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

impl Held {
    /// The `SNAPSHOT` that brings the worker to `wanted`, or `None` if it has that. With `whole` nothing is
    /// counted on.
    pub(crate) fn message(&mut self, wanted: &Snapshot, whole: bool) -> Option<Object> {
        if whole {
            self.0.clear();
        }
        if self.0.contains(wanted) {
            return None;
        }
        let base = self.0.back();
        let payload = base
            .filter(|base| base.len() <= wanted.len().saturating_mul(2).max(16))
            .map_or_else(|| whole_payload(wanted), |base| delta_payload(base, wanted));
        self.0.push_back(wanted.clone());
        if self.0.len() > COUNTED_ON {
            self.0.pop_front();
        }
        Some(js::object([("type", "SNAPSHOT".into()), ("payload", payload.into())]))
    }
}

fn whole_payload(wanted: &Snapshot) -> Object {
    let entries: Array = wanted.iter().map(|(path, blob)| entry(path, blob, true)).collect();
    payload(JsValue::NULL, entries, Array::new(), wanted)
}

fn delta_payload(base: &Snapshot, wanted: &Snapshot) -> Object {
    let changed: Vec<(&VfsPath, &Blob)> =
        wanted.iter().filter(|(path, blob)| base.get(path) != Some(*blob)).collect();
    // A renamed or copied file travels as its hash.
    let known: HashSet<&str> =
        if changed.is_empty() { HashSet::new() } else { base.iter().map(|(_, blob)| blob.hash()).collect() };
    let entries =
        changed.iter().map(|(path, blob)| entry(path, blob, !known.contains(blob.hash()))).collect();
    let removed = base
        .iter()
        .filter(|(path, _)| wanted.get(path).is_none())
        .map(|(path, _)| JsValue::from_str(path.as_str()))
        .collect();
    payload(base.root().into(), entries, removed, wanted)
}

fn payload(base: JsValue, entries: Array, removed: Array, wanted: &Snapshot) -> Object {
    js::object([
        ("base", base),
        ("entries", entries.into()),
        ("removed", removed.into()),
        ("root", wanted.root().into()),
    ])
}

fn entry(path: &VfsPath, blob: &Blob, with_content: bool) -> JsValue {
    let entry = js::object([("path", path.as_str().into()), ("hash", blob.hash().into())]);
    if with_content {
        let content = match blob.text() {
            Some(text) => JsValue::from_str(text),
            None => Uint8Array::from(blob.bytes()).into(),
        };
        js::set(&entry, "content", content);
    }
    entry.into()
}
