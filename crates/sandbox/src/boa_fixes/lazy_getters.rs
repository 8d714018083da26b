//! Getters that replace themselves with a value.
//!
//! The engine's inline cache stores an object's shape and the slot of the property. After a getter call it
//! takes the shape from after the call, but the slot from before. If the getter redefined its own property,
//! or defined it on an inheriting object, a later read calls the getter again, or calls the value. A guest
//! that defines such a property records its name. The run is then repeated with every read of that name
//! rewritten to bypass the cache: `object["name"]` for `object.name`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use boa_engine::native_function::NativeFunctionPointer;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsResult, JsString, JsValue};

use crate::boa_fixes::guards::{keep, original};
use crate::inspect::{get_own, prototype};
use crate::late::Late;
use crate::native::{host, replace_method};

/// Maximum number of names recorded per guest.
const MAX_NAMES: usize = 1000;

/// Maximum number of objects on the prototype chain searched for the property.
const MAX_CHAIN: usize = 16;

/// The properties of a guest whose getter a value replaced.
#[derive(Default)]
pub(crate) struct Getters {
    /// Names that are read without the engine's cache.
    uncached: Late<Rc<BTreeSet<String>>>,
    /// Names of getters that a value replaced.
    replaced: RefCell<BTreeSet<String>>,
}

impl Getters {
    pub(super) fn begin(&self, uncached: Rc<BTreeSet<String>>) {
        self.uncached.set(uncached);
    }

    /// Names that are read without the engine's cache.
    pub(crate) fn uncached(&self) -> &BTreeSet<String> {
        &self.uncached
    }

    fn replaced(&self, name: &JsString) {
        let mut names = self.replaced.borrow_mut();
        if names.len() < MAX_NAMES
            && let Ok(name) = name.to_std_string()
        {
            names.insert(name);
        }
    }

    /// All names to read without the cache, if this run found any that is not.
    pub(crate) fn more(&self) -> Option<BTreeSet<String>> {
        let replaced = self.replaced.borrow();
        (!replaced.is_subset(&self.uncached)).then(|| replaced.union(&self.uncached).cloned().collect())
    }
}

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

/// Whether a descriptor certainly has a value, determined without running guest code.
fn is_data(descriptor: &JsObject) -> bool {
    get_own(descriptor, &PropertyKey::from(JsString::from("value"))).is_some()
}

/// Records the name if a getter currently provides it.
fn note(target: &JsObject, name: &JsString, context: &Context) -> JsResult<()> {
    let key = PropertyKey::from(name.clone());
    if !matches!(key, PropertyKey::String(_)) {
        return Ok(());
    }
    let mut object = target.clone();
    for _ in 0..MAX_CHAIN {
        if let Some(found) = get_own(&object, &key) {
            if found.is_accessor_descriptor() {
                host(context)?.fixes.getters.replaced(name);
            }
            return Ok(());
        }
        let Some(parent) = prototype(&object) else { return Ok(()) };
        object = parent;
    }
    Ok(())
}
