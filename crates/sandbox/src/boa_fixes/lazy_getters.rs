//! Getters that put a value in their own place.
//!
//! Where a property is read, the engine keeps the shape of the object and where the value stands in it. It looks at the shape when a
//! getter has come to its end, and at what was found before it ran. A getter that defined its own property anew, or one of its
//! name on the object that inherits it, is thereby called again in place of the value, or the value is called. So a
//! guest that defines such a property takes note of its name, and is made anew with every read of that name written so that
//! the engine keeps nothing: `object["name"]` for `object.name`.

use std::collections::BTreeSet;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::boa_fixes::guards::{keep, original};
use crate::globals::{host, replace_method};
use crate::inspect::{get_own, prototype};

/// Names that one guest takes note of, at the most.
const MAX_NAMES: usize = 1000;

/// Objects that a property is looked for in, from the one that it is defined on.
const MAX_CHAIN: usize = 16;

pub(crate) fn install(context: &mut Context) -> JsResult<()> {
    let object: JsValue = context.intrinsics().constructors().object().constructor().into();
    let reflect: JsValue = context.intrinsics().objects().reflect().into();
    let natives: [(&JsValue, &'static str, &'static str, usize, NativeFunctionPointer); 3] = [
        (&object, "defineProperty", "Object.defineProperty", 3, |this, args, context| {
            one("Object.defineProperty", this, args, context)
        }),
        (&reflect, "defineProperty", "Reflect.defineProperty", 3, |this, args, context| {
            one("Reflect.defineProperty", this, args, context)
        }),
        (&object, "defineProperties", "Object.defineProperties", 2, all),
    ];
    for (target, name, key, length, native) in natives {
        keep(target, name, key, context)?;
        replace_method(target, name, length, native, context)?;
    }
    Ok(())
}

fn one(key: &str, this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let [target, name, descriptor, ..] = args
        && let (Some(target), Some(name), Some(descriptor)) =
            (target.as_object(), name.as_string(), descriptor.as_object())
        && is_data(&descriptor)
    {
        note(&target, &name, context)?;
    }
    original(key, context)?.call(this, args, context)
}

fn all(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if let [target, descriptors, ..] = args
        && let (Some(target), Some(descriptors)) = (target.as_object(), descriptors.as_object())
    {
        let names = descriptors.borrow().shape().keys();
        for name in names {
            let PropertyKey::String(text) = &name else { continue };
            let descriptor =
                get_own(&descriptors, &name).and_then(|found| found.value().and_then(JsValue::as_object));
            if descriptor.is_some_and(|descriptor| is_data(&descriptor)) {
                note(&target, text, context)?;
            }
        }
    }
    original("Object.defineProperties", context)?.call(this, args, context)
}

/// Whether a descriptor says a value, as far as that can be told without asking the guest.
fn is_data(descriptor: &JsObject) -> bool {
    get_own(descriptor, &PropertyKey::from(JsString::from("value"))).is_some()
}

/// Takes note of the name if a getter answers to it now.
fn note(target: &JsObject, name: &JsString, context: &Context) -> JsResult<()> {
    let key = PropertyKey::from(name.clone());
    if !matches!(key, PropertyKey::String(_)) {
        return Ok(());
    }
    let mut object = target.clone();
    for _ in 0..MAX_CHAIN {
        if let Some(found) = get_own(&object, &key) {
            if found.is_accessor_descriptor() {
                let host = host(context)?;
                let mut names = host.replaced_getters.borrow_mut();
                if names.len() < MAX_NAMES
                    && let Ok(name) = name.to_std_string()
                {
                    names.insert(name);
                }
            }
            return Ok(());
        }
        let Some(parent) = prototype(&object) else { return Ok(()) };
        object = parent;
    }
    Ok(())
}

/// Names that were noted and are not yet among those that are read without a cache.
pub(crate) fn more(noted: &BTreeSet<String>, uncached: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    (!noted.is_subset(uncached)).then(|| noted.union(uncached).cloned().collect())
}
