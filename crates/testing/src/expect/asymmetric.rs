//! Asymmetric matchers: `expect.anything()`, `expect.objectContaining({…})` and others.
//!
//! Only these native objects count, unless tests are written for a test runner. Elsewhere a guest value with an
//! `asymmetricMatch` method is plain data.

use boa_engine::object::NativeObject;
use boa_engine::{
    Context, Finalize, JsArgs, JsData, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
    Trace, js_string,
};

use super::equality::{Comparison, Mode};
use crate::state::State;
use crate::value;

/// The data of an asymmetric matcher object.
#[derive(Debug, Trace, Finalize, JsData)]
pub(crate) struct Asymmetric {
    pub(crate) kind: Kind,
    /// Whether `expect.not` created it.
    pub(crate) inverse: bool,
}

/// The kind of an asymmetric matcher.
#[derive(Debug, Clone, Trace, Finalize)]
pub(crate) enum Kind {
    Anything,
    Any(JsValue),
    StringContaining(JsString),
    StringMatching(JsObject),
    ArrayContaining(JsValue),
    ObjectContaining(JsValue),
    CloseTo(f64, f64),
    /// Jest's `arrayOf`: an array whose elements all match.
    ArrayOf(JsValue),
    /// A Standard Schema object.
    SchemaMatching(JsObject),
    /// A matcher that is also an assertion method (`toSatisfy`, `toBeOneOf`), with its arguments.
    Assertion(Named, Vec<JsValue>),
    /// A matcher of `expect.extend`, with its name and arguments.
    Custom(JsObject, JsString, Vec<JsValue>),
}

/// Matchers that are also assertion methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Trace, Finalize)]
#[boa_gc(unsafe_empty_trace)]
pub(crate) enum Named {
    ToSatisfy,
    ToBeOneOf,
}

impl Kind {
    /// The name that Vitest prints.
    pub(crate) fn name(&self, inverse: bool) -> String {
        let not = if inverse { "Not" } else { "" };
        match self {
            Kind::Anything => "Anything".to_owned(),
            Kind::Any(_) => "Any".to_owned(),
            Kind::StringContaining(_) => format!("String{not}Containing"),
            Kind::StringMatching(_) => format!("String{not}Matching"),
            Kind::ArrayContaining(_) => format!("Array{not}Containing"),
            Kind::ObjectContaining(_) => format!("Object{not}Containing"),
            Kind::CloseTo(..) => format!("Number{not}CloseTo"),
            Kind::ArrayOf(_) => format!("{not}ArrayOf"),
            Kind::SchemaMatching(_) => format!("Schema{not}Matching"),
            Kind::Assertion(named, _) => {
                let name = match named {
                    Named::ToSatisfy => "toSatisfy",
                    Named::ToBeOneOf => "toBeOneOf",
                };
                format!("{}{name}", if inverse { "not." } else { "" })
            }
            Kind::Custom(_, name, _) => {
                format!("{}{}", if inverse { "not." } else { "" }, value::text(name))
            }
        }
    }
}

/// The kind of a value that is a matcher, and whether it is inverted.
pub(crate) fn of(value: &JsValue) -> Option<(Kind, bool)> {
    let object = value.as_object()?;
    let data = object.downcast_ref::<Asymmetric>()?;
    Some((data.kind.clone(), data.inverse))
}

/// Creates a matcher object.
pub(crate) fn object(kind: Kind, inverse: bool, context: &mut Context) -> JsResult<JsObject> {
    let realm = super::Realm::of(context)?;
    Ok(from_data(realm.asymmetric, Asymmetric { kind, inverse }))
}

/// The prototype of matcher objects, with `asymmetricMatch` and `toString` for code that calls a matcher
/// itself.
///
/// # Errors
/// None in an intact realm.
pub(super) fn prototype(context: &mut Context) -> JsResult<JsObject> {
    let ask = NativeFunction::from_fn_ptr(|this, args, context| {
        let Some((kind, inverse)) = of(this) else { return Ok(JsValue::undefined()) };
        let object = from_data(super::Realm::of(context)?.asymmetric, Asymmetric { kind, inverse });
        Ok(super::equality::equals(args.get_or_undefined(0), &object.into(), Mode::EQUAL, context)?.into())
    });
    let text = NativeFunction::from_fn_ptr(|this, _, _| {
        let name = of(this).map(|(kind, inverse)| kind.name(inverse)).unwrap_or_default();
        Ok(boa_engine::js_string!(name).into())
    });
    let root = context.intrinsics().constructors().object().prototype();
    let prototype = JsObject::from_proto_and_data(root, ());
    for (name, function) in [("asymmetricMatch", ask), ("toString", text)] {
        let function = crate::intrinsics::native(name, 1, function, context);
        let property = boa_engine::property::PropertyDescriptor::builder().value(function).enumerable(false);
        prototype.define_property_or_throw(JsString::from(name), property.build(), context)?;
    }
    prototype.set_integrity_level(boa_engine::object::IntegrityLevel::Frozen, context)?;
    Ok(prototype)
}

