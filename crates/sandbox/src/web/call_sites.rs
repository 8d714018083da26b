//! `Error.prepareStackTrace` of V8: a function of the guest that makes the stack of an error from call sites.

use std::cell::Cell;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsResult, JsString, JsValue};
use verdict_protocol::StackFrame;

use super::built_ins::script;
use crate::data_property;
use crate::native::{define_hidden, host};

/// Whether the guest's function runs. What it reads of other errors is a text.
#[derive(Default)]
pub(super) struct Preparing(Cell<bool>);

/// The guest's function; `None` if the guest set no function, or if it runs.
pub(crate) fn prepare_function(context: &Context) -> Option<JsObject> {
    let class = context.intrinsics().constructors().error().constructor();
    let prepare = data_property(&class, "prepareStackTrace").and_then(|value| value.as_callable())?;
    let is_running = host(context).is_ok_and(|host| host.web.preparing.0.get());
    (!is_running).then_some(prepare)
}

/// What the guest's function makes of an error with these frames. The error keeps it.
///
/// # Errors
/// What the function throws.
pub(crate) fn prepared(
    prepare: &JsObject,
    error: &JsObject,
    frames: &[StackFrame],
    context: &mut Context,
) -> JsResult<JsValue> {
    let class = context.intrinsics().constructors().error().constructor();
    let sites = call_sites(frames, context)?;
    host(context)?.web.preparing.0.set(true);
    let stack = prepare.call(&class.into(), &[error.clone().into(), sites], context);
    host(context)?.web.preparing.0.set(false);
    let stack = stack?;
    define_hidden(error, "stack", stack.clone(), context)?;
    Ok(stack)
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
    script("callSites", &JsValue::undefined(), &[sites.into()], context)
}
