//! Everything that would be a comment if one began there: for whoever does not trust that comments are told from strings, and for
//! text that is no code.

use super::Comment;

/// Bytes of a candidate that are looked at, so that many which never end cost no more than their number.
const LONGEST: usize = 256;

/// What follows each mark that can begin a comment, up to what would end it.
pub(super) fn candidates(text: &str, start: usize, end: usize) -> Vec<Comment<'_>> {
    let part = &text[start..end];
    let marks = ["//", "/*", "<!--"].into_iter().flat_map(|mark| part.match_indices(mark));
    let candidate = |(at, mark): (usize, &str)| {
        let content_start = start + at + mark.len();
        let last = text.floor_char_boundary((content_start + LONGEST).min(end));
        let rest = &text[content_start..last];
        let length = match mark {
            "//" => rest.find(['\n', '\r']),
            "/*" => rest.find("*/"),
            _ => rest.find("-->"),
        };
        let content = &rest[..length.unwrap_or(rest.len())];
        Comment { start: start + at, content_start, content, is_block: mark != "//" }
    };
    // `////` is one comment.
    let begins = |(at, mark): &(usize, &str)| *mark != "//" || !part[..*at].ends_with('/');
    marks.filter(begins).map(candidate).collect()
}
