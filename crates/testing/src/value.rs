//! Reads guest values without anything that a guest can patch.
//!
//! A value is classified by its internal slots. Its own properties are read by internal methods. The few
//! built-in functions needed are captured before guest code runs.

use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::builtins::promise::Promise;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::builtins::{array_buffer::ArrayBuffer, dataview::DataView};
use boa_engine::module::ModuleNamespace;
use boa_engine::native_function::NativeFunctionObject;
use boa_engine::object::builtins::{JsDate, JsRegExp, JsWeakMap, JsWeakSet};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsObject, JsResult, JsString, JsSymbol, JsValue, js_string};

use crate::intrinsics::Intrinsics;

/// Maximum number of elements read from the iterator of a proxy.
const MAX_ELEMENTS: u64 = 100_000;

/// The class of an object, by its internal slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Array,
    Function,
    Error,
    Boolean,
    Number,
    String,
    Symbol,
    BigInt,
    Date,
    RegExp,
    Map,
    Set,
    WeakMap,
    WeakSet,
    Promise,
    ArrayBuffer,
    DataView,
    TypedArray,
    /// Any other object; its `Symbol.toStringTag` may distinguish it.
    Object,
}

/// The class of an object. A proxy has the class of its target only for arrays, and for maps and sets that name themselves so.
///
/// # Errors
/// A revoked proxy.
pub(crate) fn class_of(object: &JsObject, context: &mut Context) -> JsResult<Class> {
    Ok(if object.is_array() {
        Class::Array
    } else if object.is_callable() {
        Class::Function
    } else if object.is_ordinary() {
        Class::Object
    } else if object.is::<Error>() {
        Class::Error
    } else if object.is::<bool>() {
        Class::Boolean
    } else if object.is::<f64>() {
        Class::Number
    } else if object.is::<JsString>() {
        Class::String
    } else if object.is::<JsSymbol>() {
        Class::Symbol
    } else if object.is::<JsBigInt>() {
        Class::BigInt
    } else if object.is::<Date>() {
        Class::Date
    } else if object.is::<RegExp>() {
        Class::RegExp
    } else if object.is::<OrderedMap<JsValue>>() {
        Class::Map
    } else if object.is::<OrderedSet>() {
        Class::Set
    } else if object.is::<Promise>() {
        Class::Promise
    } else if object.is::<ArrayBuffer>() {
        Class::ArrayBuffer
    } else if object.is::<DataView>() {
        Class::DataView
    } else if object.is::<TypedArray>() {
        Class::TypedArray
    } else if object.is::<Proxy>() {
        class_behind_proxy(object, context)?
    } else if JsWeakMap::from_object(object.clone()).is_ok() {
        Class::WeakMap
    } else if JsWeakSet::from_object(object.clone()).is_ok() {
        Class::WeakSet
    } else {
        Class::Object
    })
}

/// The class of a proxy: that of an array, or of a map or set by its `Symbol.toStringTag`. Vue's reactive collections are such
/// proxies.
fn class_behind_proxy(proxy: &JsObject, context: &mut Context) -> JsResult<Class> {
    if is_array(proxy, context)? {
        return Ok(Class::Array);
    }
    let tag = match proxy.get(JsSymbol::to_string_tag(), context) {
        Ok(tag) => tag,
        Err(error) if error.as_engine().is_some() => return Err(error),
        // It does not say what it is.
        Err(_) => return Ok(Class::Object),
    };
    Ok(match tag.as_string().map(|tag| tag.to_std_string_lossy()).as_deref() {
        Some("Map") => Class::Map,
        Some("Set") => Class::Set,
        _ => Class::Object,
    })
}

/// `Array.isArray`, which sees through proxies.
///
/// # Errors
/// A revoked proxy.
pub(crate) fn is_array(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    if object.is_array() {
        return Ok(true);
    }
    if !object.is::<Proxy>() {
        return Ok(false);
    }
    let is_array = Intrinsics::of(context).is_array.clone();
    Ok(is_array.call(&JsValue::undefined(), &[object.clone().into()], context)?.to_boolean())
}

/// `Object.prototype.toString`, without the surrounding `[object …]`.
///
/// # Errors
/// Errors that a `Symbol.toStringTag` getter or a proxy trap throws.
pub(crate) fn tag(value: &JsValue, context: &mut Context) -> JsResult<String> {
    let text = OrdinaryObject::to_string(value, &[], context)?.to_string(context)?.to_std_string_lossy();
    Ok(text.trim_start_matches("[object ").trim_end_matches(']').to_owned())
}

