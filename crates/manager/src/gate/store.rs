//! A page's store: `{ get(key), put(key, text), delete(key), list(prefix) }`; each method may be async.

use js_sys::Function;
use verdict_report::{Store, StoreError};
use wasm_bindgen::JsValue;

use super::call::Callee;
use crate::js;

/// A store of the page.
#[derive(Debug)]
pub(super) struct PageStore {
    callee: Callee,
    get: Function,
    put: Function,
    delete: Function,
    list: Function,
}

impl PageStore {
    /// Wraps a store object.
    ///
    /// # Errors
    /// Names the missing method.
    pub(super) fn new(object: JsValue) -> Result<PageStore, String> {
        let callee = Callee(object);
        let method = |name| callee.method("store", name);
        Ok(PageStore {
            get: method("get")?,
            put: method("put")?,
            delete: method("delete")?,
            list: method("list")?,
            callee,
        })
    }

    async fn call(&self, method: &Function, arguments: &[&str]) -> Result<JsValue, StoreError> {
        let arguments: Vec<JsValue> = arguments.iter().map(|text| JsValue::from_str(text)).collect();
        self.callee.call(method, &arguments).await.map_err(|error| failed(&error))
    }
}

impl Store for PageStore {
    async fn read(&self, key: &str) -> Result<Option<String>, StoreError> {
        let text = self.call(&self.get, &[key]).await?;
        if text.is_null() || text.is_undefined() {
            return Ok(None);
        }
        text.as_string()
            .map(Some)
            .ok_or_else(|| StoreError::Failed("get gave something that is no text".into()))
    }

    async fn write(&self, key: &str, text: &str) -> Result<(), StoreError> {
        self.call(&self.put, &[key, text]).await.map(drop)
    }

    async fn remove(&self, key: &str) -> Result<(), StoreError> {
        self.call(&self.delete, &[key]).await.map(drop)
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let listed = self.call(&self.list, &[prefix]).await?;
        let listed = js_sys::try_iter(&listed).ok().flatten();
        let listed = listed.ok_or_else(|| StoreError::Failed("list gave no list".into()))?;
        listed
            .map(|key| key.ok().and_then(|key| key.as_string()))
            .collect::<Option<Vec<String>>>()
            .ok_or_else(|| StoreError::Failed("list gave something that is no key".into()))
    }
}

/// Classifies an error of the store by its `DOMException` name.
fn failed(error: &JsValue) -> StoreError {
    let text = js::thrown_text(error);
    match js::text(error, "name").as_deref() {
        Some("QuotaExceededError") => StoreError::Quota(text),
        Some("SecurityError" | "NotAllowedError" | "NotSupportedError") => StoreError::Unavailable(text),
        Some("TimeoutError" | "NoModificationAllowedError") => StoreError::Blocked(text),
        _ => StoreError::Failed(text),
    }
}
