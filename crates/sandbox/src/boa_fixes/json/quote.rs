//! Quotes JSON strings.

use boa_engine::JsResult;
use boa_engine::string::{JsStr, JsStrVariant};

use super::read::Unit;
use crate::boa_fixes::text::TextBuilder;

/// Writes a JSON string. Lone surrogates are escaped.
pub(super) fn quote(text: JsStr<'_>, made: &mut TextBuilder) -> JsResult<()> {
    made.push(JsStr::latin1(b"\""))?;
    match text.variant() {
        JsStrVariant::Latin1(units) => runs(units, made)?,
        JsStrVariant::Utf16(units) => runs(units, made)?,
    }
    made.push(JsStr::latin1(b"\""))
}

fn runs<U: Unit>(units: &[U], made: &mut TextBuilder) -> JsResult<()> {
    let mut copied = 0;
    for (at, unit) in units.iter().enumerate() {
        let unit: u16 = (*unit).into();
        let escaped: &[u8] = match unit {
            0x22 => b"\\\"",
            0x5C => b"\\\\",
            0x08 => b"\\b",
            0x09 => b"\\t",
            0x0A => b"\\n",
            0x0C => b"\\f",
            0x0D => b"\\r",
            0..0x20 => &code(unit),
            0xD800..0xDC00 if !is_in(units.get(at + 1), 0xDC00) => &code(unit),
            0xDC00..0xE000 if at == 0 || !is_in(units.get(at - 1), 0xD800) => &code(unit),
            _ => continue,
        };
        made.push(U::text(&units[copied..at]))?;
        made.push(JsStr::latin1(escaped))?;
        copied = at + 1;
    }
    made.push(U::text(&units[copied..]))
}

/// Whether a unit exists and is in the range of 1024 units from `first`.
fn is_in<U: Unit>(unit: Option<&U>, first: u16) -> bool {
    unit.is_some_and(|unit| (first..=first + 0x3FF).contains(&(*unit).into()))
}

fn code(unit: u16) -> [u8; 6] {
    let digit = |shift: u32| b"0123456789abcdef"[usize::from(unit >> shift & 0xF)];
    [b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]
}
