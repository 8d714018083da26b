//! White space as JavaScript sees it.

/// Whether `\s` matches a character: ECMAScript's white space and line ends.
pub(crate) fn is_space(char: char) -> bool {
    char == '\u{feff}' || (char.is_whitespace() && char != '\u{85}')
}

/// Whether a character ends a line.
pub(crate) fn is_line_end(char: char) -> bool {
    matches!(char, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}
