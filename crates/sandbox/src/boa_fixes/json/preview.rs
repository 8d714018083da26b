//! Guest values as JSON, without calling guest code.

use boa_engine::object::JsObject;
use boa_engine::{Context, JsValue, JsVariant};
use serde_json::{Map, Number, Value, json};
use verdict_protocol::MAX_SAFE_INTEGER;

use crate::inspect::{Key, array_length, constructor_name, entries, inspect};

/// Maximum nesting; deeper objects become previews.
const MAX_LEVELS: usize = 64;

/// Converts a value to JSON: plain data as itself, anything else as `{ "type", "preview" }`. Getters and
/// `toJSON` are not called. Values beyond roughly `bytes` of JSON become previews.
pub fn to_json(value: &JsValue, bytes: u64, context: &mut Context) -> Value {
    let left = usize::try_from(bytes).unwrap_or(usize::MAX);
    Writer { context, left, open: Vec::new() }.value(value)
}

struct Writer<'a> {
    context: &'a mut Context,
    left: usize,
    open: Vec<JsObject>,
}

impl Writer<'_> {
    fn value(&mut self, value: &JsValue) -> Value {
        self.left = self.left.saturating_sub(8);
        match value.variant() {
            JsVariant::Null => Value::Null,
            JsVariant::Boolean(value) => Value::Bool(value),
            JsVariant::Integer32(number) => Value::from(number),
            JsVariant::Float64(number) => {
                plain_number(number).map_or_else(|| self.preview(value, "number"), Value::Number)
            }
            JsVariant::String(text) if text.len() <= self.left => match text.to_std_string() {
                Ok(text) => {
                    self.left = self.left.saturating_sub(text.len());
                    Value::String(text)
                }
                Err(_) => self.preview(value, "string"),
            },
            JsVariant::String(_) => self.preview(value, "string"),
            JsVariant::Undefined => self.preview(value, "undefined"),
            JsVariant::BigInt(_) => self.preview(value, "bigint"),
            JsVariant::Symbol(_) => self.preview(value, "symbol"),
            JsVariant::Object(object) => self.object(value, &object),
        }
    }

    fn object(&mut self, value: &JsValue, object: &JsObject) -> Value {
        let circular = self.open.iter().any(|open| JsObject::equals(open, object));
        if circular {
            return json!({ "type": "circular", "preview": "[Circular]" });
        }
        let plain = is_plain_array(object) || is_plain_object(object, self.context);
        if !plain || self.open.len() >= MAX_LEVELS || self.left == 0 {
            let kind = kind(object);
            return self.preview(value, &kind);
        }
        self.open.push(object.clone());
        let written = if object.is_array() { self.array(object) } else { self.record(object) };
        self.open.pop();
        written
    }

    fn array(&mut self, array: &JsObject) -> Value {
        let length = usize::try_from(array_length(array)).unwrap_or(usize::MAX);
        let (found, _) = entries(array, self.left / 8 + 1);
        let mut found = found.into_iter().filter_map(|entry| match entry.key {
            Key::Index(index) => Some((index as usize, entry.descriptor)),
            _ => None,
        });
        let mut next = found.next();
        let mut items = Vec::new();
        for index in 0..length {
            if self.left == 0 {
                items.push(
                    json!({ "type": "truncated", "preview": format!("... {} more items", length - index) }),
                );
                break;
            }
            match next.take_if(|(at, _)| *at == index) {
                Some((_, descriptor)) => {
                    items.push(self.property(descriptor.value()));
                    next = found.next();
                }
                None => {
                    self.left = self.left.saturating_sub(8);
                    items.push(json!({ "type": "hole", "preview": "<empty item>" }));
                }
            }
        }
        Value::Array(items)
    }

    fn record(&mut self, object: &JsObject) -> Value {
        let (found, _) = entries(object, self.left / 8 + 1);
        let mut map = Map::new();
        for entry in found {
            let key = match &entry.key {
                Key::Index(index) => index.to_string(),
                Key::Text(text) => text.to_std_string_lossy(),
                Key::Symbol(_) => continue,
            };
            if entry.descriptor.enumerable() != Some(true) {
                continue;
            }
            if self.left == 0 {
                break;
            }
            self.left = self.left.saturating_sub(key.len());
            let value = self.property(entry.descriptor.value());
            map.insert(key, value);
        }
        Value::Object(map)
    }

    fn property(&mut self, value: Option<&JsValue>) -> Value {
        match value {
            Some(value) => self.value(value),
            None => json!({ "type": "accessor", "preview": "[Getter/Setter]" }),
        }
    }

    fn preview(&mut self, value: &JsValue, kind: &str) -> Value {
        let preview = inspect(value, self.context);
        self.left = self.left.saturating_sub(preview.len());
        json!({ "type": kind, "preview": preview })
    }
}

/// A number that JSON can represent; `-0`, `NaN` and infinities are not among them.
fn plain_number(number: f64) -> Option<Number> {
    if number == 0.0 && number.is_sign_negative() {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "a whole number below 2^53")]
    if number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER as f64 {
        return Some(Number::from(number as i64));
    }
    Number::from_f64(number)
}

fn is_plain_array(object: &JsObject) -> bool {
    object.is_array() && constructor_name(object).as_deref() == Some("Array")
}

/// An ordinary object whose prototype is `Object.prototype` or null.
fn is_plain_object(object: &JsObject, context: &Context) -> bool {
    if !object.is_ordinary() || object.is_array() {
        return false;
    }
    match object.prototype() {
        None => true,
        Some(prototype) => {
            JsObject::equals(&prototype, &context.intrinsics().constructors().object().prototype())
        }
    }
}

/// The `type` of a preview, in lower case: `function`, or the kind of object.
fn kind(object: &JsObject) -> String {
    use boa_engine::builtins as b;
    let kinds: [(&str, bool); 8] = [
        ("proxy", object.is::<b::proxy::Proxy>()),
        ("class", crate::inspect::is_class(object)),
        ("function", object.is_callable()),
        ("array", object.is_array()),
        ("error", object.is::<b::error::Error>()),
        ("date", object.is::<b::date::Date>()),
        ("regexp", object.is::<b::regexp::RegExp>()),
        ("promise", object.is::<b::promise::Promise>()),
    ];
    if let Some((kind, _)) = kinds.iter().find(|(_, is)| *is) {
        return (*kind).to_owned();
    }
    match constructor_name(object).as_deref() {
        Some("Map") => "map",
        Some("Set") => "set",
        Some("WeakMap") => "weakmap",
        Some("WeakSet") => "weakset",
        Some("ArrayBuffer") => "arraybuffer",
        Some("DataView") => "dataview",
        _ if object.is::<b::typed_array::TypedArray>() => "typedarray",
        _ => "object",
    }
    .to_owned()
}
