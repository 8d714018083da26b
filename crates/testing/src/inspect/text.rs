//! Text of limited length, truncated as loupe does.

use boa_engine::{JsResult, JsString};

use super::number_text;

const TAIL: char = '…';

/// loupe's `inspectList`: items separated by commas, and the rest as `…(n)` once the budget is used up.
pub(super) fn list(
    size: usize,
    truncate: &mut i64,
    item: &mut dyn FnMut(usize, &mut i64) -> JsResult<String>,
) -> JsResult<String> {
    let budget = *truncate;
    let mut output = String::new();
    let mut peek = String::new();
    let mut truncated = String::new();
    for index in 0..size {
        let last = index + 1 == size;
        let second_to_last = index + 2 == size;
        truncated = format!("{TAIL}({})", size - index);
        *truncate = budget - len(&output) - if last { 0 } else { 2 };
        let text = if peek.is_empty() {
            let text = item(index, truncate)?;
            if last { text } else { text + ", " }
        } else {
            std::mem::take(&mut peek)
        };
        let next_length = len(&output) + len(&text);
        let truncated_length = next_length + len(&truncated);
        if last && next_length > budget && len(&output) + len(&truncated) <= budget {
            break;
        }
        if !last && !second_to_last && truncated_length > budget {
            break;
        }
        if !last {
            peek = item(index + 1, truncate)?;
            if !second_to_last {
                peek += ", ";
            }
        }
        if !last && second_to_last && truncated_length > budget && next_length + len(&peek) > budget {
            break;
        }
        output += &text;
        if !last && !second_to_last && next_length + len(&peek) >= budget {
            truncated = format!("{TAIL}({})", size - index - 1);
            break;
        }
        truncated.clear();
    }
    Ok(output + &truncated)
}

pub(super) fn quoted_key(key: &str) -> String {
    let plain = key.chars().next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && key.chars().all(|char| char.is_ascii_alphanumeric() || char == '_');
    if plain { key.to_owned() } else { format!("'{}'", escape(key)) }
}

pub(super) fn number_with_sign(number: f64) -> String {
    if number == 0.0 && number.is_sign_positive() { "+0".to_owned() } else { number_text(number) }
}

pub(super) fn string(text: &JsString, truncate: i64) -> String {
    // Only the start is escaped, because escaping a gigabyte to show forty characters would hang.
    let start: JsString = if text.len() > 256 { text.get(0..256).unwrap_or_default() } else { text.clone() };
    format!("'{}'", cut(&escape(&start.to_std_string_escaped()), truncate - 2))
}

pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\u{8}' => escaped.push_str("\\b"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\u{c}' => escaped.push_str("\\f"),
            '\r' => escaped.push_str("\\r"),
            '\'' => escaped.push_str("\\'"),
            '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{600}'..='\u{604}'
            | '\u{200c}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}' => escaped.push_str(&format!("\\u{:04x}", char as u32)),
            _ => escaped.push(char),
        }
    }
    escaped
}

/// Length in UTF-16 units, as in JavaScript.
pub(super) fn len(text: &str) -> i64 {
    i64::try_from(text.encode_utf16().count()).unwrap_or(i64::MAX)
}

/// loupe's `truncate`: at most `length` units, ending with `…` if something was cut.
pub(super) fn cut(text: &str, length: i64) -> String {
    if len(text) <= length || len(text) <= 1 {
        return text.to_owned();
    }
    if length < 1 {
        return TAIL.to_string();
    }
    let mut kept = String::new();
    let mut units = 0;
    for char in text.chars() {
        units += i64::try_from(char.len_utf16()).unwrap_or(2);
        if units > length - 1 {
            break;
        }
        kept.push(char);
    }
    kept.push(TAIL);
    kept
}
