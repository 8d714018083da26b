//! Making hostile text harmless for people and line-based formats.
//!
//! What a terminal, a parser or the log of a CI service could take as a command is shown as an escape
//! instead: control characters (ANSI sequences begin with one), line separators, marks that reorder text,
//! and the heads of logging commands such as `##[error]` or `##vso[`, which CI services find anywhere in a
//! line.

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

/// Whether what follows a `#` makes it the head of a logging command: `#[`, `#vso[`, `#teamcity[`.
fn is_command(rest: &str) -> bool {
    rest.strip_prefix('#')
        .is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('['))
}

/// Escaped text of which no line begins as a workflow command of GitHub, `::`, which may stand behind white
/// space.
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

/// JSON that says the same, without heads of logging commands in its strings.
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
            // Line and paragraph separator, byte order mark, and what XML cannot hold.
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
            // Marks, embeddings, overrides and isolates of bidirectional text.
            | '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
