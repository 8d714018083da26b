//! Files in the forms that a page passes.

use js_sys::{Array, ArrayBuffer, Map, Object};
use verdict_protocol::{Code, Files};
use verdict_vfs::{Blob, Change, Snapshot, VfsPath};
use wasm_bindgen::{JsCast, JsValue};

use crate::js;
use crate::refusal::Refusal;

/// Creates a snapshot. `value` is an object or `Map` of contents by path, `[[path, content]]`, `[{ path,
/// content }]`, or a delta `{ base?, entries?, removed? }` on `current`. A content is a text or bytes. Equal
/// parts are shared with `current`.
///
/// # Errors
/// `err:protocol` with a pointer, `err:path` with every invalid path, `err:integrity` for a delta on another
/// base, and for a delta the reason why there is no `current`.
pub(crate) fn snapshot(value: JsValue, current: &Result<Snapshot, Refusal>) -> Result<Snapshot, Refusal> {
    if is_delta(&value) {
        return delta(&value, current.as_ref().map_err(Clone::clone)?);
    }
    let files = files(value, "")?;
    let made = match current {
        Ok(current) => current.successor(files),
        Err(_) => Snapshot::new(files),
    };
    made.map_err(|error| Refusal::new(Code::Path, error.to_string()))
}

/// Whether the value is a delta rather than a map of files: it has `removed`, or its `entries` are files and
/// not a content. The script uses the same rule.
fn is_delta(value: &JsValue) -> bool {
    value.is_object()
        && !value.has_type::<Map>()
        && !Array::is_array(value)
        && (Array::is_array(&js::get(value, "removed")) || are_files(&js::get(value, "entries")))
}

/// Whether the value is files in any form. An object that is a content is bytes or `{ base64 }`.
fn are_files(value: &JsValue) -> bool {
    value.is_object()
        && !value.has_type::<ArrayBuffer>()
        && !ArrayBuffer::is_view(value)
        && js::text(value, "base64").is_none()
}

fn delta(value: &JsValue, current: &Snapshot) -> Result<Snapshot, Refusal> {
    if let Some(base) = js::given(value, "base")
        && base.as_string().as_deref() != Some(current.root())
    {
        let message = format!("The delta stands on another snapshot than the current {}", current.root());
        return Err(Refusal::new(Code::Integrity, message));
    }
    let refuse = |error: &dyn std::fmt::Display| Refusal::new(Code::Path, error.to_string());
    let mut changes = Vec::new();
    for path in js::given(value, "removed").map(|paths| Array::from(&paths)).unwrap_or_default().iter() {
        let path = path.as_string().ok_or_else(|| malformed("/removed", "a path is a text"))?;
        changes.push(Change::Remove(VfsPath::parse(&path).map_err(|error| refuse(&error))?));
    }
    if let Some(entries) = js::given(value, "entries") {
        for (path, content) in files(entries, "/entries")?.0 {
            let path = VfsPath::parse(&path).map_err(|error| refuse(&error))?;
            changes.push(Change::Put(path, Blob::new(content.0)));
        }
    }
    current.apply(changes).map_err(|error| refuse(&error))
}

fn files(value: JsValue, at: &str) -> Result<Files, Refusal> {
    if !value.is_object() {
        return Err(malformed(at, "files are an object, a Map or an array of entries"));
    }
    // Other iterables are not guessed at, but an object without a prototype is accepted.
    let value = if js_sys::Reflect::get_prototype_of(&value).is_ok_and(|it| it.is_null()) {
        Object::assign(&Object::new(), value.unchecked_ref()).into()
    } else {
        value
    };
    serde_path_to_error::deserialize::<_, Files>(serde_wasm_bindgen::Deserializer::from(value))
        .map_err(|error| malformed(at, &format!("{}: {}", error.path(), error.inner())))
}

fn malformed(at: &str, what: &str) -> Refusal {
    Refusal::new(
        Code::Protocol,
        format!("Malformed files at {}: {what}", if at.is_empty() { "(root)" } else { at }),
    )
}
