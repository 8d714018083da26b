//! The comments of markup files: `<!-- -->`, and the comments in their scripts and expressions.

use super::super::markup_code::{element_end, tag_end};
use super::Comment;
use super::scan::{Dialect, bracketed, comments};

/// The parts of a markup file that are code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    /// `{…}` among the markup is an expression.
    pub(super) expressions: bool,
    /// The file begins with code between two `---` lines.
    pub(super) front_matter: bool,
}

/// The comments of a markup file. `dialect` is the dialect of its scripts.
pub(super) fn markup(text: &str, kind: Kind, dialect: Dialect) -> Vec<Comment<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    if kind.front_matter && text.trim_start().starts_with("---") {
        let start = text.find("---").map_or(0, |start| start + 3);
        let end = text[start..].find("\n---").map_or(text.len(), |length| start + length);
        found.extend(comments(text, start, end, Dialect { types: true, jsx: true, ..dialect }));
        at = (end + 4).min(text.len());
    }
    while let Some(next) = text[at..].find(['<', '{']).map(|length| at + length) {
        let rest = &text[next..];
        at = if let Some(content) = rest.strip_prefix("<!--") {
            let length = content.find("-->").unwrap_or(content.len());
            found.push(Comment {
                start: next,
                content_start: next + 4,
                content: &content[..length],
                is_block: true,
            });
            next + 4 + length
        } else if is_tag(rest, "script") {
            let start = next + tag_end(rest);
            let end = start + element_end(&text[start..], "script");
            found.extend(comments(text, start, end, script_dialect(&text[next..start], dialect)));
            end
        } else if is_tag(rest, "style") {
            let start = next + tag_end(rest);
            start + element_end(&text[start..], "style")
        } else if kind.expressions && rest.starts_with('{') {
            let (inner, end) = bracketed(text, next, dialect);
            found.extend(inner);
            end
        } else if !kind.expressions && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
            next + tag_end(rest)
        } else {
            next + 1
        };
    }
    found
}

fn is_tag(rest: &str, name: &str) -> bool {
    rest.get(1..=name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
        && rest[name.len() + 1..].starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))
}

fn script_dialect(tag: &str, dialect: Dialect) -> Dialect {
    let tag = tag.to_ascii_lowercase();
    let has =
        |lang: &str| ["\"", "'", ""].iter().any(|quote| tag.contains(&format!("lang={quote}{lang}{quote}")));
    let tsx = has("tsx") || has("jsx");
    Dialect {
        types: has("ts") || has("typescript") || has("tsx"),
        jsx: tsx || !(has("ts") || has("typescript")),
        ..dialect
    }
}
