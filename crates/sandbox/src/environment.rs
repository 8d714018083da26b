//! `process.env`: what is written to it becomes a text, as in Node.

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue};

use crate::globals::{argument, host};
use crate::host::Host;
use crate::web::coded;

/// `process.env` of a realm, which a guest may change. It holds what the options say, and a write is made a text. It is
/// made when it is first asked for.
///
/// # Errors
/// None in a realm that is whole.
pub fn process_env(context: &mut Context) -> JsResult<JsObject> {
    let host = host(context)?;
    let known = host.env_object.borrow().clone();
    if let Some((env, _)) = known {
        return Ok(env);
    }
    let texts = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in host.env.iter() {
        // Defined, not assigned: `__proto__` is a name like any other.
        let (name, value) =
            (PropertyKey::from(JsString::from(name.as_str())), JsString::from(value.as_str()));
        texts.create_data_property_or_throw(name, value, context)?;
    }
    let env = JsProxy::builder(texts.clone())
        .set(set)
        .define_property(define)
        .prevent_extensions(freeze)
        .build(context)?;
    let env = JsObject::from(env);
    *host.env_object.borrow_mut() = Some((env.clone(), texts));
    Ok(env)
}

/// What stands behind `process.env`, if that is what an object is: to look at and to copy it, no trap is asked.
pub(crate) fn behind(object: &JsObject, context: &Context) -> Option<JsObject> {
    let host = Host::of(context)?;
    let env = host.env_object.borrow();
    env.as_ref().filter(|(env, _)| JsObject::equals(env, object)).map(|(_, texts)| texts.clone())
}

/// A variable: its name, which is no symbol, and its value as a text.
fn variable(key: &JsValue, value: &JsValue, context: &mut Context) -> JsResult<(PropertyKey, JsString)> {
    if key.is_symbol() || value.is_symbol() {
        let message = "Cannot convert a Symbol value to a string";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    Ok((key.to_property_key(context)?, value.to_string(context)?))
}

/// The object behind the proxy.
fn texts(args: &[JsValue]) -> JsResult<JsObject> {
    let target = argument(args, 0).as_object();
    Ok(target.ok_or_else(|| JsNativeError::typ().with_message("process.env has no target"))?)
}

fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let texts = texts(args)?;
    let (name, text) = variable(&argument(args, 1), &argument(args, 2), context)?;
    // Defined, not assigned: no setter of a prototype is a variable.
    Ok(texts.create_data_property(name, text, context)?.into())
}

fn define(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let texts = texts(args)?;
    let descriptor = argument(args, 2).to_object(context)?;
    let has = |name: &str, context: &mut Context| descriptor.has_property(JsString::from(name), context);
    if has("get", context)? || has("set", context)? {
        return Err(refused("does not accept an accessor(getter/setter) descriptor", context));
    }
    for name in ["configurable", "writable", "enumerable"] {
        if !descriptor.get(JsString::from(name), context)?.to_boolean() {
            let why = "only accepts a configurable, writable, and enumerable data descriptor";
            return Err(refused(why, context));
        }
    }
    let value = descriptor.get(JsString::from("value"), context)?;
    let (name, text) = variable(&argument(args, 1), &value, context)?;
    Ok(texts.create_data_property(name, text, context)?.into())
}

fn refused(why: &str, context: &mut Context) -> JsError {
    let error = JsNativeError::typ().with_message(format!("'process.env' {why}"));
    coded(error, "ERR_INVALID_OBJECT_DEFINE_PROPERTY", context)
}

fn freeze(_: &JsValue, _: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    Err(JsNativeError::typ().with_message("Cannot freeze").into())
}
