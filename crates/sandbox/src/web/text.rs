//! Conversion between text and bytes, shared by `TextEncoder`, `TextDecoder` and `Buffer`.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};

use super::bytes::{bytes_of, span, uint8_array};
use crate::native::{argument, host};

/// The characters of bytes 0x80 to 0x9f in windows-1252.
const WINDOWS_1252: [u16; 32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
];

/// `(text, encoding) → Uint8Array`, as `Buffer.from`. Encodings have Node's short names.
pub(super) fn encode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?;
    let encoding = argument(args, 1).to_string(context)?.to_std_string_lossy();
    let bytes = match encoding.as_str() {
        #[expect(clippy::cast_possible_truncation, reason = "the low byte is meant")]
        "latin1" | "ascii" => text.iter().map(|unit| unit as u8).collect(),
        "utf16le" => text.iter().flat_map(u16::to_le_bytes).collect(),
        "hex" => unhex(&text),
        "base64" | "base64url" => unbase64(&text),
        _ => text.to_std_string_lossy().into_bytes(),
    };
    uint8_array(&bytes, context).map(JsValue::from)
}

/// `(bytes, encoding, start, end) → text`, as `buffer.toString`.
pub(super) fn decode(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let all = bytes(args, 0, context)?;
    let encoding = argument(args, 1).to_string(context)?.to_std_string_lossy();
    let start = index(args, 2, 0, context)?.min(all.len());
    let end = index(args, 3, all.len(), context)?.clamp(start, all.len());
    let part = &all[start..end];
    host(context)?.room(part.len() as u64 * 2)?;
    Ok(match encoding.as_str() {
        "latin1" => units(part.iter().map(|byte| u16::from(*byte))),
        "ascii" => units(part.iter().map(|byte| u16::from(*byte & 0x7f))),
        "utf16le" => units(part.as_chunks().0.iter().map(|pair: &[u8; 2]| u16::from_le_bytes(*pair))),
        "hex" => JsString::from(hex(part)),
        "base64" => JsString::from(base64::Engine::encode(&base64::engine::general_purpose::STANDARD, part)),
        "base64url" => {
            JsString::from(base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, part))
        }
        _ => JsString::from(&*String::from_utf8_lossy(part)),
    }
    .into())
}

/// `(bytes, encoding, fatal, stream) → [text, number of incomplete bytes at the end]`, as `TextDecoder`;
/// `undefined` if `fatal` rejects the bytes.
pub(super) fn decode_stream(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let all = bytes(args, 0, context)?;
    let encoding = argument(args, 1).to_string(context)?.to_std_string_lossy();
    let (fatal, stream) = (argument(args, 2).to_boolean(), argument(args, 3).to_boolean());
    let (text, rest) = match encoding.as_str() {
        "utf-8" => {
            let rest = if stream { unfinished(&all) } else { 0 };
            let whole = &all[..all.len() - rest];
            match std::str::from_utf8(whole) {
                Ok(text) => (JsString::from(text), rest),
                Err(_) if fatal => return Ok(JsValue::undefined()),
                Err(_) => (JsString::from(&*String::from_utf8_lossy(whole)), rest),
            }
        }
        "windows-1252" => (
            units(all.iter().map(|byte| match byte {
                0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
                byte => u16::from(*byte),
            })),
            0,
        ),
        _ => {
            let read = if encoding == "utf-16be" { u16::from_be_bytes } else { u16::from_le_bytes };
            let (pairs, odd) = all.as_chunks();
            let mut found: Vec<u16> = pairs.iter().map(|pair: &[u8; 2]| read(*pair)).collect();
            let mut rest = odd.len();
            if stream && found.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
                found.pop();
                rest += 2;
            }
            let mut text = String::new();
            for decoded in char::decode_utf16(found) {
                match decoded {
                    Ok(char) => text.push(char),
                    Err(_) if fatal => return Ok(JsValue::undefined()),
                    Err(_) => text.push('\u{fffd}'),
                }
            }
            if !stream && rest > 0 {
                if fatal {
                    return Ok(JsValue::undefined());
                }
                text.push('\u{fffd}');
                rest = 0;
            }
            (JsString::from(text), rest)
        }
    };
    Ok(JsArray::from_iter([text.into(), rest.into()], context).into())
}

