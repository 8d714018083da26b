//! Reads bytes of guest buffers.

use boa_engine::object::builtins::{JsArrayBuffer, JsDataView, JsTypedArray, JsUint8Array};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsValue};

/// Copies the bytes of an `ArrayBuffer`, a typed array or a `DataView`. `None` for any other value, and for a
/// detached buffer.
pub(crate) fn bytes_of(value: &JsValue, context: &mut Context) -> Option<Vec<u8>> {
    let object = value.as_object()?;
    let (buffer, start, length) = span(&object, context)?;
    let data = buffer.data()?;
    data.get(start..start.checked_add(length)?).map(<[u8]>::to_vec)
}

/// Like [`bytes_of`], for an argument that one of our scripts has checked.
///
/// # Errors
/// A `TypeError` for any other value, and for a detached buffer.
pub(super) fn bytes(value: &JsValue, context: &mut Context) -> JsResult<Vec<u8>> {
    bytes_of(value, context).ok_or_else(|| JsNativeError::typ().with_message("these are no bytes").into())
}

/// The buffer behind a buffer or view, with start and length in bytes.
pub(crate) fn span(object: &JsObject, context: &mut Context) -> Option<(JsArrayBuffer, usize, usize)> {
    if let Ok(buffer) = JsArrayBuffer::from_object(object.clone()) {
        let length = buffer.byte_length();
        return Some((buffer, 0, length));
    }
    if let Ok(array) = JsTypedArray::from_object(object.clone()) {
        let buffer = array.buffer(context).ok()?.as_object()?;
        let (start, length) = (array.byte_offset(context).ok()?, array.byte_length(context).ok()?);
        return Some((JsArrayBuffer::from_object(buffer).ok()?, start, length));
    }
    let view = JsDataView::from_object(object.clone()).ok()?;
    let buffer = view.buffer(context).ok()?.as_object()?;
    let start = usize::try_from(view.byte_offset(context).ok()?).ok()?;
    let length = usize::try_from(view.byte_length(context).ok()?).ok()?;
    Some((JsArrayBuffer::from_object(buffer).ok()?, start, length))
}

/// Creates a `Uint8Array`.
pub(crate) fn uint8_array(bytes: &[u8], context: &mut Context) -> JsResult<JsObject> {
    crate::native::host(context)?.room(bytes.len() as u64)?;
    let block = boa_engine::builtins::array_buffer::AlignedVec::from_slice(0, bytes);
    let buffer = JsArrayBuffer::from_byte_block(block, context)?;
    JsUint8Array::from_array_buffer(buffer, context).map(JsObject::from)
}
