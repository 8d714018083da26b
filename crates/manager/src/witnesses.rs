//! Two witnesses, for the script: which tests are run again, and what comes of both results.

use js_sys::Object;
use serde::Serialize;
use serde::de::DeserializeOwned;
use verdict_protocol::{Confirm, VerifyResult};
use verdict_witness::{Plan, confirm, plan};
use wasm_bindgen::{JsCast, JsValue};

use crate::js;

/// `{ plan, command? }` for a provisional result; see [`verdict_witness::plan`].
///
/// # Errors
/// A policy that is none, in words.
pub(crate) fn planned(first: &JsValue, policy: &JsValue, seed: f64) -> Result<Object, JsValue> {
    let made = plan(&read::<VerifyResult>(first)?, &policy_of(policy)?, seed as u64);
    let told = js::object([("plan", write(&made)?)]);
    if let Some(command) = made.command() {
        js::set(&told, "command", command);
    }
    Ok(told)
}

/// The result that counts; see [`verdict_witness::confirm`].
///
/// # Errors
/// What is no result, in words.
pub(crate) fn confirmed(
    first: &JsValue,
    second: &JsValue,
    made: &JsValue,
    policy: &JsValue,
) -> Result<Object, JsValue> {
    let second = if second.is_undefined() { None } else { Some(read::<VerifyResult>(second)?) };
    let made = read::<Plan>(made)?;
    let told = confirm(read(first)?, second.as_ref(), &made, &policy_of(policy)?);
    Ok(write(&told)?.unchecked_into())
}

fn policy_of(given: &JsValue) -> Result<Confirm, JsValue> {
    if given.is_null() || given.is_undefined() { Ok(Confirm::default()) } else { read(given) }
}

fn read<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value.clone())
        .map_err(|error| js_sys::Error::new(&error.to_string()).into())
}

fn write<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|error| js_sys::Error::new(&error.to_string()).into())
}
