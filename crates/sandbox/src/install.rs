//! Defines the host's globals and removes those of the engine that a guest must not have.

use boa_engine::builtins::error::Error;
use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsResult, JsString, JsValue, NativeFunction};

use crate::host::Host;
use crate::native::{define_hidden, host, replace_method};
use crate::permits::{Origin, PERMITS};

/// Turns a fresh realm into a guest's: removes globals that are not permitted and adds the host's.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    keep_engine_stack(context);
    stack_with_header(context)?;
    remove_unpermitted(context)?;
    random(context)?;
    crate::boa_fixes::install(context)?;
    crate::timers::install(context)?;
    crate::encoding::install(context)?;
    crate::clone::install(context)?;
    crate::console::install(context)?;
    let global = context.global_object();
    define_hidden(&global, "global", global.clone().into(), context)?;
    crate::web::install(context)
}

fn keep_engine_stack(context: &Context) {
    let Some(host) = Host::of(context) else { return };
    let error = context.intrinsics().constructors().error().prototype();
    let stack = error.borrow().properties().get(&PropertyKey::from(JsString::from("stack")));
    let getter = stack.and_then(|stack| stack.get().and_then(JsValue::as_object));
    host.engine_stack.keep(getter);
}

/// Makes `error.stack` start with `Name: message`, as in V8.
fn stack_with_header(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().error().prototype();
    let getter = NativeFunction::from_fn_ptr(|this, _, context| {
        let Some(object) = this.as_object() else { return Ok(JsValue::undefined()) };
        if !object.is::<Error>() {
            return Ok(JsValue::undefined());
        }
        let mut thrown = crate::stop::thrown_value(this, context);
        if let Some(prepare) = crate::web::prepare_function(context) {
            host(context)?.hide_frames(&mut thrown.frames, context);
            return crate::web::prepared(&prepare, &object, &thrown.frames, context);
        }
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
    let random: NativeFunctionPointer = |_, _, context| Ok(host(context)?.random.next().into());
    replace_method(&math, "random", 0, random, context)
}
