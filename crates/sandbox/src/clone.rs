//! `structuredClone`.

use std::collections::HashMap;

use boa_engine::builtins::array_buffer::{AlignedVec, ArrayBuffer};
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::typed_array::TypedArrayKind;
use boa_engine::object::builtins::{JsArray, JsArrayBuffer, JsDate, JsMap, JsRegExp, JsSet, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsBigInt, JsNativeError, JsObject, JsResult, JsString, JsValue};

use crate::inspect::{array_length, data_property, get_own, map_entries, set_values};
use crate::native::{argument, define_function, define_hidden};

/// Maximum nesting of objects, because the walk recurses natively.
const MAX_LEVELS: usize = 500;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    define_function(context, "structuredClone", 1, clone)
}

/// The native `structuredClone`.
pub(crate) fn clone(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let transfer = transferred(&argument(args, 1), context)?;
    let clone = Cloner { seen: HashMap::new(), context }.value(&argument(args, 0), 0)?;
    for buffer in transfer {
        // The bytes moved to the clone, so the original is detached.
        JsArrayBuffer::from_object(buffer)?.detach(&JsValue::undefined())?;
    }
    Ok(clone)
}

/// The buffers listed in `{ transfer }`.
fn transferred(options: &JsValue, context: &mut Context) -> JsResult<Vec<JsObject>> {
    let Some(options) = options.as_object() else { return Ok(Vec::new()) };
    let list = options.get(JsString::from("transfer"), context)?;
    let Some(list) = list.as_object() else { return Ok(Vec::new()) };
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    let mut found: Vec<JsObject> = Vec::new();
    for index in 0..length {
        let value = list.get(index, context)?;
        let buffer = value.as_object().filter(JsObject::is::<ArrayBuffer>);
        let detached =
            |buffer: &JsObject| buffer.downcast_ref::<ArrayBuffer>().is_none_or(|b| b.data().is_none());
        match buffer {
            Some(buffer) if detached(&buffer) => {
                let message = "An ArrayBuffer is detached and could not be cloned.";
                return Err(crate::web::dom_exception("DataCloneError", message, context));
            }
            Some(buffer) if found.iter().any(|known| JsObject::equals(known, &buffer)) => {
                let message = "ArrayBuffer occurs in the transfer list more than once";
                return Err(crate::web::dom_exception("DataCloneError", message, context));
            }
            Some(buffer) => found.push(buffer),
            None => {
                let message = "Found invalid object in transferList";
                return Err(crate::web::coded(
                    JsNativeError::typ().with_message(message),
                    "ERR_INVALID_TRANSFER_OBJECT",
                    context,
                ));
            }
        }
    }
    Ok(found)
}

struct Cloner<'a> {
    /// Originals and their clones, which preserves shared and circular references.
    seen: HashMap<JsObject, JsObject>,
    context: &'a mut Context,
}

