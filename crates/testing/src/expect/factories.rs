//! `expect.anything()` and other factories of asymmetric matchers, and `expect.not`.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::builtins::JsRegExp;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string};

use super::asymmetric::{Kind, Named, object};
use super::fix;
use crate::guard::api;

/// Parses the arguments of a factory.
type Factory = fn(&[JsValue], &mut Context) -> JsResult<Kind>;

/// Adds the factories to `expect` and to `expect.not`.
///
/// # Errors
/// None in an intact realm.
pub(super) fn install(expect: &JsObject, not: &JsObject, context: &mut Context) -> JsResult<()> {
    let plain: [(&str, NativeFunctionPointer); 2] = [
        ("anything", |_, _, context| Ok(object(Kind::Anything, false, context)?.into())),
        ("any", |_, args, context| {
            let constructor = args.get_or_undefined(0);
            if !constructor.is_callable() {
                let message = "any() expects to be passed a constructor function. \
                               Please pass one or use anything() to match any object.";
                return Err(JsNativeError::typ().with_message(message).into());
            }
            Ok(object(Kind::Any(constructor.clone()), false, context)?.into())
        }),
    ];
    for (name, factory) in plain {
        let factory = api(name, 1, NativeFunction::from_fn_ptr(factory), context);
        fix(expect, name, factory, context)?;
    }
    let invertible: [(&str, Factory); 9] = [
        ("stringContaining", string_containing),
        ("stringMatching", string_matching),
        ("arrayContaining", |args, _| Ok(Kind::ArrayContaining(args.get_or_undefined(0).clone()))),
        ("objectContaining", |args, _| Ok(Kind::ObjectContaining(args.get_or_undefined(0).clone()))),
        ("closeTo", close_to),
        ("arrayOf", |args, _| Ok(Kind::ArrayOf(args.get_or_undefined(0).clone()))),
        ("schemaMatching", schema_matching),
        ("toSatisfy", |args, _| Ok(Kind::Assertion(Named::ToSatisfy, args.to_vec()))),
        ("toBeOneOf", |args, _| Ok(Kind::Assertion(Named::ToBeOneOf, args.to_vec()))),
    ];
    for (name, kind) in invertible {
        for (target, inverse) in [(expect, false), (not, true)] {
            let factory = NativeFunction::from_copy_closure(move |_, args, context| {
                let kind = kind(args, context)?;
                Ok(object(kind, inverse, context)?.into())
            });
            let factory = api(name, 1, factory, context);
            fix(target, name, factory, context)?;
        }
    }
    Ok(())
}

fn string_containing(args: &[JsValue], _: &mut Context) -> JsResult<Kind> {
    match args.get_or_undefined(0).as_string() {
        Some(text) => Ok(Kind::StringContaining(text)),
        None => Err(JsNativeError::error().with_message("Expected is not a string").into()),
    }
}

fn string_matching(args: &[JsValue], context: &mut Context) -> JsResult<Kind> {
    let sample = args.get_or_undefined(0);
    if let Some(regexp) = sample.as_regexp() {
        let (source, flags) = crate::value::regexp_parts(&JsObject::from(regexp), context)?;
        // A copy, as in Vitest: `lastIndex` of the sample must not change.
        let copy = JsRegExp::new(boa_engine::js_string!(source), boa_engine::js_string!(flags), context)?;
        return Ok(Kind::StringMatching(copy.into()));
    }
    match sample.as_string() {
        Some(text) => {
            let regexp = JsRegExp::new(text, boa_engine::js_string!(), context)?;
            Ok(Kind::StringMatching(regexp.into()))
        }
        None => Err(JsNativeError::error().with_message("Expected is not a String or a RegExp").into()),
    }
}

fn schema_matching(args: &[JsValue], context: &mut Context) -> JsResult<Kind> {
    if let Some(schema) = args.get_or_undefined(0).as_object()
        && let Some(standard) = schema.get(js_string!("~standard"), context)?.as_object()
        && standard.get(js_string!("validate"), context)?.is_callable()
    {
        return Ok(Kind::SchemaMatching(schema));
    }
    let message = "SchemaMatching expected to receive a Standard Schema.";
    Err(JsNativeError::typ().with_message(message).into())
}

fn close_to(args: &[JsValue], _: &mut Context) -> JsResult<Kind> {
    let Some(sample) = args.get_or_undefined(0).as_number() else {
        return Err(JsNativeError::error().with_message("Expected is not a Number").into());
    };
    let precision = args.get_or_undefined(1);
    match precision.as_number() {
        _ if precision.is_undefined() => Ok(Kind::CloseTo(sample, 2.0)),
        Some(precision) => Ok(Kind::CloseTo(sample, precision)),
        None => Err(JsNativeError::error().with_message("Precision is not a Number").into()),
    }
}
