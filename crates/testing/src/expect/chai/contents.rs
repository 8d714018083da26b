//! What is in a value: `include`, `property`, `keys`, `members`, `throw` …

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue};

use super::{ANY, CONTAINS, DEEP, Entry, NESTED, ORDERED, OWN};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::expect::matchers::{lookup, property_path, to_throw};
use crate::inspect::display;
use crate::state::State;
use crate::value::{self, Class};

pub(super) const METHODS: &[Entry] = &[
    (&["property"], property),
    (&["ownProperty", "haveOwnProperty"], property),
    (&["keys", "key"], keys),
    (&["members"], members),
    (&["oneOf"], one_of),
    (&["throw", "throws", "Throw"], throw),
    (&["change", "changes"], |assertion, args, context| change(assertion, args, "change", context)),
    (&["increase", "increases"], |assertion, args, context| change(assertion, args, "increase", context)),
    (&["decrease", "decreases"], |assertion, args, context| change(assertion, args, "decrease", context)),
];

/// Equality of the chain: strict, or deep after `deep`.
fn same(assertion: &Assertion, a: &JsValue, b: &JsValue, context: &mut Context) -> JsResult<bool> {
    if assertion.chai & DEEP != 0 {
        equals(a, b, Mode::CHAI, context)
    } else {
        Ok(JsValue::strict_equals(a, b))
    }
}

fn shown(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(display(value, context)?.replace("#{", "# {"))
}

