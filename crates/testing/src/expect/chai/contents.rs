//! Assertions about the content of a value: `include`, `property`, `ownPropertyDescriptor`.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

use super::kind::{kind, literal, shown};
use super::{DEEP, Entry, NESTED, OWN};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::expect::matchers::{lookup, property_path};
use crate::inspect::inspect;
use crate::value::{self, Class};

pub(super) const METHODS: &[Entry] = &[
    (&["property"], property),
    (&["ownProperty", "haveOwnProperty"], |assertion, args, context| {
        let own = Assertion { chai: assertion.chai | OWN, ..assertion.clone() };
        property(&own, args, context)
    }),
    (&["ownPropertyDescriptor", "haveOwnPropertyDescriptor"], descriptor),
];

/// Message for a value that has no properties.
pub(super) const NO_TARGET: &str = "Target cannot be null or undefined.";

/// Equality in the chain: strict, or deep after `deep`.
pub(super) fn same(assertion: &Assertion, a: &JsValue, b: &JsValue, context: &mut Context) -> JsResult<bool> {
    if assertion.chai & DEEP != 0 {
        equals(a, b, Mode::CHAI, context)
    } else {
        Ok(JsValue::strict_equals(a, b))
    }
}

/// `include(value)`.
pub(super) fn include(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let deep = assertion.chai & DEEP != 0;
    let preview = shown(expected, context)?;
    let word = if deep { "deep include" } else { "include" };
    let words = |pass: bool| {
        Check::new(
            pass,
            format!("expected #{{this}} to {word} {preview}"),
            format!("expected #{{this}} to not {word} {preview}"),
        )
    };
    let of = kind(actual, context)?;
    let zero = |a: &JsValue, b: &JsValue| JsValue::same_value_zero(a, b);
    let (items, strict) = match (of.as_str(), actual.as_object()) {
        ("string", None) => {
            let part = expected.to_string(context)?;
            let text = actual.as_string().unwrap_or_default();
            return Ok(words(text.index_of(part.as_str(), 0).is_some()));
        }
        ("weakset", Some(_)) if deep => {
            return Ok(Check::invalid(assertion, "unable to use .deep.include with WeakSet"));
        }
        ("weakset", Some(object)) => {
            let has = object.get(boa_engine::js_string!("has"), context)?.as_callable();
            let found = match has {
                Some(has) => has.call(actual, std::slice::from_ref(expected), context)?.to_boolean(),
                None => false,
            };
            return Ok(words(found));
        }
        ("map", Some(object)) => {
            (value::map_entries(&object, context)?.into_iter().map(|(_, value)| value).collect(), false)
        }
        ("set", Some(object)) => (value::set_values(&object, context)?, false),
        ("array", Some(_)) => (value::elements(actual, 1_000_000, context)?.unwrap_or_default(), true),
        _ => return each_property(assertion, &of, expected, context),
    };
    let mut pass = false;
    for item in &items {
        pass = pass
            || match (deep, strict) {
                (true, _) => same(assertion, item, expected, context)?,
                (false, true) => JsValue::strict_equals(item, expected),
                (false, false) => zero(item, expected),
            };
    }
    Ok(words(pass))
}

/// `include(object)`: compares each property of the expected object. With `not`, one difference suffices.
fn each_property(
    assertion: &Assertion,
    of: &str,
    expected: &JsValue,
    context: &mut Context,
) -> JsResult<Check> {
    let Some(wanted) = expected.as_object() else {
        let other = kind(expected, context)?;
        let message = format!(
            "the given combination of arguments ({} and {}) is invalid for this assertion. You can use an array, a \
             map, an object, a set, a string, or a weakset instead of a {}",
            literal(of),
            literal(&other),
            literal(&other)
        );
        return Ok(Check::invalid(assertion, message));
    };
    let passed = || Check::new(!assertion.not, "", "");
    let mut keys = value::own_enumerable_keys(&wanted, context)?;
    keys.retain(|key| !matches!(key, PropertyKey::Symbol(_)));
    let mut first = None;
    for key in &keys {
        let args = [value::key_value(key), wanted.get(key.clone(), context)?];
        let check = property(assertion, &args, context)?;
        if check.fails(assertion) {
            first.get_or_insert(check);
            if !assertion.not {
                break;
            }
        } else if assertion.not {
            return Ok(passed());
        }
    }
    Ok(first.unwrap_or_else(passed))
}

