//! Titles of `each` cases: printf directives and `$property`.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use crate::inspect::{display, inspect_whole, number_text};
use crate::intrinsics::Intrinsics;
use crate::value;

/// Formats the title of a case as Vitest does. `%s %d %i %f %j %o %O %c` consume the next item. `%#` and `%$`
/// are the index from 0 and from 1. `$a.b` is a property of an object case and `$0` an item.
///
/// # Errors
/// Errors that guest code throws when an item is converted to a string.
pub(crate) fn format(
    template: &str,
    items: &[JsValue],
    index: usize,
    context: &mut Context,
) -> JsResult<String> {
    let template = numbered(template, index);
    let count = template.matches('%').count();
    let mut output = String::new();
    let (mut taken, mut floats) = (0, 0);
    let mut rest = template.as_str();
    while let Some((at, directive)) = directive(rest) {
        attributes(&rest[..at], items, &mut output, context)?;
        rest = &rest[at + 2..];
        if taken >= count {
            output.push('%');
            output.push(directive);
            continue;
        }
        let item = items.get(taken).cloned().unwrap_or_default();
        taken += 1;
        if directive == 'f' {
            // The sign of a zero is taken from the item at the directive's index.
            let signed = items.get(floats).and_then(JsValue::as_number);
            if signed.is_some_and(|number| number == 0.0 && number.is_sign_negative()) {
                output.push('-');
            }
            floats += 1;
        }
        output.push_str(&directive_text(directive, &item, context)?);
    }
    attributes(rest, items, &mut output, context)?;
    Ok(output)
}

/// Replaces `%#` and `%$`; a doubled percent sign stays.
fn numbered(template: &str, index: usize) -> String {
    let mut output = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('%') {
        output.push_str(&rest[..at]);
        let (text, length) = match rest.as_bytes().get(at + 1) {
            Some(b'%') => ("%%".to_owned(), 2),
            Some(b'#') => (index.to_string(), 2),
            Some(b'$') => ((index + 1).to_string(), 2),
            _ => ("%".to_owned(), 1),
        };
        output.push_str(&text);
        rest = &rest[at + length..];
    }
    output.push_str(rest);
    output
}

/// The next directive: its position and letter.
fn directive(text: &str) -> Option<(usize, char)> {
    text.match_indices('%').find_map(|(at, _)| {
        let letter = text[at + 1..].chars().next().filter(|letter| "sdjifoOc%".contains(*letter))?;
        Some((at, letter))
    })
}

/// Text between directives, with `$name` replaced.
fn attributes(text: &str, items: &[JsValue], output: &mut String, context: &mut Context) -> JsResult<()> {
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        output.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let length = rest.find(|char: char| !(char.is_ascii_alphanumeric() || "_.$".contains(char)));
        let (name, after) = rest.split_at(length.unwrap_or(rest.len()));
        match property(name, items, context)? {
            Some(found) => output.push_str(&display(&found, context)?),
            None => {
                output.push('$');
                output.push_str(name);
            }
        }
        rest = after;
    }
    output.push_str(rest);
    Ok(())
}

