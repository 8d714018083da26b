//! Cuts text to a maximum length.

/// Cuts a text between characters to at most `max` bytes, with `…` at the cut.
pub(crate) fn preview(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let mut out = text[..text.floor_char_boundary(max.saturating_sub('…'.len_utf8()))].to_owned();
    out.push('…');
    out
}
