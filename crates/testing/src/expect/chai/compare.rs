//! Equality, order and numbers: `equal`, `above`, `lengthOf`, `closeTo` …

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, js_string};

use super::kind::{is_numeric, kind, literal, need, plain, shown};
use super::types::printed;
use super::{DEEP, Entry, LENGTH, contents};
use crate::expect::assertion::Assertion;
use crate::expect::check::Check;
use crate::expect::equality::{Mode, equals};
use crate::value;

pub(super) const METHODS: &[Entry] = &[
    (&["equal", "equals", "eq"], equal),
    (&["eql", "eqls"], eql),
    (&["above", "gt", "greaterThan"], |assertion, args, context| {
        order(assertion, args, &ABOVE, JsValue::gt, context)
    }),
    (&["least", "gte", "greaterThanOrEqual"], |assertion, args, context| {
        order(assertion, args, &LEAST, JsValue::ge, context)
    }),
    (&["below", "lt", "lessThan"], |assertion, args, context| {
        order(assertion, args, &BELOW, JsValue::lt, context)
    }),
    (&["most", "lte", "lessThanOrEqual"], |assertion, args, context| {
        order(assertion, args, &MOST, JsValue::le, context)
    }),
    (&["within"], within),
    (&["closeTo", "approximately"], close_to),
    (&["match", "matches"], matches),
    (&["string"], string),
];

/// The texts of an ordering matcher.
struct Words {
    /// The matcher's name.
    name: &'static str,
    yes: &'static str,
    no: &'static str,
    /// The negated text for lengths, if it differs.
    no_length: &'static str,
}

const ABOVE: Words =
    Words { name: "above", yes: "above", no: "at most", no_length: "to not have a # above #{exp}" };
const LEAST: Words =
    Words { name: "least", yes: "at least", no: "below", no_length: "to have a # below #{exp}" };
const BELOW: Words =
    Words { name: "below", yes: "below", no: "at least", no_length: "to not have a # below #{exp}" };
const MOST: Words =
    Words { name: "most", yes: "at most", no: "above", no_length: "to have a # above #{exp}" };

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

/// The size of a value and its name (length or size), or the failure if it has none.
fn size(assertion: &Assertion, context: &mut Context) -> JsResult<Result<(JsValue, &'static str), Check>> {
    let subject = &assertion.value;
    if let Some(object) = subject.as_object() {
        match kind(subject, context)?.as_str() {
            "map" | "set" => return Ok(Ok((object.get(js_string!("size"), context)?, "size"))),
            _ => {}
        }
    }
    let plain = Assertion { not: false, chai: 0, ..assertion.clone() };
    let there = contents::property(&plain, &[js_string!("length").into()], context)?;
    if there.pass {
        return Ok(Ok((there.next.unwrap_or_default(), "length")));
    }
    let message = if subject.is_null_or_undefined() {
        contents::NO_TARGET
    } else {
        "expected #{this} to have property 'length'"
    };
    Ok(Err(Check::invalid(assertion, message)))
}

/// `lengthOf(n)`.
pub(super) fn length_of(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let (found, what) = match size(assertion, context)? {
        Ok(found) => found,
        Err(check) => return Ok(check),
    };
    let check = Check::new(
        found.equals(expected, context)?,
        format!("expected #{{this}} to have a {what} of #{{exp}} but got #{{act}}"),
        format!("expected #{{this}} to not have a {what} of #{{act}}"),
    );
    Ok(check.diff(expected, &found))
}

/// The failure of an ordering that makes no sense for the values.
fn disorder(
    assertion: &Assertion,
    wanted: &[JsValue],
    name: &str,
    context: &mut Context,
) -> JsResult<Option<Check>> {
    let (one, dates, numbers) = match wanted {
        [_] => ("the argument to", "a date", "a number"),
        _ => ("the arguments to", "dates", "numbers"),
    };
    let subject = &assertion.value;
    let of_length = assertion.chai & LENGTH != 0;
    let is_date = kind(subject, context)? == "date";
    let (mut all_dates, mut all_numbers) = (true, true);
    for value in wanted {
        all_dates = all_dates && kind(value, context)? == "date";
        all_numbers = all_numbers && is_numeric(value, context)?;
    }
    let numeric = is_numeric(subject, context)?;
    let message = if !of_length && is_date && !all_dates {
        format!("{one} {name} must be {dates}")
    } else if !all_numbers && (of_length || numeric) {
        format!("{one} {name} must be {numbers}")
    } else if !of_length && !is_date && !numeric {
        format!("expected {} to be a number or a date", printed(subject, context)?)
    } else {
        return Ok(None);
    };
    Ok(Some(Check::invalid(assertion, message)))
}

