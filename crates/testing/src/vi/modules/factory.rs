//! The results of mock factories.

use boa_engine::object::builtins::JsPromise;
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{
    Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsString, JsSymbol, JsValue, NativeFunction,
    js_string,
};
use verdict_sandbox::wait_for;

use super::deferred::later;
use super::registry::Mock;
use crate::intrinsics::native;
use crate::value;

/// Calls a factory and awaits its result.
///
/// # Errors
/// Errors that it throws, with advice; a result that is no object.
pub(super) fn make(factory: &JsObject, mock: &Mock, context: &mut Context) -> JsResult<JsObject> {
    let (importer, raw) = (mock.importer.clone(), mock.raw.clone());
    let original = import_original(importer.as_str(), &raw, context);
    let given = factory.call(&JsValue::undefined(), &[original], context);
    let given = given.and_then(|given| settled(given, context)).map_err(|error| helpful(error, context))?;
    let exports = given.as_object().filter(|object| !object.is_callable() && !object.is_array());
    let Some(exports) = exports else {
        let message = format!(
            "[vitest] vi.mock(\"{raw}\", factory?: () => unknown) is not returning an object. Did you mean to return \
             an object with a \"default\" key?"
        );
        return Err(JsNativeError::typ().with_message(message).into());
    };
    guarded(&exports, &raw, context)
}

/// The value of a promise that a factory returned; other values as they are.
///
/// # Errors
/// The reason of its rejection, or that it never settles.
pub(super) fn settled(given: JsValue, context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = given.as_object().filter(|object| !object.is_callable()) else { return Ok(given) };
    if !object.get(js_string!("then"), context)?.is_callable() {
        return Ok(given);
    }
    let (promise, functions) = JsPromise::new_pending(context);
    functions.resolve.call(&JsValue::undefined(), &[given], context)?;
    wait_for(&promise, context)
}

/// `importOriginal()`.
fn import_original(importer: &str, raw: &str, context: &Context) -> JsValue {
    let function = NativeFunction::from_copy_closure_with_captures(
        |_, _, (importer, raw): &(JsString, JsString), context| {
            let (importer, raw) = (value::text(importer), value::text(raw));
            later(
                move |context| {
                    let importer = verdict_vfs::VfsPath::parse(&importer)
                        .map_err(|error| JsNativeError::error().with_message(error.to_string()))?;
                    verdict_sandbox::import_original(&importer, &raw, context).map(JsValue::from)
                },
                context,
            )
        },
        (js_string!(importer), js_string!(raw)),
    );
    native("importOriginal", 0, function, context).into()
}

/// Adds advice to an error of a factory.
fn helpful(error: JsError, context: &mut Context) -> JsError {
    if error.as_engine().is_some() {
        return error;
    }
    let message = "[vitest] There was an error when mocking a module. If you are using \"vi.mock\" factory, make sure \
                   there are no top level variables inside, since this call is hoisted to top of the file. Read more: \
                   https://vitest.dev/api/vi.html#vi-mock";
    let cause = match error.into_opaque(context) {
        Ok(cause) => cause,
        Err(error) => return error,
    };
    let object = JsNativeError::error().with_message(message).into_opaque(context);
    let cause =
        PropertyDescriptor::builder().value(cause).writable(true).configurable(true).enumerable(false);
    // Defining a property of a fresh ordinary object cannot fail.
    let _ = object.define_property_or_throw(js_string!("cause"), cause, context);
    JsError::from_opaque(object.into())
}

/// A proxy of a factory's result that reports missing names.
fn guarded(exports: &JsObject, raw: &str, context: &mut Context) -> JsResult<JsObject> {
    let get = NativeFunction::from_copy_closure_with_captures(
        |_, args, raw: &JsString, context| {
            let Some(target) = args.get_or_undefined(0).as_object() else { return Ok(JsValue::undefined()) };
            let key = args.get_or_undefined(1).to_property_key(context)?;
            let name = value::key_text(&key);
            if name == "then" || target.has_property(key.clone(), context)? || is_asked_by_the_language(&key)
            {
                return target.get(key, context);
            }
            let message = format!(
                "[vitest] No \"{name}\" export is defined on the \"{}\" mock. Did you forget to return it from \
                 \"vi.mock\"?\nIf you need to partially mock a module, you can use \"importOriginal\" helper inside:\n",
                value::text(raw)
            );
            Err(JsNativeError::error().with_message(message).into())
        },
        js_string!(raw),
    );
    let handler = JsObject::with_null_proto();
    let get = native("get", 3, get, context);
    handler.create_data_property_or_throw(js_string!("get"), get, context)?;
    let proxy = context.intrinsics().constructors().proxy().constructor();
    proxy.construct(&[exports.clone().into(), handler.into()], None, context)
}

/// Whether a key is read by the language rather than by an importer.
fn is_asked_by_the_language(key: &PropertyKey) -> bool {
    match key {
        PropertyKey::Symbol(symbol) => [
            JsSymbol::async_iterator(),
            JsSymbol::has_instance(),
            JsSymbol::is_concat_spreadable(),
            JsSymbol::iterator(),
            JsSymbol::r#match(),
            JsSymbol::match_all(),
            JsSymbol::replace(),
            JsSymbol::search(),
            JsSymbol::split(),
            JsSymbol::species(),
            JsSymbol::to_primitive(),
            JsSymbol::to_string_tag(),
            JsSymbol::unscopables(),
        ]
        .contains(symbol),
        key => value::key_text(key) == "__esModule",
    }
}
