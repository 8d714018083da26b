//! `splice` and `unshift` of plain arrays.
//!
//! The engine reads and writes each element after the position individually, as for any object. This moves plain
//! elements at once if nothing relevant was modified. Otherwise the engine's implementation runs.

use boa_engine::object::builtins::JsArray;
use boa_engine::object::{IndexProperties, JsObject};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue};

use crate::boa_fixes::guards::{keep, original};
use crate::inspect::get_own;
use crate::native::{argument, host, replace_method};

/// Maximum length of the resulting array.
const MANY: usize = 1 << 24;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let prototype: JsValue = context.intrinsics().constructors().array().prototype().into();
    keep(&prototype, "splice", "Array.splice", context)?;
    keep(&prototype, "unshift", "Array.unshift", context)?;
    let constructor = context.intrinsics().constructors().array().constructor();
    let species = get_own(&constructor, &JsSymbol::species().into());
    if let Some(getter) = species.and_then(|species| species.get().and_then(JsValue::as_object)) {
        host(context)?.fixes.originals.insert("Array[Symbol.species]", getter);
    }
    replace_method(&prototype, "splice", 2, splice, context)?;
    replace_method(&prototype, "unshift", 1, unshift, context)
}

fn splice(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let counts = [argument(args, 0), argument(args, 1)];
    let are_plain = counts.iter().all(|count| count.is_undefined() || count.is_number());
    let plain =
        this.as_object().filter(|_| are_plain).and_then(|array| Some((elements(&array, context)?, array)));
    let Some((elements, array)) = plain.filter(|(_, array)| makes_arrays(array, context)) else {
        return original("Array.splice", context)?.call(this, args, context);
    };
    let length = i64::try_from(elements.len()).unwrap_or(i64::MAX);
    let start = match counts[0].to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(start) if start < 0 => start.saturating_add(length).max(0),
        start => start.clamp_finite(0, length),
    };
    let removed = match args.len() {
        0 => 0,
        1 => length - start,
        _ => counts[1].to_integer_or_infinity(context)?.clamp_finite(0, length - start),
    };
    let (start, removed) = (usize::try_from(start).unwrap_or(0), usize::try_from(removed).unwrap_or(0));
    let gone = elements[start..start + removed].to_vec();
    replace(&array, &elements, (start, removed), args.get(2..).unwrap_or_default(), context)?;
    Ok(JsArray::from_iter(gone, context).into())
}

fn unshift(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let plain = this.as_object().and_then(|array| Some((elements(&array, context)?, array)));
    let Some((elements, array)) = plain else {
        return original("Array.unshift", context)?.call(this, args, context);
    };
    replace(&array, &elements, (0, 0), args, context)?;
    Ok(JsValue::from(elements.len() + args.len()))
}

/// Replaces `removed` elements from `start` with others.
fn replace(
    array: &JsObject,
    elements: &[JsValue],
    (start, removed): (usize, usize),
    inserted: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let length = elements.len() - removed + inserted.len();
    host(context)?.room((length * 2 * size_of::<JsValue>()) as u64)?;
    if inserted.len() != removed || removed > 0 {
        let behind = if inserted.len() == removed { &[] } else { &elements[start + removed..] };
        for (at, element) in inserted.iter().chain(behind).enumerate() {
            let plain = PropertyDescriptor::builder().value(element.clone()).writable(true).enumerable(true);
            array.insert_property(start + at, plain.configurable(true));
        }
    }
    // Removes the elements beyond the new length.
    array.set(JsString::from("length"), length, true, context)?;
    Ok(())
}

/// The elements of an array, if moving them at once is unobservable.
fn elements(array: &JsObject, context: &mut Context) -> Option<Vec<JsValue>> {
    let holds_no_elements = |object: &JsObject| object.borrow().properties().index_property_keys().len() == 0;
    let prototypes = [
        context.intrinsics().constructors().array().prototype(),
        context.intrinsics().constructors().object().prototype(),
    ];
    let mut prototype = array.prototype();
    for known in &prototypes {
        if prototype.as_ref().is_none_or(|prototype| !JsObject::equals(prototype, known))
            || !holds_no_elements(known)
        {
            return None;
        }
        prototype = known.prototype();
    }
    if !array.is_array() || prototype.is_some() || !array.is_extensible(context).ok()? {
        return None;
    }
    let length = get_own(array, &PropertyKey::from(JsString::from("length")))?;
    if length.writable() != Some(true) {
        return None;
    }
    let array = array.borrow();
    let elements: Vec<JsValue> = match array.properties().index_properties() {
        IndexProperties::DenseI32(all) => all.map(|(_, element)| JsValue::from(*element)).collect(),
        IndexProperties::DenseF64(all) => all.map(|(_, element)| JsValue::from(*element)).collect(),
        IndexProperties::DenseElement(all) => all.map(|(_, element)| element.clone()).collect(),
        _ => return None,
    };
    #[expect(clippy::cast_precision_loss, reason = "it is below 2^32")]
    let is_whole = length.value().and_then(JsValue::as_number) == Some(elements.len() as f64);
    (is_whole && elements.len() < MANY).then_some(elements)
}

/// Whether an array creates plain arrays: `constructor` and species are unmodified.
fn makes_arrays(array: &JsObject, context: &Context) -> bool {
    let constructor = context.intrinsics().constructors().array().constructor();
    let prototype = context.intrinsics().constructors().array().prototype();
    let key = PropertyKey::from(JsString::from("constructor"));
    let named = get_own(&prototype, &key).and_then(|named| named.value().and_then(JsValue::as_object));
    let species = get_own(&constructor, &JsSymbol::species().into());
    let species = species.and_then(|species| species.get().and_then(JsValue::as_object));
    let known = original("Array[Symbol.species]", context).ok();
    !array.borrow().properties().contains_key(&key)
        && named.is_some_and(|named| JsObject::equals(&named, &constructor))
        && species.zip(known).is_some_and(|(species, known)| JsObject::equals(&species, &known))
}
