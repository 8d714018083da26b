//! `Date` of texts that the engine does not parse: it supports only the ISO format, not even its own
//! `toString` output.

mod parse;
mod tokens;

use boa_engine::object::builtins::JsDate;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::value::PreferredType;
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction};

use crate::native::{argument, define_hidden, replace_method};

/// Replaces the engine's `Date` with one that parses texts as V8 does.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let original = context.intrinsics().constructors().date().constructor();
    let prototype = context.intrinsics().constructors().date().prototype();
    let native = NativeFunction::from_copy_closure_with_captures(
        |new_target, args, original: &JsObject, context| {
            let Some(target) = new_target.as_object().filter(JsObject::is_constructor) else {
                let text = original.call(&JsValue::undefined(), args, context)?;
                return with_zone(text);
            };
            let [value] = args else {
                return original.construct(args, Some(&target), context).map(JsValue::from);
            };
            let dated = value.as_object().is_some_and(|object| JsDate::from_object(object).is_ok());
            let primitive =
                if dated { value.clone() } else { value.to_primitive(context, PreferredType::Default)? };
            let time = match primitive.as_string() {
                Some(text) => read(&text).into(),
                None => primitive,
            };
            original.construct(&[time], Some(&target), context).map(JsValue::from)
        },
        original.clone(),
    );
    let date = FunctionObjectBuilder::new(context.realm(), native);
    let date: JsObject = date.name("Date").length(7).constructor(true).build().into();
    for name in ["now", "UTC"] {
        let value = original.get(JsString::from(name), context)?;
        define_hidden(&date, name, value, context)?;
    }
    replace_method(
        &date.clone().into(),
        "parse",
        1,
        |_, args, context| {
            let text = argument(args, 0).to_string(context)?;
            Ok(read(&text).into())
        },
        context,
    )?;
    for name in ["toString", "toTimeString"] {
        let Some(method) = prototype.get(JsString::from(name), context)?.as_object() else { continue };
        let native = NativeFunction::from_copy_closure_with_captures(
            |this, _, method: &JsObject, context| with_zone(method.call(this, &[], context)?),
            method,
        );
        let method = FunctionObjectBuilder::new(context.realm(), native).name(name).build();
        define_hidden(&prototype, name, method.into(), context)?;
    }
    let fixed = boa_engine::property::PropertyDescriptor::builder()
        .value(prototype.clone())
        .writable(false)
        .enumerable(false)
        .configurable(false);
    date.define_property_or_throw(JsString::from("prototype"), fixed, context)?;
    define_hidden(&prototype, "constructor", date.clone().into(), context)?;
    define_hidden(&context.global_object(), "Date", date.into(), context)
}

/// The time of a text, or NaN.
fn read(text: &JsString) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "times are exact")]
    parse::parse(&text.to_std_string_lossy()).map_or(f64::NAN, |ms| ms as f64)
}

/// The engine's text of a date, with the name of the guest's time zone.
#[expect(clippy::unnecessary_wraps, reason = "the tail of natives")]
fn with_zone(text: JsValue) -> JsResult<JsValue> {
    let Some(date) = text.as_string().map(|text| text.to_std_string_lossy()) else { return Ok(text) };
    if !date.ends_with("GMT+0000") {
        return Ok(text);
    }
    Ok(JsString::from(format!("{date} (Coordinated Universal Time)")).into())
}
