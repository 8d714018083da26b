//! Automatic mocks: functions become mocks, arrays become empty, and objects are mocked recursively.

use std::collections::HashMap;

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsValue, NativeFunction, js_string};
use verdict_vfs::VfsPath;

use super::registry::tag_as_module;
use crate::intrinsics::native;
use crate::value;
use crate::vi::make::{Make, Members, make};

/// Maximum nesting of objects, because each level takes native stack.
const MAX_DEPTH: usize = 100;

/// Maximum number of properties of one mock, nested ones included.
const MAX_PROPERTIES: usize = 100_000;

/// The automatic mock of a module. With `spy`, its functions call the originals.
///
/// # Errors
/// Errors of loading or running the module.
pub(super) fn module(importer: &VfsPath, raw: &str, spy: bool, context: &mut Context) -> JsResult<JsObject> {
    let namespace = verdict_sandbox::import_original(importer, raw, context)?;
    let target = JsObject::with_null_proto();
    tag_as_module(&target, context)?;
    let mut mocking = Mocking::new(spy);
    mocking.all(&namespace, &target, context)?;
    mocking.finish(context)?;
    Ok(target)
}

/// The automatic mock of any value.
///
/// # Errors
/// Errors that getters throw.
pub(super) fn value(given: &JsValue, spy: bool, context: &mut Context) -> JsResult<JsValue> {
    let (source, target) = (
        JsObject::with_object_proto(context.intrinsics()),
        JsObject::with_object_proto(context.intrinsics()),
    );
    source.create_data_property_or_throw(js_string!("value"), given.clone(), context)?;
    let mut mocking = Mocking::new(spy);
    mocking.all(&source, &target, context)?;
    mocking.finish(context)?;
    target.get(js_string!("value"), context)
}

struct Mocking {
    spy: bool,
    /// Visited objects with their mocks.
    refs: HashMap<JsObject, JsValue>,
    /// Properties that refer to objects visited before.
    later: Vec<(JsObject, PropertyKey, JsValue)>,
    left: usize,
    depth: usize,
}

impl Mocking {
    fn new(spy: bool) -> Mocking {
        Mocking { spy, refs: HashMap::new(), later: Vec::new(), left: MAX_PROPERTIES, depth: 0 }
    }

    fn finish(self, context: &mut Context) -> JsResult<()> {
        for (object, key, value) in self.later {
            put(&object, key, value, context)?;
        }
        Ok(())
    }