impl Cloner<'_> {
    fn value(&mut self, value: &JsValue, level: usize) -> JsResult<JsValue> {
        if value.is_symbol() {
            return Err(self.refuse(value));
        }
        let Some(object) = value.as_object() else { return Ok(value.clone()) };
        if level > MAX_LEVELS {
            return Err(JsNativeError::range().with_message("the value nests too deep to be cloned").into());
        }
        if let Some(clone) = self.seen.get(&object) {
            return Ok(clone.clone().into());
        }
        if let Some(env) = crate::environment::target_of_env(&object, self.context) {
            return self.value(&env.into(), level);
        }
        if object.is_callable() || object.is::<Proxy>() {
            return Err(self.refuse(value));
        }
        Ok(self.object(&object, level + 1)?.into())
    }

    fn refuse(&mut self, value: &JsValue) -> boa_engine::JsError {
        let shown = match value.as_object() {
            None => crate::inspect(value, self.context),
            Some(object) if object.is_callable() => self.source_of(&object),
            Some(object) => {
                format!("#<{}>", crate::constructor_name(&object).unwrap_or_else(|| "Object".to_owned()))
            }
        };
        let message = format!("{} could not be cloned.", crate::inspect::shorten(&shown, 500));
        crate::web::dom_exception("DataCloneError", &message, self.context)
    }

    /// The source text of a function, as V8 shows it.
    fn source_of(&mut self, function: &JsObject) -> String {
        let to_string = crate::native::host(self.context).ok().and_then(|host| host.web.function_to_string());
        let text = to_string.and_then(|f| f.call(&function.clone().into(), &[], self.context).ok());
        text.and_then(|text| text.as_string()).map(|text| text.to_std_string_lossy()).unwrap_or_default()
    }

    fn object(&mut self, object: &JsObject, level: usize) -> JsResult<JsObject> {
        if object.is_array() {
            let clone = JsObject::from(JsArray::new(self.context)?);
            self.seen.insert(object.clone(), clone.clone());
            clone.set(JsString::from("length"), array_length(object), true, self.context)?;
            return self.properties(object, clone, level);
        }
        if let Some((_, entries)) = map_entries(object, usize::MAX) {
            let clone = JsMap::new(self.context);
            self.seen.insert(object.clone(), clone.clone().into());
            for (key, value) in entries {
                let (key, value) = (self.value(&key, level)?, self.value(&value, level)?);
                clone.set(key, value, self.context)?;
            }
            return Ok(clone.into());
        }
        if let Some((_, values)) = set_values(object, usize::MAX) {
            let clone = JsSet::new(self.context);
            self.seen.insert(object.clone(), clone.clone().into());
            for value in values {
                let value = self.value(&value, level)?;
                clone.add(value, self.context)?;
            }
            return Ok(clone.into());
        }
        let clone = match self.by_slots(object, level)? {
            Some(clone) => clone,
            None => {
                let clone = JsObject::with_object_proto(self.context.intrinsics());
                self.seen.insert(object.clone(), clone.clone());
                return self.properties(object, clone, level);
            }
        };
        self.seen.insert(object.clone(), clone.clone());
        Ok(clone)
    }

    /// Copies own enumerable string properties. Getters are called, as the standard requires.
    fn properties(&mut self, object: &JsObject, clone: JsObject, level: usize) -> JsResult<JsObject> {
        for key in object.own_property_keys(self.context)? {
            let enumerable = get_own(object, &key).is_some_and(|own| own.enumerable() == Some(true));
            if matches!(key, PropertyKey::Symbol(_)) || !enumerable {
                continue;
            }
            let value = object.get(key.clone(), self.context)?;
            let value = self.value(&value, level)?;
            clone.create_data_property_or_throw(key, value, self.context)?;
        }
        Ok(clone)
    }

    /// Clones objects whose content is in internal slots.
    fn by_slots(&mut self, object: &JsObject, level: usize) -> JsResult<Option<JsObject>> {
        if object.is::<Date>() {
            let time = JsDate::from_object(object.clone())?.get_time(self.context)?;
            let clone = JsDate::new(self.context);
            clone.set_time(time, self.context)?;
            return Ok(Some(clone.into()));
        }
        if object.is::<RegExp>() {
            let original = JsRegExp::from_object(object.clone())?;
            let source = crate::regexp_source(object, self.context)?;
            let flags = original.flags(self.context)?;
            let clone = JsRegExp::new(source, JsString::from(flags), self.context)?;
            return Ok(Some(clone.into()));
        }
        if object.is::<Error>() {
            return self.error(object, level).map(Some);
        }
        if object.is::<ArrayBuffer>() {
            let buffer = JsArrayBuffer::from_object(object.clone())?;
            let Some(bytes) = buffer.to_vec() else { return Err(self.refuse(&object.clone().into())) };
            let bytes = AlignedVec::from_slice(0, &bytes);
            return Ok(Some(JsArrayBuffer::from_byte_block(bytes, self.context)?.into()));
        }
        if let Ok(array) = JsTypedArray::from_object(object.clone()) {
            let length = array.length(self.context)?;
            let offset = array.byte_offset(self.context)?;
            let buffer = array.buffer(self.context)?;
            let buffer = self.value(&buffer, level)?;
            let Some(constructor) = array.kind().and_then(|kind| self.constructor(kind)) else {
                return Err(self.refuse(&object.clone().into()));
            };
            return constructor
                .construct(&[buffer, offset.into(), length.into()], None, self.context)
                .map(Some);
        }
        if let Some(value) = boxed(object) {
            return value.to_object(self.context).map(Some);
        }
        // Weak collections, promises and the like cannot be copied.
        if object.is_ordinary() { Ok(None) } else { Err(self.refuse(&object.clone().into())) }
    }

    fn constructor(&self, kind: TypedArrayKind) -> Option<JsObject> {
        let all = self.context.intrinsics().constructors();
        let constructor = match kind {
            TypedArrayKind::Int8 => all.typed_int8_array(),
            TypedArrayKind::Uint8 => all.typed_uint8_array(),
            TypedArrayKind::Uint8Clamped => all.typed_uint8clamped_array(),
            TypedArrayKind::Int16 => all.typed_int16_array(),
            TypedArrayKind::Uint16 => all.typed_uint16_array(),
            TypedArrayKind::Int32 => all.typed_int32_array(),
            TypedArrayKind::Uint32 => all.typed_uint32_array(),
            TypedArrayKind::BigInt64 => all.typed_bigint64_array(),
            TypedArrayKind::BigUint64 => all.typed_biguint64_array(),
            TypedArrayKind::Float32 => all.typed_float32_array(),
            TypedArrayKind::Float64 => all.typed_float64_array(),
            #[allow(unreachable_patterns, reason = "more kinds exist with other features of the engine")]
            _ => return None,
        };
        Some(constructor.constructor())
    }

    fn error(&mut self, object: &JsObject, level: usize) -> JsResult<JsObject> {
        let text = |key| data_property(object, key).and_then(|value| value.as_string());
        let message = text("message").unwrap_or_default().to_std_string_lossy();
        let name = text("name").map(|name| name.to_std_string_lossy()).unwrap_or_default();
        let native = match name.as_str() {
            "EvalError" => JsNativeError::eval(),
            "RangeError" => JsNativeError::range(),
            "ReferenceError" => JsNativeError::reference(),
            "SyntaxError" => JsNativeError::syntax(),
            "TypeError" => JsNativeError::typ(),
            "URIError" => JsNativeError::uri(),
            _ => JsNativeError::error(),
        };
        let clone = native.with_message(message).into_opaque(self.context);
        if let Some(cause) = get_own(object, &PropertyKey::from(JsString::from("cause")))
            && let Some(cause) = cause.value()
        {
            let cause = self.value(cause, level)?;
            define_hidden(&clone, "cause", cause, self.context)?;
        }
        Ok(clone)
    }
}

/// The primitive in a `Number`, `Boolean`, `String` or `BigInt` object.
fn boxed(object: &JsObject) -> Option<JsValue> {
    let number = object.downcast_ref::<f64>().map(|number| JsValue::from(*number));
    let boolean = object.downcast_ref::<bool>().map(|boolean| JsValue::from(*boolean));
    let text = object.downcast_ref::<JsString>().map(|text| JsValue::from(text.clone()));
    let big = object.downcast_ref::<JsBigInt>().map(|big| JsValue::from(big.clone()));
    number.or(boolean).or(text).or(big)
}
