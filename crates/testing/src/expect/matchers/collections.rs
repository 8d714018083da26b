//! Strings and lists: `toContain`, `toHaveLength`, `toMatch`, `toBeOneOf` …

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, js_string};

use super::Entry;
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::inspect::{inspect, stringify};
use crate::value::array;
use crate::value::{self, Class};

/// Maximum number of elements searched.
const MAX_ELEMENTS: u64 = 10_000_000;

pub(super) const MATCHERS: &[Entry] = &[
    (&["toContain"], 1, to_contain),
    (&["toContainEqual"], 1, to_contain_equal),
    (&["toHaveLength"], 1, to_have_length),
    (&["toMatch"], 1, to_match),
    (&["toBeOneOf"], 1, to_be_one_of),
];

fn to_contain(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, item) = (&assertion.value, args.get_or_undefined(0));
    if let (Some(text), Some(part)) = (actual.as_string(), item.as_string()) {
        let pass = text.index_of(part.as_str(), 0).is_some();
        let check =
            Check::new(pass, "expected #{this} to contain #{exp}", "expected #{this} not to contain #{exp}");
        return Ok(check.diff(item, actual));
    }
    let words = |preview: &str| {
        let preview = preview.replace("#{", "# {");
        (
            format!("expected #{{this}} to include {preview}"),
            format!("expected #{{this}} to not include {preview}"),
        )
    };
    if let Some(text) = actual.as_string() {
        let part = item.to_string(context)?;
        let (yes, no) = words(&inspect(item, context)?);
        return Ok(Check::new(text.index_of(part.as_str(), 0).is_some(), yes, no));
    }
    if actual.is_null_or_undefined() {
        let (left, right) = (value::tag(actual, context)?.to_lowercase(), item.type_of());
        return Ok(Check::invalid(
            assertion,
            format!(
                "the given combination of arguments ({left} and {right}) is invalid for this assertion. You can \
                 use an array, a map, an object, a set, a string, or a weakset instead of a {right}"
            ),
        ));
    }
    let elements = value::elements(actual, MAX_ELEMENTS, context)?.unwrap_or_default();
    let pass = elements.iter().any(|element| JsValue::strict_equals(element, item));
    let check = {
        let (yes, no) = words(&inspect(item, context)?);
        Check::new(pass, yes, no)
    };
    if pass != assertion.not {
        return Ok(check);
    }
    let list = array(elements, context);
    Ok(check.this(&list))
}

fn to_contain_equal(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    // A value without elements contains nothing.
    let elements = value::elements(&assertion.value, MAX_ELEMENTS, context)?.unwrap_or_default();
    let mut pass = false;
    for element in &elements {
        if equals(element, expected, Mode::EQUAL, context)? {
            pass = true;
            break;
        }
    }
    let check = Check::new(
        pass,
        "expected #{this} to deep equally contain #{exp}",
        "expected #{this} to not deep equally contain #{exp}",
    );
    Ok(check.diff(expected, &assertion.value))
}

fn to_have_length(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let value = &assertion.value;
    let (name, found) = match value.as_object() {
        Some(object) => match value::class_of(&object, context)? {
            Class::Map => ("size", Some(JsValue::from(value::map_entries(&object, context)?.len()))),
            Class::Set => ("size", Some(JsValue::from(value::set_values(&object, context)?.len()))),
            _ if object.has_property(js_string!("length"), context)? => {
                ("length", Some(object.get(js_string!("length"), context)?))
            }
            _ => ("length", None),
        },
        None => ("length", value.as_string().map(|text| JsValue::from(text.len()))),
    };
    let Some(found) = found else {
        return Ok(Check::invalid(assertion, "expected #{this} to have property 'length'"));
    };
    let pass = found.equals(expected, context)?;
    let check = Check::new(
        pass,
        format!("expected #{{this}} to have a {name} of #{{exp}} but got #{{act}}"),
        format!("expected #{{this}} to not have a {name} of #{{act}}"),
    );
    Ok(check.diff(expected, &found))
}

fn to_match(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let Some(text) = actual.as_string() else {
        let message = format!(".toMatch() expects to receive a string, but got {}", actual.type_of());
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let pass = match (expected.as_string(), expected.as_regexp()) {
        (Some(part), _) => text.index_of(part.as_str(), 0).is_some(),
        (_, Some(regexp)) => value::regexp_matches(&regexp.into(), &text, context)?,
        // Anything else is the source of a pattern, as in `String.prototype.match`.
        _ => {
            let constructor = context.intrinsics().constructors().regexp().constructor();
            let regexp = constructor.construct(std::slice::from_ref(expected), None, context)?;
            value::regexp_matches(&regexp, &text, context)?
        }
    };
    let check = Check::new(pass, "expected #{this} to match #{exp}", "expected #{this} not to match #{exp}");
    Ok(check.diff(expected, actual))
}

fn to_be_one_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let class = match expected.as_object() {
        Some(object) => value::class_of(&object, context)?,
        None => Class::Object,
    };
    if !matches!(class, Class::Array | Class::Set) {
        let message = format!(
            "You must provide an array or set to expect(received).toBeOneOf(expected), not '{}'.",
            expected.type_of()
        );
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let candidates = value::elements(expected, MAX_ELEMENTS, context)?.unwrap_or_default();
    let mut pass = candidates.is_empty();
    for candidate in &candidates {
        pass = pass || equals(candidate, &assertion.value, Mode::EQUAL, context)?;
    }
    if pass != assertion.not {
        return Ok(Check::new(pass, "", ""));
    }
    let candidates = stringify(expected, context)?.replace("#{", "# {");
    let received = stringify(&assertion.value, context)?.replace("#{", "# {");
    Ok(Check::new(
        pass,
        format!(
            "expect(received).toBeOneOf()\n\nExpected value to be one of:\n{candidates}\n\nReceived:\n{received}"
        ),
        format!(
            "expect(received).not.toBeOneOf()\n\nExpected value to not be one of:\n{candidates}\nReceived:\n{received}"
        ),
    ))
}
