//! A guest and its entry points.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue};
use verdict_protocol::{ConsoleLog, FunctionEvidence, Limits};
use verdict_vfs::VfsPath;

use crate::host::Host;
use crate::jobs::{OpenHandle, Waited};
use crate::label::Label;
use crate::options::{GuestOptions, SourceError};
use crate::realm::Realm;
use crate::recorder::Recorded;
use crate::stop::{Stop, Thrown, stop, thrown, unsettled};
use crate::unhandled::Unhandled;

/// A realm with its budget, queues, clock and console. It must stay on one thread.
pub struct Guest {
    context: Context,
    host: Rc<Host>,
}

impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").field("virtual_now", &self.virtual_now()).finish_non_exhaustive()
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // After a panic the state of the engine is unknown, and its process or instance ends.
        if !std::thread::panicking() {
            self.host.loader.release(&mut self.context);
        }
    }
}

impl Guest {
    /// Creates a guest in a fresh realm.
    ///
    /// # Errors
    /// [`Stop::Limit`] if the engine cannot create the realm.
    pub fn new(options: GuestOptions) -> Result<Guest, Stop> {
        Guest::in_realm(Realm::for_guest(&options)?, options)
    }

    /// Creates a guest in a prepared realm. It behaves as one created by [`Guest::new`].
    ///
    /// # Errors
    /// Errors of [`Guest::new`].
    pub fn in_realm(realm: Realm, options: GuestOptions) -> Result<Guest, Stop> {
        let (context, host) = realm.begin(options)?;
        Ok(Guest { context, host })
    }

