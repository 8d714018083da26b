//! A page's own files, by the methods of an adapter.

use std::collections::BTreeMap;

use js_sys::{Array, ArrayBuffer, Function, JsString, Promise, Uint8Array};
use verdict_gate::{Target, TargetError};
use verdict_protocol::{FileContent, Files};
use verdict_vfs::{Snapshot, VfsPath};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::js;

/// `{ list(base), read(path), write(path, content), remove(path) }`; `delete` is taken for `remove`. Each
/// may be async. A content is a text or bytes: a file keeps the kind that it was read as, and a new one is a
/// text if it can be.
pub(super) struct Adapter {
    object: JsValue,
    list: Function,
    read: Function,
    write: Function,
    remove: Function,
    known: BTreeMap<VfsPath, Known>,
    /// Whether the page spells paths without the leading `/`.
    relative: bool,
}

/// How the page has a file.
struct Known {
    path: String,
    bytes: bool,
}

impl Adapter {
    /// # Errors
    /// Names the method that is missing.
    pub(super) fn new(object: JsValue) -> Result<Adapter, String> {
        let method = |name: &str| js::function(&object, name);
        let missing = |name: &str| format!("The adapter has no method {name}");
        Ok(Adapter {
            list: method("list").ok_or_else(|| missing("list"))?,
            read: method("read").ok_or_else(|| missing("read"))?,
            write: method("write").ok_or_else(|| missing("write"))?,
            remove: method("remove").or_else(|| method("delete")).ok_or_else(|| missing("remove"))?,
            object,
            known: BTreeMap::new(),
            relative: false,
        })
    }

    async fn call(&self, method: &Function, arguments: &[JsValue]) -> Result<JsValue, TargetError> {
        let thrown = |error: JsValue| TargetError(js::thrown_text(&error));
        let value = method.apply(&self.object, &arguments.iter().collect::<Array>()).map_err(thrown)?;
        if js::function(&value, "then").is_none() {
            return Ok(value);
        }
        JsFuture::from(Promise::resolve(&value)).await.map_err(thrown)
    }

    fn spell(&self, path: &VfsPath) -> JsValue {
        let text = match self.known.get(path) {
            Some(known) => known.path.as_str(),
            None if self.relative => path.as_str().trim_start_matches('/'),
            None => path.as_str(),
        };
        JsValue::from_str(text)
    }
}

impl Target for Adapter {
    async fn load(&mut self) -> Result<Snapshot, TargetError> {
        let listed = self.call(&self.list, &[JsValue::from_str("/")]).await?;
        let listed = js_sys::try_iter(&listed)
            .ok()
            .flatten()
            .ok_or_else(|| TargetError("list gave no list".into()))?;
        let mut files = Vec::new();
        let mut known = BTreeMap::new();
        for item in listed {
            let item = item.map_err(|error| TargetError(js::thrown_text(&error)))?;
            let path = item.as_string().or_else(|| js::text(&item, "path"));
            let path = path.ok_or_else(|| TargetError("list gave something that is no path".into()))?;
            let content = self.call(&self.read, &[JsValue::from_str(&path)]).await?;
            let (bytes, is_bytes) = content_of(&path, &content)?;
            // A path that is malformed is reported by the snapshot.
            if let Ok(parsed) = VfsPath::parse(&path) {
                known.insert(parsed, Known { path: path.clone(), bytes: is_bytes });
            }
            files.push((path, FileContent(bytes)));
        }
        self.relative = !files.is_empty() && files.iter().all(|(path, _)| !path.starts_with('/'));
        let snapshot = Snapshot::new(Files(files)).map_err(|error| TargetError(error.to_string()))?;
        // What was known of a file that is gone is kept: a restore brings it back as it was.
        self.known.extend(known);
        Ok(snapshot)
    }

    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError> {
        let as_bytes = self.known.get(path).is_some_and(|known| known.bytes);
        let content = match std::str::from_utf8(bytes) {
            Ok(text) if !as_bytes => JsValue::from_str(text),
            _ => Uint8Array::from(bytes).into(),
        };
        self.call(&self.write, &[self.spell(path), content]).await.map(|_| ())
    }

    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError> {
        self.call(&self.remove, &[self.spell(path)]).await.map(|_| ())
    }
}

/// The bytes of what `read` gave, and whether it gave bytes.
fn content_of(path: &str, content: &JsValue) -> Result<(Vec<u8>, bool), TargetError> {
    if let Some(text) = content.dyn_ref::<JsString>() {
        // Such a text has no UTF-8, and could not be put back as it was.
        if !text.is_valid_utf16() {
            return Err(TargetError(format!("{path} holds a lone surrogate")));
        }
        return Ok((String::from(text).into_bytes(), false));
    }
    if let Some(bytes) = content.dyn_ref::<Uint8Array>() {
        return Ok((bytes.to_vec(), true));
    }
    if let Some(buffer) = content.dyn_ref::<ArrayBuffer>() {
        return Ok((Uint8Array::new(buffer).to_vec(), true));
    }
    Err(TargetError(format!("read gave neither text nor bytes for {path}")))
}
