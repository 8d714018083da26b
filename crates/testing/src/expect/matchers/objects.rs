//! Properties: `toHaveProperty`, `toMatchObject`, `toSatisfy`.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue};

use super::Entry;
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals, has_property_in_object};
use crate::inspect::{display, stringify};
use crate::value;

pub(super) const MATCHERS: &[Entry] = &[
    (&["toHaveProperty"], 2, to_have_property),
    (&["toMatchObject"], 1, to_match_object),
    (&["toSatisfy"], 1, to_satisfy),
];

fn to_have_property(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let actual = &assertion.value;
    if actual.is_null_or_undefined() {
        let message = "Cannot convert undefined or null to object";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let (shown, keys) = path(args.get_or_undefined(0), context)?;
    let mut found = None;
    if let Some(whole) = keys.first().filter(|_| keys.len() == 1) {
        found = lookup(actual, std::slice::from_ref(whole), context)?;
    } else if let Some(object) = actual.as_object() {
        // A key with dots takes precedence over a path.
        let whole = PropertyKey::from(JsString::from(shown.as_str()));
        if args.get_or_undefined(0).is_string() && object.has_own_property(whole.clone(), context)? {
            found = Some(object.get(whole, context)?);
        }
    }
    if found.is_none() {
        found = lookup(actual, &keys, context)?;
    }
    let expected = args.get(1);
    let pass = match (&found, expected) {
        (Some(found), Some(expected)) => equals(expected, found, Mode::EQUAL, context)?,
        (found, _) => found.is_some(),
    };
    if pass != assertion.not {
        return Ok(Check::new(pass, "", ""));
    }
    let value = match expected {
        Some(expected) => format!(" with value {}", display(expected, context)?),
        None => String::new(),
    };
    let shown = shown.replace("#{", "# {");
    let value = value.replace("#{", "# {");
    let check = Check::new(
        pass,
        format!("expected #{{this}} to have property \"{shown}\"{value}"),
        format!("expected #{{this}} to not have property \"{shown}\"{value}"),
    );
    Ok(match (expected, found) {
        (Some(expected), found) => check.diff(expected, &found.unwrap_or_default()),
        (None, Some(found)) => check.diff(&JsValue::undefined(), &found),
        (None, None) => check,
    })
}

/// The keys of a property path: `a.b[0]`, or an array of keys.
pub(in crate::expect) fn property_path(
    argument: &JsValue,
    context: &mut Context,
) -> JsResult<Vec<PropertyKey>> {
    path(argument, context).map(|(_, keys)| keys)
}

/// A property path for display, and as keys: `a.b[0]`, or an array of keys.
fn path(argument: &JsValue, context: &mut Context) -> JsResult<(String, Vec<PropertyKey>)> {
    if let Some(object) = argument.as_object()
        && value::is_array(&object, context)?
    {
        let mut keys = Vec::new();
        for key in value::elements(argument, 10_000, context)?.unwrap_or_default() {
            keys.push(key.to_property_key(context)?);
        }
        let shown = keys.iter().map(value::key_text).collect::<Vec<_>>().join(".");
        return Ok((shown, keys));
    }
    if let Some(symbol) = argument.as_symbol() {
        return Ok((value::text(&symbol.descriptive_string()), vec![symbol.into()]));
    }
    let text = argument.to_string(context)?;
    let shown = value::text(&text);
    let mut keys = Vec::new();
    let mut key = String::new();
    let mut chars = shown.chars().peekable();
    let mut bracket = false;
    while let Some(char) = chars.next() {
        match char {
            '\\' if matches!(chars.peek(), Some('.' | '[' | ']' | '\\')) => key.extend(chars.next()),
            '.' if !bracket => {
                if !key.is_empty() {
                    keys.push(std::mem::take(&mut key));
                }
            }
            '[' => {
                if !key.is_empty() {
                    keys.push(std::mem::take(&mut key));
                }
                bracket = true;
            }
            ']' if bracket => {
                keys.push(std::mem::take(&mut key));
                bracket = false;
            }
            char => key.push(char),
        }
    }
    if !key.is_empty() || keys.is_empty() {
        keys.push(key);
    }
    let keys = keys.iter().map(|key| JsString::from(key.as_str()).into()).collect();
    Ok((shown, keys))
}

/// The value at a path of keys, if it exists.
pub(in crate::expect) fn lookup(
    value: &JsValue,
    keys: &[PropertyKey],
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    let mut current = value.clone();
    for key in keys {
        if current.is_null_or_undefined() {
            return Ok(None);
        }
        let object = current.to_object(context)?;
        if !object.has_property(key.clone(), context)? {
            return Ok(None);
        }
        current = object.get(key.clone(), context)?;
    }
    Ok(Some(current))
}

fn to_match_object(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let pass = equals(actual, expected, Mode::SUBSET, context)?;
    if pass != assertion.not {
        return Ok(Check::new(pass, "", ""));
    }
    let (shown, omitted) = trimmed(actual, expected, 0, context)?;
    let omitted = match omitted {
        0 => String::new(),
        1 => "\n(1 matching property omitted from actual)".to_owned(),
        count => format!("\n({count} matching properties omitted from actual)"),
    };
    let check = Check::new(
        pass,
        format!("expected #{{this}} to match object #{{exp}}{omitted}"),
        format!("expected #{{this}} to not match object #{{exp}}{omitted}"),
    );
    Ok(check.diff(expected, &shown))
}

/// A received value without the properties that the expected one does not name, and their number.
fn trimmed(
    actual: &JsValue,
    expected: &JsValue,
    depth: usize,
    context: &mut Context,
) -> JsResult<(JsValue, usize)> {
    let (Some(left), Some(right)) = (actual.as_object(), expected.as_object()) else {
        return Ok((actual.clone(), 0));
    };
    let arrays = (value::is_array(&left, context)?, value::is_array(&right, context)?);
    if depth > 20 || left.is_callable() || left.is::<boa_engine::builtins::date::Date>() {
        return Ok((actual.clone(), 0));
    }
    if arrays == (true, true) {
        let length = value::length_of(&left, context)?;
        if length != value::length_of(&right, context)? || length > 10_000 {
            return Ok((actual.clone(), 0));
        }
        let (mut items, mut omitted) = (Vec::new(), 0);
        for index in 0..length {
            let (actual, expected) = (left.get(index, context)?, right.get(index, context)?);
            let (item, count) = trimmed(&actual, &expected, depth + 1, context)?;
            items.push(item);
            omitted += count;
        }
        return Ok((value::array(items, context), omitted));
    }
    if arrays != (false, false) {
        return Ok((actual.clone(), 0));
    }
    if equals(actual, expected, Mode::SUBSET, context)? {
        return Ok((expected.clone(), 0));
    }
    let kept = JsObject::from_proto_and_data(left.prototype(), OrdinaryObject);
    let mut omitted = 0;
    let mut any = false;
    for key in value::own_enumerable_keys(&left, context)? {
        let found = left.get(key.clone(), context)?;
        if has_property_in_object(&right, &key, context)? {
            let expected = right.get(key.clone(), context)?;
            let (found, count) = trimmed(&found, &expected, depth + 1, context)?;
            kept.create_data_property_or_throw(key, found, context)?;
            omitted += count;
            any = true;
        } else {
            omitted += 1;
            if let Some(inner) = found.as_object()
                && !value::is_array(&inner, context)?
            {
                omitted += value::own_enumerable_keys(&inner, context)?.len();
            }
        }
    }
    Ok((if any { kept.into() } else { actual.clone() }, omitted))
}

fn to_satisfy(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let predicate = args.get_or_undefined(0);
    let Some(function) = predicate.as_callable() else {
        let message = format!("toSatisfy() expects a function, but got {}", predicate.type_of());
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let pass =
        function.call(&JsValue::undefined(), std::slice::from_ref(&assertion.value), context)?.to_boolean();
    if pass != assertion.not {
        return Ok(Check::new(pass, "", ""));
    }
    let words = match args.get_or_undefined(1).as_string() {
        Some(message) => value::text(&message),
        None => stringify(predicate, context)?,
    };
    let words = words.replace("#{", "# {");
    let received = stringify(&assertion.value, context)?.replace("#{", "# {");
    Ok(Check::new(
        pass,
        format!(
            "expect(received).toSatisfy()\n\nExpected value to satisfy:\n{words}\n\nReceived:\n{received}"
        ),
        format!(
            "expect(received).not.toSatisfy()\n\nExpected value to not satisfy:\n{words}\nReceived:\n{received}"
        ),
    ))
}
