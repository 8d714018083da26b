//! Text between the nodes of a syntax tree: white space, comments, and keywords without a node.

/// Offset of the first character from `start` that is neither white space nor in a comment; `end` if all before
/// it are.
pub(crate) fn skip_trivia(source: &str, start: u32, end: u32) -> u32 {
    let mut at = start as usize;
    let end = (end as usize).min(source.len());
    while at < end {
        let rest = &source[at..end];
        if rest.starts_with("//") {
            at += rest.find(crate::edits::is_line_end).unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |close| close + 2);
        } else {
            match rest.chars().next() {
                Some(space) if space.is_whitespace() || space == '\u{feff}' => at += space.len_utf8(),
                _ => break,
            }
        }
    }
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The words and single characters of a range, without comments: `(start, end, text)`.
pub(crate) fn tokens(source: &str, start: u32, end: u32) -> impl Iterator<Item = (u32, u32, &str)> {
    let mut at = start;
    std::iter::from_fn(move || {
        at = skip_trivia(source, at, end);
        let rest = source.get(at as usize..end as usize)?;
        let first = rest.chars().next()?;
        let is_word = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
        let length = if is_word(first) {
            rest.find(|character| !is_word(character)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let from = at;
        at += u32::try_from(length).unwrap_or(u32::MAX);
        Some((from, at, &rest[..length]))
    })
}

/// The lines of a text, each with its line end.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.find(crate::edits::is_line_end).map_or(rest.len(), |at| {
            let crlf = rest[at..].starts_with("\r\n");
            at + if crlf { 2 } else { rest[at..].chars().next().map_or(0, char::len_utf8) }
        });
        let (line, after) = rest.split_at(end);
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

/// A string literal on one line.
pub(crate) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || b"/._-@#:$~ ".contains(&byte) => {
                literal.push(char::from(byte));
            }
            _ => literal.push_str(&format!("\\u{unit:04x}")),
        }
    }
    literal + "\""
}

/// Whether a range contains a line end.
pub(crate) fn has_line_end(source: &str, start: u32, end: u32) -> bool {
    source.get(start as usize..end as usize).is_some_and(|text| text.contains(crate::edits::is_line_end))
}
