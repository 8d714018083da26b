//! Titles of `each` cases in a project of Jest.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use verdict_sandbox::node_format;

use super::title;
use crate::inspect::outline;
use crate::value;

/// Letters after `%` that take a value.
const LETTERS: &str = "Odfijops";
/// Stands for a doubled percent sign until the words around it are replaced.
const ESCAPED: &str = "\u{0}";

/// Formats the title of a case as Jest does. `row` are the values that the function gets. `is_table` says whether all cases of the
/// table are lists, and `are_objects` whether all are objects.
///
/// # Errors
/// Errors that guest code throws when a value is converted to a string.
pub(super) fn format(
    template: &str,
    row: &[JsValue],
    index: usize,
    (is_table, are_objects): (bool, bool),
    context: &mut Context,
) -> JsResult<String> {
    let escaped = template.replace("%%", ESCAPED);
    let first = row.first().and_then(JsValue::as_object).filter(|_| !is_table && are_objects);
    if let Some(object) = first
        && placeholder(&escaped).is_none()
    {
        return Ok(variables(template, &object, index, context)?.replace("%%", "%"));
    }
    let escaped = escaped.replace("%#", &index.to_string()).replace("%$", &(index + 1).to_string());
    let (mut title, mut rest) = (String::new(), escaped.as_str());
    for value in row {
        let Some((at, letter)) = placeholder(rest) else { break };
        title.push_str(&rest[..at].replace(ESCAPED, "%"));
        // What a value says holds no words for the next one.
        title.push_str(&match letter {
            'p' => outline(value, context)?,
            letter => node_format(&format!("%{letter}"), std::slice::from_ref(value), context)?,
        });
        rest = &rest[at + 2..];
    }
    title.push_str(&rest.replace(ESCAPED, "%"));
    Ok(title)
}

/// The next word that takes a value: its position and letter.
fn placeholder(text: &str) -> Option<(usize, char)> {
    text.match_indices('%').find_map(|(at, _)| {
        let letter = text[at + 1..].chars().next().filter(|letter| LETTERS.contains(*letter))?;
        Some((at, letter))
    })
}

/// Replaces `$key.path` by what an object has there, and `$#` by the number of the case.
fn variables(title: &str, object: &JsObject, index: usize, context: &mut Context) -> JsResult<String> {
    let keys = value::own_enumerable_keys(object, context)?;
    let mut keys: Vec<String> = keys.iter().map(value::key_text).filter(|key| !key.is_empty()).collect();
    // The longest key that fits counts.
    keys.sort_by_key(|key| std::cmp::Reverse(key.len()));
    let mut output = String::new();
    let mut rest = title;
    while let Some(at) = rest.find('$') {
        output.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(key) = keys.iter().find(|key| rest.starts_with(key.as_str())) else {
            output.push('$');
            continue;
        };
        let is_word = |c: char| c == '.' || c == '_' || c.is_ascii_alphanumeric();
        let more = rest[key.len()..].find(|c| !is_word(c)).unwrap_or(rest.len() - key.len());
        let (path, after) = rest.split_at(key.len() + more);
        let found = at_path(object, path, context)?;
        output.push_str(&match found.is_object() {
            true => outline(&found, context)?,
            false => title::plain_text(&found, context)?,
        });
        rest = after;
    }
    output.push_str(rest);
    Ok(output.replacen("$#", &index.to_string(), 1))
}

/// The value at a path, or the last one before a key that is not there.
fn at_path(object: &JsObject, path: &str, context: &mut Context) -> JsResult<JsValue> {
    let mut found = JsValue::from(object.clone());
    for part in path.split('.') {
        let Some(object) = found.as_object() else { break };
        let key = PropertyKey::from(JsString::from(part));
        if part.is_empty() || !object.has_own_property(key.clone(), context)? {
            break;
        }
        found = object.get(key, context)?;
    }
    Ok(found)
}
