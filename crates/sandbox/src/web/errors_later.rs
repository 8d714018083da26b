//! Defers the script `errors`: most scripts need it only to throw, so the first error parses it.

use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::{FunctionObjectBuilder, JsObject, ObjectInitializer};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsSymbol, JsValue, NativeFunction};
use verdict_protocol::MAX_SAFE_INTEGER;

use super::internal::scripted;
use crate::native::argument;

/// Whether a validator accepts its arguments without the script.
type Fits = fn(&[JsValue]) -> bool;

/// The script's functions, and the arguments they certainly accept.
const FUNCTIONS: &[(&str, Fits)] = &[
    ("coded", |_| false),
    ("received", |_| false),
    ("invalidArgType", |_| false),
    ("invalidArgValue", |_| false),
    ("outOfRange", |_| false),
    ("missingArgs", |_| false),
    ("invalidThis", |_| false),
    ("validateFunction", |args| argument(args, 0).is_callable()),
    ("validateString", |args| argument(args, 0).is_string()),
    ("validateBoolean", |args| argument(args, 0).is_boolean()),
    ("validateNumber", |args| argument(args, 0).is_number() && args.len() < 3),
    ("validateInteger", |args| args.len() < 3 && argument(args, 0).as_number().is_some_and(is_safe_integer)),
    ("validateObject", |args| argument(args, 0).as_object().is_some_and(|object| is_plain(&object))),
    ("validateAbortSignal", |args| argument(args, 0).is_undefined()),
];

fn is_safe_integer(value: f64) -> bool {
    value.fract() == 0.0 && value.abs() <= MAX_SAFE_INTEGER as f64
}

/// Whether an object is neither a function nor an array, determined without calling a proxy.
fn is_plain(object: &JsObject) -> bool {
    !object.is_callable() && !object.is_array() && !object.is::<Proxy>()
}

/// The exports of `errors`.
pub(super) fn object(context: &mut Context) -> JsObject {
    let object = ObjectInitializer::new(context)
        .function(NativeFunction::from_fn_ptr(define), JsString::from("define"), 2)
        .build();
    for (name, fits) in FUNCTIONS {
        let function = NativeFunction::from_copy_closure(move |this, args, context| {
            if fits(args) {
                return Ok(JsValue::undefined());
            }
            let function = scripted("errors", context)?.get(JsString::from(*name), context)?;
            match function.as_callable() {
                Some(function) => function.call(this, args, context),
                None => Ok(JsValue::undefined()),
            }
        });
        let function = FunctionObjectBuilder::new(context.realm(), function).name(*name).build();
        // Defining a property of a fresh ordinary object cannot fail.
        let _ = object.create_data_property(JsString::from(*name), function, context);
    }
    object
}

/// `(Class, members, tag)`: makes members of a class enumerable, as web interfaces require, and sets its
/// string tag.
fn define(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let class = argument(args, 0).to_object(context)?;
    let members = argument(args, 1).to_object(context)?;
    let prototype = class.get(JsString::from("prototype"), context)?.to_object(context)?;
    let length = members.get(JsString::from("length"), context)?.to_length(context)?;
    for index in 0..length {
        let key = members.get(index, context)?.to_property_key(context)?;
        prototype.define_property_or_throw(key, PropertyDescriptor::builder().enumerable(true), context)?;
    }
    let tag = match argument(args, 2) {
        tag if tag.is_undefined() => class.get(JsString::from("name"), context)?,
        tag => tag,
    };
    let tag = PropertyDescriptor::builder().value(tag).writable(false).enumerable(false).configurable(true);
    prototype.define_property_or_throw(PropertyKey::from(JsSymbol::to_string_tag()), tag, context)?;
    Ok(JsValue::undefined())
}
