//! The functions that rewritten files call.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::builtins::JsProxy;
use boa_engine::{
    Context, JsArgs, JsNativeError, JsObject, JsResult, JsStr, JsString, JsValue, NativeFunction, js_str,
};
use verdict_sandbox::{Mocker as _, import_now};

use super::api::importer;
use super::deferred::later;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// Specifier of the module that exports these functions to rewritten files.
pub(super) const HELPERS: &str = "verdict:mocks";

/// The exports of that module.
pub(super) fn helpers(context: &Context) -> Vec<(&'static str, JsValue)> {
    let functions: [(&str, usize, NativeFunctionPointer); 4] =
        [("load", 1, load), ("load_later", 1, load_later), ("facade", 2, facade), ("later", 2, seen_later)];
    functions
        .into_iter()
        .map(|(name, length, function)| {
            (name, native(name, length, NativeFunction::from_fn_ptr(function), context).into())
        })
        .collect()
}

/// `load(specifier)`: the namespace, or the mock that replaces it.
fn load(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let specifier = args.get_or_undefined(0).to_string(context)?;
    let importer = importer(context)?;
    import_now(&importer, &value::text(&specifier), context).map(JsValue::from)
}

/// `load_later(specifier)`: a promise of the namespace, or of the mock that replaces it.
fn load_later(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let specifier = args.get_or_undefined(0).clone();
    let importer = importer(context)?;
    later(
        move |context| {
            let specifier = specifier.to_string(context)?;
            import_now(&importer, &value::text(&specifier), context).map(JsValue::from)
        },
        context,
    )
}

/// `facade(key, namespace)`: an object that can be spied on.
fn facade(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = args.get_or_undefined(0).to_string(context)?;
    let namespace = args.get_or_undefined(1).as_object();
    let namespace = namespace.ok_or_else(|| JsNativeError::typ().with_message("no namespace"))?;
    let registry = State::of(context).vi.registry()?;
    registry.object(&value::text(&key), &namespace, context).map(JsValue::from)
}

/// `later(key, namespace)`: the mock of a module as soon as it is created, and its namespace until then.
fn seen_later(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = JsObject::with_null_proto();
    for (name, value) in [(KEY, args.get_or_undefined(0)), (NAMESPACE, args.get_or_undefined(1))] {
        target.create_data_property_or_throw(JsString::from(name), value.clone(), context)?;
    }
    Ok(JsProxy::builder(target).get(get_later).has(has_later).build(context)?.into())
}

const KEY: JsStr<'static> = js_str!("key");
const NAMESPACE: JsStr<'static> = js_str!("namespace");

/// The current target of such an object.
fn seen(args: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let none = || JsNativeError::typ().with_message("no namespace");
    let target = args.get_or_undefined(0).as_object().ok_or_else(none)?;
    let key = target.get(JsString::from(KEY), context)?.to_string(context)?;
    if let Some(made) = State::of(context).vi.registry()?.made(&value::text(&key)) {
        return Ok(made);
    }
    target.get(JsString::from(NAMESPACE), context)?.as_object().ok_or_else(|| none().into())
}

fn get_later(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = args.get_or_undefined(1).to_property_key(context)?;
    seen(args, context)?.get(name, context)
}

fn has_later(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = args.get_or_undefined(1).to_property_key(context)?;
    seen(args, context)?.has_property(name, context).map(JsValue::from)
}
