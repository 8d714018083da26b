//! The few functions that must be JavaScript functions. A native cannot receive both `this` and `new.target`,
//! and only `await` follows a promise without calling anything that a guest can patch.

use std::path::Path;

use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue, Source, js_string};
use verdict_sandbox::OWN_SCRIPT;

const SOURCE: &str = r"'use strict'; (({ Promise, Error, String }) => ({
    mock: (native) => function (...args) { return native(this, new.target, args); },
    empty: () => function () {},
    run: (native) => native(),
    follow: async (promise, fulfilled, rejected) => {
        let value;
        try { value = await promise; } catch (error) { return rejected(error); }
        return fulfilled(value);
    },
    callback: async (run, given, [calledTwice, withResult, failed]) => {
        let settle, calls = 0, returned;
        const settled = new Promise((resolve, reject) => { settle = { resolve, reject }; });
        const done = async (reason) => {
            calls += 1;
            if (calls > 1) {
                settle.reject(new Error(calledTwice));
                return;
            }
            const error = reason instanceof Error ? reason : new Error(failed + String(reason));
            await undefined;
            if (returned !== undefined) settle.reject(new Error(withResult));
            else if (reason) settle.reject(error);
            else settle.resolve();
        };
        returned = run(...given, done);
        await settled;
    },
}))(globalThis)";

/// Trusted functions of a realm, created before guest code runs.
#[derive(Debug)]
pub(crate) struct Shim {
    /// `(native) → function` that passes `this`, `new.target` and an array of its arguments to the native.
    pub(crate) mock: JsObject,
    /// `() → function` that does nothing.
    pub(crate) empty: JsObject,
    /// `(native) → its result`, called from a frame of its own.
    pub(crate) run: JsObject,
    /// `(promise, fulfilled, rejected) → Promise` of the called function's result.
    pub(crate) follow: JsObject,
    /// `(function, arguments, messages) → Promise` of when the function has called its last argument, as Jest has it. Rejected with
    /// what the function gives to it.
    pub(crate) callback: JsObject,
}

impl Shim {
    /// Creates the functions.
    ///
    /// # Errors
    /// None in an intact realm.
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
            callback: get("callback", context)?,
        })
    }
}
