//! The relaxed JSON of comments: `no-alert: 2, quotes: [error, single]`.

use serde_json::{Map, Number, Value};

/// How deep lists and objects may nest.
const MAX_DEPTH: usize = 32;

/// Parses the members of an object, without braces around them.
pub(super) fn object(text: &str) -> Result<Map<String, Value>, String> {
    let mut parser = Parser { rest: text };
    let map = parser.members(None, MAX_DEPTH)?;
    Ok(map)
}

struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, char: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(char) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn unexpected(&self) -> String {
        match self.rest.chars().next() {
            Some(char) => format!("Unexpected token '{char}'"),
            None => "Unexpected end of input".to_owned(),
        }
    }

    /// Members up to a closing brace, or the end of the text.
    fn members(&mut self, close: Option<char>, depth: usize) -> Result<Map<String, Value>, String> {
        let mut map = Map::new();
        loop {
            while self.eat(',') {}
            match close {
                Some(close) if self.eat(close) => return Ok(map),
                None if self.rest.is_empty() => return Ok(map),
                _ => {}
            }
            let key = match self.value(":", depth)? {
                Value::String(key) => key,
                value => value.to_string(),
            };
            if !self.eat(':') {
                // V8's words for a text that is no JSON either.
                return Err("Expected property name or '}' in JSON at position 1".to_owned());
            }
            let value = self.value("", depth)?;
            map.insert(key, value);
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, String> {
        let mut list = Vec::new();
        loop {
            while self.eat(',') {}
            if self.eat(']') {
                return Ok(Value::Array(list));
            }
            list.push(self.value("", depth)?);
        }
    }

    /// A value; a bare word ends at white space, a delimiter, or one of `ends`.
    fn value(&mut self, ends: &str, depth: usize) -> Result<Value, String> {
        let below = depth.checked_sub(1).ok_or("it nests too deeply")?;
        if self.eat('[') {
            return self.list(below);
        }
        if self.eat('{') {
            return self.members(Some('}'), below).map(Value::Object);
        }
        for quote in ['"', '\''] {
            if self.eat(quote) {
                return self.quoted(quote);
            }
        }
        let is_end = |char: char| char.is_whitespace() || ",[]{}".contains(char) || ends.contains(char);
        let end = self.rest.find(is_end).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.unexpected());
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            word => match word.parse::<Number>() {
                Ok(number) => Value::Number(number),
                Err(_) => Value::from(word),
            },
        })
    }

    fn quoted(&mut self, quote: char) -> Result<Value, String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices();
        while let Some((at, char)) = chars.next() {
            match char {
                char if char == quote => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(Value::String(text));
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, char)) => text.push(char),
                    None => break,
                },
                char => text.push(char),
            }
        }
        Err("Unterminated string".to_owned())
    }
}
