//! `jest.replaceProperty(object, key, value)`.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsValue, NativeFunction, js_string};
use verdict_protocol::sentences;

use super::spy_on::descriptor;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// A replaced property.
#[derive(Debug, Clone)]
pub(super) struct Replaced {
    object: JsObject,
    key: PropertyKey,
    /// The previous descriptor; `None` if the property was inherited.
    before: Option<PropertyDescriptor>,
    /// The object returned to the guest.
    handle: JsObject,
}

impl Replaced {
    fn is(&self, object: &JsObject, key: &PropertyKey) -> bool {
        JsObject::equals(&self.object, object) && self.key == *key
    }

    fn restore(self, context: &mut Context) -> JsResult<()> {
        match self.before {
            Some(before) => self.object.define_property_or_throw(self.key, before, context)?,
            None => self.object.delete_property_or_throw(self.key, context)?,
        };
        Ok(())
    }
}

/// Restores all properties.
///
/// # Errors
/// An object that was frozen in the meantime.
pub(super) fn restore(context: &mut Context) -> JsResult<()> {
    let replaced = State::of(context).vi.replaced.take();
    replaced.into_iter().rev().try_for_each(|replaced| replaced.restore(context))
}

/// Replaces a property, and returns `{ replaceValue, restore }`.
///
/// # Errors
/// A property that cannot be replaced, with Jest's message.
pub(super) fn replace(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let error = |message: String| Err(JsNativeError::error().with_message(message).into());
    let Some(object) = args.get_or_undefined(0).as_object() else {
        let given = args.get_or_undefined(0);
        let kind = if given.is_null() { "null" } else { given.type_of() };
        return error(sentences::replaced_primitive(kind));
    };
    if args.get_or_undefined(1).is_null_or_undefined() {
        return error(sentences::replaced_nothing());
    }
    let key = args.get_or_undefined(1).to_property_key(context)?;
    let name = value::key_text(&key);
    let Some((own, found)) = descriptor(&object, &key) else {
        return error(sentences::replaced_missing(name));
    };
    if found.configurable() != Some(true) {
        return error(sentences::replaced_fixed(name));
    }
    for (there, article, word) in [(found.get(), "a getter", "get"), (found.set(), "a setter", "set")] {
        if there.is_some_and(|there| !there.is_undefined()) {
            return error(sentences::replaced_accessor(name, article, word));
        }
    }
    if found.value().is_some_and(JsValue::is_callable) {
        let message = format!(
            "Cannot replace the `{name}` property because it is a function. Use `jest.spyOn(object, '{name}')` instead."
        );
        return Err(JsNativeError::typ().with_message(message).into());
    }
    let state = State::of(context);
    let given = args.get_or_undefined(2).clone();
    let known = state.vi.replaced.borrow().iter().find(|known| known.is(&object, &key)).cloned();
    object.set(key.clone(), given, true, context)?;
    if let Some(known) = known {
        return Ok(known.handle.into());
    }
    let handle = handle(&object, &key, context)?;
    let before = own.then_some(found);
    state.vi.replaced.borrow_mut().push(Replaced { object, key, before, handle: handle.clone() });
    Ok(handle.into())
}

fn handle(object: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<JsObject> {
    let captures = (object.clone(), value::key_value(key));
    let handle = JsObject::with_object_proto(context.intrinsics());
    let again = NativeFunction::from_copy_closure_with_captures(
        |this, args, (object, key): &(JsObject, JsValue), context| {
            let key = key.to_property_key(context)?;
            object.set(key, args.get_or_undefined(0).clone(), true, context)?;
            Ok(this.clone())
        },
        captures.clone(),
    );
    let back = NativeFunction::from_copy_closure_with_captures(
        |_, _, (object, key): &(JsObject, JsValue), context| {
            let key = key.to_property_key(context)?;
            let state = State::of(context);
            let place = state.vi.replaced.borrow().iter().position(|known| known.is(object, &key));
            let replaced = place.map(|place| state.vi.replaced.borrow_mut().remove(place));
            match replaced {
                Some(replaced) => replaced.restore(context).map(|()| JsValue::undefined()),
                None => Ok(JsValue::undefined()),
            }
        },
        captures,
    );
    for (name, length, function) in [("replaceValue", 1, again), ("restore", 0, back)] {
        let function = native(name, length, function, context);
        handle.create_data_property_or_throw(js_string!(name), function, context)?;
    }
    Ok(handle)
}
