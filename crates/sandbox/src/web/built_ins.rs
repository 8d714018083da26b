//! ECMA-262 built-ins that the engine lacks.

use boa_engine::builtins::array_buffer::AlignedVec;
use boa_engine::builtins::error::Error;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArrayBuffer;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue, NativeFunction};

use super::call_sites::{prepare_function, prepared};
use super::internal::exports;
use crate::native::{argument, define_hidden, host, replace_method};
use crate::stop::thrown_value;

/// Number of frames that `Error.captureStackTrace` records, as in V8.
const STACK_TRACE_LIMIT: usize = 10;

/// Adds the missing built-ins to a realm's intrinsics.
pub(super) fn install(context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let array: JsValue = constructors.array().constructor().into();
    let error: JsValue = constructors.error().constructor().into();
    let buffer = constructors.array_buffer().prototype();
    let number: JsValue = constructors.number().prototype().into();
    let big_int: JsValue = constructors.bigint().prototype().into();
    let date: JsValue = constructors.date().prototype().into();
    let methods: [(&JsValue, &str, usize, NativeFunctionPointer); 10] = [
        (&array, "fromAsync", 1, from_async),
        (&error, "captureStackTrace", 2, capture_stack_trace),
        (&error, "isError", 1, |_, args, _| {
            Ok(argument(args, 0).as_object().is_some_and(|e| e.is::<Error>()).into())
        }),
        (&buffer.clone().into(), "transfer", 0, transfer),
        (&buffer.clone().into(), "transferToFixedLength", 0, transfer),
        (&number, "toLocaleString", 0, |this, args, context| {
            script("numberToLocaleString", this, args, context)
        }),
        (&big_int, "toLocaleString", 0, |this, args, context| {
            script("bigIntToLocaleString", this, args, context)
        }),
        (&date, "toLocaleString", 0, |this, args, context| script("dateToLocaleString", this, args, context)),
        (&date, "toLocaleDateString", 0, |this, args, context| {
            script("dateToLocaleDateString", this, args, context)
        }),
        (&date, "toLocaleTimeString", 0, |this, args, context| {
            script("dateToLocaleTimeString", this, args, context)
        }),
    ];
    for (target, name, length, native) in methods {
        replace_method(target, name, length, native, context)?;
    }
    if let Some(error) = error.as_object() {
        let limit = i32::try_from(STACK_TRACE_LIMIT).unwrap_or_default();
        define_hidden(&error, "stackTraceLimit", limit.into(), context)?;
    }
    let detached: NativeFunctionPointer = |this, _, _| {
        let buffer = this.as_object().ok_or_else(no_buffer)?;
        Ok(JsArrayBuffer::from_object(buffer)?.data().is_none().into())
    };
    let detached = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(detached));
    let detached = detached.name("get detached").build();
    let descriptor = PropertyDescriptor::builder().get(detached).enumerable(false).configurable(true);
    buffer.define_property_or_throw(JsString::from("detached"), descriptor, context)?;
    Ok(())
}

/// Calls a function of the script `built-ins`.
pub(super) fn script(
    name: &str,
    this: &JsValue,
    args: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let function = exports("built-ins", context)?.get(JsString::from(name), context)?;
    match function.as_callable() {
        Some(function) => function.call(this, args, context),
        None => Ok(JsValue::undefined()),
    }
}

fn from_async(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    script("fromAsync", this, args, context)
}

fn no_buffer() -> JsNativeError {
    JsNativeError::typ().with_message("this is no ArrayBuffer")
}

fn transfer(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let buffer = JsArrayBuffer::from_object(this.as_object().ok_or_else(no_buffer)?)?;
    let length = match argument(args, 0) {
        value if value.is_undefined() => buffer.byte_length(),
        value => usize::try_from(value.to_index(context)?).unwrap_or(usize::MAX),
    };
    if buffer.data().is_none() {
        return Err(JsNativeError::typ()
            .with_message("Cannot perform ArrayBuffer.prototype.transfer on a detached ArrayBuffer")
            .into());
    }
    if length as u64 > host(context)?.longest_buffer() {
        return Err(JsNativeError::range().with_message("Array buffer allocation failed").into());
    }
    host(context)?.room(length as u64)?;
    let mut bytes = buffer.detach(&JsValue::undefined())?.to_vec();
    bytes.resize(length, 0);
    Ok(JsArrayBuffer::from_byte_block(AlignedVec::from_slice(0, &bytes), context)?.into())
}

/// Gives an object a `stack` as V8 does: its text as an error, then the frames below the given function.
fn capture_stack_trace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = argument(args, 0);
    let Some(object) = target.as_object() else {
        let shown = crate::inspect(&target, context);
        return Err(JsNativeError::typ().with_message(format!("Invalid argument: {shown}")).into());
    };
    let here = context.intrinsics().constructors().error().constructor().construct(&[], None, context)?;
    let mut frames = thrown_value(&here.into(), context).frames;
    host(context)?.hide_frames(&mut frames, context);
    let above = argument(args, 1).as_object().and_then(|function| crate::data_property(&function, "name"));
    let above = above.and_then(|name| name.as_string()).map(|name| name.to_std_string_lossy());
    if let Some(above) = above.filter(|above| !above.is_empty())
        && let Some(at) =
            frames.iter().rposition(|frame| frame.function.rsplit('.').next() == Some(above.as_str()))
    {
        frames.drain(..=at);
    }
    if let Some(prepare) = prepare_function(context) {
        prepared(&prepare, &object, &frames, context)?;
        return Ok(JsValue::undefined());
    }
    let to_string = host(context)?.web.primordials.borrow().error_to_string();
    let mut text = match to_string {
        Some(to_string) => to_string.call(&target, &[], context)?.to_string(context)?.to_std_string_lossy(),
        None => "Error".to_owned(),
    };
    for frame in frames.iter().take(STACK_TRACE_LIMIT) {
        text.push_str(&format!("\n    at {frame}"));
    }
    define_hidden(&object, "stack", JsString::from(text).into(), context)?;
    Ok(JsValue::undefined())
}
