//! The interface to the script that wraps this module.

use js_sys::{Object, Promise};
use wasm_bindgen::prelude::*;

use crate::type_checks::TypesQuestion;

#[wasm_bindgen]
extern "C" {
    /// The script's side of the manager.
    pub type Host;

    /// Creates a `Worker`. A thrown error may have `code`, `detail` and `hint`.
    #[wasm_bindgen(method, catch, js_name = createWorker)]
    pub(crate) fn create_worker(this: &Host, slot: u32, generation: f64) -> Result<JsValue, JsValue>;

    /// Returns `{ analysis, sandbox }`, compiled. May be called for every worker, and compiles once.
    #[wasm_bindgen(method, catch, js_name = loadModules)]
    pub(crate) fn load_modules(this: &Host) -> Result<Promise, JsValue>;

    /// Finds out why a worker did not start, from its `error` event: `{ message, detail?, hint? }`.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn explain(this: &Host, event: &JsValue) -> Result<Promise, JsValue>;

    /// Starts the checker of types, unless it is started: a request will need it.
    #[wasm_bindgen(method, catch, js_name = startChecker)]
    pub(crate) fn start_checker(this: &Host) -> Result<(), JsValue>;

    /// Asks the checker of types for request `id`, within `ms` milliseconds. Rejects with an error that has
    /// `code` if there is no answer.
    #[wasm_bindgen(method, catch, js_name = checkTypes)]
    pub(crate) fn check_types(
        this: &Host,
        id: f64,
        question: TypesQuestion,
        ms: f64,
    ) -> Result<Promise, JsValue>;

    /// Takes back what request `id` asked of the checker.
    #[wasm_bindgen(method, catch, js_name = cancelTypes)]
    pub(crate) fn cancel_types(this: &Host, id: f64) -> Result<(), JsValue>;

    /// Whether there are listeners for an event of this kind; otherwise the event need not be created.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn hears(this: &Host, kind: &str) -> Result<bool, JsValue>;

    /// Dispatches an event to listeners.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn emit(this: &Host, kind: &str, detail: &Object) -> Result<(), JsValue>;
}
