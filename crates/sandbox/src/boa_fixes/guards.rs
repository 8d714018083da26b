//! Built-ins whose result can be far larger than their arguments, held to the memory limit.
//!
//! The engine allocates whatever is asked for, and in wasm an allocation that fails ends the instance.
//! These natives look at the size first, then leave the work to the engine's own.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use crate::boa_fixes::enter::too_deep;
use crate::globals::{host, replace_method};
use crate::host::Host;

/// What the guest is told of a text that it may not have, as V8 says it.
pub(crate) const STRING_TOO_LONG: &str = "Invalid string length";

/// Elements that a native walks at the most, every index of them: nothing interrupts it.
pub(crate) const MAX_WALK: u64 = 10_000_000;

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
    let guarded: [(&JsValue, &'static str, usize, NativeFunctionPointer); 3] = [
        (&string, "replace", 2, |this, args, context| nested("replace", this, args, context)),
        (&json, "parse", 2, |this, args, context| nested("parse", this, args, context)),
        (&array, "fill", 1, fill),
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

/// Refuses a text of more units than one may have.
pub(crate) fn check_length(units: u64, host: &Host) -> JsResult<()> {
    /// The longest text of the engine.
    const LONGEST: u64 = u32::MAX as u64;
    if units > host.limits.memory_bytes.min(LONGEST) {
        host.refused_memory.set(true);
        return Err(JsNativeError::range().with_message(STRING_TOO_LONG).into());
    }
    Ok(())
}

fn fill(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let length = walks(this, context)?;
    if let Some(array) = this.as_object().filter(|_| length > 0) {
        host(context)?.room(growth(&array, length))?;
    }
    original("fill", context)?.call(this, args, context)
}

/// Bytes that an array of some elements takes more when it has all of `length`, at the most.
fn growth(array: &JsObject, length: u64) -> u64 {
    /// Bytes of an element in a table, which the engine makes of an array with holes: the key is beside the value.
    const ENTRY: u64 = 2 * VALUE + 1;
    let array = array.borrow();
    let properties = array.properties();
    let there = properties.index_properties().len() as u64;
    let has = |index: u64| u32::try_from(index).is_ok_and(|index| properties.contains_key(&index.into()));
    if there >= length {
        // Numbers may become values.
        length * VALUE
    } else if there == 0 || has(0) && has(there - 1) {
        // A list doubles.
        length.next_power_of_two() * VALUE
    } else {
        // A table is copied to one of twice its size, with some of it free.
        let slots = (length + length / 7).next_power_of_two();
        slots * ENTRY + slots / 2 * ENTRY
    }
}

/// Calls what stands behind a guard, unless it stands too deep inside its like.
fn nested(name: &str, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let original = original(name, context)?;
    deeper(context, |context| original.call(this, args, context))
}

/// Does what takes most of the stack, unless it stands too deep inside its like.
pub(crate) fn deeper(
    context: &mut Context,
    act: impl FnOnce(&mut Context) -> JsResult<JsValue>,
) -> JsResult<JsValue> {
    let host = host(context)?;
    if host.nested.get() >= MAX_NESTED {
        return Err(too_deep(&host));
    }
    host.nested.set(host.nested.get() + 1);
    let result = act(context);
    host.nested.set(host.nested.get() - 1);
    result
}

/// Only true arrays: to ask any other object for its length is the engine's own affair.
///
/// The length; 0 for anything but an array.
pub(crate) fn walks(this: &JsValue, context: &Context) -> JsResult<u64> {
    let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(0) };
    let length = crate::inspect::array_length(&array);
    if length > MAX_WALK.min(host(context)?.limits.memory_bytes) {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    Ok(length)
}