fn from_data<T: NativeObject>(prototype: JsObject, data: T) -> JsObject {
    JsObject::from_proto_and_data(prototype, data)
}

/// Compares by a matcher if exactly one of the values is one.
///
/// # Errors
/// Errors that guest code throws, and a sample of the wrong type.
pub(crate) fn matches(a: &JsValue, b: &JsValue, comparison: &mut Comparison<'_>) -> JsResult<Option<bool>> {
    match (of(a), of(b)) {
        (Some(matcher), None) => matches_one(&matcher, b, comparison).map(Some),
        (None, Some(matcher)) => matches_one(&matcher, a, comparison).map(Some),
        (None, None) if State::of(comparison.context).takes_matchers => {
            made_matches(a, b, comparison.context)
        }
        _ => Ok(None),
    }
}

/// Compares by a matcher that code made, if exactly one of the values is one.
fn made_matches(a: &JsValue, b: &JsValue, context: &mut Context) -> JsResult<Option<bool>> {
    let (left, right) = (method(a, context)?, method(b, context)?);
    let matched = match (left, right) {
        (Some(left), None) => left.call(a, std::slice::from_ref(b), context)?,
        (None, Some(right)) => right.call(b, std::slice::from_ref(a), context)?,
        _ => return Ok(None),
    };
    Ok(Some(matched.to_boolean()))
}

/// The method `asymmetricMatch` of an object. A proxy that makes up what it lacks says that it lacks it.
fn method(value: &JsValue, context: &mut Context) -> JsResult<Option<JsObject>> {
    let Some(object) = value.as_object() else { return Ok(None) };
    let name = js_string!("asymmetricMatch");
    match object.has_property(name.clone(), context)? {
        true => Ok(object.get(name, context)?.as_callable()),
        false => Ok(None),
    }
}

fn matches_one(
    (kind, inverse): &(Kind, bool),
    other: &JsValue,
    comparison: &mut Comparison<'_>,
) -> JsResult<bool> {
    let matched = match kind {
        Kind::Anything => return Ok(!other.is_null_or_undefined()),
        Kind::Any(constructor) => return any(constructor, other, comparison.context),
        Kind::StringContaining(part) => {
            string_of(other).is_some_and(|text| text.index_of(part.as_str(), 0).is_some())
        }
        Kind::StringMatching(regexp) => match string_of(other) {
            Some(text) => value::regexp_matches(regexp, &text, comparison.context)?,
            None => false,
        },
        Kind::CloseTo(sample, precision) => match other.as_number() {
            // NaN is neither close to anything nor "not close".
            None => return Ok(false),
            Some(number) => is_close(number, *sample, *precision),
        },
        Kind::ArrayContaining(sample) => array_containing(sample, other, comparison)?,
        Kind::ObjectContaining(sample) => object_containing(sample, other, comparison)?,
        Kind::ArrayOf(sample) => array_of_all(sample, other, comparison)?,
        Kind::SchemaMatching(schema) => schema_matches(schema, other, comparison.context)?,
        Kind::Assertion(Named::ToSatisfy, arguments) => {
            match arguments.first().and_then(JsValue::as_callable) {
                Some(function) => {
                    let other = std::slice::from_ref(other);
                    function.call(&JsValue::undefined(), other, comparison.context)?.to_boolean()
                }
                None => return Err(JsNativeError::typ().with_message("expected is not a function").into()),
            }
        }
        Kind::Assertion(Named::ToBeOneOf, arguments) => {
            let candidates = arguments.first().cloned().unwrap_or_default();
            let candidates = value::elements(&candidates, 1_000_000, comparison.context)?.unwrap_or_default();
            let mut found = candidates.is_empty();
            for candidate in &candidates {
                found = found || comparison.run(candidate, other, Mode::EQUAL)?;
            }
            found
        }
        Kind::Custom(matcher, _, arguments) => {
            super::extend::passes(matcher, other, arguments, *inverse, comparison.context)?
        }
    };
    Ok(matched != *inverse)
}