/// `include(value)`.
pub(super) fn include(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let deep = if assertion.chai & DEEP != 0 { "deep " } else { "" };
    let preview = shown(expected, context)?;
    let words = |pass: bool| {
        Check::new(
            pass,
            format!("expected #{{this}} to {deep}include {preview}"),
            format!("expected #{{this}} to not {deep}include {preview}"),
        )
    };
    if let Some(text) = actual.as_string() {
        let part = expected.to_string(context)?;
        return Ok(words(text.index_of(part.as_str(), 0).is_some()));
    }
    let Some(object) = actual.as_object() else {
        let message = format!(
            "the given combination of arguments ({} and {}) is invalid for this assertion. You can use an array, \
             a map, an object, a set, a string, or a weakset instead of a {}",
            actual.type_of(),
            expected.type_of(),
            expected.type_of()
        );
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let items = match value::class_of(&object, context)? {
        Class::Map => value::map_entries(&object).into_iter().map(|(_, value)| value).collect(),
        Class::Set => value::set_values(&object),
        Class::Array | Class::TypedArray => value::elements(actual, 1_000_000, context)?.unwrap_or_default(),
        _ => {
            let Some(wanted) = expected.as_object() else { return Ok(words(false)) };
            let mut pass = true;
            for key in value::own_enumerable_keys(&wanted, context)? {
                let wanted = wanted.get(key.clone(), context)?;
                let found = found(assertion, &value::key_value(&key), "property", context)?;
                pass = pass
                    && match found {
                        Some(found) => same(assertion, &found, &wanted, context)?,
                        None => false,
                    };
            }
            return Ok(words(pass));
        }
    };
    let mut pass = false;
    for item in &items {
        pass = pass || same(assertion, item, expected, context)?;
    }
    Ok(words(pass))
}

/// The property that a chain names, if there is one.
fn found(
    assertion: &Assertion,
    name: &JsValue,
    word: &str,
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    if assertion.value.is_null_or_undefined() {
        return Ok(None);
    }
    if assertion.chai & NESTED != 0 {
        let keys = property_path(name, context)?;
        return lookup(&assertion.value, &keys, context);
    }
    let key: PropertyKey = name.to_property_key(context)?;
    let object = assertion.value.to_object(context)?;
    let own = assertion.chai & OWN != 0 || word != "property";
    let has = if own {
        object.has_own_property(key.clone(), context)?
    } else {
        object.has_property(key.clone(), context)?
    };
    if has { object.get(key, context).map(Some) } else { Ok(None) }
}

/// What a chain goes on with after `property`.
///
/// # Errors
/// Guest code of getters.
pub(super) fn property_value(
    assertion: &Assertion,
    name: &JsValue,
    word: &str,
    context: &mut Context,
) -> JsResult<Option<JsValue>> {
    found(assertion, name, word, context)
}

fn property(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let name = args.get_or_undefined(0);
    let found = found(assertion, name, "property", context)?;
    let mut kind = String::new();
    for (flag, word) in [(DEEP, "deep "), (OWN, "own "), (NESTED, "nested ")] {
        kind.push_str(if assertion.chai & flag != 0 { word } else { "" });
    }
    let name = shown(name, context)?;
    let Some(expected) = args.get(1) else {
        return Ok(Check::new(
            found.is_some(),
            format!("expected #{{this}} to have {kind}property {name}"),
            format!("expected #{{this}} to not have {kind}property {name}"),
        ));
    };
    let pass = match &found {
        Some(found) => same(assertion, found, expected, context)?,
        None => false,
    };
    let but = if found.is_some() { " of #{exp}, but got #{act}" } else { "" };
    let check = Check::new(
        pass,
        format!("expected #{{this}} to have {kind}property {name}{but}"),
        format!("expected #{{this}} to not have {kind}property {name} of #{{act}}"),
    );
    Ok(check.diff(expected, &found.unwrap_or_default()))
}

fn keys(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let mut wanted = Vec::new();
    for arg in args {
        match arg.as_object() {
            Some(object) if value::is_array(&object, context)? => {
                wanted.extend(value::elements(arg, 100_000, context)?.unwrap_or_default());
            }
            Some(object) if args.len() == 1 => {
                let keys = value::own_enumerable_keys(&object, context)?;
                wanted.extend(keys.iter().map(value::key_value));
            }
            _ => wanted.push(arg.clone()),
        }
    }
    if wanted.is_empty() {
        return Err(JsNativeError::error().with_message("keys required").into());
    }
    let Some(object) = assertion.value.as_object() else {
        return Ok(Check::invalid(assertion, "expected #{this} to have keys"));
    };
    let have: Vec<JsValue> = match value::class_of(&object, context)? {
        Class::Map => value::map_entries(&object).into_iter().map(|(key, _)| key).collect(),
        Class::Set => value::set_values(&object),
        _ => value::own_enumerable_keys(&object, context)?.iter().map(value::key_value).collect(),
    };
    let mut count = 0;
    for key in &wanted {
        let mut known = false;
        for other in &have {
            known = known || same(assertion, other, key, context)? || key_text(other) == key_text(key);
        }
        count += usize::from(known);
    }
    let any = assertion.chai & ANY != 0;
    let contains = assertion.chai & CONTAINS != 0;
    let pass =
        if any { count > 0 } else { count == wanted.len() && (contains || have.len() == wanted.len()) };
    let names = wanted.iter().map(|key| shown(key, context)).collect::<JsResult<Vec<_>>>()?;
    let list = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("keys {}, {} {last}", rest.join(", "), if any { "or" } else { "and" })
        }
        _ => format!("key {}", names.join("")),
    };
    let verb = if contains { "contain" } else { "have" };
    Ok(Check::new(
        pass,
        format!("expected #{{this}} to {verb} {list}"),
        format!("expected #{{this}} to not {verb} {list}"),
    ))
}

/// A key that may be written as a number.
fn key_text(key: &JsValue) -> Option<String> {
    key.as_string()
        .map(|text| value::text(&text))
        .or_else(|| key.as_number().map(|number| number.to_string()))
}

