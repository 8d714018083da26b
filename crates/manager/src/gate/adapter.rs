//! A page's files, accessed through an adapter.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use js_sys::{ArrayBuffer, Function, JsString, Uint8Array};
use verdict_gate::{Target, TargetError};
use verdict_protocol::{FileContent, Files};
use verdict_vfs::{Snapshot, VfsPath};
use wasm_bindgen::{JsCast, JsValue};

use super::call::Callee;
use crate::js;

/// Maximum number of records that a page remembers.
const MOST_RECORDS: usize = 16;

thread_local! {
    /// Records of this page's gates, the newest last; no code under test can reach them. A record's key
    /// contains everything the result depends on, so that gates of several file sets can share them.
    static RECORDS: RefCell<VecDeque<(String, String)>> = const { RefCell::new(VecDeque::new()) };
}

/// `{ list(base), read(path), write(path, content), remove(path) }`; `delete` is an alias of `remove`. Each
/// may be async. A content is a text or bytes: a file keeps the kind it was read with, and a new file is a
/// text if possible. Uses `createCheckpoint(description)` and `restoreCheckpoint(id)` if both exist.
pub(super) struct Adapter {
    callee: Callee,
    checkpoints: Option<(Function, Function)>,
    list: Function,
    read: Function,
    write: Function,
    remove: Function,
    known: BTreeMap<VfsPath, Known>,
    /// Whether the page writes paths without the leading `/`.
    relative: bool,
}

/// The form in which the page has a file.
struct Known {
    path: String,
    bytes: bool,
}

impl Adapter {
    /// Wraps an adapter object.
    ///
    /// # Errors
    /// Names the missing method.
    pub(super) fn new(object: JsValue) -> Result<Adapter, String> {
        let callee = Callee(object);
        let method = |name: &str| callee.method("adapter", name);
        let (create, restore) = (method("createCheckpoint").ok(), method("restoreCheckpoint").ok());
        Ok(Adapter {
            list: method("list")?,
            read: method("read")?,
            write: method("write")?,
            remove: method("remove").or_else(|missing| method("delete").map_err(|_| missing))?,
            checkpoints: create.zip(restore),
            callee,
            known: BTreeMap::new(),
            relative: false,
        })
    }

    async fn call(&self, method: &Function, arguments: &[JsValue]) -> Result<JsValue, TargetError> {
        let called = self.callee.call(method, arguments).await;
        called.map_err(|error| TargetError(js::thrown_text(&error)))
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
            // The snapshot reports an invalid path.
            if let Ok(parsed) = VfsPath::parse(&path) {
                known.insert(parsed, Known { path: path.clone(), bytes: is_bytes });
            }
            files.push((path, FileContent(bytes)));
        }
        self.relative = !files.is_empty() && files.iter().all(|(path, _)| !path.starts_with('/'));
        let snapshot = Snapshot::new(Files(files)).map_err(|error| TargetError(error.to_string()))?;
        // Facts about a removed file are kept, so that a restore brings it back in its form.
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

    async fn read_record(&mut self, name: &str) -> Option<String> {
        RECORDS.with_borrow(|records| {
            records.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone())
        })
    }

    async fn write_record(&mut self, name: &str, text: &str) {
        RECORDS.with_borrow_mut(|records| {
            records.retain(|(known, _)| known != name);
            records.push_back((name.to_owned(), text.to_owned()));
            while records.len() > MOST_RECORDS {
                records.pop_front();
            }
        });
    }

    async fn checkpoint(&mut self, description: &str) -> Result<Option<String>, TargetError> {
        let Some((create, _)) = &self.checkpoints else { return Ok(None) };
        let made = self.call(create, &[JsValue::from_str(description)]).await?;
        let id = if made.is_object() { js::get(&made, "id") } else { made };
        let id = id.as_string().or_else(|| id.as_f64().map(|number| number.to_string()));
        id.map(Some).ok_or_else(|| TargetError("createCheckpoint gave no id".into()))
    }

    async fn restore_checkpoint(&mut self, id: &str) -> Result<(), TargetError> {
        let Some((_, restore)) = &self.checkpoints else {
            return Err(TargetError(format!("the adapter has no checkpoints, and was to restore {id}")));
        };
        let answer = self.call(restore, &[JsValue::from_str(id)]).await?;
        // An adapter that does not throw reports failure in its result.
        let refused = answer == false || js::get(&answer, "success") == false;
        if refused { Err(TargetError(format!("the checkpoint {id} was not restored"))) } else { Ok(()) }
    }
}

/// The bytes that `read` returned, and whether they were bytes rather than a text.
fn content_of(path: &str, content: &JsValue) -> Result<(Vec<u8>, bool), TargetError> {
    if let Some(text) = content.dyn_ref::<JsString>() {
        // Such a text has no UTF-8 form and could not be restored.
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
