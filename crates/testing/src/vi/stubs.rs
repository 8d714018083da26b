//! `stubGlobal`, `stubEnv` and the functions that undo them.

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

/// Variables that Vite stores as booleans.
const BOOLEANS: [&str; 3] = ["PROD", "DEV", "SSR"];

/// Original values of stubs, in stubbing order. `None` if there was none.
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

/// Restores all stubbed globals.
///
/// # Errors
/// A global object that the guest froze.
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

/// `process.env` of the realm, whatever happened to the global `process`.
fn env(context: &Context) -> JsResult<JsObject> {
    let env = State::of(context).vi.env.borrow().clone();
    Ok(env.ok_or_else(|| JsNativeError::error().with_message("the realm has no process.env"))?)
}

/// Stores the realm's `process.env`.
///
/// # Errors
/// None in an intact realm.
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

/// Restores all stubbed variables.
///
/// # Errors
/// A `process.env` that the guest froze.
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
