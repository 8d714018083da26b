//! A guest and the ways into it.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boa_engine::builtins::promise::Promise;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsError, JsObject, JsResult, JsString, JsValue};
use verdict_protocol::{ConsoleLog, FunctionEvidence, Limits, UnhandledKind};
use verdict_vfs::VfsPath;

use crate::host::{Host, Unhandled, rejection_reason};
use crate::jobs::{OpenHandle, Waited};
use crate::label::Label;
use crate::options::{GuestOptions, SourceError};
use crate::realm::Realm;
use crate::recorder::Recorded;
use crate::stop::{Stop, Thrown, stop, thrown, thrown_value, unsettled};

/// One realm with its budget, queues, clock and console. Not to be moved between threads.
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
        // After a panic nothing is known of the engine, and its process or instance ends.
        if !std::thread::panicking() {
            self.host.loader.release(&mut self.context);
        }
    }
}

impl Guest {
    /// A fresh realm.
    ///
    /// # Errors
    /// [`Code::Crashed`] if the engine cannot make one.
    pub fn new(options: GuestOptions) -> Result<Guest, Stop> {
        Guest::in_realm(Realm::for_guest(&options)?, options)
    }

    /// A guest in a realm that stood ready. It runs as one that [`Guest::new`] made.
    ///
    /// # Errors
    /// As [`Guest::new`].
    pub fn in_realm(realm: Realm, options: GuestOptions) -> Result<Guest, Stop> {
        let (context, host) = realm.begin(options)?;
        Ok(Guest { context, host })
    }

