//! What `process` has of the host: its environment, and the queue of `nextTick`.

use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::globals::{argument, host};

/// `process.env` of a realm: an ordinary object that a guest may change. It holds what the options say, and a write is
/// kept as it is, not made a text. It is made when it is first asked for.
///
/// # Errors
/// None in a realm that is whole.
pub fn process_env(context: &mut Context) -> JsResult<JsObject> {
    let host = host(context)?;
    let known = host.env_object.borrow().clone();
    if let Some(known) = known {
        return Ok(known);
    }
    let env = JsObject::with_object_proto(context.intrinsics());
    for (name, value) in host.env.iter() {
        // Defined, not assigned: `__proto__` is a name like any other.
        let (name, value) =
            (PropertyKey::from(JsString::from(name.as_str())), JsString::from(value.as_str()));
        env.create_data_property_or_throw(name, value, context)?;
    }
    *host.env_object.borrow_mut() = Some(env.clone());
    Ok(env)
}

/// `(callback, array of arguments)`: runs when the microtasks that are there have run.
pub(crate) fn next_tick(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(callback) = argument(args, 0).as_callable() else { return Ok(JsValue::undefined()) };
    let list = argument(args, 1).to_object(context)?;
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    let arguments = (0..length).map(|index| list.get(index, context)).collect::<JsResult<Vec<_>>>()?;
    host(context)?.jobs.add_tick(callback, arguments);
    Ok(JsValue::undefined())
}
