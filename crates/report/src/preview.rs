//! Text cut to a length.

/// At most `max` bytes of a text, cut between characters; what was cut ends in `…`.
pub(crate) fn preview(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.to_owned();
    }
    let mut out = text[..text.floor_char_boundary(max.saturating_sub('…'.len_utf8()))].to_owned();
    out.push('…');
    out
}
