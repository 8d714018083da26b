//! `process.env`, which converts assigned values to strings, as Node does.

use std::cell::RefCell;
use std::collections::BTreeMap;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsProxy;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsNativeError, JsResult, JsString, JsValue};

use crate::host::Host;
use crate::late::Late;
use crate::native::{argument, host};
use crate::web::coded;

/// The environment of a guest.
#[derive(Default)]
pub(crate) struct Environment {
    /// The initial variables.
    initial: Late<BTreeMap<String, String>>,
    /// `process.env` and its target, once created.
    object: RefCell<Option<(JsObject, JsObject)>>,
}

impl Environment {
    pub(crate) fn begin(&self, variables: BTreeMap<String, String>) {
        self.initial.set(variables);
    }
}

/// The `process.env` of a realm, created on first use from the options. The guest may change it; assigned
/// values become strings.
///
/// # Errors
/// None in an intact realm.
pub fn process_env(context: &mut Context) -> JsResult<JsObject> {
    let host = host(context)?;
    let known = host.environment.object.borrow().clone();
    if let Some((env, _)) = known {
        return Ok(env);
    }
    let texts = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in host.environment.initial.iter() {
        // Defined rather than assigned, because `__proto__` is an ordinary name here.
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
    *host.environment.object.borrow_mut() = Some((env.clone(), texts));
    Ok(env)
}

/// The target of the `process.env` proxy, if `object` is that proxy. Reading the target triggers no trap.
pub(crate) fn target_of_env(object: &JsObject, context: &Context) -> Option<JsObject> {
    let host = Host::of(context)?;
    let env = host.environment.object.borrow();
    env.as_ref().filter(|(env, _)| JsObject::equals(env, object)).map(|(_, texts)| texts.clone())
}

/// A variable: its name, which may not be a symbol, and its value as a string.
fn variable(key: &JsValue, value: &JsValue, context: &mut Context) -> JsResult<(PropertyKey, JsString)> {
    if key.is_symbol() || value.is_symbol() {
        let message = "Cannot convert a Symbol value to a string";
        return Err(JsNativeError::typ().with_message(message).into());
    }
    Ok((key.to_property_key(context)?, value.to_string(context)?))
}

/// The target object of the proxy.
fn texts(args: &[JsValue]) -> JsResult<JsObject> {
    let target = argument(args, 0).as_object();
    Ok(target.ok_or_else(|| JsNativeError::typ().with_message("process.env has no target"))?)
}

fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let texts = texts(args)?;
    let (name, text) = variable(&argument(args, 1), &argument(args, 2), context)?;
    // Defined rather than assigned, so that no setter of a prototype runs.
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
