//! Functions that are handed to guest code to say "go on": `use` of a fixture, `runTest` of a hook around a test.
//! What they return settles when the host says so.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::builtins::promise::{Promise, PromiseState};
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Finalize, JsArgs, JsObject, JsValue, NativeFunction, Trace};
use verdict_sandbox::Stop;

use super::Run;
use crate::collect::props::named;
use crate::intrinsics::native;

/// What came of such a function.
#[derive(Debug, Default)]
pub(super) struct Slot {
    called: Cell<bool>,
    value: RefCell<JsValue>,
    resolve: RefCell<Option<JsObject>>,
}

impl Slot {
    /// Whether it was called.
    pub(super) fn called(&self) -> bool {
        self.called.get()
    }

    /// What it was called with, once.
    pub(super) fn value(&self) -> JsValue {
        self.value.take()
    }
}

#[derive(Trace, Finalize)]
struct Held(#[unsafe_ignore_trace] Rc<Slot>);

impl Run<'_> {
    /// Makes such a function. `again` is what a second call throws.
    pub(super) fn handed(&mut self, name: &str, again: Option<String>) -> (JsObject, Rc<Slot>) {
        let slot = Rc::new(Slot::default());
        let again = again.unwrap_or_default();
        #[derive(Trace, Finalize)]
        struct Captures(Held, #[unsafe_ignore_trace] String);
        let function = NativeFunction::from_copy_closure_with_captures(
            |_, args, Captures(Held(slot), again): &Captures, context| {
                if slot.called.replace(true) && !again.is_empty() {
                    let error = named("AroundHookMultipleCallsError", again, context);
                    return Ok(JsPromise::reject(error, context)?.into());
                }
                let (promise, functions) = JsPromise::new_pending(context);
                slot.value.replace(args.get_or_undefined(0).clone());
                slot.resolve.replace(Some(functions.resolve.into()));
                Ok(promise.into())
            },
            Captures(Held(Rc::clone(&slot)), again),
        );
        (native(name, 1, function, self.guest.context()).into(), slot)
    }

    /// Waits until the function was called, or what called it came to an end.
    pub(super) fn wait_for_call(
        &mut self,
        slot: &Rc<Slot>,
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

    /// Lets what called the function go on, and waits for its end.
    pub(super) fn release(
        &mut self,
        slot: &Slot,
        returned: &JsValue,
        timeout: Option<f64>,
    ) -> Result<(), Stop> {
        if let Some(resolve) = slot.resolve.take() {
            self.guest.call(&resolve, &JsValue::undefined(), &[])?;
        }
        self.guest.settle(returned, timeout).map(drop)
    }
}
