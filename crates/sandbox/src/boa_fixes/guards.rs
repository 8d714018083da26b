//! Holds built-ins with large results to the memory limit.
//!
//! The engine allocates whatever is requested, and a failed allocation in wasm ends the instance. These
//! natives check the size first, then call the engine's implementation.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use crate::boa_fixes::enter::too_deep;
use crate::host::Host;
use crate::native::{host, replace_method};

/// V8's message for a string that is too long.
pub(crate) const STRING_TOO_LONG: &str = "Invalid string length";

/// Maximum number of elements that a native may walk, because nothing interrupts it.
pub(crate) const MAX_WALK: u64 = 10_000_000;

/// Maximum nesting of the natives that use the most stack. These are `join` and `toString` of nested arrays,
/// which the engine's recursion limit does not count, and `replace` and `JSON.parse` in their own callbacks.
/// A browser's worker has room for 330.
const MAX_NESTED: u32 = 100;

/// Size of an array element in bytes.
const VALUE: u64 = size_of::<JsValue>() as u64;

/// Originals of the built-ins that natives replace or read, by key.
#[derive(Default)]
pub(crate) struct Originals(RefCell<BTreeMap<&'static str, JsObject>>);

impl Originals {
    pub(super) fn insert(&self, key: &'static str, original: JsObject) {
        self.0.borrow_mut().insert(key, original);
    }

    fn get(&self, key: &str) -> Option<JsObject> {
        self.0.borrow().get(key).cloned()
    }
}

/// Counts calls inside each other.
#[derive(Default)]
pub(crate) struct Nesting(Cell<u32>);

impl Nesting {
    /// Runs an operation one level deeper; `None` if `most` levels are open.
    pub(super) fn deeper<T>(&self, most: u32, act: impl FnOnce() -> T) -> Option<T> {
        let level = self.0.get();
        if level >= most {
            return None;
        }
        self.0.set(level + 1);
        let result = act();
        self.0.set(level);
        Some(result)
    }
}

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

/// Stores the original of a guarded method under a key.
pub(crate) fn keep(target: &JsValue, name: &str, key: &'static str, context: &mut Context) -> JsResult<()> {
    let Some(object) = target.as_object() else { return Ok(()) };
    if let Some(original) = object.get(JsString::from(name), context)?.as_object() {
        host(context)?.fixes.originals.insert(key, original);
    }
    Ok(())
}

/// The original that [`keep`] stored.
pub(crate) fn original(name: &str, context: &Context) -> JsResult<JsObject> {
    let original = host(context)?.fixes.originals.get(name);
    original.ok_or_else(|| JsNativeError::error().with_message("missing intrinsic").into())
}

/// Refuses a string of more units than allowed.
pub(crate) fn check_length(units: u64, host: &Host) -> JsResult<()> {
    /// The engine's maximum string length.
    const LONGEST: u64 = u32::MAX as u64;
    if units > host.limits.memory_bytes.min(LONGEST) {
        host.memory.refuse();
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

/// Upper bound of the bytes that an array needs in addition when it grows to `length`.
fn growth(array: &JsObject, length: u64) -> u64 {
    /// Size of an element of a sparse array, which the engine stores as a table of keys and values.
    const ENTRY: u64 = 2 * VALUE + 1;
    let array = array.borrow();
    let properties = array.properties();
    let there = properties.index_properties().len() as u64;
    let has = |index: u64| u32::try_from(index).is_ok_and(|index| properties.contains_key(&index.into()));
    if there >= length {
        // The engine may convert numbers to values.
        length * VALUE
    } else if there == 0 || has(0) && has(there - 1) {
        // A list grows by doubling.
        length.next_power_of_two() * VALUE
    } else {
        // A table is copied to one of twice its size, and part of it stays free.
        let slots = (length + length / 7).next_power_of_two();
        slots * ENTRY + slots / 2 * ENTRY
    }
}

/// Calls the original of a guarded method, unless such calls nest too deeply.
fn nested(name: &str, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let original = original(name, context)?;
    deeper(context, |context| original.call(this, args, context))
}

/// Runs an operation that uses much stack, unless such operations nest too deeply.
pub(crate) fn deeper(
    context: &mut Context,
    act: impl FnOnce(&mut Context) -> JsResult<JsValue>,
) -> JsResult<JsValue> {
    let host = host(context)?;
    let result = host.fixes.natives.deeper(MAX_NESTED, || act(context));
    result.unwrap_or_else(|| Err(too_deep(&host)))
}

/// Checks how many elements a native would walk. Only true arrays count, because the engine reads the length
/// of other objects itself.
///
/// Returns the length; 0 for anything but an array.
pub(crate) fn walks(this: &JsValue, context: &Context) -> JsResult<u64> {
    let Some(array) = this.as_object().filter(JsObject::is_array) else { return Ok(0) };
    let length = crate::inspect::array_length(&array);
    if length > MAX_WALK.min(host(context)?.limits.memory_bytes) {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    Ok(length)
}
