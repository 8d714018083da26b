//! `expect.getState` and `expect.setState`: the state of the running test's assertions.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};

use crate::state::State;
use crate::value;

/// `expect.getState()`. The host provides the counts, `setState` the rest.
///
/// # Errors
/// Errors that getters throw.
pub(super) fn get(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let name = match state.test().and_then(|test| state.judge.borrow().entry(test)) {
        Some(entry) => entry.path.join(if state.is_jest { " " } else { " > " }),
        None => String::new(),
    };
    let file = state.judge.borrow().start().file;
    let (calls, wanted, some) = {
        let assertions = state.assertions.borrow();
        (assertions.calls, assertions.wanted, assertions.some)
    };
    let number = |count: u64| JsValue::from(u32::try_from(count).unwrap_or(u32::MAX));
    let object = ObjectInitializer::new(context)
        .property(js_string!("assertionCalls"), number(calls), Attribute::all())
        .property(
            js_string!("expectedAssertionsNumber"),
            wanted.map_or(JsValue::null(), number),
            Attribute::all(),
        )
        .property(js_string!("isExpectingAssertions"), some, Attribute::all())
        .property(js_string!("isExpectingAssertionsError"), JsValue::null(), Attribute::all())
        .property(js_string!("currentTestName"), JsString::from(name.as_str()), Attribute::all())
        .property(js_string!("testPath"), JsString::from(file.as_str()), Attribute::all())
        .property(js_string!("environment"), js_string!("node"), Attribute::all())
        .build();
    if let Some(said) = state.expect_state.borrow().clone() {
        copy(&said, &object, context)?;
    }
    Ok(object.into())
}

/// `expect.setState(object)`: the host's counts do not change.
///
/// # Errors
/// Errors that getters throw.
pub(super) fn set(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let known = state.expect_state.borrow().clone();
    let said = known.unwrap_or_else(|| ObjectInitializer::new(context).build());
    if let Some(from) = args.get_or_undefined(0).as_object() {
        copy(&from, &said, context)?;
    }
    state.expect_state.replace(Some(said));
    Ok(JsValue::undefined())
}

/// Copies the properties that do not belong to the host.
fn copy(from: &JsObject, to: &JsObject, context: &mut Context) -> JsResult<()> {
    for key in value::own_enumerable_keys(from, context)? {
        let name = value::key_text(&key);
        if !matches!(name.as_str(), "assertionCalls" | "expectedAssertionsNumber" | "isExpectingAssertions") {
            let found = from.get(key.clone(), context)?;
            to.create_data_property_or_throw(key, found, context)?;
        }
    }
    Ok(())
}
