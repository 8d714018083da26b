//! The format of Vitest's snapshot files: `` exports[`name 1`] = `text`; ``.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The first line of a snapshot file of Jest.
pub(super) const JEST: &str = "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing";
/// The first line of one of Vitest.
pub(super) const VITEST: &str = "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html";

/// Parses a snapshot file. Text that is no entry is skipped; reading stops at an unterminated entry.
pub(super) fn read(text: &str) -> BTreeMap<String, String> {
    let mut entries = BTreeMap::new();
    let mut rest = text;
    while let Some(at) = rest.find("exports[`") {
        rest = &rest[at + "exports[`".len()..];
        let Some((key, after)) = literal(rest) else { break };
        let after = after.trim_start_matches(|char: char| char == ']' || char == '=' || char.is_whitespace());
        let Some((value, after)) = after.strip_prefix('`').and_then(literal) else { break };
        entries.insert(key, value);
        rest = after;
    }
    entries
}

/// Reads a template literal: its text, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut output = String::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '`' => return Some((output, &text[at + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => output.push('\n'),
                't' => output.push('\t'),
                'r' => output.push('\r'),
                '\n' => {}
                other => output.push(other),
            },
            // Template literals contain no carriage returns.
            '\r' => {
                if !text[at + 1..].starts_with('\n') {
                    output.push('\n');
                }
            }
            char => output.push(char),
        }
    }
    None
}

/// Writes a snapshot file.
pub(super) fn write(entries: &BTreeMap<String, String>, header: &str) -> String {
    let mut keys: Vec<&String> = entries.keys().collect();
    keys.sort_by(|a, b| natural(a, b));
    let mut output = format!("{header}\n");
    for key in keys {
        let value = entries.get(key).map(String::as_str).unwrap_or_default();
        output.push_str(&format!("\nexports[`{}`] = `{}`;\n", escaped(key), escaped(value)));
    }
    output
}

/// Escapes text for a template literal.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('`', "\\`").replace("${", "\\${")
}

/// The order of entries: numbers by value, lower case after upper case after other characters.
fn natural(a: &str, b: &str) -> Ordering {
    let (a, b) = (units(a), units(b));
    a.cmp(&b)
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Sign(u32),
    Number(u64),
    Letter(u32),
}

fn units(text: &str) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        units.push(if let Some(digit) = char.to_digit(10) {
            let mut number = u64::from(digit);
            while let Some(digit) = chars.peek().and_then(|char| char.to_digit(10)) {
                number = number.saturating_mul(10).saturating_add(u64::from(digit));
                chars.next();
            }
            Unit::Number(number)
        } else if char.is_ascii_alphabetic() || !char.is_ascii() {
            Unit::Letter(char.into())
        } else {
            Unit::Sign(char.into())
        });
    }
    units
}

#[cfg(test)]
mod tests {
    use super::{VITEST, read, write};

    #[test]
    fn what_is_written_is_read() {
        let text = "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\n\
                    exports[`a > b 1`] = `\n{\n  \"x\": \"\\`\\${y}\\\\\",\n}\n`;\n\nexports[`a > b 2`] = `1`;\n\n\
                    exports[`a > b 10`] = `2`;\n\nexports[`b 1`] = `\"c\"`;\n";
        let entries = read(text);
        assert_eq!(entries.get("a > b 1").map(String::as_str), Some("\n{\n  \"x\": \"`${y}\\\",\n}\n"));
        assert_eq!(entries.len(), 4);
        assert_eq!(write(&entries, VITEST), text);
    }

    #[test]
    fn what_is_broken_is_passed_over() {
        assert!(read("").is_empty());
        assert!(read("exports[`a").is_empty());
        assert!(read("exports[`a`] = ").is_empty());
        assert_eq!(read("exports[`a`] = `1`;\r\nexports[`b`] = `2").len(), 1);
        assert_eq!(read("exports[`a`] = `\r\n1\r\n`;").get("a").map(String::as_str), Some("\n1\n"));
    }
}