fn members(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let is_array = |value: &JsValue, context: &mut Context| match value.as_object() {
        Some(object) => value::is_array(&object, context),
        None => Ok(false),
    };
    if !is_array(&assertion.value, context)? || !is_array(expected, context)? {
        return Ok(Check::invalid(assertion, "expected #{this} to be an array"));
    }
    let mut have = value::elements(&assertion.value, 100_000, context)?.unwrap_or_default();
    let wanted = value::elements(expected, 100_000, context)?.unwrap_or_default();
    let (ordered, contains) = (assertion.chai & ORDERED != 0, assertion.chai & CONTAINS != 0);
    let mut pass = contains || have.len() == wanted.len();
    for (index, item) in wanted.iter().enumerate() {
        if !pass {
            break;
        }
        if ordered {
            pass = match have.get(index) {
                Some(other) => same(assertion, other, item, context)?,
                None => false,
            };
            continue;
        }
        let mut place = None;
        for (place_of, other) in have.iter().enumerate() {
            if same(assertion, other, item, context)? {
                place = Some(place_of);
                break;
            }
        }
        match place {
            // A superset may use a member twice.
            Some(_) if contains => {}
            Some(place) => drop(have.remove(place)),
            None => pass = false,
        }
    }
    let ordered = if ordered { "ordered " } else { "" };
    let words =
        if contains { format!("a {ordered}superset of") } else { format!("the same {ordered}members as") };
    let verb = if contains { "be" } else { "have" };
    let check = Check::new(
        pass,
        format!("expected #{{this}} to {verb} {words} #{{exp}}"),
        format!("expected #{{this}} to not {verb} {words} #{{exp}}"),
    );
    Ok(check.diff(expected, &assertion.value))
}

fn one_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let mut pass = false;
    for item in value::elements(expected, 100_000, context)?.unwrap_or_default() {
        pass = pass || same(assertion, &item, &assertion.value, context)?;
    }
    let check =
        Check::new(pass, "expected #{this} to be one of #{exp}", "expected #{this} to not be one of #{exp}");
    Ok(check.values(expected, &assertion.value))
}

/// `throw(Constructor?, message?)`.
fn throw(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let by_constructor =
        args.get_or_undefined(0).is_callable() && args.get(1).is_some_and(|arg| !arg.is_undefined());
    if !by_constructor {
        return to_throw(assertion, args, context);
    }
    let first = to_throw(assertion, &args[..1], context)?;
    if !first.pass {
        return Ok(first);
    }
    to_throw(assertion, &args[1..2], context)
}

/// `change(object, key)` or `change(function)`, and with a direction.
fn change(assertion: &Assertion, args: &[JsValue], way: &str, context: &mut Context) -> JsResult<Check> {
    let Some(function) = assertion.value.as_callable() else {
        return Ok(Check::invalid(assertion, "expected #{this} to be a function"));
    };
    let (subject, key) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let read = |context: &mut Context| -> JsResult<JsValue> {
        match (subject.as_callable(), subject.as_object()) {
            (Some(subject), _) if key.is_undefined() => subject.call(&JsValue::undefined(), &[], context),
            (_, Some(object)) => {
                let object: JsObject = object;
                let key = key.to_property_key(context)?;
                object.get(key, context)
            }
            _ => Err(JsNativeError::typ().with_message("expected an object or a function").into()),
        }
    };
    let before = read(context)?;
    let state = State::of(context);
    state.tentatively(|| function.call(&JsValue::undefined(), &[], context))?;
    let after = read(context)?;
    let numbers = before.as_number().zip(after.as_number());
    let pass = match way {
        "increase" => numbers.is_some_and(|(before, after)| after > before),
        "decrease" => numbers.is_some_and(|(before, after)| after < before),
        _ => !JsValue::strict_equals(&before, &after),
    };
    let name = if key.is_undefined() {
        let shown = display(&before, context)?;
        shown.replace("#{", "# {")
    } else {
        format!(".{}", value::text(&key.to_string(context)?).replace("#{", "# {"))
    };
    Ok(Check::new(pass, format!("expected {name} to {way}"), format!("expected {name} to not {way}")))
}
