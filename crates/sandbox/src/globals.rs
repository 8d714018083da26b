//! Defines the host's globals and removes those of the engine that a guest must not have.

use std::rc::Rc;

use boa_engine::builtins::error::Error;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{Attribute, PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction};

use crate::host::Host;
use crate::permits::{Origin, PERMITS};

/// Turns a fresh realm into a guest's: removes globals that are not permitted and adds the host's.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    keep_pristine(context);
    stack_with_header(context)?;
    remove_unpermitted(context)?;
    random(context)?;
    crate::boa_fixes::guards::install(context)?;
    crate::boa_fixes::lazy_getters::install(context)?;
    crate::boa_fixes::regexp_source::install(context)?;
    crate::boa_fixes::text::install(context)?;
    crate::boa_fixes::json::install(context)?;
    crate::boa_fixes::sort::install(context)?;
    crate::boa_fixes::splice::install(context)?;
    crate::boa_fixes::calls::install(context)?;
    crate::timers::install(context)?;
    crate::encoding::install(context)?;
    crate::clone::install(context)?;
    crate::console::install(context)?;
    let global = context.global_object();
    define_hidden(&global, "global", global.clone().into(), context)?;
    crate::web::install(context)
}

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

fn keep_pristine(context: &Context) {
    let Some(host) = Host::of(context) else { return };
    let error = context.intrinsics().constructors().error().prototype();
    let stack = error.borrow().properties().get(&PropertyKey::from(JsString::from("stack")));
    let getter = stack.and_then(|stack| stack.get().and_then(JsValue::as_object));
    host.pristine.borrow_mut().stack = getter;
}

/// Makes `error.stack` start with `Name: message`, as in V8.
fn stack_with_header(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let getter = NativeFunction::from_fn_ptr(|this, _, context| {
        let Some(object) = this.as_object() else { return Ok(JsValue::undefined()) };
        if !object.is::<Error>() {
            return Ok(JsValue::undefined());
        }
        let thrown = crate::stop::thrown_value(this, context);
        let stack = crate::origin::readable(thrown, context);
        Ok(stack.map_or_else(JsValue::undefined, |stack| JsString::from(stack).into()))
    });
    let getter = FunctionObjectBuilder::new(context.realm(), getter).name("get stack").build();
    // A descriptor without a setter leaves the existing setter unchanged.
    let descriptor = PropertyDescriptor::builder().get(getter);
    prototype.define_property_or_throw(JsString::from("stack"), descriptor, context)?;
    Ok(())
}

/// Removes every global without a permit, so that a newer engine adds nothing unnoticed.
fn remove_unpermitted(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    for key in global.own_property_keys(context)? {
        let name = match &key {
            PropertyKey::String(name) => name.to_std_string_lossy(),
            _ => continue,
        };
        let permitted = PERMITS.iter().any(|permit| permit.origin == Origin::Language && permit.name == name);
        if !permitted {
            global.delete_property_or_throw(key, context)?;
        }
    }
    Ok(())
}

fn random(context: &mut Context) -> JsResult<()> {
    let math = context.global_object().get(JsString::from("Math"), context)?;
    let random: NativeFunctionPointer = |_, _, context| Ok(host(context)?.next_random().into());
    replace_method(&math, "random", 0, random, context)
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
