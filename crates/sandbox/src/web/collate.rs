//! `localeCompare` in root collation order for Latin text; the engine compares code units. Letters of other
//! scripts follow, by code point.

use std::cmp::Ordering;

use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};
use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::native::{argument, replace_method};

/// Characters that are neither letters nor digits, in order.
const SIGNS: &str =
    "\t\n\u{b}\u{c}\r\u{85}\u{2028}\u{2029} _-‐–—,;:!¡?¿.…'‘’\"“”«»()[]{}§¶@*/\\&#%`´^¯¨°©®+±÷×<=>|¦~¤¢$£¥€";

/// Adds the method to a realm's intrinsics.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let string: JsValue = context.intrinsics().constructors().string().prototype().into();
    replace_method(&string, "localeCompare", 1, locale_compare, context)
}

/// Options of `Intl.Collator` that decide which differences count.
struct Options {
    numeric: bool,
    accents: bool,
    cases: bool,
    upper_first: bool,
    signs: bool,
}

fn locale_compare(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if this.is_null_or_undefined() {
        let message = "String.prototype.localeCompare called on null or undefined";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let (left, right) = (this.to_string(context)?, argument(args, 0).to_string(context)?);
    let options = options(&argument(args, 2), context)?;
    let (left, right) = (left.to_std_string_lossy(), right.to_std_string_lossy());
    Ok(match compare(&left, &right, &options) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
    .into())
}

fn options(value: &JsValue, context: &mut Context) -> JsResult<Options> {
    let mut options = Options { numeric: false, accents: true, cases: true, upper_first: false, signs: true };
    let Some(object) = value.as_object() else { return Ok(options) };
    options.numeric = object.get(JsString::from("numeric"), context)?.to_boolean();
    options.signs = !object.get(JsString::from("ignorePunctuation"), context)?.to_boolean();
    let mut text = |key: &str| -> JsResult<Option<String>> {
        let value = object.get(JsString::from(key), context)?;
        if value.is_undefined() {
            Ok(None)
        } else {
            value.to_string(context).map(|text| Some(text.to_std_string_lossy()))
        }
    };
    options.upper_first = text("caseFirst")?.as_deref() == Some("upper");
    match text("sensitivity")?.as_deref() {
        Some("base") => (options.accents, options.cases) = (false, false),
        Some("accent") => options.cases = false,
        Some("case") => options.accents = false,
        None | Some("variant") => {}
        Some(other) => {
            let message =
                format!("Value {other} out of range for Intl.Collator options property sensitivity");
            return Err(JsNativeError::range().with_message(message).into());
        }
    }
    Ok(options)
}

/// A letter, digit or sign: its base, its accent, and whether it is upper case.
#[derive(Debug, PartialEq)]
struct Element {
    base: (u8, u64),
    accents: Vec<char>,
    upper: bool,
}

fn compare(left: &str, right: &str, options: &Options) -> Ordering {
    let (left, right) = (elements(left, options), elements(right, options));
    let mut order = left.iter().map(|e| e.base).cmp(right.iter().map(|e| e.base));
    if options.accents {
        order = order.then_with(|| left.iter().map(|e| &e.accents).cmp(right.iter().map(|e| &e.accents)));
    }
    if options.cases {
        let upper = |element: &Element| element.upper != options.upper_first;
        order = order.then_with(|| left.iter().map(upper).cmp(right.iter().map(upper)));
    }
    order
}

fn elements(text: &str, options: &Options) -> Vec<Element> {
    let text = DecomposingNormalizerBorrowed::new_nfd().normalize(text);
    let mut found: Vec<Element> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if ('\u{300}'..='\u{36f}').contains(&c) {
            if let Some(last) = found.last_mut() {
                last.accents.push(c);
            }
            continue;
        }
        if let Some(digit) = c.to_digit(10) {
            let mut value = u64::from(digit);
            while let Some(next) = chars.peek().and_then(|c| c.to_digit(10)).filter(|_| options.numeric) {
                value = value.saturating_mul(10).saturating_add(u64::from(next));
                chars.next();
            }
            found.push(Element { base: (1, value), accents: Vec::new(), upper: false });
            continue;
        }
        if let Some(at) = SIGNS.chars().position(|sign| sign == c) {
            if options.signs {
                found.push(Element { base: (0, at as u64), accents: Vec::new(), upper: false });
            }
            continue;
        }
        if c.is_control() {
            continue;
        }
        if !c.is_alphabetic() {
            if options.signs {
                found.push(Element {
                    base: (0, 1000 + u64::from(u32::from(c))),
                    accents: Vec::new(),
                    upper: false,
                });
            }
            continue;
        }
        let upper = c.is_uppercase();
        let lower = c.to_lowercase().next().unwrap_or(c);
        // Letters that count as two, or have a stroke.
        let (bases, accents): (&str, &[char]) = match lower {
            'ß' => ("ss", &['ß']),
            'æ' => ("ae", &['æ']),
            'œ' => ("oe", &['œ']),
            'ø' => ("o", &['\u{338}']),
            'đ' | 'ð' => ("d", &['\u{335}']),
            'ł' => ("l", &['\u{335}']),
            _ => ("", &[]),
        };
        if bases.is_empty() {
            found.push(Element { base: (2, u64::from(u32::from(lower))), accents: Vec::new(), upper });
        }
        for base in bases.chars() {
            let base = (2, u64::from(u32::from(base)));
            found.push(Element { base, accents: accents.to_vec(), upper });
        }
    }
    found
}
