//! Helpers to write natives: the host behind one, its arguments, and its definition on an object.

use std::rc::Rc;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{Attribute, PropertyDescriptor};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction};

use crate::host::Host;

/// The host of a context.
pub(crate) fn host(context: &Context) -> JsResult<Rc<Host>> {
    Host::of(context).ok_or_else(|| JsNativeError::error().with_message("not a guest context").into())
}

/// An argument; `undefined` if it was not passed.
pub(crate) fn argument(args: &[JsValue], index: usize) -> JsValue {
    args.get(index).cloned().unwrap_or_default()
}

/// Defines a global function.
pub(crate) fn define_function(
    context: &mut Context,
    name: &str,
    length: usize,
    function: NativeFunctionPointer,
) -> JsResult<()> {
    let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(function))
        .name(JsString::from(name))
        .length(length)
        .constructor(false)
        .build();
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(JsString::from(name), function, attributes)
}

/// Replaces a built-in method with a native of the host.
pub(crate) fn replace_method(
    target: &JsValue,
    name: &str,
    length: usize,
    function: NativeFunctionPointer,
    context: &mut Context,
) -> JsResult<()> {
    let Some(target) = target.as_object() else { return Ok(()) };
    let function = FunctionObjectBuilder::new(context.realm(), NativeFunction::from_fn_ptr(function))
        .name(JsString::from(name))
        .length(length)
        .constructor(false)
        .build();
    define_hidden(&target, name, function.into(), context)
}

/// Defines a property as built-ins do: writable, configurable, not enumerable.
pub(crate) fn define_hidden(
    target: &JsObject,
    name: &str,
    value: JsValue,
    context: &mut Context,
) -> JsResult<()> {
    let descriptor =
        PropertyDescriptor::builder().value(value).writable(true).enumerable(false).configurable(true);
    target.define_property_or_throw(JsString::from(name), descriptor, context)?;
    Ok(())
}
