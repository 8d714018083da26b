//! What is told of a text that is no JSON, as V8 tells it.

use boa_engine::JsString;

/// Units before and after a place that are shown of a text.
const AROUND: usize = 10;

/// Texts that somebody made of something that is no text.
const SPECIAL: [&str; 4] = ["[object Object]", "NaN", "Infinity", "undefined"];

/// Why a text is no JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// What stands there, if anything does, cannot.
    Unexpected,
    /// By the sentence for it.
    At(&'static str),
}

/// A fault and the unit where it was found.
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