    /// The guest's limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.host.limits
    }

    /// The engine's context, for the caller's natives.
    pub fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Defines a global as built-ins do: writable, configurable, not enumerable.
    ///
    /// # Errors
    /// [`Stop::Thrown`] if guest code made the global object refuse it.
    pub fn define_global(&mut self, name: &str, value: impl Into<JsValue>) -> Result<(), Stop> {
        let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
        let result = self.context.register_global_property(JsString::from(name), value.into(), attributes);
        self.stopped(result)
    }

    /// Defines a module of the host. Its specifier takes precedence over files; its exports are fixed.
    pub fn define_module(&mut self, specifier: &str, exports: &[(&str, JsValue)]) {
        self.host.loader.define(specifier, exports, &mut self.context);
    }

    /// Reserves a module of the host for test material. Imports by the subject fail with
    /// [`Code::Policy`](verdict_protocol::Code::Policy) and are recorded ([`Guest::take_refused`]).
    pub fn reserve_module(&mut self, specifier: &str) {
        self.host.origins.reserve(specifier);
    }

    /// Refused imports of reserved modules since the last call, each with its importer.
    pub fn take_refused(&mut self) -> Vec<(VfsPath, SourceError)> {
        self.host.origins.take_refused()
    }

    /// Exports, by name, of test material files that finished running: see [`GuestOptions::sealed_from`].
    pub fn material_exports(&mut self) -> Vec<(VfsPath, Vec<(String, JsValue)>)> {
        self.host.clone().material_exports(&mut self.context)
    }

    /// Loads the test file: it alone has the test API as `import.meta.vitest`. Otherwise like [`Guest::load`].
    ///
    /// # Errors
    /// A [`Stop`] if the file does not run to its end.
    pub fn load_test_file(&mut self, path: &VfsPath) -> Result<(), Stop> {
        self.host.loader.test_file.replace(Some(path.clone()));
        self.load(path)
    }

    /// Loads a file with its imports and runs it, top-level `await`s included.
    ///
    /// # Errors
    /// A [`Stop`] if the file does not run to its end.
    pub fn load(&mut self, path: &VfsPath) -> Result<(), Stop> {
        self.host.clone().load(path, &mut self.context)
    }

    /// Calls a guest function. The result may be a promise: see [`Guest::settle`].
    ///
    /// # Errors
    /// [`Stop::Thrown`] and [`Stop::Limit`].
    pub fn call(&mut self, function: &JsObject, this: &JsValue, args: &[JsValue]) -> Result<JsValue, Stop> {
        let room = self.host.room(0);
        let result = room.and_then(|()| function.call(this, args, &mut self.context));
        self.stopped(result)
    }

    /// Awaits a promise or thenable; any other value is returned as it is. Microtasks run, then timers on the
    /// virtual clock that are due within `timeout_ms`. Changes that guest code made to `Promise.prototype`
    /// have no effect.
    ///
    /// # Errors
    /// [`Stop::Thrown`] with the reason of a rejection, [`Stop::Unsettled`], [`Stop::Deadline`],
    /// [`Stop::Limit`].
    pub fn settle(&mut self, value: &JsValue, timeout_ms: Option<f64>) -> Result<JsValue, Stop> {
        let Some(object) = value.as_object() else { return Ok(value.clone()) };
        let promise = if object.is::<Promise>() {
            let promise = JsPromise::from_object(object);
            self.stopped(promise)?
        } else {
            // Resolving an intrinsic promise reads `then` of a thenable once, in a microtask.
            let (promise, functions) = JsPromise::new_pending(&mut self.context);
            let result =
                functions.resolve.call(&JsValue::undefined(), std::slice::from_ref(value), &mut self.context);
            self.stopped(result)?;
            promise
        };
        self.settle_promise(&promise, timeout_ms)
    }

    /// Runs microtasks, then timers on the virtual clock, until `done` returns true.
    ///
    /// # Errors
    /// [`Stop::Unsettled`], [`Stop::Deadline`] or [`Stop::Limit`] if `done` never returns true.
    pub fn wait_until(&mut self, timeout_ms: Option<f64>, done: &dyn Fn() -> bool) -> Result<(), Stop> {
        let deadline = timeout_ms.map(|ms| self.host.deadline_us(ms));
        let waited = self.host.wait(&mut self.context, deadline, done);
        match self.stopped(waited)? {
            Waited::Done => Ok(()),
            waited => Err(self.host.pending(waited, timeout_ms.unwrap_or_default(), &mut self.context)),
        }
    }

    fn settle_promise(&mut self, promise: &JsPromise, timeout_ms: Option<f64>) -> Result<JsValue, Stop> {
        let result = self.host.await_promise(promise, timeout_ms, &mut self.context)?;
        result.map_err(|reason| stop(JsError::from_opaque(reason), &mut self.context))
    }

    /// Runs microtasks and pending imports until none are left. Timers do not run, and the clock stands
    /// still.
    ///
    /// # Errors
    /// [`Stop::Limit`].
    pub fn drain(&mut self) -> Result<(), Stop> {
        let result = self.host.drain(&mut self.context);
        self.stopped(result)
    }

    /// Advances the clock by `ms` and runs the timers that become due.
    ///
    /// # Errors
    /// [`Stop::Limit`].
    pub fn advance(&mut self, ms: f64) -> Result<(), Stop> {
        let deadline = self.host.deadline_us(ms);
        let result = self.host.wait(&mut self.context, Some(deadline), &|| false);
        match self.stopped(result)? {
            Waited::TooManyTimers => Err(unsettled(Waited::TooManyTimers, ms)),
            _ => {
                self.host.clock.advance_to(deadline);
                Ok(())
            }
        }
    }

    /// Runs timers that are due within the next `ms`, as long as a one-shot timer is among them, up to `most`
    /// timers. Without such a timer the clock does not advance.
    ///
    /// # Errors
    /// [`Stop::Limit`].
    pub fn run_out(&mut self, ms: f64, most: u32) -> Result<(), Stop> {
        let deadline = self.host.deadline_us(ms);
        let left = Cell::new(most);
        let host = Rc::clone(&self.host);
        let done = move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0 || !host.jobs.has_timeout_by(deadline)
        };
        let result = self.host.wait(&mut self.context, Some(deadline), &done);
        self.stopped(result).map(drop)
    }

    /// Unhandled rejections and uncaught exceptions since the last call, in order. Call [`Guest::drain`]
    /// first, so that late handlers count.
    pub fn take_unhandled(&mut self) -> Vec<Unhandled> {
        self.host.unhandled.take(&mut self.context)
    }

    /// Virtual milliseconds since the guest was created.
    #[must_use]
    pub fn virtual_now(&self) -> f64 {
        self.host.clock.now_ms()
    }

    /// Pending timers, the next one first.
    #[must_use]
    pub fn open_handles(&self) -> Vec<OpenHandle> {
        self.host.jobs.open_handles(self.host.clock.now_us())
    }

    /// Removes all pending timers.
    pub fn clear_timers(&mut self) {
        self.host.jobs.clear_timers();
    }

    /// Remaining instructions of the budget.
    #[must_use]
    pub fn instructions_remaining(&self) -> u64 {
        self.context.instructions_remaining() as u64
    }

    /// Remaining instructions at each wait for a promise that never settled: see [`crate::Rerun`].
    #[must_use]
    pub fn waits(&self) -> Vec<u64> {
        self.host.fixes.waits.left()
    }

    /// Whether guest code exceeded [`Limits::recursion`]. Guest code cannot catch the engine's error,
    /// although other engines throw a `RangeError`. Such a run can be repeated with
    /// [`GuestOptions::catch_recursion`].
    #[must_use]
    pub fn recursed(&self) -> bool {
        self.host.fixes.recursion.is_exceeded()
    }

    /// Whether an async function that nothing awaits may have recursed too deeply, an error that the engine
    /// drops. If a run with [`MORE`](crate::MORE) calls takes a different number of instructions, one did.
    #[must_use]
    pub fn is_suspicious(&self) -> bool {
        self.host.fixes.waits.is_suspicious()
    }

    /// Property names that must be read without the engine's inline cache, if this run found any. Repeat the
    /// run with [`GuestOptions::uncached`].
    #[must_use]
    pub fn more_uncached(&self) -> Option<BTreeSet<String>> {
        self.host.fixes.getters.more()
    }

    /// Whether guest code can catch recursion errors.
    pub(crate) fn catches_recursion(&self) -> bool {
        self.host.fixes.recursion.is_caught()
    }

    /// Console output since the last call.
    pub fn take_console(&mut self) -> ConsoleLog {
        self.host.console.borrow_mut().take()
    }

    /// Sentences by which the host refused what guest code asked for since the last call, whether or not it caught them.
    #[must_use]
    pub fn take_refusals(&mut self) -> Vec<String> {
        self.host.refusals.take()
    }

    /// Imports and reads of guest code since the last call, if [`GuestOptions::evidence`] enables recording.
    pub fn take_recorded(&mut self) -> Recorded {
        self.host.recorder.take()
    }

    /// The functions that each test called since it last began ([`Guest::begin_test`]), in files that
    /// [`GuestOptions::is_subject`] selects. Also tells whether some are missing because there were too many.
    /// Functions called while a module loads belong to no test.
    #[must_use]
    pub fn called(&self) -> (BTreeMap<usize, Vec<FunctionEvidence>>, bool) {
        self.host.called()
    }

    /// Drops the calls that an earlier attempt at a test recorded. `test` is the number in [`Label::test`].
    pub fn begin_test(&mut self, test: usize) {
        self.host.forget_called(test);
    }

    /// Records a setup file that a configuration names.
    pub fn note_setup(&mut self, config: &str, name: &str, path: Option<&VfsPath>) {
        self.host.note_setup(config, name, path);
    }

    /// Sets the file and test that guest code runs for from now on.
    pub fn set_label(&mut self, label: Label) {
        self.host.labels.replace(Rc::new(label));
    }

    /// A preview of a value: see [`crate::inspect()`].
    pub fn inspect(&mut self, value: &JsValue) -> String {
        crate::inspect(value, &mut self.context)
    }

    /// Describes a thrown error: see [`crate::thrown`].
    pub fn to_thrown(&mut self, error: JsError) -> Thrown {
        thrown(error, &mut self.context)
    }

    pub(crate) fn stopped<T>(&mut self, result: JsResult<T>) -> Result<T, Stop> {
        result.map_err(|error| stop(error, &mut self.context))
    }
}

impl Host {
    pub(crate) fn epoch_ms(&self) -> f64 {
        self.clock.epoch_ms()
    }

    /// The time `ms` from now, in microseconds since the start.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    fn deadline_us(&self, ms: f64) -> u64 {
        self.clock.now_us().saturating_add((ms * 1_000.0) as u64)
    }

    /// Awaits a promise: its value, or the reason of its rejection.
    pub(crate) fn await_promise(
        &self,
        promise: &JsPromise,
        timeout_ms: Option<f64>,
        context: &mut Context,
    ) -> Result<Result<JsValue, JsValue>, Stop> {
        let deadline = timeout_ms.map(|ms| self.deadline_us(ms));
        let settled = || !matches!(promise.state(), PromiseState::Pending);
        let waited = self.wait(context, deadline, &settled).map_err(|error| stop(error, context))?;
        match promise.state() {
            PromiseState::Fulfilled(value) => Ok(Ok(value)),
            PromiseState::Rejected(reason) => {
                self.unhandled.handled(&promise.clone().into());
                Ok(Err(reason))
            }
            PromiseState::Pending => Err(self.pending(waited, timeout_ms.unwrap_or_default(), context)),
        }
    }
}
