//! `repeat`, `padStart`, `padEnd` and `concat`, whose results can be far longer than their inputs.

use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::value::IntegerOrInfinity;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::builder::TextBuilder;
use crate::boa_fixes::guards::check_length;
use crate::native::{argument, host};

pub(super) fn repeat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let count = match argument(args, 0).to_integer_or_infinity(context)? {
        IntegerOrInfinity::Integer(count) => u64::try_from(count).map_err(|_| count.to_string()),
        IntegerOrInfinity::PositiveInfinity => Err("Infinity".to_owned()),
        IntegerOrInfinity::NegativeInfinity => Err("-Infinity".to_owned()),
    };
    let count = count
        .map_err(|count| JsNativeError::range().with_message(format!("Invalid count value: {count}")))?;
    let units = count.saturating_mul(text.len() as u64);
    check_length(units, &*host(context)?)?;
    made(&[], &text, units, &[], context)
}

pub(super) fn pad_start(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (text, filler, units) = padding(this, args, context)?;
    made(&[], &filler, units, &[text], context)
}

pub(super) fn pad_end(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (text, filler, units) = padding(this, args, context)?;
    made(&[text], &filler, units, &[], context)
}

/// The string, its filler, and the number of units to add.
fn padding(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<(JsString, JsString, u64)> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let length = argument(args, 0).to_length(context)?;
    let units = length.saturating_sub(text.len() as u64);
    if units == 0 {
        return Ok((text, JsString::default(), 0));
    }
    let filler = argument(args, 1);
    let filler = if filler.is_undefined() { JsString::from(" ") } else { filler.to_string(context)? };
    if filler.is_empty() {
        return Ok((text, filler, 0));
    }
    check_length(length, &*host(context)?)?;
    Ok((text, filler, units))
}

/// `before`, then `units` units of repeated `cycled`, then `after`.
fn made(
    before: &[JsString],
    cycled: &JsString,
    units: u64,
    after: &[JsString],
    context: &Context,
) -> JsResult<JsValue> {
    /// Number of units built once and then copied as a whole.
    const CHUNK: usize = 1 << 16;
    // It does not exceed the maximum string length.
    let units = usize::try_from(units).unwrap_or(usize::MAX);
    if units == 0 || cycled.is_empty() {
        return joined(before.iter().chain(after), context);
    }
    let chunk = cycled.len() * (CHUNK / cycled.len()).max(1);
    let chunk = if units <= chunk { units } else { chunk };
    let mut builder = TextBuilder::with_room(chunk, cycled.as_str(), context)?;
    builder.push_cycled(cycled, chunk)?;
    let chunk = builder.finish()?;
    let rest = chunk.slice(0, units % chunk.len());
    let whole = std::iter::repeat_n(&chunk, units / chunk.len());
    joined(before.iter().chain(whole).chain([&rest]).chain(after), context)
}

pub(super) fn concat(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut texts = vec![this.require_object_coercible()?.to_string(context)?];
    for text in args {
        texts.push(text.to_string(context)?);
    }
    joined(texts.iter(), context)
}

/// Concatenates strings. The engine writes them in place from a list.
fn joined<'a>(texts: impl Iterator<Item = &'a JsString>, context: &Context) -> JsResult<JsValue> {
    let texts: Vec<JsStr<'_>> = texts.filter(|text| !text.is_empty()).map(JsString::as_str).collect();
    let host = host(context)?;
    let units = texts.iter().map(|text| text.len() as u64).sum::<u64>();
    check_length(units, &host)?;
    let wide = texts.iter().any(|text| matches!(text.variant(), JsStrVariant::Utf16(_)));
    host.room(if wide { 2 * units } else { units })?;
    Ok(JsString::concat_array(&texts).into())
}
