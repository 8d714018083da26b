//! `AssertionError`, the class of errors that assertions throw.

use boa_engine::object::{FunctionObjectBuilder, IntegrityLevel};
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, NativeFunction, js_string};

use crate::state::State;
use crate::value;

/// The class, created on first use and immutable.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn class(context: &mut Context) -> JsResult<JsObject> {
    let state = State::of(context);
    if let Some(known) = state.assertion_error.borrow().clone() {
        return Ok(known);
    }
    let make = NativeFunction::from_fn_ptr(|_, args, context| {
        let message = args.get_or_undefined(0);
        let message = if message.is_undefined() {
            "Unspecified AssertionError".to_owned()
        } else {
            value::text(&message.to_string(context)?)
        };
        let error = State::of(context).plain_error("AssertionError", &message, context)?;
        if let Some(details) = args.get_or_undefined(1).as_object() {
            for key in value::own_enumerable_keys(&details, context)? {
                let found = details.get(key.clone(), context)?;
                error.create_data_property_or_throw(key, found, context)?;
            }
        }
        Ok(error.into())
    });
    let class: JsObject = FunctionObjectBuilder::new(context.realm(), make)
        .name(js_string!("AssertionError"))
        .length(3)
        .constructor(true)
        .build()
        .into();
    let root = context.intrinsics().constructors().error().prototype();
    let prototype = JsObject::from_proto_and_data(root, ());
    for (name, value) in
        [("name", JsValue::from(js_string!("AssertionError"))), ("constructor", class.clone().into())]
    {
        let property = PropertyDescriptor::builder().value(value).enumerable(false);
        prototype.define_property_or_throw(boa_engine::JsString::from(name), property.build(), context)?;
    }
    prototype.set_integrity_level(IntegrityLevel::Frozen, context)?;
    let property = PropertyDescriptor::builder().value(prototype).enumerable(false).writable(false);
    class.define_property_or_throw(js_string!("prototype"), property.build(), context)?;
    class.set_integrity_level(IntegrityLevel::Frozen, context)?;
    state.assertion_error.replace(Some(class.clone()));
    Ok(class)
}

/// The prototype of the class.
///
/// # Errors
/// The same as [`class`].
pub(crate) fn prototype(context: &mut Context) -> JsResult<Option<JsObject>> {
    Ok(class(context)?.get(js_string!("prototype"), context)?.as_object())
}
