//! `sort` and `toSorted` of arrays and typed arrays.
//!
//! The engine uses Rust's sort, which panics if a comparator is inconsistent, for example random or boolean.
//! These implementations make the same comparisons as V8, in the same order.

mod tim;
mod typed;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use crate::boa_fixes::guards::{MAX_WALK, deeper};
use crate::inspect::dense_element;
use crate::native::{argument, host, replace_method};

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let array: JsValue = context.intrinsics().constructors().array().prototype().into();
    let natives: [(&str, NativeFunctionPointer); 2] = [
        ("sort", |this, args, context| deeper(context, |context| sort(this, args, context))),
        ("toSorted", |this, args, context| deeper(context, |context| to_sorted(this, args, context))),
    ];
    for (name, native) in natives {
        replace_method(&array, name, 1, native, context)?;
    }
    typed::install(context)
}

/// Checks a comparator: `undefined` or a function.
///
/// # Errors
/// A `TypeError` for anything else.
fn comparator(args: &[JsValue]) -> JsResult<Option<JsObject>> {
    let given = argument(args, 0);
    match given.as_callable() {
        Some(function) => Ok(Some(function)),
        None if given.is_undefined() => Ok(None),
        None => Err(JsNativeError::typ()
            .with_message("The comparison function must be either a function or undefined")
            .into()),
    }
}

fn sort(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length(&object, context)?;
    let (mut items, undefined) = taken(&object, length, true, context)?;
    ordered(&mut items, comparator.as_ref(), context)?;
    let there = (items.len() + undefined) as u64;
    let items = items.into_iter().chain(std::iter::repeat_n(JsValue::undefined(), undefined));
    for (index, item) in items.enumerate() {
        object.set(index, item, true, context)?;
    }
    // Holes come last.
    for index in there..length {
        if object.has_own_property(index, context)? {
            object.delete_property_or_throw(index, context)?;
        }
    }
    Ok(object.into())
}

fn to_sorted(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let comparator = comparator(args)?;
    let object = this.to_object(context)?;
    let length = length(&object, context)?;
    let (mut items, undefined) = taken(&object, length, false, context)?;
    ordered(&mut items, comparator.as_ref(), context)?;
    items.resize_with(items.len() + undefined, JsValue::undefined);
    Ok(JsArray::from_iter(items, context).into())
}

fn length(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    let length = object.get(JsString::from("length"), context)?.to_length(context)?;
    // The elements, and the same number again for merging runs.
    host(context)?.room(length.saturating_mul(2 * size_of::<JsValue>() as u64))?;
    if length > MAX_WALK {
        return Err(JsNativeError::range().with_message("Invalid array length").into());
    }
    Ok(length)
}

/// The elements that are not `undefined`, and the number of those that are. With `skip_holes`, holes are
/// omitted; otherwise they have the prototypes' values.
fn taken(
    object: &JsObject,
    length: u64,
    skip_holes: bool,
    context: &mut Context,
) -> JsResult<(Vec<JsValue>, usize)> {
    let (mut items, mut undefined) = (Vec::new(), 0);
    let is_array = object.is_array();
    for index in 0..length {
        let item = match dense_element(object, index).filter(|_| is_array) {
            Some(item) => item,
            None if skip_holes && !object.has_property(index, context)? => continue,
            None => object.get(index, context)?,
        };
        if item.is_undefined() {
            undefined += 1;
        } else {
            items.push(item);
        }
    }
    Ok((items, undefined))
}

/// Sorts elements, none of which is `undefined`.
fn ordered(items: &mut [JsValue], comparator: Option<&JsObject>, context: &mut Context) -> JsResult<()> {
    let Some(comparator) = comparator else { return by_text(items, context) };
    tim::sort(items, |x, y| {
        let order = comparator.call(&JsValue::undefined(), &[x.clone(), y.clone()], context)?;
        Ok(order.to_number(context)? < 0.0)
    })
}

/// Sorts elements by their strings.
fn by_text(items: &mut [JsValue], context: &mut Context) -> JsResult<()> {
    if items.iter().any(|item| item.is_object() || item.is_symbol()) {
        // Converting an object to a string runs guest code, at each comparison.
        return tim::sort(items, |x, y| Ok(x.to_string(context)? < y.to_string(context)?));
    }
    let texts: JsResult<Vec<JsString>> = items.iter().map(|item| item.to_string(context)).collect();
    let mut keyed: Vec<(JsString, JsValue)> = texts?.into_iter().zip(items.iter().cloned()).collect();
    keyed.sort_by(|(x, _), (y, _)| x.cmp(y));
    for (item, (_, sorted)) in items.iter_mut().zip(keyed) {
        *item = sorted;
    }
    Ok(())
}
