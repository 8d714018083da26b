//! Conversion of `Uint8Array` to and from base64 and hexadecimal, as in ECMA-262 (`sec-frombase64`,
//! `sec-fromhex`).

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::ObjectInitializer;
use boa_engine::object::builtins::JsUint8Array;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue};

use super::bytes::{bytes_of, span, uint8_array};
use crate::boa_fixes::guards::check_length;
use crate::native::{argument, replace_method};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const NO_BASE64: &str = "Found a character that cannot be part of a valid base64 string.";
const NO_HEX: &str = "Input string must contain hex characters in even length";
const ENDS_EARLY: &str = "The base64 input terminates with a single character, excluding padding (=).";
const MORE_BITS: &str = "The base64 input terminates with non-zero padding bits.";

/// How to treat an incomplete last chunk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastChunk {
    Loose,
    Strict,
    StopBeforePartial,
}

/// The number of units read, the decoded bytes, and the error that stopped reading.
struct Read {
    units: usize,
    bytes: Vec<u8>,
    error: Option<&'static str>,
}

pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let array = context.intrinsics().constructors().typed_uint8_array();
    let (constructor, prototype) = (array.constructor().into(), array.prototype().into());
    let methods: [(&JsValue, &str, usize, NativeFunctionPointer); 6] = [
        (&constructor, "fromBase64", 1, from_base64),
        (&constructor, "fromHex", 1, from_hex),
        (&prototype, "setFromBase64", 1, set_from_base64),
        (&prototype, "setFromHex", 1, set_from_hex),
        (&prototype, "toBase64", 0, to_base64),
        (&prototype, "toHex", 0, to_hex),
    ];
    for (target, name, length, native) in methods {
        replace_method(target, name, length, native, context)?;
    }
    Ok(())
}

fn from_base64(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text(args)?;
    let (url, last) = options(args, context)?;
    made(&read_base64(&text, url, last, usize::MAX), context)
}

fn from_hex(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    made(&read_hex(&text(args)?, usize::MAX), context)
}

fn set_from_base64(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = receiver(this, "setFromBase64")?;
    let text = text(args)?;
    let (url, last) = options(args, context)?;
    set(&array, |room| read_base64(&text, url, last, room), context)
}

fn set_from_hex(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = receiver(this, "setFromHex")?;
    let text = text(args)?;
    set(&array, |room| read_hex(&text, room), context)
}

fn to_base64(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let array = receiver(this, "toBase64")?;
    let (url, omits_padding) = match argument(args, 0) {
        given if given.is_undefined() => (false, false),
        given => {
            let given = object(&given)?;
            let url = is_url(&given, context)?;
            (url, given.get(JsString::from("omitPadding"), context)?.to_boolean())
        }
    };
    let bytes = bytes(&array, context)?;
    check_length(bytes.len().div_ceil(3) as u64 * 4, &*crate::native::host(context)?)?;
    let digit = |bits: u32| match DIGITS[(bits & 63) as usize] {
        b'+' if url => b'-',
        b'/' if url => b'_',
        digit => digit,
    };
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        text.extend((0..=chunk.len()).map(|index| digit(bits >> (18 - 6 * index))));
        if !omits_padding {
            text.extend(std::iter::repeat_n(b'=', 3 - chunk.len()));
        }
    }
    Ok(JsString::from(boa_engine::string::JsStr::latin1(&text)).into())
}

fn to_hex(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let bytes = bytes(&receiver(this, "toHex")?, context)?;
    check_length(bytes.len() as u64 * 2, &*crate::native::host(context)?)?;
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let text: Vec<u8> = digits.map(|digit| b"0123456789abcdef"[usize::from(digit)]).collect();
    Ok(JsString::from(boa_engine::string::JsStr::latin1(&text)).into())
}

fn read_base64(text: &[u16], url: bool, last: LastChunk, most: usize) -> Read {
    let mut read = Read { units: 0, bytes: Vec::new(), error: None };
    if most == 0 {
        return read;
    }
    let spaces = |mut at: usize| {
        while text.get(at).is_some_and(|unit| [9, 10, 12, 13, 32].contains(unit)) {
            at += 1;
        }
        at
    };
    let fail = |read: Read, error| Read { error: Some(error), ..read };
    let (mut at, mut bits, mut digits) = (0, 0_u32, 0_usize);
    loop {
        at = spaces(at);
        let Some(&unit) = text.get(at) else {
            match (digits, last) {
                (0, _) => {}
                (_, LastChunk::StopBeforePartial) => return read,
                (1, _) | (_, LastChunk::Strict) => return fail(read, ENDS_EARLY),
                _ => push(&mut read.bytes, bits, digits),
            }
            read.units = text.len();
            return read;
        };
        at += 1;
        if unit == u16::from(b'=') {
            if digits < 2 {
                return fail(read, NO_BASE64);
            }
            at = spaces(at);
            if digits == 2 {
                match text.get(at) {
                    None if last == LastChunk::StopBeforePartial => return read,
                    Some(unit) if *unit == u16::from(b'=') => at = spaces(at + 1),
                    _ => return fail(read, NO_BASE64),
                }
            }
            if at < text.len() {
                return fail(read, NO_BASE64);
            }
            let spare = if digits == 2 { 15 } else { 3 };
            if last == LastChunk::Strict && bits & spare != 0 {
                return fail(read, MORE_BITS);
            }
            push(&mut read.bytes, bits, digits);
            read.units = text.len();
            return read;
        }
        let Some(value) = digit_of(unit, url) else { return fail(read, NO_BASE64) };
        let room = most - read.bytes.len();
        if room == 1 && digits == 2 || room == 2 && digits == 3 {
            return read;
        }
        bits = bits << 6 | value;
        digits += 1;
        if digits == 4 {
            push(&mut read.bytes, bits, digits);
            (bits, digits) = (0, 0);
            read.units = at;
            if read.bytes.len() == most {
                return read;
            }
        }
    }
}

