//! `isolateModules` and `isolateModulesAsync`: run a function with a fresh module registry, which is dropped
//! afterwards.

use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsValue, NativeFunction};
use verdict_protocol::sentences;
use verdict_sandbox::{Modules, swap_modules};

use crate::intrinsics::native;
use crate::state::State;
use crate::vi::api::vi;

fn function(args: &[JsValue], name: &str) -> JsResult<boa_engine::JsObject> {
    let message = || JsNativeError::typ().with_message(sentences::jest_expects_function(name));
    Ok(args.get_or_undefined(0).as_callable().ok_or_else(message)?)
}

/// `isolateModules(function)`.
///
/// # Errors
/// Errors that the function throws.
pub(in crate::vi) fn isolate(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let function = function(args, "isolateModules")?;
    let before = swap_modules(Modules::default(), context);
    let result = function.call(&JsValue::undefined(), &[], context);
    swap_modules(before, context);
    result.map(|_| vi(context))
}

/// `isolateModulesAsync(function)`: returns a promise of undefined.
///
/// # Errors
/// Errors that the function throws before it returns a promise.
pub(in crate::vi) fn isolate_async(
    _: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let function = function(args, "isolateModulesAsync")?;
    let before = swap_modules(Modules::default(), context);
    let result = function.call(&JsValue::undefined(), &[], context);
    let promise = match result {
        Ok(promise) => promise,
        Err(error) => {
            swap_modules(before, context);
            return Err(error);
        }
    };
    State::of(context).vi.isolated.borrow_mut().push(before);
    let fulfilled = NativeFunction::from_fn_ptr(|_, _, context| {
        back(context);
        Ok(JsValue::undefined())
    });
    let rejected = NativeFunction::from_fn_ptr(|_, args, context| {
        back(context);
        Err(JsError::from_opaque(args.get_or_undefined(0).clone()))
    });
    let (fulfilled, rejected) = (native("", 1, fulfilled, context), native("", 1, rejected, context));
    let follow = State::of(context).shim.follow.clone();
    follow.call(&JsValue::undefined(), &[promise, fulfilled.into(), rejected.into()], context)
}

/// Restores the previous modules.
fn back(context: &Context) {
    let before = State::of(context).vi.isolated.borrow_mut().pop();
    if let Some(before) = before {
        swap_modules(before, context);
    }
}
