//! Module mocks as Jest has them: all modules are CommonJS, so a mock is any value, and its exports are its properties.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use verdict_sandbox::require_original;
use verdict_vfs::VfsPath;

use super::registry::{Made, tag_as_module};
use super::{automock, factory};
use crate::intrinsics::native;
use crate::value;

/// The mock that a factory returns.
///
/// # Errors
/// Errors that it throws.
pub(super) fn by_factory(factory: &JsObject, context: &mut Context) -> JsResult<Made> {
    let value = factory.call(&JsValue::undefined(), &[], context)?;
    // Only modules of the ES kind have such factories.
    let value = factory::settled(value, context)?;
    let namespace = namespace_of(&value, context)?;
    Ok(Made { namespace, value })
}

/// The automatic mock of a module: that of its `module.exports`, or of its exports if it is an ES module.
///
/// # Errors
/// Errors of loading or running the module.
pub(super) fn automatic(importer: &VfsPath, raw: &str, context: &mut Context) -> JsResult<Made> {
    let original = require_original(importer, raw, context)?;
    if is_compiled(&original, context)? {
        return automock::module(importer, raw, false, context).map(Made::from);
    }
    let value = automock::value(&original, false, context)?;
    let namespace = namespace_of(&value, context)?;
    Ok(Made { namespace, value })
}

/// Whether exports say that a compiler made them of an ES module, or are those of one.
fn is_compiled(exports: &JsValue, context: &mut Context) -> JsResult<bool> {
    let Some(object) = exports.as_object() else { return Ok(false) };
    Ok(value::tag(exports, context)? == "Module"
        || object.get(js_string!("__esModule"), context)?.to_boolean())
}

/// The object whose properties importers read, as a compiler to CommonJS gives it to them. A missing name is undefined.
fn namespace_of(exports: &JsValue, context: &mut Context) -> JsResult<JsObject> {
    let is_compiled = is_compiled(exports, context)?;
    let namespace = JsObject::with_null_proto();
    if let Some(object) = exports.as_object() {
        for key in value::own_enumerable_keys(&object, context)? {
            if let PropertyKey::String(name) = &key
                && (is_compiled || *name != js_string!("default"))
            {
                forward(&namespace, &object, name, context)?;
            }
        }
    }
    if !is_compiled {
        namespace.create_data_property_or_throw(js_string!("default"), exports.clone(), context)?;
    }
    tag_as_module(&namespace, context)?;
    Ok(namespace)
}

/// Has a property of one object stand for that of another.
fn forward(from: &JsObject, to: &JsObject, name: &JsString, context: &mut Context) -> JsResult<()> {
    let get = NativeFunction::from_copy_closure_with_captures(
        |_, _, (to, name): &(JsObject, JsString), context| to.get(name.clone(), context),
        (to.clone(), name.clone()),
    );
    let set = NativeFunction::from_copy_closure_with_captures(
        |_, args, (to, name): &(JsObject, JsString), context| {
            to.set(name.clone(), args.get_or_undefined(0).clone(), true, context)?;
            Ok(JsValue::undefined())
        },
        (to.clone(), name.clone()),
    );
    let property = PropertyDescriptor::builder()
        .get(native("", 0, get, context))
        .set(native("", 1, set, context))
        .enumerable(true)
        .configurable(true);
    from.define_property_or_throw(name.clone(), property, context).map(drop)
}
