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

/// What the guest is told of a text that it may not have, as V8 says it.
pub(crate) const STRING_TOO_LONG: &str = "Invalid string length";

/// Elements that `fill` and `join` take: both walk every index, and nothing interrupts them.
const MAX_WALK: u64 = 10_000_000;

/// How deep the natives that take most of the stack stand inside each other: `join` and `toString` of arrays in
/// arrays, which the engine's own limit of recursion does not count, and `replace` and `JSON.parse` in their own
/// callbacks, of which a browser's worker has room for 330.
const MAX_NESTED: u32 = 100;

/// Bytes of one element of an array.
const VALUE: u64 = size_of::<JsValue>() as u64;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let string: JsValue = constructors.string().prototype().into();
    let array: JsValue = constructors.array().prototype().into();
    let json: JsValue = context.intrinsics().objects().json().into();
    let guarded: [(&JsValue, &'static str, usize, NativeFunctionPointer); 9] = [
        (&string, "repeat", 1, repeat),
        (&string, "concat", 1, concat),
        (&string, "padStart", 1, pad_start),
        (&string, "padEnd", 1, pad_end),
        (&string, "replace", 2, |this, args, context| nested("replace", this, args, context)),
        (&string, "replaceAll", 2, |this, args, context| nested("replaceAll", this, args, context)),
        (&json, "parse", 2, |this, args, context| nested("parse", this, args, context)),
        (&array, "fill", 1, fill),
        (&array, "join", 1, join),
    ];
    for (target, name, length, native) in guarded {
        keep(target, name, name, context)?;
        replace_method(target, name, length, native, context)?;
    }
    Ok(())
}

/// Keeps what stands behind a guard, by a key of its own.
pub(crate) fn keep(target: &JsValue, name: &str, key: &'static str, context: &mut Context) -> JsResult<()> {
    let Some(object) = target.as_object() else { return Ok(()) };
    if let Some(original) = object.get(JsString::from(name), context)?.as_object() {
        host(context)?.pristine.borrow_mut().originals.insert(key, original);
    }
    Ok(())
}

/// What [`keep`] kept.
pub(crate) fn original(name: &str, context: &Context) -> JsResult<JsObject> {
    let original = host(context)?.pristine.borrow().originals.get(name).cloned();
    original.ok_or_else(|| JsNativeError::error().with_message("missing intrinsic").into())
}

fn fits(units: f64, context: &Context) -> JsResult<()> {
    let host = host(context)?;
    #[expect(clippy::cast_precision_loss, reason = "a limit")]
    let limit = host.limits.memory_bytes as f64;
    if units > limit {
        host.refused_memory.set(true);
        return Err(JsNativeError::range().with_message(STRING_TOO_LONG).into());
    }
    // A unit takes a byte or two: who is wrong by that is refused by the allocator.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the limit")]
    host.room(units as u64)
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

/// What is no text yet becomes one in the engine's own turn: its length is not known before.
fn concat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let texts = std::iter::once(this).chain(args).filter_map(JsValue::as_string);
    #[expect(clippy::cast_precision_loss, reason = "compared with a limit")]
    fits(texts.map(|text| text.len() as f64).sum(), context)?;
    original("concat", context)?.call(this, args, context)
}

fn fill(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let length = walks(this, context)?;
    host(context)?.room(length * VALUE)?;
    original("fill", context)?.call(this, args, context)
}

fn join(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    walks(this, context)?;
    separators_fit(this, &argument(args, 0), context)?;
    nested("join", this, args, context)
}

/// Calls what stands behind a guard, unless it stands too deep inside its like.
fn nested(name: &str, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    if host.nested.get() >= MAX_NESTED {
        return Err(RuntimeLimitError::Recursion.into());
    }
    let original = original(name, context)?;
    host.nested.set(host.nested.get() + 1);
    let result = original.call(this, args, context);
    host.nested.set(host.nested.get() - 1);
    result
}

/// The separators alone can be far longer than what they separate.
fn separators_fit(this: &JsValue, separator: &JsValue, context: &Context) -> JsResult<()> {
    let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(()) };
    let units = separator.as_string().map_or(1, |separator| separator.len());
    #[expect(clippy::cast_precision_loss, reason = "compared with a limit")]
    let total = crate::inspect::array_length(&array).saturating_sub(1) as f64 * units as f64;
    fits(total, context)
}

/// Only true arrays: to ask any other object for its length is the engine's own affair.
///
/// The length; 0 for anything but an array.
fn walks(this: &JsValue, context: &Context) -> JsResult<u64> {
    let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(0) };
    let length = crate::inspect::array_length(&array);
    if length > MAX_WALK.min(host(context)?.limits.memory_bytes) {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    Ok(length)
}
