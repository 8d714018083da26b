//! Numbers: `toBeNaN`, `toBeGreaterThan`, `toBeCloseTo` …

use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue};

use super::Entry;
use crate::expect::assertion::Assertion;
use crate::expect::asymmetric::is_close;
use crate::expect::check::Check;
use crate::inspect::number_text;

pub(super) const MATCHERS: &[Entry] = &[
    (&["toBeNaN"], 0, to_be_nan),
    (&["toBeGreaterThan"], 1, |assertion, args, context| {
        compare(assertion, args, "greater than", JsValue::gt, context)
    }),
    (&["toBeGreaterThanOrEqual"], 1, |assertion, args, context| {
        compare(assertion, args, "greater than or equal to", JsValue::ge, context)
    }),
    (&["toBeLessThan"], 1, |assertion, args, context| {
        compare(assertion, args, "less than", JsValue::lt, context)
    }),
    (&["toBeLessThanOrEqual"], 1, |assertion, args, context| {
        compare(assertion, args, "less than or equal to", JsValue::le, context)
    }),
    (&["toBeCloseTo"], 2, to_be_close_to),
];

fn to_be_nan(assertion: &Assertion, _: &[JsValue], _: &mut Context) -> JsResult<Check> {
    let pass = assertion.value.as_number().is_some_and(f64::is_nan);
    let check = Check::new(pass, "expected #{this} to be NaN", "expected #{this} not to be NaN");
    Ok(check.diff(&f64::NAN.into(), &assertion.value))
}

fn compare(
    assertion: &Assertion,
    args: &[JsValue],
    words: &str,
    relation: fn(&JsValue, &JsValue, &mut Context) -> JsResult<bool>,
    context: &mut Context,
) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let (left, right) = (numeric(actual, "actual")?, numeric(expected, "expected")?);
    Ok(Check::new(
        relation(actual, expected, context)?,
        format!("expected {left} to be {words} {right}"),
        format!("expected {left} to be not {words} {right}"),
    ))
}

fn numeric(value: &JsValue, name: &str) -> JsResult<String> {
    if let Some(number) = value.as_number() {
        return Ok(if number == 0.0 { "0".to_owned() } else { number_text(number) });
    }
    match value.as_bigint() {
        Some(big) => Ok(big.to_string()),
        None => Err(JsNativeError::typ()
            .with_message(format!("{name} value must be number or bigint, received \"{}\"", value.type_of()))
            .into()),
    }
}

fn to_be_close_to(assertion: &Assertion, args: &[JsValue], context: &mut Context) -> JsResult<Check> {
    let (actual, expected) = (&assertion.value, args.get_or_undefined(0));
    let precision = match args.get_or_undefined(1) {
        precision if precision.is_undefined() => 2.0,
        precision => precision.to_number(context)?,
    };
    // Subtraction converts a numeric string to a number.
    let (left, right) = (actual.to_number(context)?, expected.to_number(context)?);
    let pass = is_close(left, right, precision);
    let (mut received, mut wanted) = ("0".to_owned(), "0".to_owned());
    if !(left.is_infinite() && left == right) {
        received = number_text((left - right).abs());
        wanted = number_text(10f64.powf(-precision) / 2.0);
    }
    let check = Check::new(
        pass,
        format!(
            "expected #{{this}} to be close to #{{exp}}, received difference is {received}, but expected {wanted}"
        ),
        format!(
            "expected #{{this}} to not be close to #{{exp}}, received difference is {received}, but expected {wanted}"
        ),
    );
    Ok(check.values(expected, actual))
}
