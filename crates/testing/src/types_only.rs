//! `expectTypeOf` and `assertType`, which concern types only and do nothing at run time.

use boa_engine::object::builtins::JsProxy;
use boa_engine::{Context, JsArgs, JsResult, JsValue, NativeFunction, js_string};

use crate::intrinsics::native;

/// The exports.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn exports(context: &mut Context) -> JsResult<[(&'static str, JsValue); 2]> {
    let expect = NativeFunction::from_fn_ptr(|_, _, context| chain(context));
    let assert = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let expect = native("expectTypeOf", 1, expect, context);
    let assert = native("assertType", 1, assert, context);
    Ok([("expectTypeOf", expect.into()), ("assertType", assert.into())])
}

/// An object that returns itself for every property and call; it is no promise.
fn chain(context: &mut Context) -> JsResult<JsValue> {
    let target = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined()));
    let target = native("expectTypeOf", 0, target, context);
    let proxy = JsProxy::builder(target.into())
        .get(|_, args, _| {
            let key = args.get_or_undefined(1).as_string();
            let known = key.is_some_and(|key| key != js_string!("then"));
            Ok(if known { args.get_or_undefined(2).clone() } else { JsValue::undefined() })
        })
        .apply(|_, _, context| chain(context))
        .build(context)?;
    Ok(proxy.into())
}
