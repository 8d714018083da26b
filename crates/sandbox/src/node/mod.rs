//! Node's modules: `node:path` and others, on top of the snapshot.

mod files;

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue};
use verdict_vfs::NODE_MODULES;

use crate::web::exports;

pub(crate) use files::{file_kind, read_dir, read_file};

/// The exports of a module with their values, including `default`.
///
/// # Errors
/// None in an intact realm.
pub(crate) fn exports_of(name: &str, context: &mut Context) -> JsResult<Vec<(String, JsValue)>> {
    let load = exports("modules", context)?.get(JsString::from("load"), context)?;
    let Some(load) = load.as_callable() else { return Ok(Vec::new()) };
    let module = load.call(&JsValue::undefined(), &[JsString::from(name).into()], context)?;
    let Some(module) = module.as_object() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for key in module.own_property_keys(context)? {
        if let PropertyKey::String(name) = &key {
            let name = name.to_std_string_lossy();
            found.push((name, module.get(key, context)?));
        }
    }
    Ok(found)
}

/// The text that `util.format` of Node gives.
///
/// # Errors
/// Errors of guest code that converts a value, and those of a realm that is not intact.
pub fn format(template: &str, values: &[JsValue], context: &mut Context) -> JsResult<String> {
    let function = exports_of("util", context)?.into_iter().find(|(name, _)| name == "format");
    let function = function.and_then(|(_, function)| function.as_callable());
    let Some(function) = function else { return Ok(template.to_owned()) };
    let mut arguments = vec![JsValue::from(JsString::from(template))];
    arguments.extend(values.iter().cloned());
    let text = function.call(&JsValue::undefined(), &arguments, context)?;
    Ok(text.to_string(context)?.to_std_string_lossy())
}

/// Names of the available modules, as a guest array.
pub(crate) fn builtins(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let names = NODE_MODULES.iter().map(|name| JsString::from(*name).into());
    Ok(JsArray::from_iter(names, context).into())
}