/// The named property, as the chain's flags look it up.
fn found(assertion: &Assertion, name: &JsValue, context: &mut Context) -> JsResult<Option<JsValue>> {
    if assertion.chai & NESTED != 0 {
        let keys = property_path(name, context)?;
        return lookup(&assertion.value, &keys, context);
    }
    let key: PropertyKey = name.to_property_key(context)?;
    let object = assertion.value.to_object(context)?;
    let has = if assertion.chai & OWN != 0 {
        object.has_own_property(key.clone(), context)?
    } else {
        object.has_property(key.clone(), context)?
    };
    if has { object.get(key, context).map(Some) } else { Ok(None) }
}

/// `property(name, value?)`.
pub(super) fn property(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let name = args.get_or_undefined(0);
    let (nested, own) = (assertion.chai & NESTED != 0, assertion.chai & OWN != 0);
    let named = name.is_string() || (!nested && (name.is_number() || name.is_symbol()));
    let refusal = match named {
        false if nested => Some("the argument to property must be a string when using nested syntax"),
        false => Some("the argument to property must be a string, number, or symbol"),
        true if nested && own => Some("The \"nested\" and \"own\" flags cannot be combined."),
        true if assertion.value.is_null_or_undefined() => Some(NO_TARGET),
        true => None,
    };
    if let Some(refusal) = refusal {
        return Ok(Check::invalid(assertion, refusal));
    }
    let found = found(assertion, name, context)?;
    let mut kind = String::new();
    for (flag, word) in [(DEEP, "deep "), (OWN, "own "), (NESTED, "nested ")] {
        kind.push_str(if assertion.chai & flag != 0 { word } else { "" });
    }
    let name = shown(name, context)?;
    let value = args.get(1);
    if (!assertion.not || value.is_none()) && (found.is_none() || value.is_none()) {
        let check = Check::new(
            found.is_some(),
            format!("expected #{{this}} to have {kind}property {name}"),
            format!("expected #{{this}} to not have {kind}property {name}"),
        );
        return Ok(check.next(found.unwrap_or_default()));
    }
    let expected = value.cloned().unwrap_or_default();
    let pass = match &found {
        Some(found) => same(assertion, &expected, found, context)?,
        None => false,
    };
    let found = found.unwrap_or_default();
    let check = Check::new(
        pass,
        format!("expected #{{this}} to have {kind}property {name} of #{{exp}}, but got #{{act}}"),
        format!("expected #{{this}} to not have {kind}property {name} of #{{act}}"),
    );
    Ok(check.diff(&expected, &found).next(found))
}

/// `ownPropertyDescriptor(name, descriptor?)`.
fn descriptor(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let name = args.get_or_undefined(0);
    let object = assertion.value.to_object(context)?;
    let asked = [object.into(), name.clone()];
    let found = OrdinaryObject::get_own_property_descriptor(&JsValue::undefined(), &asked, context)?;
    let name = shown(name, context)?;
    let wanted = args.get(1).filter(|wanted| wanted.is_object());
    if let (Some(wanted), false) = (wanted, found.is_undefined()) {
        let (expected, actual) = (literal(&inspect(wanted, context)?), shown(&found, context)?);
        let what = format!("expected the own property descriptor for {name} on #{{this}}");
        let check = Check::new(
            equals(&found, wanted, Mode::CHAI, context)?,
            format!("{what} to match {expected}, got {actual}"),
            format!("{what} to not match {expected}"),
        );
        return Ok(check.diff(wanted, &found).next(found));
    }
    let check = Check::new(
        !found.is_undefined(),
        format!("expected #{{this}} to have an own property descriptor for {name}"),
        format!("expected #{{this}} to not have an own property descriptor for {name}"),
    );
    Ok(check.next(found))
}

/// Whether a value is an array.
pub(super) fn is_array(value: &JsValue, context: &mut Context) -> JsResult<bool> {
    match value.as_object() {
        Some(object) => Ok(value::class_of(&object, context)? == Class::Array),
        None => Ok(false),
    }
}
