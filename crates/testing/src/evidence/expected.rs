//! Expected values as text: equal for equal values, whatever guest code does to its objects. No guest code
//! runs.

use boa_engine::builtins::function::OrdinaryFunction;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::property::PropertyKey;
use boa_engine::vm::SourcePath;
use boa_engine::{Context, JsObject, JsString, JsValue, js_string};
use verdict_protocol::sha256_hex;
use verdict_sandbox::{Depth, constructor_name, data_property, inspect_with};

use crate::expect::asymmetric::{self, Kind};
use crate::inspect::number_text;
use crate::intrinsics::Intrinsics;
use crate::value::{self, Class};

/// Maximum nesting of objects.
const MAX_DEPTH: usize = 40;
/// Number of bytes after which writing stops.
const MAX_BYTES: usize = 256 << 10;
/// Maximum length of a string written in full, in bytes. A longer one is written as its start and digest.
const MAX_TEXT: usize = 4 << 10;
/// How values without a dedicated form are previewed.
const OTHER: Depth = Depth { levels: 8, items: 10_000, bytes: 128 << 10 };

/// The expected values of an assertion as text.
pub(super) struct Expected {
    pub(super) text: String,
    /// Whether the values contain a matcher that accepts values of many kinds.
    pub(super) open: bool,
}

/// Describes the arguments of a matcher.
pub(super) fn describe(
    args: &[JsValue],
    is_subject: &dyn Fn(&str) -> bool,
    context: &mut Context,
) -> Expected {
    let mut writer = Writer { context, is_subject, text: String::new(), open: false, path: Vec::new() };
    writer.list(args);
    Expected { text: writer.text, open: writer.open }
}

struct Writer<'a> {
    context: &'a mut Context,
    is_subject: &'a dyn Fn(&str) -> bool,
    text: String,
    open: bool,
    /// Objects being written, outermost first.
    path: Vec<JsObject>,
}

