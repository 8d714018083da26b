//! `setConfig`, `resetConfig`, and small helpers.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, NativeFunction};
use verdict_protocol::TestConfig;

use super::api::Entry;
use crate::intrinsics::native;
use crate::state::State;

pub(super) const FUNCTIONS: &[Entry] = &[
    ("setConfig", 1, set_config),
    ("resetConfig", 0, |_, _, context| {
        let state = State::of(context);
        let before = state.vi.config_before.take();
        if let Some(before) = before {
            state.vi.config.replace(before);
        }
        Ok(JsValue::undefined())
    }),
    ("defineHelper", 1, define_helper),
    ("dynamicImportSettled", 0, settled),
];

/// Maximum size of a configuration as JSON, in bytes.
const MAX_BYTES: u64 = 100_000;

/// Sets the file's initial configuration.
pub(crate) fn configure(state: &State, config: &TestConfig) {
    state.vi.config.replace(config.clone());
}

/// Merges an object over the configuration. Unsupported keys and invalid values have no effect.
fn set_config(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let state = State::of(context);
    let given = verdict_sandbox::to_json(args.get_or_undefined(0), MAX_BYTES, context);
    let config = state.vi.config.borrow().clone();
    if let (serde_json::Value::Object(given), Ok(serde_json::Value::Object(mut known))) =
        (given, serde_json::to_value(&config))
    {
        for (key, value) in given {
            let mut changed = known.clone();
            changed.insert(key, value);
            if serde_json::from_value::<TestConfig>(changed.clone().into()).is_ok() {
                known = changed;
            }
        }
        if let Ok(changed) = serde_json::from_value(known.into()) {
            state.vi.config_before.borrow_mut().get_or_insert(config);
            state.vi.config.replace(changed);
        }
    }
    Ok(JsValue::undefined())
}

/// `defineHelper(function)`: returns a function that does the same, but failures are located at its caller.
fn define_helper(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(function) = args.get_or_undefined(0).as_callable() else {
        return Err(JsNativeError::typ().with_message("vi.defineHelper() expects a function").into());
    };
    let helper = NativeFunction::from_copy_closure_with_captures(
        |this, args, function: &boa_engine::JsObject, context| function.call(this, args, context),
        function,
    );
    Ok(native("__VITEST_HELPER__", 0, helper, context).into())
}

/// `dynamicImportSettled()`: returns a promise that is fulfilled when all pending imports have finished.
fn settled(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (promise, functions) = JsPromise::new_pending(context);
    // Imports wait only for promises and jobs, all of which run before an immediate.
    let done = NativeFunction::from_copy_closure_with_captures(
        |_, _, resolve: &boa_engine::JsObject, context| resolve.call(&JsValue::undefined(), &[], context),
        functions.resolve.into(),
    );
    let done = native("", 0, done, context);
    State::of(context).vi.timers.call_real(|real| &real.set_immediate, &[done.into()], context)?;
    Ok(promise.into())
}
