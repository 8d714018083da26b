//! `aroundEach` and `aroundAll`: hooks that wrap tests or suites.

use boa_engine::gc::Gc;
use boa_engine::{JsObject, JsValue};
use verdict_judge::Fault;
use verdict_sandbox::Stop;

use super::Run;
use super::handed::Slot;
use super::timer::bounded;
use crate::collect::Hook;

/// The two kinds of around hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AroundKind {
    Each,
    All,
}

impl AroundKind {
    pub(super) fn hook(self) -> &'static str {
        match self {
            AroundKind::Each => "aroundEach",
            AroundKind::All => "aroundAll",
        }
    }

    fn callback(self) -> (&'static str, &'static str) {
        match self {
            AroundKind::Each => ("runTest", "test"),
            AroundKind::All => ("runSuite", "suite"),
        }
    }
}

/// A hook that waits for the wrapped part.
#[derive(Debug)]
pub(super) struct Open {
    kind: AroundKind,
    slot: Gc<Slot>,
    returned: JsValue,
    timeout: f64,
}

impl Run<'_> {
    /// Calls a hook with `(run, context, suite)` and waits until it calls `run`.
    pub(super) fn open_around(
        &mut self,
        kind: AroundKind,
        hook: &Hook,
        context: &JsObject,
        suite: &JsValue,
    ) -> Result<Open, Box<Fault>> {
        let (callback, what) = kind.callback();
        let name = kind.hook();
        let again = format!(
            "The `{callback}()` callback was called multiple times in the `{name}` hook. The callback can only \
             be called once per hook."
        );
        let (run, slot) = self.handed(callback, Some(again));
        let timeout = self.hook_timeout(hook.timeout);
        let args = [run.into(), context.clone().into(), suite.clone()];
        let returned = self.guest.call(&hook.function, &JsValue::undefined(), &args);
        let returned = returned.map_err(|stop| self.around_fault(kind, "setup", &stop))?;
        let waited = self.wait_for_call(&slot, &returned, bounded(timeout));
        waited.map_err(|stop| self.around_fault(kind, "setup", &stop))?;
        if !slot.called() {
            let settled = self.guest.settle(&returned, bounded(timeout));
            settled.map_err(|stop| self.around_fault(kind, "setup", &stop))?;
        }
        // A thenable may have called it while it was awaited.
        if !slot.called() {
            let message = format!(
                "The `{callback}()` callback was not called in the `{name}` hook. Make sure to call \
                 `{callback}()` to run the {what}."
            );
            let stack = Some(format!("AroundHookSetupError: {message}"));
            return Err(Box::new(Fault { stack, ..Fault::new(message) }));
        }
        Ok(Open { kind, slot, returned, timeout })
    }

    /// Resumes a hook and waits for its end.
    pub(super) fn close_around(&mut self, open: &Open) -> Result<(), Box<Fault>> {
        let released = self.release(&open.slot, &open.returned, bounded(open.timeout));
        released.map_err(|stop| self.around_fault(open.kind, "teardown", &stop))
    }

    fn around_fault(&mut self, kind: AroundKind, phase: &str, stop: &Stop) -> Box<Fault> {
        if self.is_final(stop) {
            self.stop(stop);
        }
        let mut fault = self.fault(stop, "");
        if let Stop::Deadline(ms) = stop {
            fault.message = format!("The {phase} phase of \"{}\" hook timed out after {ms}ms.", kind.hook());
        }
        Box::new(fault)
    }
}
