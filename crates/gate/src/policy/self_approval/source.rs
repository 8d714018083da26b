//! The text of a test, to recognize it under another name.

/// The text of the call at a location, without comments, white space and its title (the first string
/// argument). `None` if the call has no end.
///
/// It need not be right on every text: an unrecognized test counts as removed.
pub(super) fn call(text: &str, line: u32, column: u32) -> Option<String> {
    let rest = &text[offset(text, line, column)?..];
    let mut lexer = Lexer { rest, last: '(' };
    let mut out = String::new();
    let mut open: Vec<char> = Vec::new();
    let mut titled = false;
    while let Some(token) = lexer.next() {
        match token.chars().next()? {
            bracket @ ('(' | '[' | '{') => open.push(bracket),
            ')' | ']' | '}' => {
                open.pop()?;
                if open.is_empty() {
                    out.push_str(token);
                    // `each(table)(title, body)` and tagged tables continue with another call.
                    if lexer.rest.trim_start().starts_with('(') {
                        continue;
                    }
                    return Some(out);
                }
            }
            '\'' | '"' | '`' if open == ['('] && !titled => {
                titled = true;
                continue;
            }
            _ => {}
        }
        out.push_str(token);
        out.push(' ');
    }
    None
}

/// Byte offset of a 1-based line and a 1-based column in UTF-16 units.
fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let mut start = 0;
    for _ in 1..line {
        start += text[start..].find('\n')? + 1;
    }
    let mut units = 1;
    let line = text[start..].split('\n').next().unwrap_or_default();
    for (at, c) in line.char_indices() {
        if units >= column {
            return Some(start + at);
        }
        units += u32::try_from(c.len_utf16()).unwrap_or(1);
    }
    (units >= column).then_some(start + line.len())
}

/// JavaScript tokens, just fine enough to match brackets. Skips white space and comments.
struct Lexer<'a> {
    rest: &'a str,
    /// The last character of the previous token, which decides whether a `/` begins a regular expression.
    last: char,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            let skipped = match self.rest.get(..2) {
                Some("//") => self.rest.find('\n').unwrap_or(self.rest.len()),
                Some("/*") => self.rest.find("*/").map_or(self.rest.len(), |end| end + 2),
                _ => break,
            };
            self.rest = &self.rest[skipped..];
        }
        let first = self.rest.chars().next()?;
        let length = match first {
            '\'' | '"' => quoted(self.rest, first),
            '`' => template(self.rest),
            '/' if !(is_name(self.last) || matches!(self.last, ')' | ']' | '}')) => regex(self.rest),
            first if is_name(first) => self.rest.find(|c: char| !is_name(c)).unwrap_or(self.rest.len()),
            first => first.len_utf8(),
        };
        let (token, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.rest = rest;
        // After these words a `/` begins a regular expression.
        let word = matches!(token, "return" | "typeof" | "case" | "in" | "of" | "void" | "await" | "yield");
        self.last = if word { '(' } else { token.chars().next_back()? };
        Some(token)
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The length in bytes of a string, including its quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length in bytes of a template, including its `${}` expressions. A nested template counts as two.
fn template(text: &str) -> usize {
    let (mut depth, mut escaped, mut after_dollar) = (0u32, false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' if after_dollar || depth > 0 => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '`' if depth == 0 => return at + 1,
            _ => {}
        }
        after_dollar = c == '$';
    }
    text.len()
}

/// The length in bytes of a regular expression; 1 if the line ends first.
fn regex(text: &str) -> usize {
    let (mut escaped, mut in_class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return 1,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return at + 1,
            _ => {}
        }
    }
    1
}