    /// Mocks all properties of an object, including inherited ones.
    fn all(&mut self, from: &JsObject, to: &JsObject, context: &mut Context) -> JsResult<()> {
        if self.depth >= MAX_DEPTH {
            return Err(value::too_large());
        }
        self.depth += 1;
        let is_module = value::tag(&from.clone().into(), context)? == "Module";
        for (key, getter) in properties(from, context)? {
            if self.left == 0 {
                return Err(value::too_large());
            }
            self.left -= 1;
            match getter.filter(|_| !is_module) {
                Some(found) => self.accessor(to, key, &found, context)?,
                None if is_readonly(from, &key, context)? => {}
                None => {
                    let value = from.get(key.clone(), context)?;
                    self.property(to, key, value, context)?;
                }
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Mocks a getter, which returns `undefined`, or with `spy` its original value.
    fn accessor(
        &self,
        to: &JsObject,
        key: PropertyKey,
        found: &PropertyDescriptor,
        context: &mut Context,
    ) -> JsResult<()> {
        let property = if self.spy {
            found.clone()
        } else {
            let nothing = |context: &Context| {
                native("", 0, NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::undefined())), context)
            };
            let set = found.set().filter(|set| set.is_callable()).map(|_| JsValue::from(nothing(context)));
            PropertyDescriptor::builder()
                .get(nothing(context))
                .set(set.unwrap_or_default())
                .maybe_configurable(found.configurable())
                .maybe_enumerable(found.enumerable())
                .build()
        };
        // A property that cannot be defined stays unchanged.
        ignore(to.define_property_or_throw(key, property, context).map(drop))
    }

    fn property(
        &mut self,
        to: &JsObject,
        key: PropertyKey,
        value: JsValue,
        context: &mut Context,
    ) -> JsResult<()> {
        let Some(object) = value.as_object() else { return put(to, key, value, context) };
        if let Some(mocked) = self.refs.get(&object) {
            self.later.push((to.clone(), key, mocked.clone()));
            return Ok(());
        }
        if value::is_array(&object, context)? {
            let elements = if self.spy { self.elements(&object, context)? } else { Vec::new() };
            let array = value::array(elements, context);
            return put(to, key, array, context);
        }
        let kind = value::tag(&value, context)?;
        let is_function = object.is_callable() && kind.contains("Function");
        let is_mock = crate::state::State::of(context).mocks.record(&value).is_some();
        if (!is_function || is_mock) && kind != "Object" && kind != "Module" {
            return put(to, key, value, context);
        }
        let mocked: JsObject = if is_function {
            self.function(&object, context)?
        } else if self.spy && kind != "Module" {
            // Its functions are replaced in place.
            object.clone()
        } else if kind == "Module" && self.spy {
            let module = JsObject::with_null_proto();
            tag_as_module(&module, context)?;
            module
        } else {
            JsObject::with_object_proto(context.intrinsics())
        };
        put(to, key, mocked.clone().into(), context)?;
        self.refs.insert(object.clone(), mocked.clone().into());
        self.all(&object, &mocked, context)
    }

    fn elements(&mut self, array: &JsObject, context: &mut Context) -> JsResult<Vec<JsValue>> {
        let mut mocked = Vec::new();
        let elements = value::elements(&array.clone().into(), self.left as u64, context)?.unwrap_or_default();
        for element in elements {
            mocked.push(match element.as_object() {
                Some(function) if function.is_callable() => self.function(&function, context)?.into(),
                Some(object) => {
                    let target = JsObject::with_object_proto(context.intrinsics());
                    self.all(&object, &target, context)?;
                    target.into()
                }
                None => element,
            });
        }
        Ok(mocked)
    }

    fn function(&self, original: &JsObject, context: &mut Context) -> JsResult<JsObject> {
        let name = original.get(js_string!("name"), context)?.as_string().map(|name| value::text(&name));
        let prototype = original.get(js_string!("prototype"), context)?.as_object();
        let mut keys = Vec::new();
        if let Some(prototype) = prototype {
            for key in prototype.own_property_keys(context)? {
                let found = prototype.borrow().properties().get(&key);
                let is_method = found.is_some_and(|found| found.value().is_some_and(JsValue::is_callable));
                if is_method && value::key_text(&key) != "constructor" {
                    keys.push(key);
                }
            }
        }
        make(
            Make {
                original: self.spy.then(|| original.clone()),
                name,
                members: Some(Members { keys, call_original: self.spy }),
                ..Make::default()
            },
            context,
        )
    }
}

/// Sets a property if possible.
fn put(object: &JsObject, key: PropertyKey, value: JsValue, context: &mut Context) -> JsResult<()> {
    ignore(object.set(key, value, false, context).map(drop))
}

/// Ignores errors of guest code, but not limits.
fn ignore(result: JsResult<()>) -> JsResult<()> {
    match result {
        Err(error) if error.as_engine().is_some() => Err(error),
        _ => Ok(()),
    }
}

/// Properties of an object and of its prototypes except the built-in ones; those with a getter have their
/// descriptor.
fn properties(
    object: &JsObject,
    context: &mut Context,
) -> JsResult<Vec<(PropertyKey, Option<PropertyDescriptor>)>> {
    let constructors = context.intrinsics().constructors();
    let ends = [
        constructors.object().prototype(),
        constructors.function().prototype(),
        constructors.regexp().prototype(),
    ];
    let mut found: Vec<(PropertyKey, Option<PropertyDescriptor>)> = Vec::new();
    let mut places: HashMap<PropertyKey, usize> = HashMap::new();
    let mut current = Some(object.clone());
    while let Some(link) = current.filter(|link| !ends.iter().any(|end| JsObject::equals(end, link))) {
        for key in link.own_property_keys(context)? {
            let descriptor = link.borrow().properties().get(&key);
            let getter = descriptor.filter(|found| found.get().is_some_and(JsValue::is_callable));
            match places.get(&key).and_then(|place| found.get_mut(*place)) {
                Some(known) => known.1 = getter,
                None => {
                    places.insert(key.clone(), found.len());
                    found.push((key, getter));
                }
            }
        }
        current = link.prototype();
    }
    Ok(found)
}

/// Properties of functions and regular expressions that must not be changed.
fn is_readonly(object: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<bool> {
    let kind = value::tag(&object.clone().into(), context)?;
    Ok(match value::key_text(key).as_str() {
        "arguments" | "caller" | "callee" | "name" | "length" => kind.contains("Function"),
        "source" | "global" | "ignoreCase" | "multiline" => kind == "RegExp",
        _ => false,
    })
}