/// `(text, target) → [units read, bytes written]`, as `TextEncoder.encodeInto`.
pub(super) fn encode_into(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = argument(args, 0).to_string(context)?.to_std_string_lossy();
    let target = argument(args, 1).as_object().and_then(|target| span(&target, context));
    let Some((buffer, start, length)) = target else {
        return Err(JsNativeError::typ().with_message("this is no Uint8Array").into());
    };
    let (mut read, mut written) = (0, 0);
    for char in text.chars() {
        if written + char.len_utf8() > length {
            break;
        }
        read += char.len_utf16();
        written += char.len_utf8();
    }
    if let Some(mut data) = buffer.data_mut()
        && let Some(room) = data.get_mut(start..start + written)
    {
        room.copy_from_slice(&text.as_bytes()[..written]);
    }
    Ok(JsArray::from_iter([read.into(), written.into()], context).into())
}

/// `(a, b) → -1 | 0 | 1`.
pub(super) fn compare(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (a, b) = (bytes(args, 0, context)?, bytes(args, 1, context)?);
    Ok((a.cmp(&b) as i32).into())
}

/// `(bytes, sought, from, backwards, step) → index`, −1 if not found.
pub(super) fn find(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (all, sought) = (bytes(args, 0, context)?, bytes(args, 1, context)?);
    let from = index(args, 2, 0, context)?;
    let backwards = argument(args, 3).to_boolean();
    let step = index(args, 4, 1, context)?.max(1);
    let Some(last) = all.len().checked_sub(sought.len()) else { return Ok((-1).into()) };
    let fits = |at: &usize| at.is_multiple_of(step) && all[*at..].starts_with(&sought);
    let found = if backwards { (0..=from.min(last)).rev().find(fits) } else { (from..=last).find(fits) };
    Ok(found.map_or_else(|| (-1).into(), JsValue::from))
}

/// Number of bytes at the end that start a UTF-8 character without completing it.
fn unfinished(bytes: &[u8]) -> usize {
    (1..=bytes.len().min(3))
        .find(|length| {
            let tail = &bytes[bytes.len() - length..];
            tail[0] >= 0xc2
                && std::str::from_utf8(tail)
                    .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        })
        .unwrap_or(0)
}

/// Decodes hexadecimal digits up to the first invalid pair.
fn unhex(text: &JsString) -> Vec<u8> {
    let digits: Vec<Option<u8>> = text
        .iter()
        .map(|unit| char::from_u32(unit.into()).and_then(|char| char.to_digit(16)).map(|digit| digit as u8))
        .collect();
    digits.as_chunks().0.iter().map_while(|pair: &[Option<u8>; 2]| Some(pair[0]? * 16 + pair[1]?)).collect()
}

/// Decodes base64 of either alphabet up to the first `=`; other characters are skipped.
fn unbase64(text: &JsString) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for unit in text.iter() {
        let Ok(byte) = u8::try_from(unit) else { continue };
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            #[expect(clippy::cast_possible_truncation, reason = "the low byte is meant")]
            out.push((bits >> count) as u8);
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn units(units: impl Iterator<Item = u16>) -> JsString {
    JsString::from(&*units.collect::<Vec<u16>>())
}

fn bytes(args: &[JsValue], index: usize, context: &mut Context) -> JsResult<Vec<u8>> {
    bytes_of(&argument(args, index), context)
        .ok_or_else(|| JsNativeError::typ().with_message("these are no bytes").into())
}

fn index(args: &[JsValue], index: usize, default: usize, context: &mut Context) -> JsResult<usize> {
    match argument(args, index) {
        value if value.is_undefined() => Ok(default),
        value => Ok(usize::try_from(value.to_length(context)?).unwrap_or(usize::MAX)),
    }
}
