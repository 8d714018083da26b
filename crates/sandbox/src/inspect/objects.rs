//! Previews of objects.

use boa_engine::builtins::array_buffer::ArrayBuffer;
use boa_engine::builtins::date::Date;
use boa_engine::builtins::error::Error;
use boa_engine::builtins::map::ordered_map::OrderedMap;
use boa_engine::builtins::promise::PromiseState;
use boa_engine::builtins::proxy::Proxy;
use boa_engine::builtins::regexp::RegExp;
use boa_engine::builtins::set::ordered_set::OrderedSet;
use boa_engine::builtins::typed_array::TypedArray;
use boa_engine::object::builtins::{JsDate, JsPromise, JsRegExp, JsTypedArray};
use boa_engine::property::PropertyKey;
use boa_engine::{JsBigInt, JsObject, JsString, JsSymbol, JsValue};

use super::primitive::escape;
use super::properties::{constructor_name, data_property, entries, get_own, prototype};
use super::shorten;
use super::{Entry, Inspector, Key, array_length, number};

/// Maximum length of an object on one line.
const LINE: usize = 72;

impl Inspector<'_> {
    pub(super) fn object(&mut self, object: &JsObject) -> String {
        if self.left == 0 {
            return "…".to_owned();
        }
        if object.is::<Proxy>() {
            if let Some(env) = crate::environment::target_of_env(object, self.context) {
                return self.object(&env);
            }
            return if object.is_callable() { "[Function: Proxy]" } else { "[Proxy]" }.to_owned();
        }
        if self.open.iter().any(|open| JsObject::equals(open, object)) {
            return format!("[Circular *{}]", self.mark(object));
        }
        if self.open.len() > self.depth.levels {
            return self.closed(object);
        }
        self.open.push(object.clone());
        let text = self.opened(object);
        self.open.pop();
        match self.circular.iter().position(|known| JsObject::equals(known, object)) {
            Some(position) => format!("<ref *{}> {text}", position + 1),
            None => text,
        }
    }

    fn mark(&mut self, object: &JsObject) -> usize {
        let known = self.circular.iter().position(|known| JsObject::equals(known, object));
        known.unwrap_or_else(|| {
            self.circular.push(object.clone());
            self.circular.len() - 1
        }) + 1
    }

    /// An object at the depth limit, which is not expanded.
    fn closed(&self, object: &JsObject) -> String {
        if object.is_array() {
            return "[Array]".to_owned();
        }
        format!("[{}]", constructor_name(object).unwrap_or_else(|| "Object: null prototype".to_owned()))
    }

    fn opened(&mut self, object: &JsObject) -> String {
        if object.is_callable() {
            let head = self.function(object);
            return self.with_properties(object, &head, &["name", "length", "prototype"], false);
        }
        if object.is::<Error>() {
            let head = self.error(object);
            return self.with_properties(object, &head, &["message", "stack", "name"], false);
        }
        if object.is_array() {
            return self.array(object);
        }
        if object.is::<Date>() {
            let head = self.date(object);
            return self.with_properties(object, &head, &[], false);
        }
        if object.is::<RegExp>() {
            let head = self.regexp(object);
            return self.with_properties(object, &head, &["lastIndex"], false);
        }
        if let Some(text) = self.collection(object) {
            return text;
        }
        if let Some(head) = boxed(object) {
            return self.with_properties(object, &head, &["length"], false);
        }
        let tag = tag(object);
        let name = match constructor_name(object) {
            _ if prototype(object).is_none() => "[Object: null prototype]".to_owned(),
            Some(name) => name,
            None => "Object".to_owned(),
        };
        let head = match tag {
            Some(tag) if tag != name => format!("{name} [{tag}]"),
            None if name == "Object" => String::new(),
            _ => name,
        };
        self.with_properties(object, &head, &[], true)
    }

    fn function(&mut self, object: &JsObject) -> String {
        let name = own_text(object, "name").filter(|name| !name.is_empty());
        if is_class(object) {
            let name = name.unwrap_or_else(|| "(anonymous)".to_owned());
            let parent = prototype(object)
                .filter(JsObject::is_constructor)
                .and_then(|parent| own_text(&parent, "name"))
                .filter(|parent| !parent.is_empty());
            return match parent {
                Some(parent) => format!("[class {name} extends {parent}]"),
                None => format!("[class {name}]"),
            };
        }
        let constructors = self.context.intrinsics().constructors();
        let kinds = [
            ("AsyncFunction", constructors.async_function().prototype()),
            ("GeneratorFunction", constructors.generator_function().prototype()),
            ("AsyncGeneratorFunction", constructors.async_generator_function().prototype()),
        ];
        let own = prototype(object);
        let kind = kinds
            .iter()
            .find(|(_, kind)| own.as_ref().is_some_and(|own| JsObject::equals(own, kind)))
            .map_or("Function", |(kind, _)| kind);
        match name {
            Some(name) => format!("[{kind}: {name}]"),
            None => format!("[{kind} (anonymous)]"),
        }
    }

    fn error(&mut self, object: &JsObject) -> String {
        let text = |key| {
            data_property(object, key)
                .and_then(|value| value.as_string())
                .map(|text| shorten(&escape(&text, None, 2048).replace("\\n", "\n"), 2048))
        };
        let name = text("name").unwrap_or_else(|| "Error".to_owned());
        match text("message").filter(|message| !message.is_empty()) {
            Some(message) => format!("[{name}: {message}]"),
            None => format!("[{name}]"),
        }
    }

    fn date(&mut self, object: &JsObject) -> String {
        let iso = JsDate::from_object(object.clone()).and_then(|date| date.to_iso_string(self.context));
        let iso = iso.ok().and_then(|text| text.as_string()).map(|text| text.to_std_string_lossy());
        iso.unwrap_or_else(|| "Invalid Date".to_owned())
    }

    fn regexp(&mut self, object: &JsObject) -> String {
        let Ok(regexp) = JsRegExp::from_object(object.clone()) else { return "/(?:)/".to_owned() };
        let context = &mut *self.context;
        // The `flags` getter reads properties that guest code may have changed; these getters read internal
        // slots.
        let flags: String = [
            ('d', regexp.has_indices(context)),
            ('g', regexp.global(context)),
            ('i', regexp.ignore_case(context)),
            ('m', regexp.multiline(context)),
            ('s', regexp.dot_all(context)),
            ('u', regexp.unicode(context)),
            ('y', regexp.sticky(context)),
        ]
        .into_iter()
        .filter(|(_, set)| matches!(set, Ok(true)))
        .map(|(flag, _)| flag)
        .collect();
        let source = crate::regexp_source(object, context).unwrap_or_default().to_std_string_lossy();
        format!("/{}/{flags}", shorten(&source, 1024))
    }

    fn array(&mut self, object: &JsObject) -> String {
        let length = array_length(object);
        let (found, _) = entries(object, self.depth.items);
        let mut items = Vec::new();
        let mut next = 0u64;
        let mut shown = 0;
        for entry in &found {
            let Key::Index(index) = entry.key else { continue };
            let index = u64::from(index);
            if index > next {
                items.push(empty_items(index - next));
                shown += 1;
            }
            if shown >= self.depth.items || self.left == 0 {
                break;
            }
            items.push(self.property_value(entry));
            shown += 1;
            next = index + 1;
        }
        let indices = found.iter().filter(|entry| matches!(entry.key, Key::Index(_))).count();
        if next < length {
            let rest = length - next;
            let cut = indices >= self.depth.items || self.left == 0;
            items.push(if cut { more(rest) } else { empty_items(rest) });
        }
        for entry in found.iter().filter(|entry| !matches!(entry.key, Key::Index(_))) {
            if entry.descriptor.enumerable() == Some(true) {
                items.push(self.property(entry));
            }
        }
        let head = match constructor_name(object) {
            Some(name) if name == "Array" => String::new(),
            Some(name) => format!("{name}({length}) "),
            None => format!("[Array({length}): null prototype] "),
        };
        self.wrap(&head, '[', &items, ']')
    }

    /// Maps, sets, promises, buffers and objects without visible content.
    fn collection(&mut self, object: &JsObject) -> Option<String> {
        let name = constructor_name(object);
        let titled = |title: &str| name.clone().unwrap_or_else(|| format!("[{title}: null prototype]"));
        if let Some((size, pairs)) = map_entries(object, self.depth.items) {
            let mut items: Vec<String> = Vec::new();
            for (key, value) in &pairs {
                let key = self.nested(key);
                let value = self.nested(value);
                items.push(format!("{key} => {value}"));
            }
            push_more(&mut items, size, pairs.len());
            return Some(self.wrap(&format!("{}({size}) ", titled("Map")), '{', &items, '}'));
        }
        if let Some((size, values)) = set_values(object, self.depth.items) {
            let mut items: Vec<String> = values.iter().map(|value| self.nested(value)).collect();
            push_more(&mut items, size, values.len());
            return Some(self.wrap(&format!("{}({size}) ", titled("Set")), '{', &items, '}'));
        }
        if let Ok(promise) = JsPromise::from_object(object.clone()) {
            let state = match promise.state() {
                PromiseState::Pending => "<pending>".to_owned(),
                PromiseState::Fulfilled(value) => self.nested(&value),
                PromiseState::Rejected(reason) => format!("<rejected> {}", self.nested(&reason)),
            };
            return Some(self.wrap(&format!("{} ", titled("Promise")), '{', &[state], '}'));
        }
        if object.is::<TypedArray>() {
            return Some(self.typed_array(object, &titled("TypedArray")));
        }
        if let Some(buffer) = object.downcast_ref::<ArrayBuffer>() {
            let bytes = buffer.data().map_or(0, <[u8]>::len);
            return Some(format!("{} {{ byteLength: {bytes} }}", titled("ArrayBuffer")));
        }
        let tag = tag(object)?;
        matches!(tag.as_str(), "WeakMap" | "WeakSet")
            .then(|| format!("{} {{ <items unknown> }}", titled("WeakMap")))
    }

    fn typed_array(&mut self, object: &JsObject, name: &str) -> String {
        let Ok(array) = JsTypedArray::from_object(object.clone()) else { return name.to_owned() };
        let length = array.length(self.context).unwrap_or(0);
        let mut items = Vec::new();
        for index in 0..length.min(self.depth.items) {
            // `at` reads the buffer through internal slots.
            let value = i64::try_from(index).ok().and_then(|index| array.at(index, self.context).ok());
            items.push(self.nested(&value.unwrap_or_default()));
        }
        let shown = items.len();
        push_more(&mut items, length, shown);
        self.wrap(&format!("{name}({length}) "), '[', &items, ']')
    }

    /// `head { a: 1 }`, or only the head if there are no properties. With `bare`, the braces are always
    /// written.
    fn with_properties(&mut self, object: &JsObject, head: &str, hidden: &[&str], bare: bool) -> String {
        self.left = self.left.saturating_sub(head.len());
        let (found, count) = entries(object, self.depth.items);
        let mut items = Vec::new();
        for entry in &found {
            // Not `==`, because the engine compares a two-byte string only up to the shorter length.
            let is = |text: &JsString| hidden.iter().any(|name| text.iter().eq(name.encode_utf16()));
            let skipped = matches!(&entry.key, Key::Text(text) if is(text));
            if entry.descriptor.enumerable() == Some(true) && !skipped {
                if self.left == 0 {
                    break;
                }
                items.push(self.property(entry));
            }
        }
        if count > found.len() || (self.left == 0 && count > items.len()) {
            items.push("…".to_owned());
        }
        if items.is_empty() && !bare {
            return head.to_owned();
        }
        let head = if head.is_empty() { String::new() } else { format!("{head} ") };
        self.wrap(&head, '{', &items, '}')
    }

    fn property(&mut self, entry: &Entry) -> String {
        let key = match &entry.key {
            Key::Index(index) => format!("'{index}'"),
            Key::Symbol(symbol) => format!("[{}]", super::primitive::symbol(symbol)),
            Key::Text(text) => key_text(text),
        };
        self.left = self.left.saturating_sub(key.len() + 2);
        let value = self.property_value(entry);
        format!("{key}: {value}")
    }

    fn property_value(&mut self, entry: &Entry) -> String {
        if let Some(value) = entry.descriptor.value() {
            return self.nested(value);
        }
        let set = |part: Option<&JsValue>| part.is_some_and(|part| !part.is_undefined());
        match (set(entry.descriptor.get()), set(entry.descriptor.set())) {
            (true, true) => "[Getter/Setter]",
            (false, true) => "[Setter]",
            _ => "[Getter]",
        }
        .to_owned()
    }

    fn nested(&mut self, value: &JsValue) -> String {
        self.indent += 2;
        let text = self.value(value);
        self.indent -= 2;
        text
    }

    /// On one line if it fits, otherwise one item per line.
    fn wrap(&mut self, head: &str, open: char, items: &[String], close: char) -> String {
        self.left = self.left.saturating_sub(head.len() + 4 + 2 * items.len());
        if items.is_empty() {
            return format!("{head}{open}{close}");
        }
        let width: usize = items.iter().map(|item| item.chars().count() + 2).sum();
        if head.len() + width <= LINE && !items.iter().any(|item| item.contains('\n')) {
            return format!("{head}{open} {} {close}", items.join(", "));
        }
        let indent = " ".repeat(self.indent + 2);
        let outer = " ".repeat(self.indent);
        format!("{head}{open}\n{indent}{}\n{outer}{close}", items.join(&format!(",\n{indent}")))
    }
}

