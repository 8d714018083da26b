//! What `require.cache` reads and writes. The object itself is of the script `require-cache`.

use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};
use verdict_vfs::VfsPath;

use crate::native::{argument, host};
use crate::web::exports;

/// Defines the property of a `require` function.
pub(super) fn define(require: &JsObject, context: &mut Context) -> JsResult<()> {
    let get = NativeFunction::from_fn_ptr(|_, _, context| {
        if host(context)?.loader.has_require_cache.get() {
            exports("require-cache", context)?.get(js_string!("cache"), context)
        } else {
            Ok(JsObject::with_null_proto().into())
        }
    });
    let get = FunctionObjectBuilder::new(context.realm(), get).name("get cache").build();
    let property = PropertyDescriptor::builder().get(get).enumerable(false).configurable(true);
    require.define_property_or_throw(js_string!("cache"), property, context)?;
    Ok(())
}

/// The path in the first argument.
fn path(args: &[JsValue]) -> Option<VfsPath> {
    VfsPath::parse(&argument(args, 0).as_string()?.to_std_string_lossy()).ok()
}

/// The `module` object of a file that ran.
pub(crate) fn module_of(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    let modules = host.loader.common_js.modules.borrow();
    let module = path(args).and_then(|path| modules.get(&path).cloned());
    Ok(module.map_or_else(JsValue::undefined, JsValue::from))
}

/// Replaces the `module` object of a file, or gives it one in place of running it.
pub(crate) fn put_module(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    if let (Some(path), Some(module)) = (path(args), argument(args, 1).as_object()) {
        host.loader.common_js.ended.borrow_mut().insert(path.clone());
        host.loader.common_js.modules.borrow_mut().insert(path, module);
    }
    Ok(JsValue::undefined())
}

/// Has a file run again when it is required.
pub(crate) fn forget_module(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    if let Some(path) = path(args) {
        host.loader.common_js.ended.borrow_mut().remove(&path);
        host.loader.common_js.modules.borrow_mut().remove(&path);
    }
    Ok(JsValue::undefined())
}

/// The paths of the files that ran, as a guest array.
pub(crate) fn loaded_modules(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let host = host(context)?;
    let paths: Vec<JsValue> = {
        let modules = host.loader.common_js.modules.borrow();
        modules.keys().map(|path| JsString::from(path.as_str()).into()).collect()
    };
    Ok(JsArray::from_iter(paths, context).into())
}
