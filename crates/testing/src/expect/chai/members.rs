//! `members`, `oneOf`, `containSubset`: assertions about the elements of a value.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsArgs, JsResult, JsValue};

use super::contents::{is_array, same};
use super::kind::need;
use super::types::is_iterable;
use super::{CONTAINS, DEEP, Entry, ORDERED};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::value::{self, Class};

pub(super) const METHODS: &[Entry] =
    &[(&["members"], members), (&["oneOf"], one_of), (&["containSubset"], contain_subset)];

fn members(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    for value in [&assertion.value, expected] {
        let iterable = is_iterable(value, context)?;
        if let Some(check) = need(assertion, value, iterable, "an iterable") {
            return Ok(check);
        }
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
                Some(other) => same(assertion, item, other, context)?,
                None => item.is_undefined(),
            };
            continue;
        }
        let mut place = None;
        for (place_of, other) in have.iter().enumerate() {
            if same(assertion, item, other, context)? {
                place = Some(place_of);
                break;
            }
        }
        match place {
            // A superset may contain a member twice.
            Some(_) if contains => {}
            Some(place) => drop(have.remove(place)),
            None => pass = false,
        }
    }
    let words = match (contains, ordered) {
        (true, true) => "be an ordered superset of",
        (true, false) => "be a superset of",
        (false, true) => "have the same ordered members as",
        (false, false) => "have the same members as",
    };
    let check = Check::new(
        pass,
        format!("expected #{{this}} to {words} #{{exp}}"),
        format!("expected #{{this}} to not {words} #{{exp}}"),
    );
    Ok(check.diff(expected, &assertion.value))
}

fn one_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, list) = (&assertion.value, args.get_or_undefined(0));
    let listed = is_array(list, context)?;
    if let Some(check) = need(assertion, list, listed, "an array") {
        return Ok(check);
    }
    let (deep, contains) = (assertion.chai & DEEP != 0, assertion.chai & CONTAINS != 0);
    let mut pass = false;
    for item in value::elements(list, 100_000, context)?.unwrap_or_default() {
        pass = pass
            || match contains {
                true => holds(assertion, &item, context)?,
                false => same(assertion, actual, &item, context)?,
            };
    }
    let words = match (contains, deep) {
        (true, true) => "deeply contain one of",
        (true, false) => "contain one of",
        (false, true) => "deeply equal one of",
        (false, false) => "be one of",
    };
    let check = Check::new(
        pass,
        format!("expected #{{this}} to {words} #{{exp}}"),
        format!("expected #{{this}} to not {words} #{{exp}}"),
    );
    Ok(check.values(list, actual))
}

/// Whether a string or an array contains an item.
fn holds(assertion: &Assertion, item: &JsValue, context: &mut Context) -> JsResult<bool> {
    if let Some(text) = assertion.value.as_string() {
        let part = item.to_string(context)?;
        return Ok(text.index_of(part.as_str(), 0).is_some());
    }
    for member in value::elements(&assertion.value, 100_000, context)?.unwrap_or_default() {
        if same(assertion, &member, item, context)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn contain_subset(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let check = Check::new(
        is_subset(expected, actual, 0, context)?,
        "expected #{act} to contain subset #{exp}",
        "expected #{act} to not contain subset #{exp}",
    );
    Ok(check.diff(expected, actual))
}

/// Maximum nesting of a subset.
const MAX_DEPTH: usize = 500;

fn is_subset(expected: &JsValue, actual: &JsValue, depth: usize, context: &mut Context) -> JsResult<bool> {
    if depth > MAX_DEPTH {
        return Err(value::too_large());
    }
    let (Some(wanted), Some(found)) = (expected.as_object(), actual.as_object()) else {
        return Ok(JsValue::strict_equals(expected, actual));
    };
    if wanted.is_callable() || found.is_callable() {
        return Ok(boa_engine::JsObject::equals(&wanted, &found));
    }
    match value::class_of(&wanted, context)? {
        Class::Array if !is_array(actual, context)? => return Ok(false),
        Class::Array => {
            let found = value::elements(actual, 100_000, context)?.unwrap_or_default();
            for item in value::elements(expected, 100_000, context)?.unwrap_or_default() {
                let mut known = false;
                for other in &found {
                    known = known || is_subset(&item, other, depth + 1, context)?;
                }
                if !known {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        Class::Date => {
            return Ok(value::class_of(&found, context)? == Class::Date
                && value::date_ms(&wanted, context)?.total_cmp(&value::date_ms(&found, context)?).is_eq());
        }
        _ => {}
    }
    for key in value::own_enumerable_keys(&wanted, context)? {
        if matches!(key, PropertyKey::Symbol(_)) {
            continue;
        }
        let (wanted, found) = (wanted.get(key.clone(), context)?, found.get(key, context)?);
        let holds = match (wanted.as_callable(), wanted.as_object()) {
            (Some(predicate), _) => predicate.call(&JsValue::undefined(), &[found], context)?.to_boolean(),
            (None, Some(_)) if !found.is_null() => is_subset(&wanted, &found, depth + 1, context)?,
            _ => JsValue::strict_equals(&found, &wanted),
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}
