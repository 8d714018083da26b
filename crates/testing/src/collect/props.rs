//! Finds the test context properties that a function destructures in its parameters: `({ db, user }) => …`.

use boa_engine::{Context, JsError, JsObject, JsResult, JsValue};

use crate::intrinsics::Intrinsics;
use crate::state::State;
use crate::value;

/// Why the properties cannot be determined.
#[derive(Debug, PartialEq, Eq)]
enum Unreadable {
    /// The parameter is no object pattern; with its text.
    NoPattern(String),
    /// The pattern has a rest element; with its text.
    Rest(String),
}

/// The names that a function destructures from its parameter at `index`, in order.
///
/// # Errors
/// A parameter that is no object pattern or has a rest element, with Vitest's message. `suite_hook` adds
/// Vitest's note on suite hooks.
pub(crate) fn used(
    function: &JsObject,
    index: usize,
    suite_hook: bool,
    context: &mut Context,
) -> JsResult<Vec<String>> {
    let to_string = Intrinsics::of(context).function_to_string.clone();
    let source = to_string.call(&function.clone().into(), &[], context)?;
    let source = source.as_string().map(|source| value::text(&source)).unwrap_or_default();
    match names(&source, index) {
        Ok(names) => Ok(names),
        Err(why) => Err(refuse(&why, index, suite_hook, context)),
    }
}

fn refuse(why: &Unreadable, index: usize, suite_hook: bool, context: &mut Context) -> JsError {
    let ordinal = |index: usize| match index {
        0 => "1st",
        1 => "2nd",
        _ => "3rd",
    };
    let message = match why {
        Unreadable::NoPattern(received) => {
            let more = if suite_hook {
                format!(
                    " If you used internal \"suite\" task as the {} argument previously, access it in the {} \
                     argument instead.",
                    ordinal(index),
                    ordinal(index + 1)
                )
            } else {
                String::new()
            };
            format!(
                "The {} argument inside a fixture must use object destructuring pattern, e.g. \
                 ({{ task }} => {{}}). Instead, received \"{received}\".{more}",
                ordinal(index)
            )
        }
        Unreadable::Rest(received) => {
            format!("Rest parameters are not supported in fixtures, received \"{received}\".")
        }
    };
    named("FixtureParseError", &message, context)
}

/// An error with Vitest's name and message.
pub(crate) fn named(name: &str, message: &str, context: &mut Context) -> JsError {
    match State::of(context).plain_error(name, message, context) {
        Ok(error) => JsError::from_opaque(JsValue::from(error)),
        Err(error) => error,
    }
}

fn names(source: &str, index: usize) -> Result<Vec<String>, Unreadable> {
    let source = without_comments(source);
    let Some(parameters) = parameters(&source) else { return Ok(Vec::new()) };
    let arguments = split(parameters);
    let Some(argument) = arguments.get(index) else { return Ok(Vec::new()) };
    let pattern = argument.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let Some(pattern) = pattern else { return Err(Unreadable::NoPattern(argument.clone())) };
    let pattern: String = pattern.chars().filter(|char| !char.is_whitespace()).collect();
    let names: Vec<String> = split(&pattern)
        .iter()
        .map(|part| part.split([':', '=']).next().unwrap_or_default().to_owned())
        .collect();
    match names.last().filter(|last| last.starts_with("...")) {
        Some(rest) => Err(Unreadable::Rest(rest.clone())),
        None => Ok(names),
    }
}

/// The text in the first outermost parentheses; `None` for `x => …`.
fn parameters(source: &str) -> Option<&str> {
    let open = source.find('(')?;
    // In `x => f(x)` the parentheses follow the arrow.
    if source.find("=>").is_some_and(|arrow| arrow < open) {
        return None;
    }
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, char) in source[open..].char_indices() {
        match (quote, char) {
            (Some(mark), char) if mark == char => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(char),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth -= 1;
                if depth == 0 {
                    return source.get(open + 1..open + at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Splits at commas outside brackets; parts are trimmed, empty ones omitted.
fn split(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut depth = 0_usize;
    for char in text.chars() {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(char);
    }
    parts.push(part);
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

fn without_comments(source: &str) -> String {
    let mut output = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(['/', '"', '\'', '`']) {
        output.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            let quote = rest.chars().next().filter(|char| *char != '/');
            let end = match quote.and_then(|quote| rest[1..].find(quote)) {
                Some(end) => end + 2,
                None => 1,
            };
            output.push_str(&rest[..end]);
            end
        };
        rest = &rest[end..];
    }
    output.push_str(rest);
    output
}

#[cfg(test)]
mod tests {
    use super::{Unreadable, names};

    #[test]
    fn names_of_a_pattern() {
        for (source, index, expected) in [
            ("({ a, b }) => {}", 0, vec!["a", "b"]),
            ("async ({ a: { x, y }, b = f(1, 2), }) => {}", 0, vec!["a", "b"]),
            ("async function t({ a /* , c */ }, use) {}", 0, vec!["a"]),
            ("(item, { a }) => {}", 1, vec!["a"]),
            ("() => {}", 0, vec![]),
            ("async f({}, use) { g({ b }) }", 0, vec![]),
            ("({ a = ')' }) => {}", 0, vec!["a"]),
            ("x => f({ a })", 0, vec![]),
        ] {
            let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            assert_eq!(names(source, index), Ok(expected), "{source}");
        }
        assert_eq!(names("(ctx) => {}", 0), Err(Unreadable::NoPattern("ctx".to_owned())));
        assert_eq!(names("({ a, ...b }) => {}", 0), Err(Unreadable::Rest("...b".to_owned())));
    }
}
