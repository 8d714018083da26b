//! Neutralises untrusted text for people and line-based formats.
//!
//! Characters that a terminal, a parser or a CI log could interpret are escaped. These are control characters
//! (ANSI sequences start with one), line separators, bidirectional marks, and the start of logging commands
//! such as `##[error]` or `##vso[`, which CI services find anywhere in a line.

/// Escapes text to a single line.
#[must_use]
pub fn one_line(text: &str) -> String {
    escape(text, |_| false)
}

/// Escapes text but keeps line feeds and tabs. CRLF becomes a line feed.
#[must_use]
pub fn lines(text: &str) -> String {
    escape(&text.replace("\r\n", "\n"), |c| matches!(c, '\n' | '\t'))
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '#' if is_command(rest.as_str()) => out.extend(c.escape_unicode()),
            _ if keep(c) || !is_dangerous(c) => out.push(c),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => out.extend(c.escape_unicode()),
        }
    }
    out
}

/// Whether the text after a `#` makes it the start of a logging command: `#[`, `#vso[`, `#teamcity[`.
fn is_command(rest: &str) -> bool {
    rest.strip_prefix('#')
        .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('['))
}

/// Escapes text so that no line starts a GitHub workflow command, `::`, even after white space.
pub(crate) fn no_commands(text: &str, colon: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let said = line.trim_start();
        if let Some(rest) = said.strip_prefix("::") {
            out.push_str(&line[..line.len() - said.len()]);
            out.push_str(colon);
            out.push(':');
            out.push_str(rest);
        } else {
            out.push_str(line);
        }
    }
    out
}

/// Equivalent JSON without the start of logging commands in its strings.
pub(crate) fn json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find("##") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        out.push_str(if is_command(&from[1..]) { "\\u0023" } else { "#" });
        rest = &from[1..];
    }
    out.push_str(rest);
    out
}

pub(crate) fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Line and paragraph separators, byte order marks, and characters that XML does not allow.
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
            // Bidirectional marks, embeddings, overrides and isolates.
            | '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
