//! `vi.spyOn(object, key, accessType?)`.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsObject, JsResult, JsValue};

use super::make::{Make, make};
use crate::state::State;
use crate::value;

/// The part of a property that a spy replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Value,
    Get,
    Set,
}

/// How to restore a spied property.
#[derive(Debug, Clone)]
pub(super) struct Restore {
    object: JsObject,
    key: PropertyKey,
    access: Access,
    original: JsValue,
    /// The object's own property; `None` if it was inherited.
    own: Option<PropertyDescriptor>,
}

impl Restore {
    /// Restores the property.
    ///
    /// # Errors
    /// An object that was frozen in the meantime.
    pub(super) fn run(self, context: &mut Context) -> JsResult<()> {
        match self.own {
            Some(own) if self.original.is_null_or_undefined() => {
                self.object.define_property_or_throw(self.key, own, context)?
            }
            Some(own) => reassign(&self.object, self.key, self.access, self.original, &own, context)?,
            None => self.object.delete_property_or_throw(self.key, context)?,
        };
        Ok(())
    }
}

fn reassign(
    object: &JsObject,
    key: PropertyKey,
    access: Access,
    value: JsValue,
    before: &PropertyDescriptor,
    context: &mut Context,
) -> JsResult<bool> {
    let property = PropertyDescriptor::builder()
        .maybe_enumerable(before.enumerable())
        .maybe_configurable(before.configurable());
    let property = match access {
        Access::Value => property.maybe_writable(before.writable()).value(value),
        Access::Get => property.get(value).maybe_set(before.set().cloned()),
        Access::Set => property.set(value).maybe_get(before.get().cloned()),
    };
    object.define_property_or_throw(key, property.build(), context)
}

/// Replaces a method, getter or setter with a mock that calls it.
///
/// # Errors
/// A property that cannot be spied on, with Vitest's message.
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
    let found = descriptor(&object, &key);
    let name = value::key_text(&key);
    if found.is_none() && !object.has_property(key.clone(), context)? {
        let kind = JsValue::from(object).type_of();
        let message = format!("The property \"{name}\" is not defined on the {kind}.");
        return Err(JsNativeError::error().with_message(message).into());
    }
    let wanted = args.get_or_undefined(2).as_string().map(|text| value::text(&text));
    let mut access = match wanted.as_deref() {
        Some("get") => Access::Get,
        Some("set") => Access::Set,
        _ => Access::Value,
    };
    // If a getter returns the method, calls of the returned function are recorded.
    let given = found.as_ref().and_then(|(_, found)| found.get().filter(|get| get.is_callable()).cloned());
    let by_getter = access == Access::Value && given.is_some();
    if by_getter {
        access = Access::Get;
    }
    let original = match (access, &found) {
        (Access::Get, Some((_, found))) => found.get().cloned().unwrap_or_default(),
        (Access::Set, Some((_, found))) => found.set().cloned().unwrap_or_default(),
        (Access::Value, Some((_, found))) => match found.value() {
            Some(value) if !value.is_null_or_undefined() => value.clone(),
            _ => object.get(key.clone(), context)?,
        },
        (_, None) => object.get(key.clone(), context)?,
    };
    let implementation = match original.as_callable().filter(|_| by_getter) {
        Some(getter) => getter.call(&JsValue::undefined(), &[], context)?,
        None => original.clone(),
    };
    let spyable =
        implementation.is_callable() || (access != Access::Value && original.is_null_or_undefined());
    if !spyable {
        let message =
            format!("vi.spyOn() can only spy on a function. Received {}.", implementation.type_of());
        return Err(JsNativeError::error().with_message(message).into());
    }
    if State::of(context).mocks.id(&implementation).is_some() {
        return Ok(implementation);
    }
    let own = found.as_ref().filter(|(own, _)| *own).map(|(_, found)| found.clone());
    let restore = Restore { object: object.clone(), key: key.clone(), access, original, own };
    let made = Make {
        original: implementation.as_callable(),
        is_named: true,
        restore: Some(restore),
        ..Make::default()
    };
    let mock = make(made, context)?;
    let before = match found {
        Some((_, found)) => found,
        None => PropertyDescriptor::builder().configurable(true).writable(true).build(),
    };
    let put: JsValue = if by_getter { giving(&mock, context).into() } else { mock.clone().into() };
    reassign(&object, key, access, put, &before, context).map_err(|error| refused(error, &object, &name))?;
    Ok(mock.into())
}

/// A getter that returns a mock.
fn giving(mock: &JsObject, context: &Context) -> JsObject {
    let get = boa_engine::NativeFunction::from_copy_closure_with_captures(
        |_, _, mock: &JsObject, _| Ok(mock.clone().into()),
        mock.clone(),
    );
    crate::intrinsics::native("", 0, get, context).into()
}

/// The reason why a property cannot be replaced.
fn refused(error: JsError, object: &JsObject, name: &str) -> JsError {
    if object.is::<boa_engine::module::ModuleNamespace>() {
        let message = format!(
            "Cannot spy on export \"{name}\". Module namespace is not configurable in ESM. \
             See: https://vitest.dev/guide/browser/#limitations"
        );
        return JsNativeError::typ().with_message(message).into();
    }
    match error.as_native() {
        Some(native) if native.is_type() => {
            JsNativeError::typ().with_message(format!("Cannot redefine property: {name}")).into()
        }
        _ => error,
    }
}

/// The property of an object or its prototypes, and whether it is its own.
pub(super) fn descriptor(object: &JsObject, key: &PropertyKey) -> Option<(bool, PropertyDescriptor)> {
    let mut current = Some(object.clone());
    while let Some(link) = current {
        if let Some(found) = link.borrow().properties().get(key) {
            return Some((JsObject::equals(&link, object), found));
        }
        current = link.prototype();
    }
    None
}
