//! Functions passed to guest code that let it continue: `use` of a fixture, `runTest` of an around hook. The
//! host decides when their promises settle.

use std::cell::Cell;

use boa_engine::builtins::promise::{Promise, PromiseState};
use boa_engine::gc::{Gc, GcRefCell};
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Finalize, JsArgs, JsObject, JsValue, NativeFunction, Trace};
use verdict_sandbox::Stop;

use super::Run;
use crate::collect::props::named;
use crate::intrinsics::native;

/// The state of such a function.
#[derive(Debug, Default, Trace, Finalize)]
pub(super) struct Slot {
    #[unsafe_ignore_trace]
    called: Cell<bool>,
    value: GcRefCell<JsValue>,
    resolve: GcRefCell<Option<JsObject>>,
}

impl Slot {
    /// Whether it was called.
    pub(super) fn called(&self) -> bool {
        self.called.get()
    }

    /// The argument of its first call.
    pub(super) fn value(&self) -> JsValue {
        std::mem::take(&mut *self.value.borrow_mut())
    }
}

impl Run<'_> {
    /// Creates such a function. `again` is the message that a second call throws.
    pub(super) fn handed(&mut self, name: &str, again: Option<String>) -> (JsObject, Gc<Slot>) {
        let slot = Gc::new(Slot::default());
        let again = again.unwrap_or_default();
        #[derive(Trace, Finalize)]
        struct Captures(Gc<Slot>, String);
        let function = NativeFunction::from_copy_closure_with_captures(
            |_, args, Captures(slot, again): &Captures, context| {
                if slot.called.replace(true) && !again.is_empty() {
                    let error = named("AroundHookMultipleCallsError", again, context);
                    return Ok(JsPromise::reject(error, context)?.into());
                }
                let (promise, functions) = JsPromise::new_pending(context);
                *slot.value.borrow_mut() = args.get_or_undefined(0).clone();
                *slot.resolve.borrow_mut() = Some(functions.resolve.into());
                Ok(promise.into())
            },
            Captures(slot.clone(), again),
        );
        (native(name, 1, function, self.guest.context()).into(), slot)
    }

    /// Waits until the function was called, or until its caller ended.
    pub(super) fn wait_for_call(
        &mut self,
        slot: &Slot,
        returned: &JsValue,
        timeout: Option<f64>,
    ) -> Result<(), Stop> {
        let promise = returned.as_object().filter(|object| object.is::<Promise>());
        let Some(promise) = promise.and_then(|object| JsPromise::from_object(object).ok()) else {
            return Ok(());
        };
        let done = || slot.called() || !matches!(promise.state(), PromiseState::Pending);
        self.guest.wait_until(timeout, &done)
    }

    /// Resumes the function's caller and waits for its end.
    pub(super) fn release(
        &mut self,
        slot: &Slot,
        returned: &JsValue,
        timeout: Option<f64>,
    ) -> Result<(), Stop> {
        let resolve = slot.resolve.borrow_mut().take();
        if let Some(resolve) = resolve {
            self.guest.call(&resolve, &JsValue::undefined(), &[])?;
        }
        self.guest.settle(returned, timeout).map(drop)
    }
}
