//! Built-in functions that the harness calls, captured before guest code runs.

use std::rc::Rc;

use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, js_string};

/// Built-in functions of the fresh realm. A guest that patches built-ins does not affect them.
#[derive(Debug)]
pub(crate) struct Intrinsics {
    pub(crate) is_array: JsObject,
    pub(crate) property_is_enumerable: JsObject,
    pub(crate) regexp_exec: JsObject,
    pub(crate) regexp_unicode_sets: Option<JsObject>,
    pub(crate) json_stringify: JsObject,
    pub(crate) function_to_string: JsObject,
    pub(crate) set_timeout: JsObject,
    /// `then`, `catch` and `finally` of promises.
    promise: [JsObject; 3],
}

impl Intrinsics {
    /// Captures the functions of a fresh realm and stores them in its context.
    ///
    /// # Errors
    /// A realm that lacks one of them, in which nothing can be judged.
    pub(crate) fn install(context: &mut Context) -> JsResult<()> {
        let constructors = context.intrinsics().constructors();
        let object_prototype = constructors.object().prototype();
        let array = constructors.array().constructor();
        let regexp = constructors.regexp().prototype();
        let function = constructors.function().prototype();
        let promise = constructors.promise().prototype();
        let global = context.global_object();
        let json = global.get(js_string!("JSON"), context)?.as_object().ok_or_else(missing)?;
        let set_timeout = global.get(js_string!("setTimeout"), context)?;
        let intrinsics = Intrinsics {
            is_array: method(&array, "isArray")?,
            property_is_enumerable: method(&object_prototype, "propertyIsEnumerable")?,
            regexp_exec: method(&regexp, "exec")?,
            regexp_unicode_sets: getter(&regexp, "unicodeSets"),
            json_stringify: method(&json, "stringify")?,
            function_to_string: method(&function, "toString")?,
            set_timeout: set_timeout.as_callable().ok_or_else(missing)?,
            promise: [method(&promise, "then")?, method(&promise, "catch")?, method(&promise, "finally")?],
        };
        context.insert_data(Rc::new(intrinsics));
        Ok(())
    }

    /// `then`, `catch` or `finally` of promises.
    pub(crate) fn promise_method(&self, name: &str) -> JsObject {
        let [then, catch, finally] = &self.promise;
        match name {
            "catch" => catch.clone(),
            "finally" => finally.clone(),
            _ => then.clone(),
        }
    }

    /// The captured functions of a context.
    pub(crate) fn of(context: &Context) -> Rc<Intrinsics> {
        match context.get_data::<Rc<Intrinsics>>() {
            Some(intrinsics) => Rc::clone(intrinsics),
            // `install` is called before everything else.
            None => unreachable!("the realm has no harness"),
        }
    }
}

fn missing() -> JsNativeError {
    JsNativeError::typ().with_message("the realm lacks a built-in that the harness needs")
}

fn method(object: &JsObject, name: &str) -> JsResult<JsObject> {
    let key = PropertyKey::from(js_string!(name));
    let found = object.borrow().properties().get(&key).and_then(|found| found.value().cloned());
    Ok(found.and_then(|value| value.as_callable()).ok_or_else(missing)?)
}

fn getter(object: &JsObject, name: &str) -> Option<JsObject> {
    let key = PropertyKey::from(js_string!(name));
    object.borrow().properties().get(&key)?.get()?.as_callable()
}

/// A native function with a name and a length, like a built-in.
pub(crate) fn native(
    name: &str,
    length: usize,
    function: boa_engine::NativeFunction,
    context: &Context,
) -> JsFunction {
    boa_engine::object::FunctionObjectBuilder::new(context.realm(), function)
        .name(js_string!(name))
        .length(length)
        .build()
}