    /// What it may use.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.host.limits
    }

    /// The engine's context, for natives of the caller.
    pub fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Defines a global, as built-ins are: writable, configurable, not enumerable.
    ///
    /// # Errors
    /// [`Stop::Thrown`] if guest code made the global object refuse it.
    pub fn define_global(&mut self, name: &str, value: impl Into<JsValue>) -> Result<(), Stop> {
        let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
        let result = self.context.register_global_property(JsString::from(name), value.into(), attributes);
        self.stopped(result)
    }

    /// Defines a module of the host. Its specifier comes before every file; its exports are fixed.
    pub fn define_module(&mut self, specifier: &str, exports: &[(&str, JsValue)]) {
        self.host.loader.define(specifier, exports, &mut self.context);
    }

    /// Keeps a module of the host from the subject: its imports fail with [`Code::Policy`](verdict_protocol::Code::Policy), and are
    /// on record ([`Guest::take_refused`]).
    pub fn reserve_module(&mut self, specifier: &str) {
        self.host.origins.reserve(specifier);
    }

    /// Imports of reserved modules that were refused since the last time that this was asked, each with its importer.
    pub fn take_refused(&mut self) -> Vec<(VfsPath, SourceError)> {
        self.host.origins.take_refused()
    }

    /// What files of test material export that have run to their end, by name: see [`GuestOptions::sealed_from`].
    pub fn material_exports(&mut self) -> Vec<(VfsPath, Vec<(String, JsValue)>)> {
        self.host.clone().material_exports(&mut self.context)
    }

    /// Loads a file with all that it imports, and runs it until its top-level `await`s are through.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn load(&mut self, path: &VfsPath) -> Result<(), Stop> {
        self.host.clone().load(path, &mut self.context)
    }

    /// Calls a function of the guest. What it returns may be a promise: see [`Guest::settle`].
    ///
    /// # Errors
    /// [`Stop::Thrown`] and [`Stop::Limit`].
    pub fn call(&mut self, function: &JsObject, this: &JsValue, args: &[JsValue]) -> Result<JsValue, Stop> {
        let room = self.host.room(0);
        let result = room.and_then(|()| function.call(this, args, &mut self.context));
        self.stopped(result)
    }

    /// The value that a promise or thenable comes to; any other value as it is. Microtasks run, then timers
    /// on the virtual clock, but none that is due more than `timeout_ms` from now. What guest code did to
    /// `Promise.prototype` does not matter.
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
            // Resolving an intrinsic promise asks a thenable for its `then`, once and in a microtask.
            let (promise, functions) = JsPromise::new_pending(&mut self.context);
            let result =
                functions.resolve.call(&JsValue::undefined(), std::slice::from_ref(value), &mut self.context);
            self.stopped(result)?;
            promise
        };
        self.settle_promise(&promise, timeout_ms)
    }

    /// Runs microtasks, then timers on the virtual clock, until `done` says so.
    ///
    /// # Errors
    /// As [`Guest::settle`], where it does not come to that: [`Stop::Unsettled`], [`Stop::Deadline`],
    /// [`Stop::Limit`].
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

    /// Runs microtasks and pending imports until there are none. Timers stay, and time stands.
    ///
    /// # Errors
    /// [`Stop::Limit`].
    pub fn drain(&mut self) -> Result<(), Stop> {
        let result = self.host.drain(&mut self.context);
        self.stopped(result)
    }

    /// Moves the clock on by `ms`, running what is due on the way.
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

    /// Runs what is due within the next `ms`, for as long as a timer that goes off once is among it and it is no more than
    /// `most` timers. The clock stays where nothing is.
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

    /// Rejections that nobody handled and exceptions that no one could catch, since the last time that this
    /// was asked, in their order. Call [`Guest::drain`] first, so that late handlers are in time.
    pub fn take_unhandled(&mut self) -> Vec<Unhandled> {
        let uncaught = self.host.uncaught.take();
        let rejected = self.host.rejected.take();
        let mut found = Vec::new();
        for (error, label) in uncaught {
            let thrown = thrown(error, &mut self.context);
            found.push(Unhandled { kind: UnhandledKind::Exception, thrown, label });
        }
        for (promise, label) in rejected {
            if let Some(reason) = rejection_reason(&promise) {
                let thrown = thrown_value(&reason, &mut self.context);
                found.push(Unhandled { kind: UnhandledKind::Rejection, thrown, label });
            }
        }
        found
    }

    /// Virtual milliseconds since the guest was made.
    #[must_use]
    pub fn virtual_now(&self) -> f64 {
        self.host.clock.now_ms()
    }

    /// Timers that are set, the next one first.
    #[must_use]
    pub fn open_handles(&self) -> Vec<OpenHandle> {
        self.host.jobs.open_handles(self.host.clock.now_us())
    }

    /// Forgets every timer that is set.
    pub fn clear_timers(&mut self) {
        self.host.jobs.clear_timers();
    }

    /// Instructions that are left of the budget.
    #[must_use]
    pub fn instructions_remaining(&self) -> u64 {
        self.context.instructions_remaining() as u64
    }

    /// Instructions that were left at each wait for a promise that came to nothing: see [`crate::Again`].
    #[must_use]
    pub fn waits(&self) -> Vec<u64> {
        self.host.waits.left()
    }

    /// Whether guest code recursed deeper than [`Limits::recursion`]. The engine ends it with what guest code cannot catch, while
    /// elsewhere it is a `RangeError`: a run in which this comes true can be made anew with
    /// [`GuestOptions::catch_recursion`].
    #[must_use]
    pub fn recursed(&self) -> bool {
        self.host.recursed.get()
    }

    /// Whether an async function that nobody waits for may have recursed too deep, which the engine drops. A run with
    /// [`MORE`](crate::MORE) calls that takes other instructions tells that one did.
    #[must_use]
    pub fn is_suspicious(&self) -> bool {
        self.host.waits.is_suspicious()
    }

    /// The names that a run of the same must read without the engine's inline cache, if this run found that it should have: it
    /// can be made anew with [`GuestOptions::uncached`].
    #[must_use]
    pub fn more_uncached(&self) -> Option<BTreeSet<String>> {
        crate::lazy_getters::more(&self.host.replaced_getters.borrow(), &self.host.uncached)
    }

    /// Whether guest code can catch that it recursed too deep.
    pub(crate) fn catches_recursion(&self) -> bool {
        *self.host.catch_recursion
    }

    /// What was printed since the last time that this was asked.
    pub fn take_console(&mut self) -> ConsoleLog {
        self.host.console.borrow_mut().take()
    }

    /// What guest code resolved and read since the last time that this was asked, where [`GuestOptions::evidence`] asks for it.
    pub fn take_recorded(&mut self) -> Recorded {
        self.host.recorded.take()
    }

    /// The functions that ran for each test since the last time that it began ([`Guest::begin_test`]), where
    /// [`GuestOptions::is_subject`] says of which files; and whether there were more than are kept. Functions that run while a module
    /// is loaded are no test's.
    #[must_use]
    pub fn called(&self) -> (BTreeMap<usize, Vec<FunctionEvidence>>, bool) {
        self.host.called()
    }

    /// Drops what an earlier attempt at a test called. The number is that of [`Label::test`].
    pub fn begin_test(&mut self, test: usize) {
        self.host.forget_called(test);
    }

    /// Writes down that a configuration names a file which runs before others.
    pub fn note_setup(&mut self, config: &str, name: &str, path: Option<&VfsPath>) {
        self.host.note_setup(config, name, path);
    }

    /// Says which file and test guest code runs for from now on.
    pub fn set_label(&mut self, label: Label) {
        self.host.labels.replace(Rc::new(label));
    }

    /// A preview of any value: see [`crate::inspect`].
    pub fn inspect(&mut self, value: &JsValue) -> String {
        crate::inspect(value, &mut self.context)
    }

    /// What was thrown: see [`crate::thrown`].
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

    /// `ms` from now, in microseconds since the start.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    fn deadline_us(&self, ms: f64) -> u64 {
        self.clock.now_us().saturating_add((ms * 1_000.0) as u64)
    }

    /// The state that a promise settles in: its value, or the reason of its rejection.
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
                self.forget_rejection(&promise.clone().into());
                Ok(Err(reason))
            }
            PromiseState::Pending => Err(self.pending(waited, timeout_ms.unwrap_or_default(), context)),
        }
    }
}
