//! Titles of `each`: printf directives and `$property`.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue};

use crate::inspect::{display, inspect, number_text};
use crate::intrinsics::Intrinsics;
use crate::value;

/// The title of one case. `%s %d %i %f %j %o %O %c` take the next item, `%#` and `%$` are the index from 0 and
/// from 1, `%%` is a percent sign, `$a.b` is a property of an object case and `$0` an item.
///
/// # Errors
/// Guest code that makes text of an item.
pub(crate) fn format(
    template: &str,
    items: &[JsValue],
    index: usize,
    context: &mut Context,
) -> JsResult<String> {
    let mut output = String::new();
    let mut next = items.iter();
    let mut rest = template;
    while let Some(at) = rest.find(['%', '$']) {
        output.push_str(&rest[..at]);
        let sign = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        if sign == b'$' {
            let length = rest.find(|char: char| !(char.is_alphanumeric() || "_.$".contains(char)));
            let (name, after) = rest.split_at(length.unwrap_or(rest.len()));
            match property(name, items, context)? {
                Some(found) => {
                    output.push_str(&display(&found, context)?);
                    rest = after;
                }
                None => output.push('$'),
            }
            continue;
        }
        let Some(directive) = rest.chars().next() else {
            output.push('%');
            break;
        };
        let known = match directive {
            '%' => Some("%".to_owned()),
            '#' => Some(index.to_string()),
            '$' => Some((index + 1).to_string()),
            's' | 'd' | 'i' | 'f' | 'j' | 'o' | 'O' | 'c' => match next.next() {
                Some(item) => Some(directive_text(directive, item, context)?),
                None => None,
            },
            _ => None,
        };
        match known {
            Some(text) => {
                output.push_str(&text);
                rest = &rest[directive.len_utf8()..];
            }
            None => output.push('%'),
        }
    }
    output.push_str(rest);
    Ok(output)
}

fn directive_text(directive: char, item: &JsValue, context: &mut Context) -> JsResult<String> {
    if let Some(big) = item.as_bigint()
        && "sdi".contains(directive)
    {
        return Ok(format!("{big}n"));
    }
    Ok(match directive {
        's' => match item.as_object() {
            Some(object) => {
                let to_string = object.get(boa_engine::js_string!("toString"), context)?;
                let root = context.intrinsics().constructors().object().prototype();
                let inherited = root.get(boa_engine::js_string!("toString"), context)?;
                match to_string.as_callable() {
                    Some(function) if !JsValue::strict_equals(&to_string, &inherited) => {
                        value::text(&function.call(item, &[], context)?.to_string(context)?)
                    }
                    _ => inspect(item, context)?,
                }
            }
            None => match item.as_number() {
                Some(number) => number_text(number),
                None => super::arguments::name(item, context)?,
            },
        },
        'd' if item.is_symbol() => "NaN".to_owned(),
        'd' => number_text(item.to_number(context)?),
        'i' | 'f' => {
            let text = super::arguments::name(item, context)?;
            let number = leading_number(text.trim_start(), directive == 'f');
            match number {
                Some(number)
                    if item.as_number().is_some_and(|item| item == 0.0 && item.is_sign_negative()) =>
                {
                    format!("-{}", number_text(number))
                }
                Some(number) => number_text(number),
                None => "NaN".to_owned(),
            }
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
        _ => inspect(item, context)?,
    })
}

/// `parseInt` and `parseFloat` of a decimal text.
fn leading_number(text: &str, fraction: bool) -> Option<f64> {
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

/// A property of an object case by a dotted name, or an item by its number. `None` if the case has neither.
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