/// Own enumerable keys, strings before symbols, in the order of `Reflect.ownKeys`.
///
/// # Errors
/// Errors that proxy traps throw.
pub(crate) fn own_enumerable_keys(object: &JsObject, context: &mut Context) -> JsResult<Vec<PropertyKey>> {
    let keys = object.own_property_keys(context)?;
    if !is_exotic(object) {
        let properties = object.borrow();
        return Ok(keys
            .into_iter()
            .filter(|key| {
                properties.properties().get(key).is_some_and(|found| found.enumerable() == Some(true))
            })
            .collect());
    }
    let is_enumerable = Intrinsics::of(context).property_is_enumerable.clone();
    let mut enumerable = Vec::with_capacity(keys.len());
    for key in keys {
        let argument = key_value(&key);
        if is_enumerable.call(&object.clone().into(), &[argument], context)?.to_boolean() {
            enumerable.push(key);
        }
    }
    Ok(enumerable)
}

/// Whether own properties are not in the property map.
fn is_exotic(object: &JsObject) -> bool {
    object.is::<Proxy>()
        || object.is::<TypedArray>()
        || object.is::<JsString>()
        || object.is::<ModuleNamespace>()
}

/// A property key as a value.
pub(crate) fn key_value(key: &PropertyKey) -> JsValue {
    match key {
        PropertyKey::String(text) => text.clone().into(),
        PropertyKey::Symbol(symbol) => symbol.clone().into(),
        PropertyKey::Index(index) => js_string!(index.get().to_string()).into(),
    }
}

/// A property key as text; a symbol as `Symbol(description)`.
pub(crate) fn key_text(key: &PropertyKey) -> String {
    match key {
        PropertyKey::String(text) => text.to_std_string_escaped(),
        PropertyKey::Symbol(symbol) => symbol.descriptive_string().to_std_string_escaped(),
        PropertyKey::Index(index) => index.get().to_string(),
    }
}

/// The `length` of an array or array-like.
///
/// # Errors
/// Errors that a getter throws.
pub(crate) fn length_of(object: &JsObject, context: &mut Context) -> JsResult<u64> {
    object.get(js_string!("length"), context)?.to_length(context)
}

/// Whether a prototype is in the chain of an object. The search stops at a proxy, whose prototype only its
/// traps know.
pub(crate) fn inherits(object: &JsObject, prototype: &JsObject) -> bool {
    let mut current = object.prototype();
    while let Some(link) = current {
        if JsObject::equals(&link, prototype) {
            return true;
        }
        current = link.prototype();
    }
    false
}

/// Whether a value is an error: created by an error constructor, or inheriting from `Error.prototype`.
pub(crate) fn is_error(value: &JsValue, context: &Context) -> bool {
    value.as_object().is_some_and(|object| {
        object.is::<Error>() || inherits(&object, &context.intrinsics().constructors().error().prototype())
    })
}

/// `instanceof`. Built-in constructors are decided by the prototype chain alone, because a guest can add a
/// `Symbol.hasInstance`.
///
/// # Errors
/// Errors that guest code throws, and a right-hand side that is no constructor.
pub(crate) fn instance_of(value: &JsValue, constructor: &JsValue, context: &mut Context) -> JsResult<bool> {
    if constructor.as_object().is_some_and(|object| object.is::<NativeFunctionObject>()) {
        return JsValue::ordinary_has_instance(constructor, value, context);
    }
    value.instance_of(constructor, context)
}

/// Milliseconds of a date; NaN if it is invalid.
///
/// # Errors
/// An object that is no date.
pub(crate) fn date_ms(object: &JsObject, context: &mut Context) -> JsResult<f64> {
    let value = JsDate::from_object(object.clone())?.get_time(context)?;
    Ok(value.as_number().unwrap_or(f64::NAN))
}

/// Source and flags of a regular expression.
///
/// # Errors
/// An object that is no regular expression.
pub(crate) fn regexp_parts(object: &JsObject, context: &mut Context) -> JsResult<(String, String)> {
    let regexp = JsRegExp::from_object(object.clone())?;
    let source = text(&verdict_sandbox::regexp_source(object, context)?);
    let sets = Intrinsics::of(context).regexp_unicode_sets.clone();
    let sets = match sets {
        Some(getter) => getter.call(&object.clone().into(), &[], context)?.to_boolean(),
        None => false,
    };
    let flags = [
        (regexp.has_indices(context)?, 'd'),
        (regexp.global(context)?, 'g'),
        (regexp.ignore_case(context)?, 'i'),
        (regexp.multiline(context)?, 'm'),
        (regexp.dot_all(context)?, 's'),
        (regexp.unicode(context)?, 'u'),
        (sets, 'v'),
        (regexp.sticky(context)?, 'y'),
    ];
    Ok((source, flags.iter().filter(|(set, _)| *set).map(|(_, flag)| *flag).collect()))
}

/// Whether a regular expression matches, by the built-in `exec`. `lastIndex` of a global pattern is reset, as
/// in `String.prototype.match`.
///
/// # Errors
/// An object that is no regular expression, or is frozen.
pub(crate) fn regexp_matches(object: &JsObject, text: &JsString, context: &mut Context) -> JsResult<bool> {
    let global = JsRegExp::from_object(object.clone())?.global(context)?;
    let exec = Intrinsics::of(context).regexp_exec.clone();
    if global {
        object.set(js_string!("lastIndex"), 0, true, context)?;
    }
    let found = exec.call(&object.clone().into(), &[text.clone().into()], context)?;
    if global {
        object.set(js_string!("lastIndex"), 0, true, context)?;
    }
    Ok(!found.is_null())
}

