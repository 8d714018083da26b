//! Equality, order and numbers: `equal`, `above`, `lengthOf`, `closeTo` …

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, js_string};

use super::{DEEP, Entry, LENGTH};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::inspect::display;
use crate::value::{self, Class};

pub(super) const METHODS: &[Entry] = &[
    (&["equal", "equals", "eq"], equal),
    (&["eql", "eqls"], eql),
    (&["above", "gt", "greaterThan"], |assertion, args, context| {
        order(assertion, args, ("above", "at most"), |found, wanted| found > wanted, context)
    }),
    (&["least", "gte", "greaterThanOrEqual"], |assertion, args, context| {
        order(assertion, args, ("at least", "below"), |found, wanted| found >= wanted, context)
    }),
    (&["below", "lt", "lessThan"], |assertion, args, context| {
        order(assertion, args, ("below", "at least"), |found, wanted| found < wanted, context)
    }),
    (&["most", "lte", "lessThanOrEqual"], |assertion, args, context| {
        order(assertion, args, ("at most", "above"), |found, wanted| found <= wanted, context)
    }),
    (&["within"], within),
    (&["closeTo", "approximately"], close_to),
    (&["match", "matches"], matches),
    (&["string"], string),
];

fn equal(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    if assertion.chai & DEEP != 0 {
        return eql(assertion, args, context);
    }
    let expected = args.get_or_undefined(0);
    let pass = JsValue::strict_equals(&assertion.value, expected);
    let check = Check::new(pass, "expected #{this} to equal #{exp}", "expected #{this} to not equal #{exp}");
    Ok(check.diff(expected, &assertion.value))
}

fn eql(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let pass = equals(&assertion.value, expected, Mode::CHAI, context)?;
    let check = Check::new(
        pass,
        "expected #{this} to deeply equal #{exp}",
        "expected #{this} to not deeply equal #{exp}",
    );
    Ok(check.diff(expected, &assertion.value))
}

/// How many elements a value has.
fn size(value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = value.as_object() else {
        return Ok(value.as_string().map_or(JsValue::undefined(), |text| text.len().into()));
    };
    Ok(match value::class_of(&object, context)? {
        Class::Map => value::map_entries(&object).len().into(),
        Class::Set => value::set_values(&object).len().into(),
        _ => object.get(js_string!("length"), context)?,
    })
}

/// `lengthOf(n)`.
pub(super) fn length_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let found = size(&assertion.value, context)?;
    if found.is_undefined() {
        return Ok(Check::invalid(assertion, "expected #{this} to have property 'length'"));
    }
    let what = what_of(&assertion.value, context)?;
    let check = Check::new(
        JsValue::strict_equals(&found, expected),
        format!("expected #{{this}} to have a {what} of #{{exp}} but got #{{act}}"),
        format!("expected #{{this}} to not have a {what} of #{{act}}"),
    );
    Ok(check.diff(expected, &found))
}

fn what_of(value: &JsValue, context: &mut Context) -> JsResult<&'static str> {
    let Some(object) = value.as_object() else { return Ok("length") };
    Ok(match value::class_of(&object, context)? {
        Class::Map | Class::Set => "size",
        _ => "length",
    })
}

/// A number, or the time of a date.
fn number(value: &JsValue, context: &mut Context) -> JsResult<f64> {
    if let Some(number) = value.as_number() {
        return Ok(number);
    }
    if let Some(big) = value.as_bigint() {
        return Ok(big.to_f64());
    }
    match value.as_object() {
        Some(object) if value::class_of(&object, context)? == Class::Date => value::date_ms(&object, context),
        _ => {
            let shown = display(value, context)?;
            let message = format!("expected {shown} to be a number or a date");
            Err(JsNativeError::typ().with_message(message).into())
        }
    }
}

fn order(
    assertion: &Assertion,
    args: &[JsValue],
    (yes, no): (&str, &str),
    holds: fn(f64, f64) -> bool,
    context: &mut Context,
) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    if assertion.chai & LENGTH != 0 {
        let found = size(&assertion.value, context)?;
        let what = what_of(&assertion.value, context)?;
        let check = Check::new(
            holds(number(&found, context)?, number(expected, context)?),
            format!("expected #{{this}} to have a {what} {yes} #{{exp}} but got #{{act}}"),
            format!("expected #{{this}} to have a {what} {no} #{{exp}}"),
        );
        return Ok(check.values(expected, &found));
    }
    let pass = holds(number(&assertion.value, context)?, number(expected, context)?);
    let check = Check::new(
        pass,
        format!("expected #{{this}} to be {yes} #{{exp}}"),
        format!("expected #{{this}} to be {no} #{{exp}}"),
    );
    Ok(check.values(expected, &assertion.value))
}

fn within(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (start, end) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let range = format!("{}..{}", display(start, context)?, display(end, context)?).replace("#{", "# {");
    let (value, what) = if assertion.chai & LENGTH != 0 {
        let what = what_of(&assertion.value, context)?;
        (size(&assertion.value, context)?, format!("have a {what} within"))
    } else {
        (assertion.value.clone(), "be within".to_owned())
    };
    let found = number(&value, context)?;
    let pass = found >= number(start, context)? && found <= number(end, context)?;
    Ok(Check::new(
        pass,
        format!("expected #{{this}} to {what} {range}"),
        format!("expected #{{this}} to not {what} {range}"),
    ))
}

fn close_to(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (expected, delta) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let (Some(wanted), Some(delta)) = (expected.as_number(), delta.as_number()) else {
        let message = "the arguments to closeTo or approximately must be numbers";
        return Err(JsNativeError::typ().with_message(message).into());
    };
    let found = number(&assertion.value, context)?;
    let words = format!(
        "to be close to {} +/- {}",
        display(expected, context)?,
        display(args.get_or_undefined(1), context)?
    );
    Ok(Check::new(
        (found - wanted).abs() <= delta,
        format!("expected #{{this}} {words}"),
        format!("expected #{{this}} not {words}"),
    ))
}

fn matches(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let regexp = args.get_or_undefined(0);
    let Some(object) = regexp.as_regexp() else {
        return Err(JsNativeError::typ().with_message("match() expects a regular expression").into());
    };
    let text = assertion.value.to_string(context)?;
    let pass = value::regexp_matches(&object.into(), &text, context)?;
    let shown = display(regexp, context)?.replace("#{", "# {");
    Ok(Check::new(
        pass,
        format!("expected #{{this}} to match {shown}"),
        format!("expected #{{this}} not to match {shown}"),
    ))
}

fn string(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let part = args.get_or_undefined(0).to_string(context)?;
    let Some(text) = assertion.value.as_string() else {
        return Ok(Check::invalid(assertion, "expected #{this} to be a string"));
    };
    let shown = display(args.get_or_undefined(0), context)?.replace("#{", "# {");
    Ok(Check::new(
        text.index_of(part.as_str(), 0).is_some(),
        format!("expected #{{this}} to contain {shown}"),
        format!("expected #{{this}} to not contain {shown}"),
    ))
}
