//! What the script beside us does for us.

use js_sys::{Object, Promise};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The script's side of the manager.
    pub type Host;

    /// Makes a `Worker`. What it throws may carry `code`, `detail` and `hint`.
    #[wasm_bindgen(method, catch, js_name = createWorker)]
    pub(crate) fn create_worker(this: &Host, slot: u32, generation: f64) -> Result<JsValue, JsValue>;

    /// Gives `{ analysis, sandbox }`, compiled; may be called for every worker, and compiles once.
    #[wasm_bindgen(method, catch, js_name = loadModules)]
    pub(crate) fn load_modules(this: &Host) -> Result<Promise, JsValue>;

    /// Finds out why a worker did not start, from its `error` event: `{ message, detail?, hint? }`.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn explain(this: &Host, event: &JsValue) -> Result<Promise, JsValue>;

    /// Whether somebody listens for an event of this kind: what nobody hears need not be made.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn hears(this: &Host, kind: &str) -> Result<bool, JsValue>;

    /// Dispatches an event to listeners.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn emit(this: &Host, kind: &str, detail: &Object) -> Result<(), JsValue>;
}
