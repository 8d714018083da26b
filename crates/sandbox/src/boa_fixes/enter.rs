//! Recursion errors that guest code can catch.
//!
//! Guest code cannot catch the engine's recursion limit. Tests written for other engines expect a
//! `RangeError`, and some parsers catch one. A run that reached the limit is therefore repeated with
//! instrumentation: every function calls a check first, which throws a `RangeError` at the limit. The
//! engine's own limit, slightly higher, still applies to code without the check. So does every other budget:
//! catching an error never lets code run longer.

use std::cell::Cell;

use boa_engine::error::RuntimeLimitError;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction};

use crate::boa_fixes::guards::original;
use crate::host::Host;
use crate::late::Late;
use crate::native::host;

/// The global function that every instrumented function calls first.
pub const ENTER: &str = "__verdict_enter__";

/// The message of V8's `RangeError` for recursion.
pub(crate) const TOO_DEEP: &str = "Maximum call stack size exceeded";

/// Number of calls between the catchable limit and the engine's limit, left for handlers and for natives
/// without the check.
const RESERVE: u64 = 50;

/// How a guest stands to its recursion limit.
#[derive(Default)]
pub(crate) struct Recursion {
    /// Whether guest code can catch the error.
    is_caught: Late<bool>,
    /// Whether guest code ever exceeded the limit.
    is_exceeded: Cell<bool>,
}

impl Recursion {
    pub(super) fn begin(&self, is_caught: bool) {
        self.is_caught.set(is_caught);
    }

    /// Whether guest code can catch the error.
    pub(crate) fn is_caught(&self) -> bool {
        *self.is_caught
    }

    /// Records that guest code exceeded the limit.
    pub(crate) fn exceed(&self) {
        self.is_exceeded.set(true);
    }

    /// Whether guest code ever exceeded the limit.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.is_exceeded.get()
    }
}

/// The recursion limit set in the engine.
pub(crate) fn engine_limit(recursion: u64, catch_recursion: bool) -> usize {
    let limit = if catch_recursion { recursion.saturating_add(RESERVE) } else { recursion };
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Defines the check, which returns or throws.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let nothing = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let nothing: JsObject = FunctionObjectBuilder::new(context.realm(), nothing).build().into();
    host(context)?.fixes.originals.insert(ENTER, nothing);
    let enter = NativeFunction::from_fn_ptr(|_, _, context| enter(context));
    let enter = FunctionObjectBuilder::new(context.realm(), enter).name(JsString::from(ENTER)).build();
    let descriptor =
        PropertyDescriptor::builder().value(enter).writable(false).enumerable(false).configurable(false);
    context.global_object().define_property_or_throw(JsString::from(ENTER), descriptor, context)?;
    Ok(())
}

/// Checks the depth. The engine does not expose it, so a native is called under a lower limit to see whether
/// the call succeeds.
fn enter(context: &mut Context) -> JsResult<JsValue> {
    let nothing = original(ENTER, context)?;
    // Two calls come on top of those outside the function: the function itself and this check.
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

/// The error thrown when calls nest too deeply.
pub(crate) fn too_deep(host: &Host) -> JsError {
    host.fixes.recursion.exceed();
    if host.fixes.recursion.is_caught() {
        JsNativeError::range().with_message(TOO_DEEP).into()
    } else {
        RuntimeLimitError::Recursion.into()
    }
}
