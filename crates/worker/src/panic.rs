//! Reports a panic to the manager before the following trap ends the instance.

use std::cell::RefCell;

use js_sys::Function;
use verdict_protocol::{FromWorker, WireError};
use wasm_bindgen::JsValue;

use crate::wire::encode;

thread_local! {
    static POST: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Installs the hook. The text goes to the console (`console_error_panic_hook`) and to `post`, as an `ERROR`
/// without an id. The script knows which request was running.
pub(crate) fn install(post: &Function) {
    POST.with(|kept| *kept.borrow_mut() = Some(post.clone()));
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // Taken out, so that a panic while posting cannot post again.
        let post = POST.with(|kept| kept.try_borrow_mut().ok().and_then(|mut kept| kept.take()));
        if let Some(post) = post {
            let error = last_words(&info.to_string());
            let _ = post.call1(&JsValue::NULL, &encode(&FromWorker::Error { id: None, error }));
        }
    }));
}

#[cfg(any(feature = "analysis", feature = "sandbox"))]
fn last_words(panic: &str) -> WireError {
    verdict_engine::last_words(panic)
}

#[cfg(not(any(feature = "analysis", feature = "sandbox")))]
fn last_words(panic: &str) -> WireError {
    WireError { code: verdict_protocol::Code::Crashed, message: format!("The engine panicked: {panic}") }
}
