//! `String.prototype.split` by a string.

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsResult, JsString, JsValue};

use super::find::{Needle, part};
use crate::boa_fixes::guards::original;
use crate::native::{argument, host};

/// Number of pieces between two checks of the memory limit.
pub(super) const LOOK: usize = 4096;

pub(super) fn split(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (separator, limit) = (argument(args, 0), argument(args, 1));
    // An object may define its own split method.
    if separator.is_object() {
        return original("String.split", context)?.call(this, args, context);
    }
    let text = this.require_object_coercible()?.to_string(context)?;
    let limit = if limit.is_undefined() { u32::MAX } else { limit.to_u32(context)? };
    let by = separator.to_string(context)?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let pieces = if most == 0 {
        Vec::new()
    } else if separator.is_undefined() {
        vec![text.into()]
    } else if by.is_empty() {
        units(&text, most, context)?
    } else {
        parted(&text, &by, most, context)?
    };
    Ok(JsArray::from_iter(pieces, context).into())
}

/// The units of a string, one by one.
fn units(text: &JsString, most: usize, context: &Context) -> JsResult<Vec<JsValue>> {
    let host = host(context)?;
    let count = text.len().min(most);
    // The list, and the array's own storage.
    host.room((count * 2 * size_of::<JsValue>()) as u64)?;
    let mut pieces = Vec::with_capacity(count);
    for at in 0..count {
        if at.is_multiple_of(LOOK) {
            host.room(0)?;
        }
        pieces.push(part(text, at, at + 1).into());
    }
    Ok(pieces)
}

fn parted(text: &JsString, by: &JsString, most: usize, context: &Context) -> JsResult<Vec<JsValue>> {
    let host = host(context)?;
    let needle = Needle::new(text, by);
    let mut pieces: Vec<JsValue> = Vec::new();
    let mut start = 0;
    while let Some(end) = needle.find(start) {
        pieces.push(part(text, start, end).into());
        if pieces.len() == most {
            return Ok(pieces);
        }
        if pieces.len().is_multiple_of(LOOK) {
            host.room((pieces.len() * 2 * size_of::<JsValue>()) as u64)?;
        }
        start = end + by.len();
    }
    pieces.push(part(text, start, text.len()).into());
    Ok(pieces)
}
