//! Candidate comments: everything that would be a comment if one began there. It serves texts that are not
//! code, and policies that do not rely on telling comments from strings.

use super::Comment;

/// The length in bytes of a candidate, so that many unterminated ones cost only linear time.
const LONGEST: usize = 256;

/// The text after each comment marker, up to the end that the comment would have.
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
