//! Built-ins whose result can be far larger than their arguments, held to the memory limit.
//!
//! The engine allocates whatever is asked for, and in wasm an allocation that fails ends the instance.
//! These natives look at the size first, then leave the work to the engine's own.

use boa_engine::error::RuntimeLimitError;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use crate::globals::{argument, host, replace_method};

/// Elements that `fill` and `join` take: both walk every index, and nothing interrupts them.
const MAX_WALK: u64 = 10_000_000;

/// Arrays inside arrays that `join` and `toString` write: natives that call natives are not counted by the
/// engine's own limit of recursion.
const MAX_JOINS: u32 = 100;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let string: JsValue = constructors.string().prototype().into();
    let array: JsValue = constructors.array().prototype().into();
    let guarded: [(&JsValue, &'static str, usize, NativeFunctionPointer); 5] = [
        (&string, "repeat", 1, repeat),
        (&string, "padStart", 1, pad_start),
        (&string, "padEnd", 1, pad_end),
        (&array, "fill", 1, fill),
        (&array, "join", 1, join),
    ];
    for (target, name, length, native) in guarded {
        let Some(object) = target.as_object() else { continue };
        let original = object.get(JsString::from(name), context)?.as_object();
        if let Some(original) = original {
            host(context)?.pristine.borrow_mut().originals.insert(name, original);
        }
        replace_method(target, name, length, native, context)?;
    }
    Ok(())
}

fn original(name: &str, context: &Context) -> JsResult<JsObject> {
    let original = host(context)?.pristine.borrow().originals.get(name).cloned();
    original.ok_or_else(|| JsNativeError::error().with_message("missing intrinsic").into())
}

fn fits(units: f64, context: &Context) -> JsResult<()> {
    #[expect(clippy::cast_precision_loss, reason = "a limit")]
    let limit = host(context)?.limits.memory_bytes as f64;
    if units > limit {
        return Err(JsNativeError::range().with_message("Invalid string length").into());
    }
    Ok(())
}

fn repeat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let count = argument(args, 0).to_integer_or_infinity(context)?;
    let count = match count {
        IntegerOrInfinity::Integer(count) => {
            #[expect(clippy::cast_precision_loss, reason = "compared with a limit")]
            fits(count as f64 * text.len() as f64, context)?;
            count.into()
        }
        IntegerOrInfinity::PositiveInfinity => f64::INFINITY.into(),
        IntegerOrInfinity::NegativeInfinity => f64::NEG_INFINITY.into(),
    };
    original("repeat", context)?.call(&text.into(), &[count], context)
}

fn pad_start(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    pad("padStart", this, args, context)
}

fn pad_end(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    pad("padEnd", this, args, context)
}

fn pad(name: &str, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let length = argument(args, 0).to_length(context)?;
    #[expect(clippy::cast_precision_loss, reason = "compared with a limit")]
    let units = length as f64;
    if argument(args, 1).as_string().is_none_or(|filler| !filler.is_empty()) {
        fits(units, context)?;
    }
    original(name, context)?.call(&text.into(), &[units.into(), argument(args, 1)], context)
}

fn fill(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    walks(this, context)?;
    original("fill", context)?.call(this, args, context)
}

fn join(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    walks(this, context)?;
    let host = host(context)?;
    if host.join_depth.get() >= MAX_JOINS {
        return Err(RuntimeLimitError::Recursion.into());
    }
    let original = original("join", context)?;
    host.join_depth.set(host.join_depth.get() + 1);
    let result = original.call(this, args, context);
    host.join_depth.set(host.join_depth.get() - 1);
    result
}

/// Only true arrays: to ask any other object for its length is the engine's own affair.
fn walks(this: &JsValue, context: &Context) -> JsResult<()> {
    let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(()) };
    let length = crate::inspect::array_length(&array);
    if length > MAX_WALK.min(host(context)?.limits.memory_bytes) {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    Ok(())
}
