//! `indexOf` and `includes`, from any position.

use std::borrow::Cow;

use boa_engine::string::{JsStr, JsStrVariant};
use boa_engine::{Context, JsResult, JsString, JsValue};
use memchr::memmem::Finder;

use crate::boa_fixes::guards::original;
use crate::native::argument;

/// A string to search for in another.
pub(super) enum Needle<'a> {
    Narrow(&'a [u8], Box<Finder<'a>>),
    Wide(&'a [u16], Cow<'a, [u16]>),
    /// It contains units that the other cannot have.
    Never,
}

impl<'a> Needle<'a> {
    pub(super) fn new(text: &'a JsString, needle: &'a JsString) -> Needle<'a> {
        match (text.variant(), needle.variant()) {
            (JsStrVariant::Latin1(text), JsStrVariant::Latin1(needle)) => {
                Needle::Narrow(text, Box::new(Finder::new(needle)))
            }
            (JsStrVariant::Latin1(text), JsStrVariant::Utf16(needle)) => {
                let narrow: Option<Vec<u8>> = needle.iter().map(|unit| u8::try_from(*unit).ok()).collect();
                match narrow {
                    Some(needle) => Needle::Narrow(text, Box::new(Finder::new(&needle).into_owned())),
                    None => Needle::Never,
                }
            }
            (JsStrVariant::Utf16(text), JsStrVariant::Utf16(needle)) => {
                Needle::Wide(text, Cow::Borrowed(needle))
            }
            (JsStrVariant::Utf16(text), JsStrVariant::Latin1(needle)) => {
                Needle::Wide(text, needle.iter().copied().map(u16::from).collect())
            }
        }
    }

    /// The first position at or after `from`.
    pub(super) fn find(&self, from: usize) -> Option<usize> {
        let found = match self {
            Needle::Narrow(text, finder) => finder.find(text.get(from..)?),
            Needle::Wide(text, needle) => {
                let rest = text.get(from..)?;
                match needle.split_first() {
                    None => Some(0),
                    Some((first, others)) => rest
                        .iter()
                        .enumerate()
                        .filter(|(_, unit)| *unit == first)
                        .map(|(at, _)| at)
                        .find(|at| rest[at + 1..].starts_with(others)),
                }
            }
            Needle::Never => None,
        };
        found.map(|at| at + from)
    }
}

pub(super) fn index_of(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = this.require_object_coercible()?.to_string(context)?;
    let needle = argument(args, 0).to_string(context)?;
    let found = find(&text, &needle, &argument(args, 1), context)?;
    Ok(found.map_or_else(|| JsValue::from(-1), JsValue::from))
}

pub(super) fn includes(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let needle = argument(args, 0);
    // The engine decides whether an object is a regular expression.
    if needle.is_object() {
        return original("String.includes", context)?.call(this, args, context);
    }
    let text = this.require_object_coercible()?.to_string(context)?;
    let needle = needle.to_string(context)?;
    Ok(find(&text, &needle, &argument(args, 1), context)?.is_some().into())
}

fn find(
    text: &JsString,
    needle: &JsString,
    from: &JsValue,
    context: &mut Context,
) -> JsResult<Option<usize>> {
    let length = i64::try_from(text.len()).unwrap_or(i64::MAX);
    let from = from.to_integer_or_infinity(context)?.clamp_finite(0, length);
    Ok(Needle::new(text, needle).find(usize::try_from(from).unwrap_or_default()))
}

/// A substring. A short one is copied, which takes less memory than a view.
pub(super) fn part(text: &JsString, start: usize, end: usize) -> JsString {
    /// Additional bytes of a view, compared to a copy.
    const VIEW: usize = 32;
    if end.saturating_sub(start) > VIEW {
        return text.slice(start, end);
    }
    match text.variant() {
        JsStrVariant::Latin1(units) => units.get(start..end).map(JsStr::latin1),
        JsStrVariant::Utf16(units) => units.get(start..end).map(JsStr::utf16),
    }
    .map_or_else(JsString::default, JsString::from)
}
