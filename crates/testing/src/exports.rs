//! Exports of `vitest` that are not globals: `bench`, `inject`, `createExpect`, `should`, `recordArtifact`.

use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
};
use verdict_protocol::sentences;

use crate::guard::api;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// Names of the exports of `vitest` that are not globals.
pub(crate) const ONLY: [&str; 5] = ["bench", "createExpect", "inject", "recordArtifact", "should"];

/// Creates these exports, by name.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn only(context: &mut Context) -> JsResult<Vec<(&'static str, JsValue)>> {
    let inject = native("inject", 1, NativeFunction::from_fn_ptr(inject), context);
    let create = NativeFunction::from_fn_ptr(|_, _, context| {
        let realm = State::of(context).expect.borrow().clone();
        Ok(realm.map(|realm| realm.expect.into()).unwrap_or_default())
    });
    let create = api("createExpect", 1, create, context);
    let artifact = NativeFunction::from_fn_ptr(|_, _, _| {
        let message = sentences::no_artifacts();
        Err(JsNativeError::error().with_message(message).into())
    });
    let artifact = native("recordArtifact", 2, artifact, context);
    let should = NativeFunction::from_fn_ptr(crate::expect::chai::should);
    let should = api("should", 0, should, context);
    Ok(vec![
        ("bench", bench(context)?.into()),
        ("createExpect", create.into()),
        ("inject", inject.into()),
        ("recordArtifact", artifact.into()),
        ("should", should.into()),
    ])
}

/// `bench`, which throws, as it does in Vitest outside benchmark mode.
fn bench(context: &mut Context) -> JsResult<JsObject> {
    let refuse = NativeFunction::from_fn_ptr(|_, _, _| {
        let message = "`bench()` is only available in benchmark mode.";
        Err(JsError::from(JsNativeError::error().with_message(message)))
    });
    let bench: JsObject = native("bench", 3, refuse, context).into();
    for name in ["skip", "only", "todo"] {
        bench.create_data_property_or_throw(JsString::from(name), bench.clone(), context)?;
    }
    let choose = NativeFunction::from_copy_closure_with_captures(
        |_, _, bench: &JsObject, _| Ok(bench.clone().into()),
        bench.clone(),
    );
    for name in ["skipIf", "runIf"] {
        let choose = native(name, 1, choose.clone(), context);
        bench.create_data_property_or_throw(JsString::from(name), choose, context)?;
    }
    Ok(bench)
}

/// `inject(key)`: the value in `config.test.provide`.
fn inject(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = value::text(&args.get_or_undefined(0).to_string(context)?);
    let found = State::of(context).vi.config.borrow().provide.get(&key).cloned();
    match found {
        Some(found) => JsValue::from_json(&found, context),
        None => Ok(JsValue::undefined()),
    }
}