/// What a printf directive makes of a value.
///
/// # Errors
/// Errors of [`format()`].
pub(super) fn directive_text(directive: char, item: &JsValue, context: &mut Context) -> JsResult<String> {
    if let Some(big) = item.as_bigint()
        && "sdi".contains(directive)
    {
        return Ok(format!("{big}n"));
    }
    Ok(match directive {
        // It consumes an item and prints it after the percent sign.
        '%' if item.is_object() => format!("% {}", inspect_whole(item, context)?),
        '%' => format!("% {}", plain_text(item, context)?),
        's' => match item.as_object().filter(|object| !object.is_callable()) {
            Some(object) => {
                let to_string = object.get(boa_engine::js_string!("toString"), context)?;
                let root = context.intrinsics().constructors().object().prototype();
                let inherited = root.get(boa_engine::js_string!("toString"), context)?;
                match to_string.as_callable() {
                    Some(function) if !JsValue::strict_equals(&to_string, &inherited) => {
                        value::text(&function.call(item, &[], context)?.to_string(context)?)
                    }
                    _ => inspect_whole(item, context)?,
                }
            }
            None => match item.as_number() {
                Some(number) => number_text(number),
                None => plain_text(item, context)?,
            },
        },
        'd' if item.is_symbol() => "NaN".to_owned(),
        'd' => number_text(item.to_number(context)? + 0.0),
        'i' | 'f' => {
            let text = plain_text(item, context)?;
            leading_number(text.trim_start(), directive == 'f').map_or("NaN".to_owned(), |number| {
                // The text of `-0` has no sign.
                number_text(number + 0.0)
            })
        }
        'j' => {
            let stringify = Intrinsics::of(context).json_stringify.clone();
            match stringify.call(&JsValue::undefined(), std::slice::from_ref(item), context) {
                Ok(json) => {
                    json.as_string().map_or_else(|| "undefined".to_owned(), |json| value::text(&json))
                }
                Err(error) if error.as_engine().is_none() => "[Circular]".to_owned(),
                Err(error) => return Err(error),
            }
        }
        'c' => String::new(),
        _ => inspect_whole(item, context)?,
    })
}

/// `String(value)`.
pub(super) fn plain_text(item: &JsValue, context: &mut Context) -> JsResult<String> {
    if let Some(function) = item.as_callable() {
        let to_string = Intrinsics::of(context).function_to_string.clone();
        return Ok(value::text(&to_string.call(&function.into(), &[], context)?.to_string(context)?));
    }
    if item.as_symbol().is_some() {
        return super::arguments::name(item, context);
    }
    Ok(value::text(&item.to_string(context)?))
}

/// `parseInt` or `parseFloat` of a decimal text.
fn leading_number(text: &str, fraction: bool) -> Option<f64> {
    for (name, number) in [("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)] {
        if fraction && text.starts_with(name) {
            return Some(number);
        }
    }
    let end = |text: &str| {
        let mut seen_dot = false;
        let mut seen_exponent = false;
        let mut previous = ' ';
        let stop = text.char_indices().find(|(index, char)| {
            let known = match char {
                '0'..='9' => true,
                '+' | '-' => *index == 0 || (fraction && matches!(previous, 'e' | 'E')),
                '.' if fraction && !seen_dot && !seen_exponent => {
                    seen_dot = true;
                    true
                }
                'e' | 'E' if fraction && !seen_exponent && previous.is_ascii_digit() => {
                    seen_exponent = true;
                    true
                }
                _ => false,
            };
            previous = *char;
            !known
        });
        stop.map_or(text.len(), |(index, _)| index)
    };
    let mut number = &text[..end(text)];
    while !number.is_empty() {
        if let Ok(number) = number.parse::<f64>() {
            return Some(number);
        }
        number = &number[..number.len() - 1];
    }
    None
}

/// A property of an object case by its dotted name, or an item by its number. `None` if the case has neither.
fn property(name: &str, items: &[JsValue], context: &mut Context) -> JsResult<Option<JsValue>> {
    if name.is_empty() {
        return Ok(None);
    }
    let first = items.first().and_then(JsValue::as_object);
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let object = match first {
        Some(object) if !value::is_array(&object, context)? => Some(object),
        _ => None,
    };
    if let Some(object) = &object
        && let Some(found) = path(object, name, context)?
    {
        return Ok(Some(found));
    }
    if is_number {
        let item = name.parse::<usize>().ok().and_then(|index| items.get(index)).cloned();
        return Ok(Some(item.unwrap_or_default()));
    }
    Ok(object.map(|_| JsValue::undefined()))
}

fn path(object: &JsObject, name: &str, context: &mut Context) -> JsResult<Option<JsValue>> {
    let mut current = JsValue::from(object.clone());
    for part in name.split('.') {
        let Some(object) = current.as_object() else { return Ok(None) };
        let key = PropertyKey::from(JsString::from(part));
        if !object.has_property(key.clone(), context)? {
            return Ok(None);
        }
        current = object.get(key, context)?;
    }
    Ok(Some(current))
}
