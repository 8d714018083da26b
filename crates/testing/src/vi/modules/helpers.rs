//! What turned files call.

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::{Context, JsArgs, JsNativeError, JsResult, JsValue, NativeFunction};
use verdict_sandbox::{Mocker as _, import_now};

use super::api::importer;
use super::deferred::later;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// Specifier of the module that turned files import their helpers from.
pub(super) const HELPERS: &str = "verdict:mocks";

/// The exports of that module.
pub(super) fn helpers(context: &Context) -> Vec<(&'static str, JsValue)> {
    let functions: [(&str, usize, NativeFunctionPointer); 3] =
        [("load", 1, load), ("load_later", 1, load_later), ("facade", 2, facade)];
    functions
        .into_iter()
        .map(|(name, length, function)| {
            (name, native(name, length, NativeFunction::from_fn_ptr(function), context).into())
        })
        .collect()
}

/// `load(specifier)`: the namespace, or what stands in for it.
fn load(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let specifier = args.get_or_undefined(0).to_string(context)?;
    let importer = importer(context)?;
    import_now(&importer, &value::text(&specifier), context).map(JsValue::from)
}

/// `load_later(specifier)`: a promise of the same.
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

/// `facade(key, namespace)`: an object that can be spied upon.
fn facade(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = args.get_or_undefined(0).to_string(context)?;
    let namespace = args.get_or_undefined(1).as_object();
    let namespace = namespace.ok_or_else(|| JsNativeError::typ().with_message("no namespace"))?;
    let registry = State::of(context).vi.registry()?;
    registry.object(&value::text(&key), &namespace, context).map(JsValue::from)
}
