//! Creates mock functions.

use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction, js_string};

use super::behaviour::Behaviour;
use super::call::call;
use super::record::Record;
use super::spy_on::Restore;
use crate::intrinsics::native;
use crate::state::State;
use crate::value;

/// Methods of an automocked class for which each instance gets its own mocks.
#[derive(Debug, Clone)]
pub(super) struct Members {
    pub(super) keys: Vec<PropertyKey>,
    /// Whether these mocks call the originals.
    pub(super) call_original: bool,
}

/// Options of a new mock.
#[derive(Debug, Default)]
pub(super) struct Make {
    /// The function to call without another implementation.
    pub(super) original: Option<JsObject>,
    /// The behaviour that `mockReset` restores.
    pub(super) behaviour: Option<Behaviour>,
    /// Name of the function; otherwise that of the original, or `Mock`.
    pub(super) name: Option<String>,
    /// Whether `mockReset` restores the function's own name, as for a spy.
    pub(super) is_named: bool,
    pub(super) restore: Option<Restore>,
    pub(super) parent: Option<usize>,
    pub(super) members: Option<Members>,
}

/// Creates a mock function.
///
/// # Errors
/// None in an intact realm.
pub(super) fn make(from: Make, context: &mut Context) -> JsResult<JsObject> {
    let state = State::of(context);
    let id = state.mocks.next_id();
    let native_call = NativeFunction::from_copy_closure(move |_, args, context| call(id, args, context));
    let native_call = native("mock", 3, native_call, context);
    let function = state.shim.mock.call(&JsValue::undefined(), &[native_call.into()], context)?;
    let function = function.as_object().ok_or_else(|| JsNativeError::typ().with_message("no mock"))?;
    let copied = match (&from.behaviour, &from.original) {
        (_, Some(function)) | (Some(Behaviour::Call(function)), None) => Some(function.clone()),
        _ => None,
    };
    let length = match (&from.behaviour, &copied) {
        (Some(Behaviour::Call(function)), _) | (_, Some(function)) => data(function, "length").as_number(),
        _ => None,
    };
    let original_name = from.original.as_ref().and_then(|original| data(original, "name").as_string());
    let original_name = original_name.map(|name| value::text(&name));
    let name =
        from.name.or(original_name).filter(|name| !name.is_empty()).unwrap_or_else(|| "Mock".to_owned());
    let hidden =
        |value: JsValue| PropertyDescriptor::builder().value(value).writable(true).configurable(true).build();
    function.define_property_or_throw(js_string!("length"), hidden(length.unwrap_or(0.0).into()), context)?;
    let shown = JsString::from(name.as_str());
    function.define_property_or_throw(js_string!("name"), hidden(shown.into()), context)?;
    let prototype = state.mocks.prototype.borrow().clone();
    function.set_prototype(prototype);
    if let Some(copied) = &copied {
        copy_statics(copied, &function, context)?;
    }
    let name = if from.is_named { name } else { "vi.fn()".to_owned() };
    if from.restore.is_some() {
        state.mocks.spies.borrow_mut().push(id);
    }
    let record = Record {
        function: function.clone(),
        default_name: name.clone(),
        name,
        calls: Vec::new(),
        initial: from.behaviour.clone(),
        original: from.original,
        behaviour: from.behaviour,
        once: std::collections::VecDeque::new(),
        cleared: 0,
        restore: from.restore,
        parent: from.parent,
        members: from.members,
        shown: None,
    };
    state.mocks.add(record);
    Ok(function)
}

/// A function's own data property, read without calling guest code.
fn data(object: &JsObject, name: &str) -> JsValue {
    let found = object.borrow().properties().get(&PropertyKey::from(js_string!(name)));
    found.and_then(|found| found.value().cloned()).unwrap_or_default()
}

/// Copies the properties of the original function to a mock, including inherited ones.
fn copy_statics(from: &JsObject, to: &JsObject, context: &mut Context) -> JsResult<()> {
    let constructors = context.intrinsics().constructors();
    let ends = [constructors.object().prototype(), constructors.function().prototype()];
    let mut current = Some(from.clone());
    while let Some(link) = current.filter(|link| !ends.iter().any(|end| JsObject::equals(end, link))) {
        for key in link.own_property_keys(context)? {
            let name = value::key_text(&key);
            if matches!(name.as_str(), "length" | "name" | "prototype") || has(to, &key) {
                continue;
            }
            let found = link.borrow().properties().get(&key);
            if let Some(property) = found {
                to.define_property_or_throw(key, property, context)?;
            }
        }
        current = link.prototype();
    }
    Ok(())
}

fn has(object: &JsObject, key: &PropertyKey) -> bool {
    let mut current = Some(object.clone());
    while let Some(link) = current {
        if link.borrow().properties().contains_key(key) {
            return true;
        }
        current = link.prototype();
    }
    false
}