/// Whether a function is a class: the `prototype` of a class is not writable.
pub(crate) fn is_class(object: &JsObject) -> bool {
    object.is::<boa_engine::builtins::function::OrdinaryFunction>()
        && object.is_constructor()
        && get_own(object, &PropertyKey::from(JsString::from("prototype")))
            .is_some_and(|prototype| prototype.writable() == Some(false))
}

fn own_text(object: &JsObject, name: &str) -> Option<String> {
    let descriptor = get_own(object, &PropertyKey::from(JsString::from(name)))?;
    let text = descriptor.value()?.as_string()?;
    Some(shorten(&escape(&text, None, 100), 100))
}

/// `Symbol.toStringTag`, if it is a string property of the object or its prototypes.
fn tag(object: &JsObject) -> Option<String> {
    let key = PropertyKey::from(JsSymbol::to_string_tag());
    let mut current = Some(object.clone());
    for _ in 0..20 {
        let object = current?;
        if let Some(descriptor) = get_own(&object, &key) {
            let text = descriptor.value()?.as_string()?;
            return (!text.is_empty()).then(|| shorten(&escape(&text, None, 100), 100));
        }
        current = prototype(&object);
    }
    None
}

fn boxed(object: &JsObject) -> Option<String> {
    if let Some(value) = object.downcast_ref::<f64>() {
        return Some(format!("[Number: {}]", number(*value)));
    }
    if let Some(value) = object.downcast_ref::<bool>() {
        return Some(format!("[Boolean: {}]", *value));
    }
    if let Some(value) = object.downcast_ref::<JsString>() {
        return Some(format!("[String: {}]", super::quote(&value, 1024)));
    }
    if let Some(value) = object.downcast_ref::<JsBigInt>() {
        return Some(format!("[BigInt: {}]", super::primitive::bigint(&value)));
    }
    let value = object.downcast_ref::<JsSymbol>()?;
    Some(format!("[Symbol: {}]", super::primitive::symbol(&value)))
}

