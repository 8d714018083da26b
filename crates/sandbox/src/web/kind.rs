//! The kind of a value by its internal slots, regardless of its prototype.

use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::promise::Promise;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{
    JsDataView, JsGenerator, JsMap, JsMapIterator, JsSet, JsSetIterator, JsTypedArray, JsWeakMap, JsWeakSet,
};
use boa_engine::{Context, JsBigInt, JsObject, JsResult, JsString, JsSymbol, JsValue};

use crate::native::argument;

/// `(value) → name`: the constructor of such objects; empty for a primitive, `Object` without slots.
pub(super) fn kind(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = argument(args, 0).as_object().map_or("", |object| name(&object, context));
    Ok(JsString::from(name).into())
}

fn name(object: &JsObject, context: &Context) -> &'static str {
    if object.is::<Proxy>() {
        return "Proxy";
    }
    if object.is_callable() {
        return function(object, context);
    }
    if let Ok(array) = JsTypedArray::from_object(object.clone()) {
        return match array.kind() {
            Some(TypedArrayKind::Int8) => "Int8Array",
            Some(TypedArrayKind::Uint8) => "Uint8Array",
            Some(TypedArrayKind::Uint8Clamped) => "Uint8ClampedArray",
            Some(TypedArrayKind::Int16) => "Int16Array",
            Some(TypedArrayKind::Uint16) => "Uint16Array",
            Some(TypedArrayKind::Int32) => "Int32Array",
            Some(TypedArrayKind::Uint32) => "Uint32Array",
            Some(TypedArrayKind::BigInt64) => "BigInt64Array",
            Some(TypedArrayKind::BigUint64) => "BigUint64Array",
            Some(TypedArrayKind::Float32) => "Float32Array",
            Some(TypedArrayKind::Float64) => "Float64Array",
            _ => "TypedArray",
        };
    }
    let of = |is: bool, name: &'static str| is.then_some(name);
    of(object.is_array(), "Array")
        .or_else(|| of(object.is::<ArrayBuffer>(), "ArrayBuffer"))
        .or_else(|| of(object.is::<Date>(), "Date"))
        .or_else(|| of(object.is::<RegExp>(), "RegExp"))
        .or_else(|| of(object.is::<Error>(), "Error"))
        .or_else(|| of(object.is::<Promise>(), "Promise"))
        .or_else(|| of(JsMap::from_object(object.clone()).is_ok(), "Map"))
        .or_else(|| of(JsSet::from_object(object.clone()).is_ok(), "Set"))
        .or_else(|| of(JsDataView::from_object(object.clone()).is_ok(), "DataView"))
        .or_else(|| of(JsWeakMap::from_object(object.clone()).is_ok(), "WeakMap"))
        .or_else(|| of(JsWeakSet::from_object(object.clone()).is_ok(), "WeakSet"))
        .or_else(|| of(JsMapIterator::from_object(object.clone()).is_ok(), "Map Iterator"))
        .or_else(|| of(JsSetIterator::from_object(object.clone()).is_ok(), "Set Iterator"))
        .or_else(|| of(JsGenerator::from_object(object.clone()).is_ok(), "Generator"))
        .or_else(|| of(object.is::<f64>(), "Number"))
        .or_else(|| of(object.is::<bool>(), "Boolean"))
        .or_else(|| of(object.is::<JsString>(), "String"))
        .or_else(|| of(object.is::<JsSymbol>(), "Symbol"))
        .or_else(|| of(object.is::<JsBigInt>(), "BigInt"))
        .unwrap_or("Object")
}

/// The kind of a function, derived from its prototype because the engine exposes nothing else.
fn function(object: &JsObject, context: &Context) -> &'static str {
    let all = context.intrinsics().constructors();
    let own = object.prototype();
    let is = |prototype: JsObject| own.as_ref().is_some_and(|own| JsObject::equals(own, &prototype));
    if is(all.async_function().prototype()) {
        "AsyncFunction"
    } else if is(all.generator_function().prototype()) {
        "GeneratorFunction"
    } else if is(all.async_generator_function().prototype()) {
        "AsyncGeneratorFunction"
    } else {
        "Function"
    }
}
