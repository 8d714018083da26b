//! `JSON.parse`.

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::string::JsStrVariant;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue};

use super::read::{Reader, Unit};
use super::syntax::SyntaxFault;
use crate::boa_fixes::guards::deeper;
use crate::host::Host;
use crate::native::{argument, host};

/// Number of values between two checks of the memory limit.
const LOOK: usize = 4096;

/// Approximate bytes per value, beyond its text.
const BYTES: usize = 64;

pub(super) fn parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?;
    let parsed = parse_text(&text, context);
    match argument(args, 1).as_callable() {
        Some(reviver) => {
            let parsed = parsed?;
            deeper(context, |context| super::revive::revive(parsed, &reviver, context))
        }
        None => parsed,
    }
}

/// Parses a text.
///
/// # Errors
/// V8's `SyntaxError` for invalid JSON, or an exceeded memory limit.
pub(crate) fn parse_text(text: &JsString, context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    let parsed = match text.variant() {
        JsStrVariant::Latin1(units) => document(Reader::new(units), &host, context),
        JsStrVariant::Utf16(units) => document(Reader::new(units), &host, context),
    };
    parsed.map_err(|failure| match failure {
        Failure::Syntax(fault) => JsNativeError::syntax().with_message(fault.message(text)).into(),
        Failure::Stopped(error) => error,
    })
}

enum Failure {
    Syntax(SyntaxFault),
    Stopped(JsError),
}

impl From<SyntaxFault> for Failure {
    fn from(fault: SyntaxFault) -> Failure {
        Failure::Syntax(fault)
    }
}

/// A value that is not complete.
enum Open {
    Array(Vec<JsValue>),
    /// An object, with the key of the next value.
    Object(JsObject, PropertyKey),
}

fn document<U: Unit>(
    mut reader: Reader<'_, U>,
    host: &Host,
    context: &mut Context,
) -> Result<JsValue, Failure> {
    let mut open: Vec<Open> = Vec::new();
    let mut count = 0_usize;
    loop {
        count += 1;
        if count.is_multiple_of(LOOK) {
            host.room((LOOK * BYTES) as u64).map_err(Failure::Stopped)?;
        }
        reader.skip_blanks();
        let mut value = match u8::try_from(reader.peek()).unwrap_or(0) {
            b'{' => {
                reader.at += 1;
                reader.skip_blanks();
                let object = JsObject::with_object_proto(context.intrinsics());
                if !reader.take(b'}') {
                    let key = key(&mut reader, true)?;
                    open.push(Open::Object(object, key));
                    continue;
                }
                object.into()
            }
            b'[' => {
                reader.at += 1;
                reader.skip_blanks();
                if !reader.take(b']') {
                    open.push(Open::Array(Vec::new()));
                    continue;
                }
                JsArray::from_iter([], context).into()
            }
            b'"' => {
                reader.at += 1;
                reader.text()?.into()
            }
            b'-' | b'0'..=b'9' => reader.number()?,
            b't' => reader.word("true").map(|()| JsValue::from(true))?,
            b'f' => reader.word("false").map(|()| JsValue::from(false))?,
            b'n' => reader.word("null").map(|()| JsValue::null())?,
            _ => return Err(reader.unexpected().into()),
        };
        // The containers that this value may complete.
        loop {
            reader.skip_blanks();
            match open.pop() {
                None if reader.is_at_end() => return Ok(value),
                None => return Err(reader.fault("Unexpected non-whitespace character after JSON").into()),
                Some(Open::Array(mut items)) => {
                    items.push(value);
                    if reader.take(b',') {
                        open.push(Open::Array(items));
                        break;
                    }
                    if !reader.take(b']') {
                        return Err(reader.fault("Expected ',' or ']' after array element in JSON").into());
                    }
                    value = JsArray::from_iter(items, context).into();
                }
                Some(Open::Object(object, of)) => {
                    let descriptor =
                        PropertyDescriptor::builder().value(value).writable(true).enumerable(true);
                    object.insert_property(of, descriptor.configurable(true));
                    if reader.take(b',') {
                        reader.skip_blanks();
                        let key = key(&mut reader, false)?;
                        open.push(Open::Object(object, key));
                        break;
                    }
                    if !reader.take(b'}') {
                        return Err(reader.fault("Expected ',' or '}' after property value in JSON").into());
                    }
                    value = object.into();
                }
            }
        }
    }
}

/// Reads a property's key and the colon after it.
fn key<U: Unit>(reader: &mut Reader<'_, U>, is_first: bool) -> Result<PropertyKey, SyntaxFault> {
    if !reader.take(b'"') {
        let missing = if is_first {
            "Expected property name or '}' in JSON"
        } else {
            "Expected double-quoted property name in JSON"
        };
        return Err(reader.fault(missing));
    }
    let key = reader.key()?;
    reader.skip_blanks();
    if !reader.take(b':') {
        // For the first key, V8 says what it expects.
        return Err(if is_first {
            reader.fault("Expected ':' after property name in JSON")
        } else {
            reader.unexpected()
        });
    }
    Ok(key)
}