/// The number of entries of a map, and the first of them.
pub(crate) fn map_entries(object: &JsObject, limit: usize) -> Option<(usize, Vec<(JsValue, JsValue)>)> {
    let map = object.downcast_ref::<OrderedMap<JsValue>>()?;
    let entries = map.iter().take(limit).map(|(key, value)| (key.clone(), value.clone())).collect();
    Some((map.len(), entries))
}

/// The number of values of a set, and the first of them.
pub(crate) fn set_values(object: &JsObject, limit: usize) -> Option<(usize, Vec<JsValue>)> {
    let set = object.downcast_ref::<OrderedSet>()?;
    let values = set.iter().take(limit).cloned().collect();
    Some((set.len(), values))
}

fn push_more(items: &mut Vec<String>, all: usize, shown: usize) {
    if all > shown {
        items.push(more((all - shown) as u64));
    }
}

fn more(count: u64) -> String {
    format!("... {count} more item{}", if count == 1 { "" } else { "s" })
}

fn empty_items(count: u64) -> String {
    format!("<{count} empty item{}>", if count == 1 { "" } else { "s" })
}

/// A key as in source code: bare if it is an identifier, otherwise quoted.
fn key_text(text: &JsString) -> String {
    let plain = text.to_std_string_lossy();
    let name = !plain.is_empty()
        && plain.len() <= 200
        && plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if name { plain } else { super::quote(text, 200) }
}
