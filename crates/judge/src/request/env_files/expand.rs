//! Expands references to other variables, as `dotenv-expand` does.

use std::collections::BTreeSet;

use super::Variables;

/// Maximum number of references that one value expands, and maximum size of the result in bytes. Values that
/// refer to each other could grow without end.
const MOST: usize = 1_000;
const MOST_BYTES: usize = 64 << 10;

/// Replaces `$NAME`, `${NAME}`, `${NAME:-default}` and `${NAME:+other}` in each value, in order.
pub(super) fn expand(variables: &mut Variables) {
    for index in 0..variables.len() {
        let value = expanded(&variables[index].1, variables);
        variables[index].1 = value.replace("\\$", "$");
    }
}

fn expanded(value: &str, variables: &Variables) -> String {
    let mut result = value.to_owned();
    let mut seen = BTreeSet::new();
    for _ in 0..MOST {
        let Some((start, end, expression)) = reference(&result) else { return result };
        seen.insert(result.clone());
        let operator =
            [":+", "+", ":-", "-"].into_iter().filter_map(|one| Some((expression.find(one)?, one)));
        // The first in the text; of two at the same place, the longer one.
        let operator = operator.min_by_key(|(at, one)| (*at, std::cmp::Reverse(one.len())));
        let (name, operator, rest) = match operator {
            Some((at, one)) => (&expression[..at], one, &expression[at + one.len()..]),
            None => (expression, "", ""),
        };
        let known = variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let known = known.filter(|value| !value.is_empty());
        let (value, default) = match (operator, known) {
            (":+" | "+", None) => (None, ""),
            (":+" | "+", Some(_)) => (None, rest),
            (_, known) => (known, rest),
        };
        let text = value.filter(|value| !seen.contains(*value)).unwrap_or(default);
        let next = format!("{}{text}{}", &result[..start], &result[end..]);
        let is_own = known.is_some_and(|value| value == next);
        result = next;
        if is_own || result.len() > MOST_BYTES {
            break;
        }
    }
    result.truncate(
        (0..=MOST_BYTES.min(result.len())).rev().find(|at| result.is_char_boundary(*at)).unwrap_or(0),
    );
    result
}

/// The first reference that no backslash precedes: its start, its end, and what is between.
fn reference(text: &str) -> Option<(usize, usize, &str)> {
    for (start, _) in text.match_indices('$') {
        if text[..start].ends_with('\\') {
            continue;
        }
        let rest = &text[start + 1..];
        if let Some(inner) = rest.strip_prefix('{')
            && let Some(end) = inner.find(['{', '}'])
            && end > 0
            && inner[end..].starts_with('}')
        {
            return Some((start, start + 2 + end + 1, &inner[..end]));
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if end > 0 && !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Some((start, start + 1 + end, &rest[..end]));
        }
    }
    None
}
