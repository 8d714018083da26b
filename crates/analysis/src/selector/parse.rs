//! Parses selectors.

use regex_lite::{Regex, RegexBuilder};

use super::{Class, Combinator, Literal, Selector, Test};

/// The deepest nesting of `:not(…)`, `:has(…)` and their like.
const MAX_DEPTH: usize = 64;
/// The largest number of parts of a selector.
const MAX_PARTS: usize = 10_000;
/// The largest compiled size of a regular expression, in bytes.
const MAX_PATTERN: usize = 1 << 16;

/// Parses a selector.
///
/// # Errors
/// What is wrong, with the offset.
pub(crate) fn parse(text: &str) -> Result<Selector, String> {
    let mut parser = Parser { text, at: 0, depth: 0, parts: 0 };
    parser.spaces();
    if parser.at == text.len() {
        return Ok(Selector::Either(Vec::new()));
    }
    let selector = parser.selectors()?;
    parser.spaces();
    if parser.at < text.len() { Err(parser.unexpected()) } else { Ok(selector) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    parts: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn unexpected(&self) -> String {
        match self.rest().chars().next() {
            Some(found) => format!("unexpected \"{found}\" at offset {}", self.at),
            None => "unexpected end of the selector".to_owned(),
        }
    }

    fn spaces(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.at += length;
        length > 0
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.takes(text) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|character| !accepts(character)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn selectors(&mut self) -> Result<Selector, String> {
        let mut either = vec![self.selector()?];
        loop {
            let start = self.at;
            self.spaces();
            if !self.takes(",") {
                self.at = start;
                break;
            }
            self.spaces();
            either.push(self.selector()?);
        }
        Ok(one_or(either, Selector::Either))
    }

    fn selector(&mut self) -> Result<Selector, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("nested deeper than {MAX_DEPTH} levels at offset {}", self.at));
        }
        let mut left = self.sequence()?;
        while let Some(combinator) = self.combinator() {
            let right = self.sequence()?;
            left = Selector::Relative(Box::new(left), combinator, Box::new(right));
        }
        self.depth -= 1;
        Ok(left)
    }

    /// The combinator before another sequence. Spaces before an end or a comma combine nothing.
    fn combinator(&mut self) -> Option<Combinator> {
        let start = self.at;
        let is_spaced = self.spaces();
        let found = [(">", Combinator::Child), ("~", Combinator::Sibling), ("+", Combinator::Adjacent)]
            .into_iter()
            .find(|(sign, _)| self.takes(sign));
        if let Some((_, combinator)) = found {
            self.spaces();
            return Some(combinator);
        }
        if is_spaced && !self.rest().starts_with([',', ')']) && !self.rest().is_empty() {
            return Some(Combinator::Descendant);
        }
        self.at = start;
        None
    }

    fn sequence(&mut self) -> Result<Selector, String> {
        // esquery marks the subject of a selector with `!`; what matches is the same without it.
        self.takes("!");
        let mut all = vec![self.atom()?.ok_or_else(|| self.unexpected())?];
        while let Some(atom) = self.atom()? {
            all.push(atom);
        }
        Ok(one_or(all, Selector::All))
    }

    fn atom(&mut self) -> Result<Option<Selector>, String> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(format!("more than {MAX_PARTS} parts"));
        }
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '*' => {
                self.at += 1;
                Selector::Any
            }
            '[' => self.attribute()?,
            '.' => {
                self.at += 1;
                Selector::Field(self.path()?)
            }
            ':' => self.pseudo()?,
            '#' => {
                self.at += 1;
                Selector::Type(self.name()?.to_owned())
            }
            _ if is_name(first) => Selector::Type(self.name()?.to_owned()),
            _ => return Ok(None),
        }))
    }

    fn name(&mut self) -> Result<&'a str, String> {
        let name = self.take_while(is_name);
        if name.is_empty() { Err(self.unexpected()) } else { Ok(name) }
    }

    fn path(&mut self) -> Result<Vec<String>, String> {
        let mut path = vec![self.name()?.to_owned()];
        while self.takes(".") {
            path.push(self.name()?.to_owned());
        }
        Ok(path)
    }

    fn pseudo(&mut self) -> Result<Selector, String> {
        let start = self.at;
        self.at += 1;
        let name = self.take_while(|character| character.is_ascii_alphabetic() || character == '-');
        let selector = match name.to_ascii_lowercase().as_str() {
            "not" => Selector::Not(Box::new(self.in_parentheses(Parser::selectors)?)),
            "is" | "matches" => self.in_parentheses(Parser::selectors)?,
            "has" => Selector::Has(self.in_parentheses(Parser::relatives)?),
            "first-child" => Selector::NthChild(1),
            "last-child" => Selector::NthLastChild(1),
            "nth-child" => Selector::NthChild(self.in_parentheses(Parser::position)?),
            "nth-last-child" => Selector::NthLastChild(self.in_parentheses(Parser::position)?),
            "statement" => Selector::Class(Class::Statement),
            "declaration" => Selector::Class(Class::Declaration),
            "pattern" => Selector::Class(Class::Pattern),
            "expression" => Selector::Class(Class::Expression),
            "function" => Selector::Class(Class::Function),
            _ => {
                self.at = start;
                return Err(self.unexpected());
            }
        };
        Ok(selector)
    }

    fn in_parentheses<T>(&mut self, parse: impl Fn(&mut Self) -> Result<T, String>) -> Result<T, String> {
        self.expect("(")?;
        self.spaces();
        let found = parse(self)?;
        self.spaces();
        self.expect(")")?;
        Ok(found)
    }

    fn relatives(&mut self) -> Result<Vec<(Combinator, Selector)>, String> {
        let mut found = Vec::new();
        loop {
            let combinator = self.combinator().unwrap_or(Combinator::Descendant);
            found.push((combinator, self.selector()?));
            self.spaces();
            if !self.takes(",") {
                return Ok(found);
            }
            self.spaces();
        }
    }

    fn position(&mut self) -> Result<usize, String> {
        let digits = self.take_while(|character| character.is_ascii_digit());
        digits.parse().map_err(|_| self.unexpected())
    }

    fn attribute(&mut self) -> Result<Selector, String> {
        self.at += 1;
        self.spaces();
        let path = self.path()?;
        self.spaces();
        let test = if self.rest().starts_with(']') { Test::Exists } else { self.test()? };
        self.spaces();
        self.expect("]")?;
        Ok(Selector::Attribute { path, test })
    }

    fn test(&mut self) -> Result<Test, String> {
        let operators = ["!=", "<=", ">=", "=", "<", ">"];
        let Some(operator) = operators.into_iter().find(|operator| self.takes(operator)) else {
            return Err(self.unexpected());
        };
        self.spaces();
        let order = match operator.as_bytes()[0] {
            b'<' => std::cmp::Ordering::Less,
            b'>' => std::cmp::Ordering::Greater,
            _ => return self.equality(operator == "="),
        };
        Ok(Test::Compare { order, or_equal: operator.len() == 2, with: self.literal()? })
    }

    fn equality(&mut self, is_equal: bool) -> Result<Test, String> {
        if self.takes("type(") {
            self.spaces();
            let name = self.take_while(|character| !matches!(character, ' ' | ')')).to_owned();
            self.spaces();
            self.expect(")")?;
            return Ok(Test::TypeOf { is_equal, name });
        }
        if self.rest().starts_with('/') {
            return Ok(Test::Pattern { is_equal, pattern: Box::new(self.pattern()?) });
        }
        Ok(Test::Text { is_equal, text: self.literal()?.into_text() })
    }

    /// A text in quotes, a number, or a name.
    fn literal(&mut self) -> Result<Literal, String> {
        if let Some(quote @ ('"' | '\'')) = self.rest().chars().next() {
            return self.quoted(quote).map(Literal::Text);
        }
        let start = self.at;
        self.take_while(|character| character.is_ascii_digit() || character == '.');
        if self.at > start && self.rest().starts_with([' ', ']', '\t', '\n']) {
            let number = self.text[start..self.at].parse().map_err(|_| self.unexpected())?;
            return Ok(Literal::Number(number));
        }
        self.at = start;
        Ok(Literal::Text(self.path()?.join(".")))
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.at += 1;
        let mut text = String::new();
        let mut characters = self.rest().char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                _ if character == quote => {
                    self.at += offset + 1;
                    return Ok(text);
                }
                '\\' => match characters.next() {
                    Some((_, escaped)) => text.push(match escaped {
                        'b' => '\u{8}',
                        'f' => '\u{c}',
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        'v' => '\u{b}',
                        other => other,
                    }),
                    None => break,
                },
                _ => text.push(character),
            }
        }
        self.at = self.text.len();
        Err(self.unexpected())
    }

    fn pattern(&mut self) -> Result<Regex, String> {
        let start = self.at;
        self.at += 1;
        let mut in_class = false;
        let mut end = None;
        let mut characters = self.rest().char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                '\\' => drop(characters.next()),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => {
                    end = Some(offset);
                    break;
                }
                _ => {}
            }
        }
        let Some(end) = end else {
            self.at = self.text.len();
            return Err(self.unexpected());
        };
        // A slash is escaped in a literal, and needs no escape here.
        let source = self.rest()[..end].replace("\\/", "/");
        self.at += end + 1;
        let flags = self.take_while(|character| matches!(character, 'i' | 'm' | 's' | 'u'));
        RegexBuilder::new(&source)
            .case_insensitive(flags.contains('i'))
            .multi_line(flags.contains('m'))
            .dot_matches_new_line(flags.contains('s'))
            .size_limit(MAX_PATTERN)
            .build()
            .map_err(|error| format!("the regular expression at offset {start}: {error}"))
    }
}

fn one_or(mut several: Vec<Selector>, all: fn(Vec<Selector>) -> Selector) -> Selector {
    match several.pop() {
        Some(one) if several.is_empty() => one,
        Some(last) => {
            several.push(last);
            all(several)
        }
        None => all(several),
    }
}

fn is_name(character: char) -> bool {
    !matches!(
        character,
        ' ' | '\t'
            | '\r'
            | '\n'
            | '['
            | ']'
            | ','
            | '('
            | ')'
            | ':'
            | '#'
            | '!'
            | '='
            | '>'
            | '<'
            | '~'
            | '+'
            | '.'
            | '*'
            | '"'
            | '\''
    )
}
