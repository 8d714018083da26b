//! Sorts typed arrays with a comparator.

use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsTypedArray;
use boa_engine::{Context, JsNativeError, JsResult, JsValue};

use super::comparator;
use crate::boa_fixes::guards::{keep, original};
use crate::native::replace_method;

const SORT: &str = "TypedArray.sort";
const TO_SORTED: &str = "TypedArray.toSorted";

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let prototype: JsValue = context.intrinsics().constructors().typed_array().prototype().into();
    let natives: [(&'static str, &'static str, NativeFunctionPointer); 2] = [
        ("sort", SORT, |this, args, context| sorted(SORT, this, args, context)),
        ("toSorted", TO_SORTED, |this, args, context| sorted(TO_SORTED, this, args, context)),
    ];
    for (name, key, native) in natives {
        keep(&prototype, name, key, context)?;
        replace_method(&prototype, name, 1, native, context)?;
    }
    Ok(())
}

/// Whether the first element stays before the second.
trait Stays: FnMut(&JsValue, &JsValue) -> JsResult<bool> {}

impl<F: FnMut(&JsValue, &JsValue) -> JsResult<bool>> Stays for F {}

fn sorted(
    engine: &'static str,
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let array = this.as_object().filter(JsObject::is::<TypedArray>);
    let (Some(comparator), Some(array)) = (comparator, array) else {
        return original(engine, context)?.call(this, args, context);
    };
    let typed = JsTypedArray::from_object(array.clone())?;
    // Throws if the buffer is detached.
    typed.at(0, context)?;
    let length = i64::try_from(typed.length(context)?).unwrap_or(i64::MAX);
    let mut from: Vec<JsValue> = (0..length).map(|at| typed.at(at, context)).collect::<JsResult<_>>()?;
    let mut to = from.clone();
    merge_sort(&mut from, &mut to, &mut |x: &JsValue, y: &JsValue| {
        let order = comparator.call(&JsValue::undefined(), &[x.clone(), y.clone()], context)?;
        let order = order.to_number(context)?;
        Ok(order <= 0.0 || order.is_nan())
    })?;
    let made = if engine == SORT { array } else { copy(engine, this, context)? };
    for (at, item) in to.into_iter().enumerate() {
        made.set(at, item, true, context)?;
    }
    Ok(made.into())
}

/// Creates an array of the same type and length.
fn copy(engine: &'static str, this: &JsValue, context: &mut Context) -> JsResult<JsObject> {
    let made = original(engine, context)?.call(this, &[], context)?;
    made.as_object().ok_or_else(|| JsNativeError::typ().with_message("not a typed array").into())
}

/// Merge sort as in V8, alternating between two buffers that start equal. The halves of one are sorted into
/// it from the other, then merged into the other.
fn merge_sort(from: &mut [JsValue], to: &mut [JsValue], stays: &mut impl Stays) -> JsResult<()> {
    if from.len() < 2 {
        return Ok(());
    }
    let middle = from.len() / 2;
    merge_sort(&mut to[..middle], &mut from[..middle], stays)?;
    merge_sort(&mut to[middle..], &mut from[middle..], stays)?;
    let (mut left, mut right) = (0, middle);
    for made in to {
        let is_left = left < middle && (right >= from.len() || stays(&from[left], &from[right])?);
        let next = if is_left { &mut left } else { &mut right };
        *made = from[*next].clone();
        *next += 1;
    }
    Ok(())
}
