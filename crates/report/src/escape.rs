//! Making hostile text harmless for people and line-based formats.
//!
//! What a terminal or a parser could take as a command is shown as an escape instead: control
//! characters (ANSI sequences begin with one), line separators, and marks that reorder text.

/// Text in one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    escape(text, |_| false)
}

/// Text whose line feeds and tabs stay. CRLF becomes a line feed.
#[must_use]
pub fn lines(text: &str) -> String {
    escape(&text.replace("\r\n", "\n"), |c| matches!(c, '\n' | '\t'))
}

fn escape(text: &str, keep: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if keep(c) || !is_dangerous(c) => out.push(c),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ => out.extend(c.escape_unicode()),
        }
    }
    out
}

fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Line and paragraph separator, byte order mark, and what XML cannot hold.
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
            // Marks, embeddings, overrides and isolates of bidirectional text.
            | '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
