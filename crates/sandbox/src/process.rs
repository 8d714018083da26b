//! `process`: `env` and nothing else of Node's.

use boa_engine::object::JsObject;
use boa_engine::property::{Attribute, PropertyKey};
use boa_engine::{Context, JsResult, JsString};

use crate::globals::host;

/// Defines the global `process`. Its `env` is an ordinary object of the realm that a guest may change: it holds
/// what the options say, and a write is kept as it is, not made a text.
pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let env = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in host(context)?.env.iter() {
        // Defined, not assigned: `__proto__` is a name like any other.
        let (name, value) =
            (PropertyKey::from(JsString::from(name.as_str())), JsString::from(value.as_str()));
        env.create_data_property_or_throw(name, value, context)?;
    }
    let process = JsObject::with_object_proto(context.intrinsics());
    process.create_data_property_or_throw(JsString::from("env"), env, context)?;
    let attributes = Attribute::WRITABLE | Attribute::CONFIGURABLE;
    context.register_global_property(JsString::from("process"), process, attributes)
}
