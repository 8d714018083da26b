//! What a value is: `a`, `ok`, `null`, `empty` …

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, js_string};

use super::Entry;
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::inspect::display;
use crate::value::{self, Class};

pub(super) const PROPERTIES: &[Entry] = &[
    (&["ok"], |assertion, _, _| says(assertion.value.to_boolean(), "to be truthy", "to be falsy")),
    (&["true"], |assertion, _, _| {
        says(assertion.value.as_boolean() == Some(true), "to be true", "to be false")
    }),
    (&["false"], |assertion, _, _| {
        says(assertion.value.as_boolean() == Some(false), "to be false", "to be true")
    }),
    (&["null"], |assertion, _, _| says(assertion.value.is_null(), "to be null", "not to be null")),
    (&["undefined"], |assertion, _, _| {
        says(assertion.value.is_undefined(), "to be undefined", "not to be undefined")
    }),
    (&["NaN"], |assertion, _, _| {
        says(assertion.value.as_number().is_some_and(f64::is_nan), "to be NaN", "not to be NaN")
    }),
    (&["exist", "exists"], |assertion, _, _| {
        says(!assertion.value.is_null_or_undefined(), "to exist", "to not exist")
    }),
    (&["callable"], |assertion, _, _| {
        says(assertion.value.is_callable(), "to be a callable function", "not to be a callable function")
    }),
    (&["numeric"], |assertion, _, _| {
        let numeric = assertion.value.is_number() || assertion.value.is_bigint();
        says(numeric, "to be numeric", "to not be numeric")
    }),
    (&["finite"], |assertion, _, _| {
        let finite = assertion.value.as_number().is_some_and(f64::is_finite);
        says(finite, "to be a finite number", "to not be a finite number")
    }),
    (&["arguments", "Arguments"], |assertion, _, context| {
        let tag = value::tag(&assertion.value, context)?;
        let pass = tag == "Arguments";
        Ok(Check::new(
            pass,
            format!("expected #{{this}} to be arguments but got {tag}"),
            "expected #{this} to not be arguments",
        ))
    }),
    (&["empty"], empty),
    (&["extensible"], |assertion, _, context| integrity(assertion, "isExtensible", "extensible", context)),
    (&["sealed"], |assertion, _, context| integrity(assertion, "isSealed", "sealed", context)),
    (&["frozen"], |assertion, _, context| integrity(assertion, "isFrozen", "frozen", context)),
];

pub(super) const METHODS: &[Entry] = &[
    (&["instanceof", "instanceOf"], instance_of),
    (&["respondTo", "respondsTo"], respond_to),
    (&["satisfy", "satisfies"], satisfy),
];

#[expect(clippy::unnecessary_wraps, reason = "the shape of a matcher")]
fn says(pass: bool, yes: &str, no: &str) -> JsResult<Check> {
    Ok(Check::new(pass, format!("expected #{{this}} {yes}"), format!("expected #{{this}} {no}")))
}

/// The type of a value as chai names it, in lower case.
fn type_of(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(value::tag(value, context)?.to_lowercase())
}

/// `a(type)`.
pub(super) fn a(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let wanted = value::text(&args.get_or_undefined(0).to_string(context)?).to_lowercase();
    let found = type_of(&assertion.value, context)?;
    let pass = found == wanted || (wanted == "function" && assertion.value.is_callable());
    let article = if wanted.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let wanted = wanted.replace("#{", "# {");
    says(pass, &format!("to be {article} {wanted}"), &format!("not to be {article} {wanted}"))
}

fn empty(assertion: &Assertion, _: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let refuse = |what: &str| {
        let message = format!(".empty was passed {what}");
        JsNativeError::typ().with_message(message)
    };
    let count = match (assertion.value.as_string(), assertion.value.as_object()) {
        (Some(text), _) => text.len() as u64,
        (_, Some(object)) => match value::class_of(&object, context)? {
            Class::Array | Class::TypedArray => value::length_of(&object, context)?,
            Class::Map => value::map_entries(&object).len() as u64,
            Class::Set => value::set_values(&object).len() as u64,
            Class::WeakMap | Class::WeakSet => return Err(refuse("a weak collection").into()),
            Class::Function => return Err(refuse("a function").into()),
            _ => value::own_enumerable_keys(&object, context)?.len() as u64,
        },
        _ => {
            let shown = display(&assertion.value, context)?;
            return Err(refuse(&format!("non-string primitive {shown}")).into());
        }
    };
    says(count == 0, "to be empty", "not to be empty")
}

fn integrity(assertion: &Assertion, ask: &str, name: &str, context: &mut Context) -> JsResult<Check> {
    let pass = match assertion.value.as_object() {
        None => ask != "isExtensible",
        Some(object) if ask == "isExtensible" => object.is_extensible(context)?,
        Some(object) => {
            let level = if ask == "isSealed" {
                boa_engine::object::IntegrityLevel::Sealed
            } else {
                boa_engine::object::IntegrityLevel::Frozen
            };
            object.test_integrity_level(level, context)?
        }
    };
    says(pass, &format!("to be {name}"), &format!("to not be {name}"))
}

fn instance_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let constructor = args.get_or_undefined(0);
    let Some(object) = constructor.as_object() else {
        let kind = constructor.type_of();
        let message = format!("The instanceof assertion needs a constructor but {kind} was given.");
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let name = object.get(js_string!("name"), context)?.as_string();
    let name = name.map(|name| value::text(&name)).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| "an unnamed constructor".to_owned()).replace("#{", "# {");
    let pass = value::instance_of(&assertion.value, constructor, context)?;
    says(pass, &format!("to be an instance of {name}"), &format!("to not be an instance of {name}"))
}

fn respond_to(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let key = args.get_or_undefined(0).to_property_key(context)?;
    let shown = display(args.get_or_undefined(0), context)?.replace("#{", "# {");
    let mut object = assertion.value.to_object(context)?;
    if object.is_callable()
        && let Some(prototype) = object.get(js_string!("prototype"), context)?.as_object()
    {
        object = prototype;
    }
    let pass = object.get(key, context)?.is_callable();
    says(pass, &format!("to respond to {shown}"), &format!("to not respond to {shown}"))
}

fn satisfy(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let predicate = args.get_or_undefined(0);
    let Some(function) = predicate.as_callable() else {
        let message = "satisfy() expects a function";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let shown = display(predicate, context)?.replace("#{", "# {");
    let found = function.call(&JsValue::undefined(), std::slice::from_ref(&assertion.value), context)?;
    says(found.to_boolean(), &format!("to satisfy {shown}"), &format!("to not satisfy {shown}"))
}