impl Writer<'_> {
    fn list(&mut self, values: &[JsValue]) {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            self.value(value);
        }
    }

    fn value(&mut self, value: &JsValue) {
        if self.text.len() > MAX_BYTES {
            // The rest may contain a matcher that accepts anything.
            self.open = true;
            return;
        }
        if let Some(number) = value.as_number() {
            self.text.push_str(&number_text(number));
        } else if let Some(text) = value.as_string() {
            self.quoted(&text);
        } else if let Some(object) = value.as_object() {
            self.object(&object, value);
        } else {
            self.text.push_str(&value.display().to_string());
        }
    }

    fn quoted(&mut self, text: &JsString) {
        let text = text.to_std_string_escaped();
        self.long(&format!("{text:?}"));
    }

    /// Writes a string that may be long.
    fn long(&mut self, text: &str) {
        if text.len() <= MAX_TEXT {
            self.text.push_str(text);
            return;
        }
        let start: String = text.chars().take(100).collect();
        self.text.push_str(&format!("{start}… ({} bytes, {})", text.len(), sha256_hex(text.as_bytes())));
    }

    fn object(&mut self, object: &JsObject, value: &JsValue) {
        if let Some(at) = self.path.iter().position(|known| JsObject::equals(known, object)) {
            self.text.push_str(&format!("[Circular {}]", self.path.len() - at));
        } else if self.path.len() >= MAX_DEPTH {
            self.text.push('…');
        } else if object.is::<Proxy>() {
            // Only its traps know its content.
            self.text.push_str("[Proxy]");
        } else {
            self.path.push(object.clone());
            match asymmetric::of(value) {
                Some((kind, inverse)) => self.matcher(&kind, inverse),
                None => self.plain(object, value),
            }
            self.path.pop();
        }
    }

    fn matcher(&mut self, kind: &Kind, inverse: bool) {
        self.open |= matches!(kind, Kind::Anything | Kind::Any(_));
        self.text.push_str(&kind.name(inverse));
        self.text.push('<');
        match kind {
            Kind::Anything => {}
            Kind::Any(value)
            | Kind::ArrayContaining(value)
            | Kind::ObjectContaining(value)
            | Kind::ArrayOf(value) => {
                self.value(value);
            }
            Kind::StringContaining(text) => self.quoted(text),
            Kind::StringMatching(object) | Kind::SchemaMatching(object) => self.value(&object.clone().into()),
            Kind::CloseTo(number, precision) => {
                self.text.push_str(&format!("{}, {}", number_text(*number), number_text(*precision)));
            }
            Kind::Assertion(_, args) | Kind::Custom(_, _, args) => self.list(args),
        }
        self.text.push('>');
    }

    fn plain(&mut self, object: &JsObject, value: &JsValue) {
        match value::class_of(object, self.context) {
            Ok(Class::Function) => self.function(object),
            Ok(Class::Error) => self.error(object),
            Ok(Class::Array) => self.array(object),
            Ok(Class::Object) => {
                let name = constructor_name(object).filter(|name| name != "Object");
                let head = name.map(|name| format!("{name} ")).unwrap_or_default();
                self.text.push_str(&head);
                self.text.push('{');
                let keys = object.own_property_keys(self.context).unwrap_or_default();
                self.properties(object, &keys, false);
                self.text.push('}');
            }
            Ok(Class::Map) => self.map(object),
            Ok(Class::Set) => self.set(object),
            _ => {
                let text = inspect_with(value, OTHER, self.context);
                self.long(&text);
            }
        }
    }

    /// Writes a function by its text. Functions of the subject and classes are written by name, because their
    /// behaviour is what tests examine.
    fn function(&mut self, function: &JsObject) {
        let name = data_property(function, "name").and_then(|name| name.as_string());
        let name = name.map(|name| name.to_std_string_escaped()).unwrap_or_default();
        let of_subject = function.downcast_ref::<OrdinaryFunction>().is_some_and(|function| {
            let SourcePath::Path(path) = function.codeblock().path() else { return false };
            path.to_str().is_some_and(self.is_subject)
        });
        let text =
            if of_subject || !function.is::<OrdinaryFunction>() { None } else { self.source(function) };
        match text.filter(|text| !text.starts_with("class")) {
            Some(text) => self.long(&text),
            None => self.text.push_str(&format!("[Function {name}]")),
        }
    }

    fn source(&mut self, function: &JsObject) -> Option<String> {
        let to_string = Intrinsics::of(self.context).function_to_string.clone();
        let text = to_string.call(&function.clone().into(), &[], self.context).ok()?;
        Some(text.as_string()?.to_std_string_escaped())
    }

    fn error(&mut self, error: &JsObject) {
        for (key, default) in [("name", "Error"), ("message", "")] {
            let text = data_property(error, key).and_then(|text| text.as_string());
            let text = text.map_or_else(|| default.to_owned(), |text| text.to_std_string_escaped());
            self.text.push_str(if key == "name" { "[" } else { ": " });
            self.long(&text);
        }
        self.text.push(']');
    }

    fn array(&mut self, array: &JsObject) {
        let keys = array.own_property_keys(self.context).unwrap_or_default();
        let length = array.borrow().properties().get(&js_string!("length").into());
        let length = length.and_then(|length| length.value()?.as_number()).unwrap_or_default();
        let mut next = 0.0;
        self.text.push('[');
        for key in &keys {
            let PropertyKey::Index(index) = key else { break };
            let at = f64::from(index.get());
            self.holes(at - next, next > 0.0);
            self.text.push_str(if at > 0.0 { ", " } else { "" });
            self.property(array, key);
            next = at + 1.0;
        }
        self.holes(length - next, next > 0.0);
        self.properties(array, &keys, length > 0.0);
        self.text.push(']');
    }

    fn holes(&mut self, count: f64, any: bool) {
        if count > 0.0 {
            let start = if any { ", " } else { "" };
            self.text.push_str(&format!("{start}<{} empty>", number_text(count)));
        }
    }

    /// Writes the properties of an object, except array elements.
    fn properties(&mut self, object: &JsObject, keys: &[PropertyKey], mut any: bool) {
        let is_array = object.is_array();
        for key in keys {
            let is_shown = {
                let found = object.borrow().properties().get(key);
                found.is_some_and(|found| found.enumerable() == Some(true))
            };
            if !is_shown || (is_array && matches!(key, PropertyKey::Index(_))) {
                continue;
            }
            let name = value::key_text(key);
            let is_part = |part: char| part.is_alphanumeric() || "_$".contains(part);
            self.text.push_str(if any { ", " } else { "" });
            self.text.push_str(&match key {
                PropertyKey::Symbol(_) => format!("[{name}]: "),
                _ if !name.is_empty() && name.chars().all(is_part) => format!("{name}: "),
                _ => format!("{name:?}: "),
            });
            self.property(object, key);
            any = true;
        }
    }

    fn property(&mut self, object: &JsObject, key: &PropertyKey) {
        let found = object.borrow().properties().get(key);
        match found.as_ref().and_then(|found| found.value()) {
            Some(value) => self.value(value),
            None => self.text.push_str("[Getter]"),
        }
    }

    fn map(&mut self, object: &JsObject) {
        let entries: Vec<(JsValue, JsValue)> = object
            .downcast_ref::<OrderedMap<JsValue>>()
            .map(|map| map.iter().map(|(key, value)| (key.clone(), value.clone())).collect())
            .unwrap_or_default();
        self.text.push_str("Map {");
        for (key, value) in entries {
            self.value(&key);
            self.text.push_str(" => ");
            self.value(&value);
            self.text.push_str(", ");
        }
        self.text.push('}');
    }

    fn set(&mut self, object: &JsObject) {
        let values: Vec<JsValue> =
            object.downcast_ref::<OrderedSet>().map(|set| set.iter().cloned().collect()).unwrap_or_default();
        self.text.push_str("Set {");
        self.list(&values);
        self.text.push('}');
    }
}
