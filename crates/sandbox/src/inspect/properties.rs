//! Reads objects through their property maps, without getters and traps.

use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::{IndexProperties, JsPrototype};
use boa_engine::property::{PropertyDescriptor, PropertyKey};
use boa_engine::{JsObject, JsString, JsSymbol, JsValue};

/// Maximum number of prototypes searched for a property.
const MAX_PROTOTYPES: usize = 100;

/// The key of an own property.
#[derive(Debug, Clone)]
pub(crate) enum Key {
    Index(u32),
    Text(JsString),
    Symbol(JsSymbol),
}

/// An own property.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: Key,
    pub(crate) descriptor: PropertyDescriptor,
}

/// The stored descriptor of an own property. Proxies and properties computed on demand have none.
pub(crate) fn get_own(object: &JsObject, key: &PropertyKey) -> Option<PropertyDescriptor> {
    object.try_borrow().ok()?.properties().get(key)
}

/// An element of a true array whose elements are all plain data without holes.
pub(crate) fn dense_element(array: &JsObject, index: u64) -> Option<JsValue> {
    let at = usize::try_from(index).ok()?;
    let array = array.borrow();
    match array.properties().index_properties() {
        IndexProperties::DenseI32(mut elements) => elements.nth(at).map(|(_, value)| JsValue::from(*value)),
        IndexProperties::DenseF64(mut elements) => elements.nth(at).map(|(_, value)| JsValue::from(*value)),
        IndexProperties::DenseElement(mut elements) => elements.nth(at).map(|(_, value)| value.clone()),
        _ => None,
    }
}

/// The stored prototype; no trap runs. A proxy has none.
pub(crate) fn prototype(object: &JsObject) -> JsPrototype {
    if object.is::<Proxy>() {
        return None;
    }
    object.try_borrow().ok()?.prototype()
}

/// The value of a data property of an object or its prototypes. Accessors and proxies count as absent.
#[must_use]
pub fn data_property(object: &JsObject, name: &str) -> Option<JsValue> {
    let key = PropertyKey::from(JsString::from(name));
    let mut current = Some(object.clone());
    for _ in 0..MAX_PROTOTYPES {
        let object = current?;
        if let Some(descriptor) = get_own(&object, &key) {
            return descriptor.value().cloned();
        }
        current = prototype(&object);
    }
    None
}

/// The name of the first named constructor on an object's prototype chain, without calling guest code; `None`
/// without a prototype.
#[must_use]
pub fn constructor_name(object: &JsObject) -> Option<String> {
    let mut current = Some(object.clone());
    let (constructor_key, name_key) = (JsString::from("constructor"), JsString::from("name"));
    prototype(object)?;
    for _ in 0..MAX_PROTOTYPES {
        let object = current?;
        let name = get_own(&object, &PropertyKey::from(constructor_key.clone()))
            .and_then(|constructor| constructor.value()?.as_callable())
            .and_then(|constructor| get_own(&constructor, &PropertyKey::from(name_key.clone())))
            .and_then(|name| name.value()?.as_string())
            .filter(|name| !name.is_empty());
        if let Some(name) = name {
            return Some(super::shorten(&name.to_std_string_lossy(), 100));
        }
        current = prototype(&object);
    }
    None
}

/// The length of a true array.
pub(crate) fn array_length(array: &JsObject) -> u64 {
    let length = get_own(array, &PropertyKey::from(JsString::from("length")));
    let length = length.and_then(|length| length.value().and_then(JsValue::as_number)).unwrap_or(0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a length is below 2^32")]
    {
        length as u64
    }
}

/// Own properties in JavaScript's order: indices, then strings, then symbols, at most `limit` of each kind.
/// The number is the total of indices and keys.
pub(crate) fn entries(object: &JsObject, limit: usize) -> (Vec<Entry>, usize) {
    let Ok(borrowed) = object.try_borrow() else { return (Vec::new(), 0) };
    let properties = borrowed.properties();
    let indices = properties.index_property_keys();
    let mut count = indices.len();
    // Dense keys are ordered; sparse keys are not and must be sorted.
    let mut keys: Vec<u32> = indices.collect();
    keys.sort_unstable();
    let mut found: Vec<Entry> = keys
        .into_iter()
        .take(limit)
        .filter_map(|index| {
            let descriptor = properties.get(&PropertyKey::from(index))?;
            Some(Entry { key: Key::Index(index), descriptor })
        })
        .collect();
    let named = borrowed.shape().keys();
    count += named.len();
    let symbols = named.iter().filter(|key| matches!(key, PropertyKey::Symbol(_))).take(limit);
    let texts = named.iter().filter(|key| !matches!(key, PropertyKey::Symbol(_))).take(limit);
    for key in texts.chain(symbols) {
        let Some(descriptor) = properties.get(key) else { continue };
        let key = match key {
            PropertyKey::String(text) => Key::Text(text.clone()),
            PropertyKey::Symbol(symbol) => Key::Symbol(symbol.clone()),
            PropertyKey::Index(index) => Key::Index(index.get()),
        };
        found.push(Entry { key, descriptor });
    }
    (found, count)
}
