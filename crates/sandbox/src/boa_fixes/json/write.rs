//! Writes JSON.
//!
//! Objects are read in the order that the specification defines. If a read cannot run guest code, the value
//! is taken from the property map. As long as no guest code ran, values are read ahead of time.

use std::collections::HashSet;

use boa_engine::builtins::proxy::Proxy;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::string::JsStr;
use boa_engine::{Context, JsBigInt, JsNativeError, JsResult, JsString, JsValue, JsVariant};

use super::circular::{Step, circular};
use super::quote::quote;
use crate::boa_fixes::guards::{MAX_WALK, STRING_TOO_LONG, original};
use crate::boa_fixes::text::TextBuilder;
use crate::inspect::{array_length, dense_element};
use crate::native::host;

/// Maximum nesting of objects. V8 has room for some 7000.
const MAX_DEPTH: usize = 5000;

/// Maximum nesting at which cycles are found by linear search.
const FEW: usize = 16;

#[derive(Default)]
pub(super) struct Options {
    pub(super) replacer: Option<JsObject>,
    pub(super) keys: Option<Vec<JsString>>,
    pub(super) gap: JsString,
}

pub(super) struct Writer {
    options: Options,
    made: TextBuilder,
    open: Vec<Open>,
    /// The set of open objects, if there are many.
    inside: HashSet<JsObject>,
    /// Number of times that guest code may have run.
    ran: u64,
    /// A prototype chain known to have no `toJSON`, and the value of `ran` when that was checked.
    plain: Option<(JsObject, u64)>,
    to_json: PropertyKey,
}

/// An object that is not complete.
struct Open {
    object: JsObject,
    /// The object's keys; `None` for an array.
    keys: Option<Vec<PropertyKey>>,
    /// Values read when the object was opened.
    ahead: Vec<Option<JsValue>>,
    /// The value of [`Writer::ran`] at that time.
    ran: u64,
    length: u64,
    next: u64,
    /// Whether a property was written.
    written: bool,
}

impl Open {
    /// The step to the value read last.
    fn step(&self) -> Step {
        let last = self.next.saturating_sub(1);
        match self.keys.as_ref().and_then(|keys| keys.get(usize::try_from(last).ok()?)) {
            Some(key) => Step::Key(key.clone()),
            None => Step::Index(last),
        }
    }
}

impl Writer {
    pub(super) fn new(options: Options, context: &Context) -> JsResult<Writer> {
        Ok(Writer {
            options,
            made: TextBuilder::new(context)?,
            open: Vec::new(),
            inside: HashSet::new(),
            ran: 0,
            plain: None,
            to_json: PropertyKey::from(JsString::from("toJSON")),
        })
    }

    /// The JSON text of a value, if it has one.
    pub(super) fn whole(mut self, value: JsValue, context: &mut Context) -> JsResult<Option<JsString>> {
        let key = PropertyKey::from(JsString::default());
        let holder =
            self.options.replacer.is_some().then(|| JsObject::with_object_proto(context.intrinsics()));
        if let Some(holder) = &holder {
            holder.create_data_property_or_throw(key.clone(), value.clone(), context)?;
        }
        let value = self.replaced(value, holder.as_ref(), &key, context)?;
        if !is_written(&value) {
            return Ok(None);
        }
        self.begin(&value, context)?;
        while let Some(open) = self.open.last_mut() {
            if open.next == open.length {
                self.end()?;
                continue;
            }
            let place = open.next;
            open.next += 1;
            let at = usize::try_from(place).unwrap_or(usize::MAX);
            let is_record = open.keys.is_some();
            let key = match &open.keys {
                Some(keys) => keys[at].clone(),
                None => PropertyKey::from(place),
            };
            let object = open.object.clone();
            let known = if !is_record && object.is_array() {
                dense_element(&object, place)
            } else if open.ran == self.ran {
                open.ahead.get_mut(at).and_then(Option::take)
            } else {
                None
            };
            let value = match known {
                Some(value) => value,
                None => self.get(&object, &key, context)?,
            };
            let value = self.replaced(value, Some(&object), &key, context)?;
            let is_written = is_written(&value);
            if is_record && !is_written {
                continue;
            }
            self.separate()?;
            if is_record {
                self.name(&key)?;
            }
            if is_written {
                self.begin(&value, context)?;
            } else {
                self.bytes(b"null")?;
            }
        }
        self.made.finish().map(Some)
    }

    fn bytes(&mut self, bytes: &[u8]) -> JsResult<()> {
        self.made.push(JsStr::latin1(bytes))
    }

    fn name(&mut self, key: &PropertyKey) -> JsResult<()> {
        match key {
            PropertyKey::String(text) => quote(text.as_str(), &mut self.made)?,
            PropertyKey::Index(index) => self.bytes(format!("\"{}\"", index.get()).as_bytes())?,
            PropertyKey::Symbol(_) => {}
        }
        self.bytes(if self.options.gap.is_empty() { b":" } else { b": " })
    }

