//! The few functions that must be functions of the language itself: natives do not see `this` and `new.target`
//! at once, and only `await` follows a promise without asking anything that a guest can patch.

use std::path::Path;

use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, Source, js_string};
use verdict_sandbox::OWN_SCRIPT;

const SOURCE: &str = r"'use strict'; ({
    mock: (native) => function (...args) { return native(this, new.target, args); },
    empty: () => function () {},
    run: (native) => native(),
    follow: async (promise, fulfilled, rejected) => {
        let value;
        try { value = await promise; } catch (error) { return rejected(error); }
        return fulfilled(value);
    },
})";

/// Trusted functions of a realm, made before guest code runs.
#[derive(Debug)]
pub(crate) struct Shim {
    /// `(native) → function` that passes `this`, `new.target` and its arguments as one array to the native.
    pub(crate) mock: JsObject,
    /// `() → function` that does nothing.
    pub(crate) empty: JsObject,
    /// `(native) → what it returns`, from a frame of its own.
    pub(crate) run: JsObject,
    /// `(promise, fulfilled, rejected) → Promise` of what the fitting function returns.
    pub(crate) follow: JsObject,
}

impl Shim {
    /// Makes the functions.
    ///
    /// # Errors
    /// None in a realm that is whole.
    pub(crate) fn new(context: &mut Context) -> JsResult<Shim> {
        let functions = context.eval(Source::from_bytes(SOURCE).with_path(Path::new(OWN_SCRIPT)))?;
        let get = |name: &str, context: &mut Context| -> JsResult<JsObject> {
            let function = match functions.as_object() {
                Some(functions) => functions.get(js_string!(name), context)?,
                None => JsValue::undefined(),
            };
            function
                .as_callable()
                .ok_or_else(|| JsNativeError::typ().with_message("the harness could not be set up").into())
        };
        Ok(Shim {
            mock: get("mock", context)?,
            empty: get("empty", context)?,
            run: get("run", context)?,
            follow: get("follow", context)?,
        })
    }
}
