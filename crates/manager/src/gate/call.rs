//! Objects of the page with possibly async methods.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::js;

/// An object of the page.
#[derive(Debug, Clone)]
pub(super) struct Callee(pub(super) JsValue);

impl Callee {
    /// A method.
    ///
    /// # Errors
    /// Names the missing method, and `what` the object should be.
    pub(super) fn method(&self, what: &str, name: &str) -> Result<Function, String> {
        js::function(&self.0, name).ok_or_else(|| format!("The {what} has no method {name}"))
    }

    /// Calls a method, and awaits its promise.
    ///
    /// # Errors
    /// The thrown error, or the reason of the rejection.
    pub(super) async fn call(&self, method: &Function, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
        let value = method.apply(&self.0, &arguments.iter().collect::<Array>())?;
        if js::function(&value, "then").is_none() {
            return Ok(value);
        }
        JsFuture::from(Promise::resolve(&value)).await
    }
}