/// Whether two numbers are close, as in `toBeCloseTo`: infinities of the same sign are.
pub(crate) fn is_close(a: f64, b: f64, precision: f64) -> bool {
    if a.is_infinite() && a == b {
        return true;
    }
    (a - b).abs() < 10f64.powf(-precision) / 2.0
}

fn string_of(value: &JsValue) -> Option<JsString> {
    value.as_string().or_else(|| value.as_object()?.downcast_ref::<JsString>().map(|text| text.clone()))
}

fn any(constructor: &JsValue, other: &JsValue, context: &mut Context) -> JsResult<bool> {
    let constructors = context.intrinsics().constructors();
    let is =
        |known: JsObject| constructor.as_object().is_some_and(|sample| JsObject::equals(&sample, &known));
    let primitive = if is(constructors.string().constructor()) {
        other.is_string()
    } else if is(constructors.number().constructor()) {
        other.is_number()
    } else if is(constructors.boolean().constructor()) {
        other.is_boolean()
    } else if is(constructors.bigint().constructor()) {
        other.is_bigint()
    } else if is(constructors.symbol().constructor()) {
        other.is_symbol()
    } else if is(constructors.function().constructor()) {
        return Ok(other.is_callable());
    } else if is(constructors.object().constructor()) {
        return Ok(other.type_of() == "object");
    } else {
        false
    };
    Ok(primitive || value::instance_of(other, constructor, context)?)
}

fn array_containing(sample: &JsValue, other: &JsValue, comparison: &mut Comparison<'_>) -> JsResult<bool> {
    let wanted = match array_of(sample, comparison.context)? {
        Some(wanted) => wanted,
        None => {
            return Err(wrong_sample("array", "ArrayContaining", sample));
        }
    };
    if wanted.is_empty() {
        return Ok(true);
    }
    let Some(found) = array_of(other, comparison.context)? else { return Ok(false) };
    for item in &wanted {
        let mut matched = false;
        for candidate in &found {
            if comparison.run(item, candidate, Mode::EQUAL)? {
                matched = true;
                break;
            }
        }
        if !matched {
            return Ok(false);
        }
    }
    Ok(true)
}

fn array_of_all(sample: &JsValue, other: &JsValue, comparison: &mut Comparison<'_>) -> JsResult<bool> {
    let Some(found) = array_of(other, comparison.context)? else { return Ok(false) };
    for item in &found {
        if !comparison.run(sample, item, Mode::EQUAL)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a Standard Schema accepts a value.
fn schema_matches(schema: &JsObject, other: &JsValue, context: &mut Context) -> JsResult<bool> {
    let standard = schema.get(boa_engine::js_string!("~standard"), context)?;
    let validate = match standard.as_object() {
        Some(standard) => standard.get(boa_engine::js_string!("validate"), context)?.as_callable(),
        None => None,
    };
    let Some(validate) = validate else {
        let message = "SchemaMatching expected to receive a Standard Schema.";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let result = validate.call(&standard, std::slice::from_ref(other), context)?;
    let Some(result) = result.as_object() else { return Ok(false) };
    if result.is::<boa_engine::builtins::promise::Promise>() {
        let message = "Async schema validation is not supported in asymmetric matchers.";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let issues = result.get(boa_engine::js_string!("issues"), context)?;
    Ok(match issues.as_object() {
        Some(issues) => value::length_of(&issues, context)? == 0,
        None => true,
    })
}

fn array_of(value: &JsValue, context: &mut Context) -> JsResult<Option<Vec<JsValue>>> {
    match value.as_object() {
        Some(object) if value::is_array(&object, context)? => value::elements(value, 1_000_000, context),
        _ => Ok(None),
    }
}

fn object_containing(sample: &JsValue, other: &JsValue, comparison: &mut Comparison<'_>) -> JsResult<bool> {
    let Some(sample) = sample.as_object() else {
        return Err(wrong_sample("object", "ObjectContaining", sample));
    };
    for key in value::own_enumerable_keys(&sample, comparison.context)? {
        let Some(other) = other.as_object() else { return Ok(false) };
        if !other.has_property(key.clone(), comparison.context)? {
            return Ok(false);
        }
        let wanted = sample.get(key.clone(), comparison.context)?;
        let found = other.get(key, comparison.context)?;
        if !comparison.run(&wanted, &found, Mode::EQUAL)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn wrong_sample(what: &str, name: &str, sample: &JsValue) -> boa_engine::JsError {
    JsNativeError::typ()
        .with_message(format!("You must provide an {what} to {name}, not '{}'.", sample.type_of()))
        .into()
}
