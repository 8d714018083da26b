//! V8's error messages for invalid JSON.

use boa_engine::JsString;

/// Number of units shown before and after the error.
const AROUND: usize = 10;

/// Strings that typically come from values that were no strings.
const SPECIAL: [&str; 4] = ["[object Object]", "NaN", "Infinity", "undefined"];

/// Why a text is not valid JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// An unexpected token, or the unexpected end.
    Unexpected,
    /// Another error, with its sentence.
    At(&'static str),
}

/// A fault and the unit at which it was found.
#[derive(Debug)]
pub(super) struct SyntaxFault {
    pub(super) fault: Fault,
    pub(super) at: usize,
}

impl SyntaxFault {
    /// The message of the `SyntaxError`.
    pub(super) fn message(&self, text: &JsString) -> String {
        let at = self.at;
        match self.fault {
            Fault::At(sentence) => format!("{sentence} at position {at}"),
            Fault::Unexpected => unexpected(text, at),
        }
    }
}

fn unexpected(text: &JsString, at: usize) -> String {
    let special = || SPECIAL.iter().find(|special| special.encode_utf16().eq(text.iter()));
    let shown = |from: usize, to: usize| text.slice(from, to).to_std_string_lossy();
    match text.code_unit_at(at).map(|unit| u8::try_from(unit).unwrap_or(0)) {
        None => match special() {
            Some(special) => format!("\"{special}\" is not valid JSON"),
            None => "Unexpected end of JSON input".to_owned(),
        },
        Some(b'0'..=b'9' | b'-') => format!("Unexpected number in JSON at position {at}"),
        Some(b'"') => format!("Unexpected string in JSON at position {at}"),
        Some(_) => {
            if let Some(special) = special() {
                return format!("\"{special}\" is not valid JSON");
            }
            let (unit, length) = (shown(at, at + 1), text.len());
            let context = if length <= 2 * AROUND {
                format!("\"{}\"", shown(0, length))
            } else if at < AROUND {
                format!("\"{}\"...", shown(0, at + AROUND))
            } else if at < length - AROUND {
                format!("...\"{}\"...", shown(at - AROUND, at + AROUND))
            } else {
                format!("...\"{}\"", shown(at - AROUND, length))
            };
            format!("Unexpected token '{unit}', {context} is not valid JSON")
        }
    }
}
