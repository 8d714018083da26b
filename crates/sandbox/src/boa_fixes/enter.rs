//! Recursion that guest code can catch.
//!
//! The engine's limit of recursion cannot be caught, whatever it is. Tests that somebody wrote for another engine expect
//! a `RangeError`, and code that takes input apart catches one. So a run that came to the limit is made anew, in which
//! every function of the guest asks before it runs; at the limit the answer is a `RangeError`.
//! The engine's own limit, now a little higher, stays for what does not ask, and so does every budget: to catch is no way to run longer.

use boa_engine::error::RuntimeLimitError;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction};

use crate::boa_fixes::guards::original;
use crate::globals::host;
use crate::host::Host;

/// The global function that every function calls first, in a guest that can catch recursion.
pub const ENTER: &str = "__verdict_enter__";

/// What a `RangeError` of recursion says, as V8 has it.
pub(crate) const TOO_DEEP: &str = "Maximum call stack size exceeded";

/// Calls between the depth at which functions are refused and the engine's limit: what handlers, and natives that do not
/// ask, still have.
const RESERVE: u64 = 50;

/// The engine's limit.
pub(crate) fn engine_limit(recursion: u64, catch_recursion: bool) -> usize {
    let limit = if catch_recursion { recursion.saturating_add(RESERVE) } else { recursion };
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Tells a function that it may run, or throws.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let nothing = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let nothing: JsObject = FunctionObjectBuilder::new(context.realm(), nothing).build().into();
    host(context)?.pristine.borrow_mut().originals.insert(ENTER, nothing);
    let enter = NativeFunction::from_fn_ptr(|_, _, context| enter(context));
    let enter = FunctionObjectBuilder::new(context.realm(), enter).name(JsString::from(ENTER)).build();
    let descriptor =
        PropertyDescriptor::builder().value(enter).writable(false).enumerable(false).configurable(false);
    context.global_object().define_property_or_throw(JsString::from(ENTER), descriptor, context)?;
    Ok(())
}

/// The depth is the engine's own affair: a native is called under a lower limit, to see if it could be.
fn enter(context: &mut Context) -> JsResult<JsValue> {
    let nothing = original(ENTER, context)?;
    // Beside the calls that stand outside of the function there are itself and this.
    let asked = engine_limit(host(context)?.limits.recursion, false).saturating_add(2);
    let limit = context.runtime_limits().recursion_limit();
    context.runtime_limits_mut().set_recursion_limit(asked);
    let called = nothing.call(&JsValue::undefined(), &[], context);
    context.runtime_limits_mut().set_recursion_limit(limit);
    match called {
        Ok(_) => Ok(JsValue::undefined()),
        Err(_) => Err(too_deep(&*host(context)?)),
    }
}

/// What ends calls that nest too deep.
pub(crate) fn too_deep(host: &Host) -> JsError {
    host.recursed.set(true);
    if *host.catch_recursion {
        JsNativeError::range().with_message(TOO_DEEP).into()
    } else {
        RuntimeLimitError::Recursion.into()
    }
}