/// Decodes two to four digits and drops unused bits.
fn push(bytes: &mut Vec<u8>, bits: u32, digits: usize) {
    let whole = bits << (6 * (4 - digits));
    bytes.extend_from_slice(&whole.to_be_bytes()[1..digits]);
}

fn digit_of(unit: u16, url: bool) -> Option<u32> {
    let byte = match u8::try_from(unit).ok()? {
        b'-' if url => b'+',
        b'_' if url => b'/',
        b'+' | b'/' if url => return None,
        byte => byte,
    };
    DIGITS.iter().position(|digit| *digit == byte).and_then(|value| u32::try_from(value).ok())
}

fn read_hex(text: &[u16], most: usize) -> Read {
    let mut read = Read { units: 0, bytes: Vec::new(), error: None };
    if !text.len().is_multiple_of(2) {
        read.error = Some(NO_HEX);
        return read;
    }
    let digit = |unit: u16| char::from_u32(unit.into()).and_then(|digit| digit.to_digit(16));
    for pair in text.chunks_exact(2).take(most) {
        let (Some(high), Some(low)) = (digit(pair[0]), digit(pair[1])) else {
            read.error = Some(NO_HEX);
            return read;
        };
        read.bytes.extend(u8::try_from(high << 4 | low));
        read.units += 2;
    }
    read
}

fn made(read: &Read, context: &mut Context) -> JsResult<JsValue> {
    match read.error {
        Some(error) => Err(JsNativeError::syntax().with_message(error).into()),
        None => Ok(uint8_array(&read.bytes, context)?.into()),
    }
}

/// Writes the decoded bytes, even if an error stopped reading: `{ read, written }`.
fn set(array: &JsObject, reads: impl FnOnce(usize) -> Read, context: &mut Context) -> JsResult<JsValue> {
    let Some((buffer, start, length)) = span(array, context).filter(|(buffer, ..)| buffer.data().is_some())
    else {
        return Err(JsNativeError::typ()
            .with_message("Cannot perform the operation on a detached ArrayBuffer")
            .into());
    };
    let read = reads(length);
    if let Some(mut data) = buffer.data_mut()
        && let Some(room) = data.get_mut(start..start + read.bytes.len())
    {
        room.copy_from_slice(&read.bytes);
    }
    if let Some(error) = read.error {
        return Err(JsNativeError::syntax().with_message(error).into());
    }
    let result = ObjectInitializer::new(context)
        .property(JsString::from("read"), read.units, Attribute::all())
        .property(JsString::from("written"), read.bytes.len(), Attribute::all())
        .build();
    Ok(result.into())
}

fn receiver(this: &JsValue, method: &str) -> JsResult<JsObject> {
    let array = this.as_object().and_then(|object| JsUint8Array::from_object(object).ok());
    array.map(JsObject::from).ok_or_else(|| {
        let message = format!("Method Uint8Array.prototype.{method} called on incompatible receiver");
        JsNativeError::typ().with_message(message).into()
    })
}

fn bytes(array: &JsObject, context: &mut Context) -> JsResult<Vec<u8>> {
    bytes_of(&array.clone().into(), context).ok_or_else(|| {
        JsNativeError::typ().with_message("Cannot perform the operation on a detached ArrayBuffer").into()
    })
}

fn text(args: &[JsValue]) -> JsResult<Vec<u16>> {
    match argument(args, 0).as_string() {
        Some(text) => Ok(text.iter().collect()),
        None => Err(JsNativeError::typ().with_message("input argument must be a string").into()),
    }
}

/// Decoding options: whether the alphabet is URL-safe, and how to treat the last chunk.
fn options(args: &[JsValue], context: &mut Context) -> JsResult<(bool, LastChunk)> {
    let given = argument(args, 1);
    if given.is_undefined() {
        return Ok((false, LastChunk::Loose));
    }
    let given = object(&given)?;
    let url = is_url(&given, context)?;
    let last = given.get(JsString::from("lastChunkHandling"), context)?;
    let last = match word(&last)?.as_deref() {
        None | Some("loose") => LastChunk::Loose,
        Some("strict") => LastChunk::Strict,
        Some("stop-before-partial") => LastChunk::StopBeforePartial,
        Some(other) => return Err(invalid(other)),
    };
    Ok((url, last))
}

fn object(given: &JsValue) -> JsResult<JsObject> {
    given.as_object().ok_or_else(|| JsNativeError::typ().with_message("options must be an object").into())
}

fn is_url(options: &JsObject, context: &mut Context) -> JsResult<bool> {
    match word(&options.get(JsString::from("alphabet"), context)?)?.as_deref() {
        None | Some("base64") => Ok(false),
        Some("base64url") => Ok(true),
        Some(other) => Err(invalid(other)),
    }
}

/// An option that must be a string; other values are not converted.
fn word(value: &JsValue) -> JsResult<Option<String>> {
    if value.is_undefined() {
        return Ok(None);
    }
    match value.as_string() {
        Some(text) => Ok(Some(text.to_std_string_lossy())),
        None => Err(invalid(value.type_of())),
    }
}

fn invalid(option: &str) -> boa_engine::JsError {
    let option = crate::inspect::shorten(option, 100);
    JsNativeError::typ().with_message(format!("invalid option {option}")).into()
}
