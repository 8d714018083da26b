//! `Error.prepareStackTrace` of V8: a function of the guest that makes the stack of an error from call sites.

use std::cell::Cell;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsResult, JsString, JsValue};
use verdict_protocol::StackFrame;

use super::internal::exports;
use crate::data_property;
use crate::native::{define_hidden, host};

/// Whether the guest's function runs. What it reads of other errors is a text.
#[derive(Default)]
pub(super) struct Preparing(Cell<bool>);

/// What the guest's function makes of an error with these frames; `None` if there is no such function. The error keeps it.
///
/// # Errors
/// What the function throws.
pub(crate) fn prepared(
    error: &JsObject,
    frames: &[StackFrame],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let class = context.intrinsics().constructors().error().constructor();
    let prepare = data_property(&class, "prepareStackTrace").and_then(|value| value.as_callable());
    let Some(prepare) = prepare.filter(|_| !host(context).is_ok_and(|host| host.web.preparing.0.get()))
    else {
        return Ok(None);
    };
    let sites = call_sites(frames, context)?;
    host(context)?.web.preparing.0.set(true);
    let stack = prepare.call(&class.into(), &[error.clone().into(), sites], context);
    host(context)?.web.preparing.0.set(false);
    let stack = stack?;
    define_hidden(error, "stack", stack.clone(), context)?;
    Ok(Some(stack))
}

fn call_sites(frames: &[StackFrame], context: &mut Context) -> JsResult<JsValue> {
    let sites = JsArray::new(context)?;
    for frame in frames {
        let (line, column) = frame.place.unwrap_or((1, 1));
        let parts = [
            JsString::from(frame.function.as_str()).into(),
            JsString::from(frame.file.as_str()).into(),
            line.into(),
            column.into(),
        ];
        sites.push(JsArray::from_iter(parts, context), context)?;
    }
    let make = exports("built-ins", context)?.get(JsString::from("callSites"), context)?;
    match make.as_callable() {
        Some(make) => make.call(&JsValue::undefined(), &[sites.into()], context),
        None => Ok(JsValue::undefined()),
    }
}