    /// Writes the separator before an entry.
    fn separate(&mut self) -> JsResult<()> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        if std::mem::replace(&mut open.written, true) {
            self.bytes(b",")?;
        }
        self.indent()
    }

    fn indent(&mut self) -> JsResult<()> {
        if self.options.gap.is_empty() {
            return Ok(());
        }
        self.bytes(b"\n")?;
        for _ in 0..self.open.len() {
            self.made.push(self.options.gap.as_str())?;
        }
        Ok(())
    }

    fn end(&mut self) -> JsResult<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        if self.open.len() >= FEW {
            self.inside.remove(&open.object);
        }
        if open.written {
            self.indent()?;
        }
        self.bytes(if open.keys.is_some() { b"}" } else { b"]" })
    }

    /// Writes a primitive, or opens an object.
    fn begin(&mut self, value: &JsValue, context: &mut Context) -> JsResult<()> {
        match value.variant() {
            JsVariant::Null | JsVariant::Undefined | JsVariant::Symbol(_) => self.bytes(b"null"),
            JsVariant::Boolean(true) => self.bytes(b"true"),
            JsVariant::Boolean(false) => self.bytes(b"false"),
            JsVariant::String(text) => quote(text.as_str(), &mut self.made),
            JsVariant::Integer32(number) => self.bytes(number.to_string().as_bytes()),
            JsVariant::Float64(number) if number.is_finite() => {
                self.made.push(value.to_string(context)?.as_str())
            }
            JsVariant::Float64(_) => self.bytes(b"null"),
            JsVariant::BigInt(_) => {
                Err(JsNativeError::typ().with_message("Do not know how to serialize a BigInt").into())
            }
            JsVariant::Object(object) => match raw(&object, context)? {
                Some(text) => self.made.push(text.as_str()),
                None => self.open(object, context),
            },
        }
    }

    fn open(&mut self, object: JsObject, context: &mut Context) -> JsResult<()> {
        let few = self.open.iter().take(FEW).any(|open| JsObject::equals(&open.object, &object));
        if few || self.inside.contains(&object) {
            let from = self.open.iter().position(|open| JsObject::equals(&open.object, &object));
            let circle: Vec<_> = self
                .open
                .iter()
                .skip(from.unwrap_or(0))
                .map(|open| (open.object.clone(), open.step()))
                .collect();
            return Err(JsNativeError::typ().with_message(circular(&circle)).into());
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(JsNativeError::range().with_message("Maximum call stack size exceeded").into());
        }
        let (keys, length, ahead) = if is_array(&object, context)? {
            let length = self.get(&object, &JsString::from("length").into(), context)?.to_length(context)?;
            walkable(length, context)?;
            self.bytes(b"[")?;
            (None, length, Vec::new())
        } else {
            let (keys, ahead) = self.keys(&object, context)?;
            self.bytes(b"{")?;
            let length = keys.len() as u64;
            (Some(keys), length, ahead)
        };
        if self.open.len() >= FEW {
            self.inside.insert(object.clone());
        }
        self.open.push(Open { object, keys, ahead, ran: self.ran, length, next: 0, written: false });
        Ok(())
    }

    /// The keys to write, with values that can be read without running guest code.
    fn keys(
        &mut self,
        object: &JsObject,
        context: &mut Context,
    ) -> JsResult<(Vec<PropertyKey>, Vec<Option<JsValue>>)> {
        if let Some(keys) = &self.options.keys {
            return Ok((keys.iter().cloned().map(PropertyKey::from).collect(), Vec::new()));
        }
        if !object.is_ordinary() {
            self.ran += 1;
            let keys = original("Object.keys", context)?.call(
                &JsValue::undefined(),
                &[object.clone().into()],
                context,
            )?;
            let Some(list) = keys.as_object() else { return Ok((Vec::new(), Vec::new())) };
            let keys = (0..array_length(&list)).filter_map(|at| dense_element(&list, at)?.as_string());
            return Ok((keys.map(PropertyKey::from).collect(), Vec::new()));
        }
        let borrowed = object.borrow();
        let properties = borrowed.properties();
        let mut indices: Vec<u32> = properties.index_property_keys().collect();
        indices.sort_unstable();
        let named = borrowed.shape().keys();
        let all = indices.into_iter().map(PropertyKey::from).chain(named);
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for key in all {
            if matches!(key, PropertyKey::Symbol(_)) {
                continue;
            }
            let Some(property) = properties.get(&key) else { continue };
            if property.enumerable() == Some(true) {
                keys.push(key);
                values.push(property.value().cloned());
            }
        }
        Ok((keys, values))
    }

    /// Reads a property, without running guest code if it is plain data.
    fn get(&mut self, object: &JsObject, key: &PropertyKey, context: &mut Context) -> JsResult<JsValue> {
        if object.is_ordinary() || object.is_array() {
            let own = object.borrow().properties().get(key);
            if let Some(value) = own.as_ref().and_then(|own| own.value()) {
                return Ok(value.clone());
            }
        }
        self.ran += 1;
        object.get(key.clone(), context)
    }

    /// Applies `toJSON` and the replacer, and unwraps primitive objects.
    fn replaced(
        &mut self,
        mut value: JsValue,
        holder: Option<&JsObject>,
        key: &PropertyKey,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        if let Some(to_json) = self.own_way(&value, context)? {
            self.ran += 1;
            value = to_json.call(&value, &[name_of(key)], context)?;
        }
        if let (Some(replacer), Some(holder)) = (self.options.replacer.clone(), holder) {
            self.ran += 1;
            value = replacer.call(&holder.clone().into(), &[name_of(key), value], context)?;
        }
        let Some(object) = value.as_object() else { return Ok(value) };
        if object.is_ordinary() || object.is_array() {
            return Ok(value);
        }
        if object.is::<f64>() {
            self.ran += 1;
            return value.to_number(context).map(JsValue::from);
        }
        if object.is::<JsString>() {
            self.ran += 1;
            return value.to_string(context).map(JsValue::from);
        }
        if let Some(held) = object.downcast_ref::<bool>() {
            return Ok(JsValue::from(*held));
        }
        if let Some(held) = object.downcast_ref::<JsBigInt>() {
            return Ok(JsValue::from(held.clone()));
        }
        Ok(value)
    }

    /// The `toJSON` function of a value.
    fn own_way(&mut self, value: &JsValue, context: &mut Context) -> JsResult<Option<JsObject>> {
        let start = if let Some(object) = value.as_object() {
            object
        } else if value.is_bigint() {
            context.intrinsics().constructors().bigint().prototype()
        } else {
            return Ok(None);
        };
        if self.has_none(&start) {
            return Ok(None);
        }
        self.ran += 1;
        let asked = [start.into(), JsString::from("toJSON").into(), value.clone()];
        Ok(original("Reflect.get", context)?.call(&JsValue::undefined(), &asked, context)?.as_callable())
    }

    /// Whether an object and its prototypes certainly have no `toJSON`.
    fn has_none(&mut self, start: &JsObject) -> bool {
        /// Maximum number of prototypes searched.
        const MANY: usize = 100;
        let mut object = start.clone();
        for _ in 0..MANY {
            let is_plain = object.is_ordinary() || object.is_array();
            if !is_plain || object.borrow().properties().contains_key(&self.to_json) {
                return false;
            }
            let prototype = object.prototype();
            let known = |(plain, ran): &(JsObject, u64)| {
                *ran == self.ran
                    && prototype.as_ref().is_some_and(|prototype| JsObject::equals(plain, prototype))
            };
            if self.plain.as_ref().is_some_and(known) {
                return true;
            }
            match prototype {
                Some(prototype) => object = prototype,
                None => {
                    self.plain = start.prototype().map(|prototype| (prototype, self.ran));
                    return true;
                }
            }
        }
        false
    }
}

