//! Previews of primitive values.

use boa_engine::{JsBigInt, JsString, JsSymbol, JsValue};
use verdict_protocol::shorten;

/// Largest `BigInt` printed in full, because writing decimals is O(n²).
const MAX_BIGINT_DIGITS: f64 = 1e300;

/// A number in JavaScript's notation, with `-0` distinct from `0`.
pub(crate) fn number(number: f64) -> String {
    if number == 0.0 && number.is_sign_negative() {
        return "-0".to_owned();
    }
    JsValue::from(number).display().to_string()
}

pub(crate) fn bigint(value: &JsBigInt) -> String {
    // `to_f64` is cheap, and infinite for large values.
    if value.to_f64().abs() > MAX_BIGINT_DIGITS {
        return "[BigInt of more than 300 digits]".to_owned();
    }
    format!("{}n", value.to_string_radix(10))
}

pub(crate) fn symbol(symbol: &JsSymbol) -> String {
    match symbol.description() {
        Some(text) => format!("Symbol({})", shorten(&escape(&text, None, 1024), 1024)),
        None => "Symbol()".to_owned(),
    }
}

/// A quoted string, cut to about `bytes` bytes. Uses single quotes unless those need escaping and others do
/// not.
pub(crate) fn quote(text: &JsString, bytes: usize) -> String {
    let head = text.iter().take(bytes);
    let has = |quote: char| head.clone().any(|unit| unit == quote as u16);
    let quote = if !has('\'') {
        '\''
    } else if !has('"') {
        '"'
    } else if !has('`') {
        '`'
    } else {
        '\''
    };
    let body = escape(text, Some(quote), bytes);
    let more = text.len().saturating_sub(bytes);
    if more > 0 {
        format!("{quote}{body}{quote}... {more} more characters")
    } else {
        format!("{quote}{body}{quote}")
    }
}

/// Escapes control characters, the quote and lone surrogates.
pub(crate) fn escape(text: &JsString, quote: Option<char>, units: usize) -> String {
    let mut out = String::new();
    let head: Vec<u16> = text.iter().take(units).collect();
    for decoded in char::decode_utf16(head) {
        match decoded {
            Ok('\n') => out.push_str("\\n"),
            Ok('\r') => out.push_str("\\r"),
            Ok('\t') => out.push_str("\\t"),
            Ok('\u{8}') => out.push_str("\\b"),
            Ok('\u{b}') => out.push_str("\\v"),
            Ok('\u{c}') => out.push_str("\\f"),
            Ok('\\') => out.push_str("\\\\"),
            Ok(c) if Some(c) == quote => {
                out.push('\\');
                out.push(c);
            }
            Ok(c) if c.is_control() => out.push_str(&format!("\\x{:02X}", c as u32)),
            Ok(c) => out.push(c),
            Err(lone) => out.push_str(&format!("\\u{:04X}", lone.unpaired_surrogate())),
        }
    }
    out
}
