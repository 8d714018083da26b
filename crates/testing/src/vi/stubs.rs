//! `stubGlobal`, `stubEnv` and what takes them back.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, js_string};

use super::api::{Entry, vi};
use crate::state::State;
use crate::value;

pub(super) const FUNCTIONS: &[Entry] = &[
    ("stubGlobal", 2, stub_global),
    ("stubEnv", 2, stub_env),
    ("unstubAllGlobals", 0, |_, _, context| unstub_globals(context).map(|()| vi(context))),
    ("unstubAllEnvs", 0, |_, _, context| unstub_envs(context).map(|()| vi(context))),
];

/// Variables that Vite keeps as booleans.
const BOOLEANS: [&str; 3] = ["PROD", "DEV", "SSR"];

/// What stood where there are stubs now, in the order of stubbing. `None` for what was not there.
#[derive(Debug, Default)]
pub(super) struct Stubs {
    globals: Vec<(PropertyKey, Option<PropertyDescriptor>)>,
    envs: Vec<(PropertyKey, Option<JsValue>)>,
}

fn stub_global(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = args.get_or_undefined(0).to_property_key(context)?;
    let global = context.global_object();
    let state = State::of(context);
    if !state.vi.stubs.borrow().globals.iter().any(|(known, _)| *known == key) {
        let before = global.borrow().properties().get(&key);
        state.vi.stubs.borrow_mut().globals.push((key.clone(), before));
    }
    let property = PropertyDescriptor::builder()
        .value(args.get_or_undefined(1).clone())
        .writable(true)
        .configurable(true)
        .enumerable(true);
    let name = value::key_text(&key);
    global
        .define_property_or_throw(key, property, context)
        .map_err(|_| JsNativeError::typ().with_message(format!("Cannot redefine property: {name}")))?;
    Ok(vi(context))
}

/// Puts back all globals that are stubbed.
///
/// # Errors
/// A guest that froze the global object.
pub(super) fn unstub_globals(context: &mut Context) -> JsResult<()> {
    let stubbed = std::mem::take(&mut State::of(context).vi.stubs.borrow_mut().globals);
    let global = context.global_object();
    for (key, before) in stubbed {
        match before {
            Some(before) => global.define_property_or_throw(key, before, context)?,
            None => global.delete_property_or_throw(key, context)?,
        };
    }
    Ok(())
}

/// `process.env` of the realm, whatever became of the global `process`.
fn env(context: &Context) -> JsResult<JsObject> {
    let env = State::of(context).vi.env.borrow().clone();
    Ok(env.ok_or_else(|| JsNativeError::error().with_message("the realm has no process.env"))?)
}

/// Remembers `process.env` as the realm has it.
///
/// # Errors
/// None in a realm that is whole.
pub(super) fn keep_env(context: &mut Context) -> JsResult<()> {
    let env = verdict_sandbox::process_env(context)?;
    State::of(context).vi.env.replace(Some(env));
    Ok(())
}

fn stub_env(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (key, value) = (args.get_or_undefined(0).to_property_key(context)?, args.get_or_undefined(1));
    let env = env(context)?;
    let state = State::of(context);
    if !state.vi.stubs.borrow().envs.iter().any(|(known, _)| *known == key) {
        let before = if env.has_own_property(key.clone(), context)? {
            Some(env.get(key.clone(), context)?)
        } else {
            None
        };
        state.vi.stubs.borrow_mut().envs.push((key.clone(), before));
    }
    let text = if BOOLEANS.contains(&value::key_text(&key).as_str()) {
        Some(if value.to_boolean() { js_string!("1") } else { js_string!("") })
    } else if value.is_undefined() {
        None
    } else {
        Some(value.to_string(context)?)
    };
    match text {
        Some(text) => env.set(key, text, true, context)?,
        None => env.delete_property_or_throw(key, context)?,
    };
    Ok(vi(context))
}

/// Puts back all variables that are stubbed.
///
/// # Errors
/// A guest that froze `process.env`.
pub(super) fn unstub_envs(context: &mut Context) -> JsResult<()> {
    let stubbed = std::mem::take(&mut State::of(context).vi.stubs.borrow_mut().envs);
    if stubbed.is_empty() {
        return Ok(());
    }
    let env = env(context)?;
    for (key, before) in stubbed {
        match before {
            Some(before) => env.set(key, before, true, context)?,
            None => env.delete_property_or_throw(key, context)?,
        };
    }
    Ok(())
}
