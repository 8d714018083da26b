//! The scope that guest code runs in: what `AsyncLocalStorage` holds. Timers, ticks and reactions of promises run in the
//! scope that they were made in.

use boa_engine::job::JobCallback;
use boa_engine::object::builtins::JsFunction;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::{Context, JsData, JsResult, JsValue, NativeFunction};
use boa_gc::{Finalize, Trace};

use crate::globals::{argument, host};
use crate::host::Host;

/// The scope of a reaction.
#[derive(Debug, Trace, Finalize, JsData)]
struct Scope(JsValue);

/// The scope of what runs now; undefined outside of all.
pub(crate) fn get(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(host(context)?.scope.borrow().clone())
}

/// Says in which scope guest code runs from now on.
pub(crate) fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    host(context)?.scope.replace(argument(args, 0));
    Ok(JsValue::undefined())
}

/// The callback as one that runs in the scope of now; itself where there is none.
pub(crate) fn scoped(callback: JsObject, context: &mut Context) -> JsResult<JsObject> {
    let scope = host(context)?.scope.borrow().clone();
    if scope.is_undefined() {
        return Ok(callback);
    }
    let native = NativeFunction::from_copy_closure_with_captures(
        |this, args, (callback, scope): &(JsObject, JsValue), context| {
            let host = host(context)?;
            let before = host.scope.replace(scope.clone());
            let result = callback.call(this, args, context);
            host.scope.replace(before);
            result
        },
        (callback, scope),
    );
    Ok(FunctionObjectBuilder::new(context.realm(), native).build().into())
}

impl Host {
    /// A reaction, with the scope that it is made in.
    pub(crate) fn reaction(&self, callback: JsFunction) -> JobCallback {
        JobCallback::new(callback, Scope(self.scope.borrow().clone()))
    }

    /// Runs a reaction in its scope.
    ///
    /// # Errors
    /// Those of the callback.
    pub(crate) fn react(
        &self,
        job: &JobCallback,
        this: &JsValue,
        args: &[JsValue],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        let scope = job.host_defined().downcast_ref::<Scope>();
        let before = self.scope.replace(scope.map_or_else(JsValue::undefined, |scope| scope.0.clone()));
        let result = job.callback().call(this, args, context);
        self.scope.replace(before);
        result
    }
}
