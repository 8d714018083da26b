//! `String.prototype.replaceAll` of a string.

use boa_engine::{Context, JsResult, JsString, JsValue};

use super::builder::TextBuilder;
use super::find::Needle;
use crate::boa_fixes::guards::{deeper, original};
use crate::native::argument;

pub(super) fn replace_all(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    deeper(context, |context| {
        // A pattern defines its own method.
        if argument(args, 0).is_object() {
            return original("String.replaceAll", context)?.call(this, args, context);
        }
        let text = this.require_object_coercible()?.to_string(context)?;
        let wanted = argument(args, 0).to_string(context)?;
        let given = argument(args, 1);
        let function = given.as_callable();
        let given = if function.is_some() { JsString::default() } else { given.to_string(context)? };
        let needle = Needle::new(&text, &wanted);
        let mut made = TextBuilder::new(context)?;
        let (mut copied, mut from) = (0, 0);
        while let Some(at) = needle.find(from) {
            made.push(text.slice(copied, at).as_str())?;
            match &function {
                Some(function) => {
                    let told = [wanted.clone().into(), JsValue::from(at), text.clone().into()];
                    let by = function.call(&JsValue::undefined(), &told, context)?.to_string(context)?;
                    made.push(by.as_str())?;
                }
                None => substitute(&mut made, &given, &text, (at, at + wanted.len()))?,
            }
            copied = at + wanted.len();
            from = at + wanted.len().max(1);
        }
        made.push(text.slice(copied, text.len()).as_str())?;
        Ok(made.finish()?.into())
    })
}

/// `GetSubstitution` of the specification, without captures.
fn substitute(
    made: &mut TextBuilder,
    given: &JsString,
    text: &JsString,
    (start, end): (usize, usize),
) -> JsResult<()> {
    const DOLLAR: u16 = b'$' as u16;
    let units: Vec<u16> = given.to_vec();
    let mut copied = 0;
    let mut at = 0;
    while let Some(offset) = units[at..].iter().position(|unit| *unit == DOLLAR) {
        let dollar = at + offset;
        let by = match units.get(dollar + 1).and_then(|unit| u8::try_from(*unit).ok()) {
            Some(b'$') => given.slice(dollar, dollar + 1),
            Some(b'&') => text.slice(start, end),
            Some(b'`') => text.slice(0, start),
            Some(b'\'') => text.slice(end, text.len()),
            _ => {
                at = dollar + 1;
                continue;
            }
        };
        made.push(given.slice(copied, dollar).as_str())?;
        made.push(by.as_str())?;
        at = dollar + 2;
        copied = at;
    }
    made.push(given.slice(copied, given.len()).as_str())
}
