//! Applies the reviver of `JSON.parse`. Unlike the engine, it accepts lone surrogates, as V8 does, and does
//! not recurse.

use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::boa_fixes::guards::original;

/// An object some of whose values were visited.
struct Open {
    holder: JsObject,
    key: PropertyKey,
    object: JsObject,
    /// The object's keys; `None` for an array, which is walked by length.
    keys: Option<Vec<PropertyKey>>,
    next: u64,
    length: u64,
}

impl Open {
    fn next(&mut self) -> Option<PropertyKey> {
        let at = self.next;
        if at >= self.length {
            return None;
        }
        self.next += 1;
        match &self.keys {
            Some(keys) => keys.get(usize::try_from(at).ok()?).cloned(),
            None => Some(PropertyKey::from(at)),
        }
    }
}

/// Applies the reviver to `root`, innermost values first.
///
/// # Errors
/// Errors thrown by the reviver, or by a proxy that it inserted.
pub(super) fn revive(root: JsValue, reviver: &JsObject, context: &mut Context) -> JsResult<JsValue> {
    let holder = JsObject::with_object_proto(context.intrinsics());
    let key = PropertyKey::from(JsString::default());
    holder.create_data_property_or_throw(key.clone(), root.clone(), context)?;
    let mut open: Vec<Open> = Vec::new();
    let mut value = match root.as_object() {
        Some(object) => {
            open.push(begin(holder.clone(), key, object, context)?);
            JsValue::undefined()
        }
        None => return call(reviver, &holder, &key, root, context),
    };
    while let Some(top) = open.last_mut() {
        let Some(key) = top.next() else {
            let Some(done) = open.pop() else { break };
            value = call(reviver, &done.holder, &done.key, done.object.into(), context)?;
            if !open.is_empty() {
                put(&done.holder, done.key, &value, context)?;
            }
            continue;
        };
        let holder = top.object.clone();
        let inner = holder.get(key.clone(), context)?;
        match inner.as_object() {
            Some(object) => open.push(begin(holder, key, object, context)?),
            None => {
                let made = call(reviver, &holder, &key, inner, context)?;
                put(&holder, key, &made, context)?;
            }
        }
    }
    Ok(value)
}

fn begin(holder: JsObject, key: PropertyKey, object: JsObject, context: &mut Context) -> JsResult<Open> {
    let this = JsValue::undefined();
    let is_array = original("Array.isArray", context)?.call(&this, &[object.clone().into()], context)?;
    if is_array.to_boolean() {
        let length = object.get(JsString::from("length"), context)?.to_length(context)?;
        return Ok(Open { holder, key, object, keys: None, next: 0, length });
    }
    let list = original("Object.keys", context)?.call(&this, &[object.clone().into()], context)?;
    let list = list.to_object(context)?;
    let length = list.get(JsString::from("length"), context)?.to_length(context)?;
    let mut keys = Vec::new();
    for at in 0..length {
        keys.push(list.get(at, context)?.to_property_key(context)?);
    }
    Ok(Open { holder, key, object, keys: Some(keys), next: 0, length })
}

fn call(
    reviver: &JsObject,
    holder: &JsObject,
    key: &PropertyKey,
    value: JsValue,
    context: &mut Context,
) -> JsResult<JsValue> {
    reviver.call(&holder.clone().into(), &[text(key), value], context)
}

fn text(key: &PropertyKey) -> JsValue {
    match key {
        PropertyKey::Index(index) => JsString::from(index.get().to_string()).into(),
        key => JsValue::from(key),
    }
}

/// Stores a value; a property that cannot be set stays unchanged.
fn put(holder: &JsObject, key: PropertyKey, value: &JsValue, context: &mut Context) -> JsResult<()> {
    if value.is_undefined() {
        let args = [holder.clone().into(), text(&key)];
        original("Reflect.deleteProperty", context)?.call(&JsValue::undefined(), &args, context)?;
        return Ok(());
    }
    holder.create_data_property(key, value.clone(), context).map(|_| ())
}
