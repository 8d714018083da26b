//! The scope of guest code, which `AsyncLocalStorage` uses. Timers, ticks and promise reactions run in the
//! scope in which they were created.

use std::cell::RefCell;

use boa_engine::job::JobCallback;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::{Context, JsData, JsResult, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

use crate::host::Host;
use crate::native::{argument, host};
use crate::origin::Caller;

/// The current scope of a guest.
#[derive(Default)]
pub(crate) struct Scopes(RefCell<JsValue>);

impl Scopes {
    fn now(&self) -> JsValue {
        self.0.borrow().clone()
    }

    /// Sets the scope and returns the previous one.
    fn replace(&self, scope: JsValue) -> JsValue {
        self.0.replace(scope)
    }
}

/// The scope of a reaction, and the caller that scheduled it.
#[derive(Debug, Trace, Finalize, JsData)]
struct Scope(JsValue, #[unsafe_ignore_trace] Option<Caller>);

/// The current scope; undefined outside all scopes.
pub(crate) fn get(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(host(context)?.scopes.now())
}

/// Sets the current scope.
pub(crate) fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    host(context)?.scopes.replace(argument(args, 0));
    Ok(JsValue::undefined())
}

/// Wraps a callback to run in the current scope, on behalf of the current caller. Returns the callback itself
/// if neither matters.
pub(crate) fn scoped(callback: JsObject, context: &mut Context) -> JsResult<JsObject> {
    let of_now = host(context)?;
    let caller = of_now.puts_off(&callback, context);
    let scope = of_now.scopes.now();
    if scope.is_undefined() && caller.is_none() {
        return Ok(callback);
    }
    let native = NativeFunction::from_copy_closure_with_captures(
        |this, args, (callback, scope): &(JsObject, Scope), context| {
            let host = host(context)?;
            let before = host.scopes.replace(scope.0.clone());
            let result = host.put_off(scope.1.as_ref(), || callback.call(this, args, context));
            host.scopes.replace(before);
            result
        },
        (callback, Scope(scope, caller)),
    );
    Ok(FunctionObjectBuilder::new(context.realm(), native).build().into())
}

impl Host {
    /// A promise reaction, with its scope.
    pub(crate) fn reaction(&self, callback: JsFunction, context: &Context) -> JobCallback {
        let caller = self.puts_off(&callback, context);
        JobCallback::new(callback, Scope(self.scopes.now(), caller))
    }

    /// Runs scheduled code on behalf of its caller, if that matters.
    fn put_off<T>(&self, caller: Option<&Caller>, run: impl FnOnce() -> T) -> T {
        match caller {
            Some(caller) => self.origins.put_off_by(caller.clone(), run),
            None => run(),
        }
    }

    /// Runs a reaction in its scope.
    ///
    /// # Errors
    /// Errors that the callback throws.
    pub(crate) fn react(
        &self,
        job: &JobCallback,
        this: &JsValue,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let made = job.host_defined().downcast_ref::<Scope>().map(|scope| (scope.0.clone(), scope.1.clone()));
        let (scope, caller) = made.unwrap_or_default();
        let before = self.scopes.replace(scope);
        let result = self.put_off(caller.as_ref(), || job.callback().call(this, args, context));
        self.scopes.replace(before);
        result
    }
}
