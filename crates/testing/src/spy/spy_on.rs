//! `vi.spyOn(object, key, accessType?)`.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue};

use super::mock;
use crate::state::State;
use crate::value;

/// How to put back what a spy stands for.
#[derive(Debug, Clone)]
pub(super) struct Restore {
    object: JsObject,
    key: PropertyKey,
    /// The object's own property; `None` if it had inherited it.
    own: Option<PropertyDescriptor>,
}

impl Restore {
    /// Puts it back.
    ///
    /// # Errors
    /// An object that was frozen meanwhile.
    pub(super) fn run(self, context: &mut Context) -> JsResult<()> {
        match self.own {
            Some(own) => self.object.define_property_or_throw(self.key, own, context)?,
            None => self.object.delete_property_or_throw(self.key, context)?,
        };
        Ok(())
    }
}

/// Replaces a method, getter or setter by a mock that calls it.
///
/// # Errors
/// What cannot be spied upon, in Vitest's words.
pub(super) fn spy_on(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = args.get_or_undefined(0).as_object() else {
        let message = if args.get_or_undefined(0).is_null_or_undefined() {
            "The vi.spyOn() function could not find an object to spy upon. The first argument must be defined."
        } else {
            "Vitest cannot spy on a primitive value."
        };
        return Err(JsNativeError::error().with_message(message).into());
    };
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let access = args.get_or_undefined(2).as_string().map(|text| value::text(&text));
    let found = descriptor(&object, &key);
    let name = value::key_text(&key);
    if found.is_none() && !object.has_property(key.clone(), context)? {
        let kind = JsValue::from(object).type_of();
        let message = format!("The property \"{name}\" is not defined on the {kind}.");
        return Err(JsNativeError::error().with_message(message).into());
    }
    let (own, descriptor) = found.unwrap_or_else(|| {
        (false, PropertyDescriptor::builder().configurable(true).writable(true).enumerable(true).build())
    });
    let original = match access.as_deref() {
        Some("get") => descriptor.get().cloned(),
        Some("set") => descriptor.set().cloned(),
        _ => match descriptor.value() {
            Some(value) if !value.is_null_or_undefined() => Some(value.clone()),
            _ => Some(object.get(key.clone(), context)?),
        },
    };
    let original = original.unwrap_or_default();
    if State::of(context).mocks.id(&original).is_some() {
        return Ok(original);
    }
    let accessor = matches!(access.as_deref(), Some("get" | "set"));
    let spyable = original.is_callable() || (accessor && original.is_undefined());
    if !spyable {
        let message = format!("vi.spyOn() can only spy on a function. Received {}.", original.type_of());
        return Err(JsNativeError::error().with_message(message).into());
    }
    let restore = Restore { object: object.clone(), key: key.clone(), own: own.then(|| descriptor.clone()) };
    let mock = mock::make(original.as_callable(), None, Some(name), Some(restore), context)?;
    let builder = PropertyDescriptor::builder()
        .enumerable(descriptor.enumerable().unwrap_or(true))
        .configurable(descriptor.configurable().unwrap_or(true));
    let property = match access.as_deref() {
        Some("get") => builder.get(mock.clone()).maybe_set(descriptor.set().cloned()),
        Some("set") => builder.set(mock.clone()).maybe_get(descriptor.get().cloned()),
        _ => builder.value(mock.clone()).writable(true),
    };
    object.define_property_or_throw(key, property.build(), context)?;
    Ok(mock.into())
}

/// The property of an object or of what it inherits from, and whether it is its own.
fn descriptor(object: &JsObject, key: &PropertyKey) -> Option<(bool, PropertyDescriptor)> {
    let mut current = Some(object.clone());
    while let Some(link) = current {
        if let Some(found) = link.borrow().properties().get(key) {
            return Some((JsObject::equals(&link, object), found));
        }
        current = link.prototype();
    }
    None
}