/// Refuses an array that is too long to walk, because nothing interrupts the walk.
pub(super) fn walkable(length: u64, context: &Context) -> JsResult<()> {
    /// Bytes of the shortest element with its comma.
    const SHORTEST: u64 = 2;
    host(context)?.room(length.saturating_mul(SHORTEST))?;
    if length > MAX_WALK {
        return Err(JsNativeError::range().with_message(STRING_TOO_LONG).into());
    }
    Ok(())
}

/// Whether a value has a JSON text.
fn is_written(value: &JsValue) -> bool {
    !(value.is_undefined() || value.is_symbol() || value.is_callable())
}

/// Whether an object is an array, or a proxy of one.
pub(super) fn is_array(object: &JsObject, context: &mut Context) -> JsResult<bool> {
    if !object.is::<Proxy>() {
        return Ok(object.is_array());
    }
    let is =
        original("Array.isArray", context)?.call(&JsValue::undefined(), &[object.clone().into()], context)?;
    Ok(is.to_boolean())
}

/// The text of a `JSON.rawJSON` object.
fn raw(object: &JsObject, context: &mut Context) -> JsResult<Option<JsString>> {
    // Such an object has no prototype and its own class.
    if object.is_ordinary() || object.is_array() || object.is::<Proxy>() || object.prototype().is_some() {
        return Ok(None);
    }
    let is = original("JSON.isRawJSON", context)?.call(
        &JsValue::undefined(),
        &[object.clone().into()],
        context,
    )?;
    if !is.to_boolean() {
        return Ok(None);
    }
    Ok(object.get(JsString::from("rawJSON"), context)?.as_string())
}

/// A property's key as guest code sees it.
fn name_of(key: &PropertyKey) -> JsValue {
    match key {
        PropertyKey::String(text) => text.clone().into(),
        PropertyKey::Index(index) => JsString::from(index.get()).into(),
        PropertyKey::Symbol(symbol) => symbol.clone().into(),
    }
}