/// The current entries of a map. Those of a proxy are read by its iterator.
///
/// # Errors
/// Errors that the iterator of a proxy throws; more than [`MAX_ELEMENTS`] entries of one.
pub(crate) fn map_entries(object: &JsObject, context: &mut Context) -> JsResult<Vec<(JsValue, JsValue)>> {
    if let Some(map) = object.downcast_ref::<OrderedMap<JsValue>>() {
        return Ok(map.iter().map(|(key, value)| (key.clone(), value.clone())).collect());
    }
    let mut entries = Vec::new();
    for entry in iterated(object, MAX_ELEMENTS, context)?.unwrap_or_default() {
        let Some(entry) = entry.as_object() else { continue };
        entries.push((entry.get(0, context)?, entry.get(1, context)?));
    }
    Ok(entries)
}

/// The current values of a set. Those of a proxy are read by its iterator.
///
/// # Errors
/// Errors that the iterator of a proxy throws; more than [`MAX_ELEMENTS`] values of one.
pub(crate) fn set_values(object: &JsObject, context: &mut Context) -> JsResult<Vec<JsValue>> {
    if let Some(set) = object.downcast_ref::<OrderedSet>() {
        return Ok(set.iter().cloned().collect());
    }
    Ok(iterated(object, MAX_ELEMENTS, context)?.unwrap_or_default())
}

/// The bytes of an `ArrayBuffer`; `None` if it is detached.
pub(crate) fn buffer_bytes(object: &JsObject) -> Option<Vec<u8>> {
    object.downcast_ref::<ArrayBuffer>()?.data().map(<[u8]>::to_vec)
}

/// The elements of an array, array-like or iterable, as in `Array.from`. Arrays, strings, maps, sets and
/// typed arrays are read through their slots.
///
/// # Errors
/// Errors that an iterator throws; more than `limit` elements.
pub(crate) fn elements(value: &JsValue, limit: u64, context: &mut Context) -> JsResult<Option<Vec<JsValue>>> {
    let Some(object) = value.as_object() else {
        return Ok(value.as_string().map(|text| {
            char::decode_utf16(text.to_vec())
                .map(|unit| match unit {
                    Ok(char) => js_string!(char.to_string()).into(),
                    Err(lone) => JsString::from(&[lone.unpaired_surrogate()][..]).into(),
                })
                .collect()
        }));
    };
    match class_of(&object, context)? {
        Class::Map => {
            let entries = map_entries(&object, context)?.into_iter().map(|(key, value)| {
                boa_engine::object::builtins::JsArray::from_iter([key, value], context).into()
            });
            return Ok(Some(entries.collect()));
        }
        Class::Set => return set_values(&object, context).map(Some),
        Class::Array | Class::TypedArray => {}
        _ => {
            if let Some(values) = iterated(&object, limit, context)? {
                return Ok(Some(values));
            }
            if !object.has_property(js_string!("length"), context)? {
                return Ok(None);
            }
        }
    }
    let length = length_of(&object, context)?;
    if length > limit {
        return Err(too_large());
    }
    (0..length).map(|index| object.get(index, context)).collect::<JsResult<Vec<_>>>().map(Some)
}

/// What the iterator of an object yields; `None` without one.
fn iterated(object: &JsObject, limit: u64, context: &mut Context) -> JsResult<Option<Vec<JsValue>>> {
    let Some(method) = object.get(JsSymbol::iterator(), context)?.as_callable() else {
        return Ok(None);
    };
    let iterator = method.call(&object.clone().into(), &[], context)?;
    let not_iterator =
        || boa_engine::JsNativeError::typ().with_message("the iterator is not an object with a next method");
    let iterator = iterator.as_object().ok_or_else(not_iterator)?;
    let next = iterator.get(js_string!("next"), context)?.as_callable().ok_or_else(not_iterator)?;
    let mut values = Vec::new();
    loop {
        let step = next.call(&iterator.clone().into(), &[], context)?.as_object().ok_or_else(not_iterator)?;
        if step.get(js_string!("done"), context)?.to_boolean() {
            return Ok(Some(values));
        }
        values.push(step.get(js_string!("value"), context)?);
        if values.len() as u64 > limit {
            return Err(too_large());
        }
    }
}

/// The error for a value that is too large to be judged.
pub(crate) fn too_large() -> boa_engine::JsError {
    boa_engine::JsNativeError::range()
        .with_message("the value is too large or nests too deep to be compared")
        .into()
}

/// A string as Rust text; lone surrogates are replaced.
pub(crate) fn text(value: &JsString) -> String {
    value.to_std_string_lossy()
}

/// Creates an array.
pub(crate) fn array(values: Vec<JsValue>, context: &mut Context) -> JsValue {
    boa_engine::object::builtins::JsArray::from_iter(values, context).into()
}
