//! The class that the script wraps.

use std::rc::Rc;

use js_sys::{Array, Object, Promise};
use verdict_supervisor::{Event, Id, Options};
use wasm_bindgen::prelude::*;

use crate::driver::Driver;
use crate::host::Host;
use crate::request::{Pool, Request};
use crate::type_checks::TypesQuestion;
use crate::wire::SnapshotAnswer;
use crate::{files, js, wire};

/// The manager without the parts that only a script can have. Its methods are those of `VerificationManager`;
/// no argument makes one throw.
#[wasm_bindgen]
pub struct ManagerCore {
    driver: Rc<Driver>,
    pool: Pool,
}

#[wasm_bindgen]
impl ManagerCore {
    /// Creates a manager. `options`: `{ workers, spare, queueLimit, timeoutMs, startupTimeoutMs, heartbeatMs,
    /// recycleBytes, breakerAfter, backoffMs, historyLimit, checker }`. Each is an optional number, except
    /// `spare` and `checker`: `false` disables the spare worker, or the full layer of type checks.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(options: &JsValue, host: Host) -> ManagerCore {
        console_error_panic_hook::set_once();
        let default = Options::default();
        let count = |key, most: f64, otherwise: usize| {
            js::number(options, key, 0.0).map_or(otherwise, |value| value.min(most) as usize)
        };
        let ms = |key, otherwise: f64| js::get(options, key).as_f64().unwrap_or(otherwise);
        // Infinity disables recycling; an invalid size is ignored.
        let bytes = |key, otherwise: u64| {
            js::get(options, key)
                .as_f64()
                .filter(|value| *value > 0.0)
                .map_or(otherwise, |value| value as u64)
        };
        let supervised = Options {
            workers: count("workers", 64.0, default.workers),
            spare: js::get(options, "spare") != JsValue::FALSE,
            spare_delay_ms: default.spare_delay_ms,
            queue_limit: count("queueLimit", 1e6, default.queue_limit),
            timeout_ms: ms("timeoutMs", default.timeout_ms),
            startup_timeout_ms: ms("startupTimeoutMs", default.startup_timeout_ms),
            heartbeat_ms: ms("heartbeatMs", default.heartbeat_ms),
            recycle_bytes: bytes("recycleBytes", default.recycle_bytes),
            breaker_after: count("breakerAfter", 1e3, default.breaker_after as usize) as u32,
            backoff_ms: ms("backoffMs", default.backoff_ms),
            backoff_max_ms: default.backoff_max_ms,
        };
        let pool =
            Pool { spread: supervised.workers > 1, checker: js::get(options, "checker") != JsValue::FALSE };
        ManagerCore { driver: Driver::new(host, supervised, count("historyLimit", 1e5, 100)), pool }
    }

    /// Starts the workers, unless they are started. Resolves to whether one is ready, once that is known.
    pub fn init(&self) -> Promise {
        self.driver.start()
    }

    /// Sets the snapshot of requests without files: `{ success, root, files, error, code }`. After a failure
    /// such requests are refused with its reason instead of using the previous snapshot.
    #[wasm_bindgen(js_name = setSnapshot)]
    pub fn set_snapshot(&self, files: JsValue) -> Object {
        let before = self.driver.current.borrow().clone();
        let after = files::snapshot(files, &before);
        let told = match &after {
            Ok(snapshot) => SnapshotAnswer::Set {
                success: true,
                root: snapshot.root().to_owned(),
                files: snapshot.len(),
                error: (),
                code: (),
            },
            Err(refusal) => SnapshotAnswer::Refused {
                success: false,
                root: (),
                files: 0,
                error: refusal.message.clone(),
                code: refusal.code,
            },
        };
        *self.driver.current.borrow_mut() = after;
        wire::object(&told)
    }

    /// Starts a verification: `{ id, promise }`. `options`: `{ timeout, limits, vfsSnapshot, baseline, sessionId,
    /// onProgress, config, seed, engine, confirm, onProvisional, priority, refused }`; `refused` is an error
    /// with which the script refuses the request.
    pub fn run(&self, command: &JsValue, options: &JsValue) -> Object {
        // Reading the options may run the page's getters, so nothing may be borrowed.
        let current = self.driver.current.borrow().clone();
        let ticket = self.driver.submit(Request::verify(command, options, &current, self.pool));
        js::object([("id", (ticket.id as f64).into()), ("promise", ticket.promise.into())])
    }

    /// Cancels a request that is not settled.
    pub fn cancel(&self, id: f64) {
        self.driver.cancel(id as Id);
    }

    /// Sends a `PING` once a worker is free: `{ success, roundTripMs, error, code }`.
    pub fn ping(&self, timeout_ms: f64) -> Promise {
        self.driver.submit(Request::ping(timeout_ms)).promise
    }

    /// The statistics.
    pub fn stats(&self) -> Object {
        self.driver.stats()
    }

    /// The last requests, newest first.
    pub fn history(&self) -> Array {
        self.driver.records.to_array()
    }

    /// Clears the history.
    #[wasm_bindgen(js_name = clearHistory)]
    pub fn clear_history(&self) {
        self.driver.records.clear();
    }

    /// The versions of the worker that became ready last: `{ engine, rules, checker, protocol }`, as texts;
    /// `null` before that.
    pub fn toolchain(&self) -> JsValue {
        self.driver.toolchain.borrow().clone().map_or(JsValue::NULL, JsValue::from)
    }

    /// The question for the type of a place: `{ path, line, column }`, 1-based. `options`: `{ vfsSnapshot,
    /// config }`.
    ///
    /// # Errors
    /// An `Error` with a `code`, for a file that is not there.
    #[wasm_bindgen(js_name = typeAt)]
    pub fn type_at(&self, place: &JsValue, options: &JsValue) -> Result<TypesQuestion, JsValue> {
        let current = self.driver.current.borrow().clone();
        let asked = || {
            let snapshot = match js::given(options, "vfsSnapshot") {
                Some(given) => files::snapshot(given, &current)?,
                None => current.clone()?,
            };
            self.driver.types.type_at(snapshot, place, js::given(options, "config"))
        };
        asked().map_err(|refusal| {
            let error = js_sys::Error::new(&refusal.message);
            js::set(&error, "code", refusal.code.as_str());
            error.into()
        })
    }

    /// Replaces all workers and retries those that were given up. Running requests are cancelled, waiting
    /// ones keep waiting.
    pub fn reset(&self) {
        self.driver.cancel_types();
        self.driver.step(Event::Reset);
    }

    /// Cancels all requests and stops for good.
    pub fn dispose(&self) {
        self.driver.step(Event::Dispose);
        self.driver.cancel_types();
    }
}
