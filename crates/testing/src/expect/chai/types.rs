//! Assertions about the kind of a value: `a`, `ok`, `null`, `empty` …

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsSymbol, JsValue, js_string};

use super::kind::{is_function, is_numeric, kind, literal, plain, shown};
use super::{Entry, ITSELF};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::inspect::display;
use crate::value;

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
    (&["callable"], |assertion, _, context| {
        let callable = is_function(&kind(&assertion.value, context)?, "function");
        says(callable, "to be a callable function", "not to be a callable function")
    }),
    (&["numeric"], |assertion, _, context| {
        says(is_numeric(&assertion.value, context)?, "to be numeric", "to not be numeric")
    }),
    (&["finite"], |assertion, _, _| {
        let finite = assertion.value.as_number().is_some_and(f64::is_finite);
        says(finite, "to be a finite number", "to not be a finite number")
    }),
    (&["iterable"], |assertion, _, context| {
        let iterable = is_iterable(&assertion.value, context)?;
        says(iterable, "to be an iterable", "to not be an iterable")
    }),
    (&["arguments", "Arguments"], |assertion, _, context| {
        let tag = value::tag(&assertion.value, context)?;
        let pass = tag == "Arguments";
        let tag = if assertion.value.is_null_or_undefined() { tag.to_lowercase() } else { tag };
        says(pass, &format!("to be arguments but got {}", literal(&tag)), "to not be arguments")
    }),
    (&["empty"], empty),
    (&["extensible"], |assertion, _, context| integrity(assertion, "extensible", context)),
    (&["sealed"], |assertion, _, context| integrity(assertion, "sealed", context)),
    (&["frozen"], |assertion, _, context| integrity(assertion, "frozen", context)),
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

/// Whether a value has an iterator.
pub(super) fn is_iterable(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    if value.is_null_or_undefined() {
        return Ok(false);
    }
    let object = value.to_object(context)?;
    Ok(object.get(JsSymbol::iterator(), context)?.is_callable())
}

/// `a(type)`.
pub(super) fn a(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let wanted = value::text(&args.get_or_undefined(0).to_string(context)?).to_lowercase();
    let found = kind(&assertion.value, context)?;
    let pass = match wanted.as_str() {
        "function" | "asyncfunction" | "generatorfunction" | "asyncgeneratorfunction" => {
            is_function(&found, &wanted)
        }
        _ => found == wanted,
    };
    let article = if wanted.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let wanted = literal(&wanted);
    says(pass, &format!("to be {article} {wanted}"), &format!("not to be {article} {wanted}"))
}

fn empty(assertion: &Assertion, _: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let subject = &assertion.value;
    let refuse = |what: &str| Ok(Check::invalid(assertion, format!(".empty was passed {what}")));
    let count = match (kind(subject, context)?.as_str(), subject.as_object()) {
        ("string", None) => subject.as_string().map_or(0, |text| text.len() as u64),
        ("array", Some(object)) => value::length_of(&object, context)?,
        ("map", Some(object)) => value::map_entries(&object, context)?.len() as u64,
        ("set", Some(object)) => value::set_values(&object, context)?.len() as u64,
        ("weakmap" | "weakset", Some(_)) => return refuse("a weak collection"),
        ("function", Some(object)) => {
            let name = object.get(js_string!("name"), context)?;
            let name = literal(&name.as_string().map(|name| value::text(&name)).unwrap_or_default());
            return refuse(format!("a function {name}").trim_end());
        }
        (_, Some(object)) => {
            let keys = value::own_enumerable_keys(&object, context)?;
            keys.iter().filter(|key| !matches!(key, boa_engine::property::PropertyKey::Symbol(_))).count()
                as u64
        }
        (_, None) => {
            let subject = shown(subject, context)?;
            return refuse(&format!("non-string primitive {subject}"));
        }
    };
    says(count == 0, "to be empty", "not to be empty")
}

fn integrity(assertion: &Assertion, name: &str, context: &mut Context) -> JsResult<Check> {
    let pass = match (assertion.value.as_object(), name) {
        (None, _) => name != "extensible",
        (Some(object), "extensible") => object.is_extensible(context)?,
        (Some(object), "sealed") => {
            object.test_integrity_level(boa_engine::object::IntegrityLevel::Sealed, context)?
        }
        (Some(object), _) => {
            object.test_integrity_level(boa_engine::object::IntegrityLevel::Frozen, context)?
        }
    };
    says(pass, &format!("to be {name}"), &format!("to not be {name}"))
}

fn instance_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let constructor = args.get_or_undefined(0);
    let Some(object) = constructor.as_callable() else {
        let tag = value::tag(constructor, context)?;
        let tag = if constructor.is_null_or_undefined() { tag.to_lowercase() } else { tag };
        let message =
            format!("The instanceof assertion needs a constructor but {} was given.", literal(&tag));
        return Ok(Check::invalid(assertion, message));
    };
    let name = object.get(js_string!("name"), context)?.as_string();
    let name = literal(&name.map(|name| value::text(&name)).unwrap_or_default());
    let pass = value::instance_of(&assertion.value, constructor, context)?;
    says(pass, &format!("to be an instance of {name}"), &format!("to not be an instance of {name}"))
}

fn respond_to(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let key = args.get_or_undefined(0).to_property_key(context)?;
    let shown = shown(args.get_or_undefined(0), context)?;
    let mut object = assertion.value.to_object(context)?;
    if object.is_callable() && assertion.chai & ITSELF == 0 {
        object = object.get(js_string!("prototype"), context)?.to_object(context)?;
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
    let shown = literal(&display(predicate, context)?);
    let found = function.call(&JsValue::undefined(), std::slice::from_ref(&assertion.value), context)?;
    says(found.to_boolean(), &format!("to satisfy {shown}"), &format!("to not satisfy {shown}"))
}

/// A value as text, for messages that chai builds by concatenation.
pub(super) fn printed(value: &JsValue, context: &mut Context) -> JsResult<String> {
    let text = plain(value, context)?;
    Ok(if value.is_string() { format!("'{text}'") } else { text })
}