fn order(
    assertion: &Assertion,
    args: &[JsValue],
    words: &Words,
    holds: fn(&JsValue, &JsValue, &mut Context) -> JsResult<bool>,
    context: &mut Context,
) -> JsResult<Check> {
    let expected = args.get_or_undefined(0);
    let (yes, no) = (words.yes, words.no);
    let length = match (assertion.chai & LENGTH != 0).then(|| size(assertion, context)).transpose()? {
        Some(Err(check)) => return Ok(check),
        Some(Ok(found)) => Some(found),
        None => None,
    };
    if let Some(check) = disorder(assertion, std::slice::from_ref(expected), words.name, context)? {
        return Ok(check);
    }
    if let Some((found, what)) = length {
        let check = Check::new(
            holds(&found, expected, context)?,
            format!("expected #{{this}} to have a {what} {yes} #{{exp}} but got #{{act}}"),
            format!("expected #{{this}} {}", words.no_length.replacen("# ", &format!("{what} "), 1)),
        );
        return Ok(check.values(expected, &found));
    }
    let pass = holds(&assertion.value, expected, context)?;
    let check = Check::new(
        pass,
        format!("expected #{{this}} to be {yes} #{{exp}}"),
        format!("expected #{{this}} to be {no} #{{exp}}"),
    );
    Ok(check.values(expected, &assertion.value))
}

fn within(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (start, end) = (args.get_or_undefined(0), args.get_or_undefined(1));
    let (found, what) = match (assertion.chai & LENGTH != 0).then(|| size(assertion, context)).transpose()? {
        Some(Err(check)) => return Ok(check),
        Some(Ok((found, what))) => (found, format!("have a {what} within")),
        None => (assertion.value.clone(), "be within".to_owned()),
    };
    if let Some(check) = disorder(assertion, &[start.clone(), end.clone()], "within", context)? {
        return Ok(check);
    }
    let text = |value: &JsValue, context: &mut Context| match value.as_object() {
        Some(_) => shown(value, context),
        None => plain(value, context),
    };
    let range = format!("{}..{}", text(start, context)?, text(end, context)?);
    let pass = found.ge(start, context)? && found.le(end, context)?;
    Ok(Check::new(
        pass,
        format!("expected #{{this}} to {what} {range}"),
        format!("expected #{{this}} to not {what} {range}"),
    ))
}

fn close_to(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (expected, delta) = (args.get_or_undefined(0), args.get_or_undefined(1));
    for (value, name) in [(&assertion.value, ""), (delta, "delta"), (expected, "expected")] {
        if !name.is_empty() && value.is_null_or_undefined() {
            let message = format!("A `{name}` value is required for `closeTo`");
            return Ok(Check::invalid(assertion, message));
        }
        let numeric = is_numeric(value, context)?;
        if let Some(check) = need(assertion, value, numeric, "numeric") {
            return Ok(check);
        }
    }
    let distance = match (assertion.value.as_bigint(), expected.as_bigint()) {
        (Some(found), Some(wanted)) => (found.to_f64() - wanted.to_f64()).abs(),
        (None, None) => (assertion.value.to_number(context)? - expected.to_number(context)?).abs(),
        _ => {
            let message = "Cannot mix BigInt and other types, use explicit conversions";
            return Err(JsNativeError::typ().with_message(message).into());
        }
    };
    let delta_number =
        delta.as_bigint().map_or_else(|| delta.as_number().unwrap_or(f64::NAN), |big| big.to_f64());
    let words = format!("to be close to {} +/- {}", plain(expected, context)?, plain(delta, context)?);
    Ok(Check::new(
        rounded(distance) <= delta_number,
        format!("expected #{{this}} {words}"),
        format!("expected #{{this}} not {words}"),
    ))
}

/// A number rounded to twelve significant digits, as chai rounds a distance.
fn rounded(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    format!("{number:.11e}").parse().unwrap_or(number)
}

fn matches(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let regexp = args.get_or_undefined(0);
    let Some(object) = regexp.as_regexp() else {
        return Err(JsNativeError::typ().with_message("match() expects a regular expression").into());
    };
    let text = assertion.value.to_string(context)?;
    let object = object.into();
    let pass = value::regexp_matches(&object, &text, context)?;
    let (source, flags) = value::regexp_parts(&object, context)?;
    let shown = literal(&format!("/{source}/{flags}"));
    Ok(Check::new(
        pass,
        format!("expected #{{this}} to match {shown}"),
        format!("expected #{{this}} not to match {shown}"),
    ))
}

fn string(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let Some(text) = assertion.value.as_string() else {
        return Ok(Check::invalid(assertion, "expected #{this} to be a string"));
    };
    let part = args.get_or_undefined(0).to_string(context)?;
    let shown = shown(args.get_or_undefined(0), context)?;
    Ok(Check::new(
        text.index_of(part.as_str(), 0).is_some(),
        format!("expected #{{this}} to contain {shown}"),
        format!("expected #{{this}} to not contain {shown}"),
    ))
}
