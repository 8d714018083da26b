//! One-line previews as chai (loupe) prints them in messages: `[ 1, 2, …(3) ]`.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

use super::text::{cut, len, list, number_with_sign, quoted_key, string};
use super::{function_name, read, shown};
use crate::expect::asymmetric;
use crate::value::{self, Class};

/// chai's `truncateThreshold`.
const TRUNCATE: i64 = 40;
/// Length limit of previews that are not truncated.
const WHOLE: i64 = 4_000;
/// Nesting level from which the rest is omitted.
const MAX_DEPTH: usize = 24;
const TAIL: char = '…';

/// A preview of about forty characters, as `#{this}` in a message; longer values are summarised.
///
/// # Errors
/// Limits that getters and traps reach.
pub(crate) fn display(value: &JsValue, context: &mut Context) -> JsResult<String> {
    let text = inspect(value, context)?;
    if len(&text) < TRUNCATE {
        return Ok(text);
    }
    let Some(object) = value.as_object() else { return Ok(text) };
    if asymmetric::of(value).is_some() {
        return Ok(text);
    }
    match shown(value::class_of(&object, context), || Class::Promise)? {
        Class::Function => {
            let name = function_name(&object, context)?;
            Ok(if name.is_empty() { "[Function]".to_owned() } else { format!("[Function: {name}]") })
        }
        Class::Array => {
            let length = shown(value::length_of(&object, context), || 0)?;
            Ok(format!("[ Array({length}) ]"))
        }
        Class::Object if shown(value::tag(value, context), String::new)? == "Object" => {
            let keys = shown(value::own_enumerable_keys(&object, context), Vec::new)?;
            let names: Vec<String> = keys
                .iter()
                .filter(|key| !matches!(key, PropertyKey::Symbol(_)))
                .map(value::key_text)
                .collect();
            let shown = names.iter().take(2).cloned().collect::<Vec<_>>().join(", ");
            let rest = if names.len() > 2 { ", ..." } else { "" };
            Ok(format!("{{ Object ({shown}{rest}) }}"))
        }
        _ => Ok(text),
    }
}

/// loupe's `inspect`, cut near forty characters.
///
/// # Errors
/// Errors of [`display`].
pub(crate) fn inspect(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Short { context, seen: Vec::new() }.value(value, TRUNCATE)
}

/// loupe's `inspect`, cut to the maximum length of a test name.
///
/// # Errors
/// Errors of [`display`].
pub(crate) fn inspect_whole(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Short { context, seen: Vec::new() }.value(value, WHOLE)
}

struct Short<'a> {
    context: &'a mut Context,
    seen: Vec<JsObject>,
}

impl Short<'_> {
    fn value(&mut self, value: &JsValue, truncate: i64) -> JsResult<String> {
        if let Some(number) = value.as_number() {
            return Ok(cut(&number_with_sign(number), truncate));
        }
        if let Some(text) = value.as_string() {
            return Ok(string(&text, truncate));
        }
        if let Some(big) = value.as_bigint() {
            return Ok(format!("{}n", cut(&big.to_string(), truncate - 1)));
        }
        if let Some(symbol) = value.as_symbol() {
            return Ok(symbol.descriptive_string().to_std_string_escaped());
        }
        let Some(object) = value.as_object() else { return Ok(value.display().to_string()) };
        if let Some((kind, inverse)) = asymmetric::of(value) {
            let text = super::pretty::min(value, self.context)?;
            return Ok(if len(&text) <= truncate {
                text
            } else {
                format!("{}{{{TAIL}}}", kind.name(inverse))
            });
        }
        if self.seen.len() > MAX_DEPTH {
            return Ok(TAIL.to_string());
        }
        self.object(&object, truncate)
    }

    fn object(&mut self, object: &JsObject, mut truncate: i64) -> JsResult<String> {
        let class = match value::class_of(object, self.context) {
            Ok(class) => class,
            Err(error) if error.as_engine().is_none() => return Ok("[Proxy]".to_owned()),
            Err(error) => return Err(error),
        };
        Ok(match class {
            Class::Array => return self.array(object, truncate),
            Class::Function => {
                let name = function_name(object, self.context)?;
                let kind = shown(value::tag(&object.clone().into(), self.context), || "Function".to_owned())?;
                if name.is_empty() {
                    format!("[{kind}]")
                } else {
                    format!("[{kind} {}]", cut(&name, truncate - 11))
                }
            }
            Class::Boolean => object.downcast_ref::<bool>().map_or_else(String::new, |data| data.to_string()),
            Class::Number => {
                let number = object.downcast_ref::<f64>().map_or(f64::NAN, |data| *data);
                cut(&number_with_sign(number), truncate)
            }
            Class::String => {
                let text = object.downcast_ref::<JsString>().map(|data| data.clone()).unwrap_or_default();
                string(&text, truncate)
            }
            Class::Date => {
                let text = date(object, self.context)?;
                match text.split_once('T') {
                    Some((day, time)) => format!("{day}T{}", cut(time, truncate - len(day) - 1)),
                    None => text,
                }
            }
            Class::RegExp => {
                let (source, flags) = value::regexp_parts(object, self.context)?;
                format!("/{}/{flags}", cut(&source, truncate - 2 - len(&flags)))
            }
            Class::Map => return self.map(object, truncate),
            Class::Set => {
                let values = shown(value::set_values(object, self.context), Vec::new)?;
                if values.is_empty() {
                    return Ok("Set{}".to_owned());
                }
                truncate -= 7;
                let items = self.enter(object, |this| {
                    list(values.len(), &mut truncate, &mut |index, truncate| {
                        this.value(&values[index], *truncate)
                    })
                })?;
                items.map_or_else(circular, |items| format!("Set{{ {items} }}"))
            }
            Class::Promise => "Promise{…}".to_owned(),
            Class::WeakMap => "WeakMap{…}".to_owned(),
            Class::WeakSet => "WeakSet{…}".to_owned(),
            Class::TypedArray => return self.typed_array(object, truncate),
            Class::ArrayBuffer => "ArrayBuffer{…}".to_owned(),
            Class::DataView => "DataView{…}".to_owned(),
            Class::Error => return self.error(object, truncate),
            Class::Symbol | Class::BigInt | Class::Object => return self.plain(object, truncate),
        })
    }

    /// Runs `inside` with an object on the path; `None` if it is on the path already.
    fn enter<T>(
        &mut self,
        object: &JsObject,
        inside: impl FnOnce(&mut Self) -> JsResult<T>,
    ) -> JsResult<Option<T>> {
        if self.seen.iter().any(|seen| JsObject::equals(seen, object)) {
            return Ok(None);
        }
        self.seen.push(object.clone());
        let result = inside(self);
        self.seen.pop();
        result.map(Some)
    }

    fn array(&mut self, object: &JsObject, truncate: i64) -> JsResult<String> {
        self.list_like(object, truncate - 4, "[")
    }

    fn list_like(&mut self, object: &JsObject, mut truncate: i64, open: &str) -> JsResult<String> {
        let length = shown(value::length_of(object, self.context), || 0)?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length == 0 {
            return Ok(format!("{open}]"));
        }
        let items = self.enter(object, |this| {
            list(length, &mut truncate, &mut |index, truncate| {
                let item = read(object, index.into(), this.context)?;
                this.value(&item, *truncate)
            })
        })?;
        Ok(items.map_or_else(circular, |items| format!("{open} {items} ]")))
    }

    fn typed_array(&mut self, object: &JsObject, mut truncate: i64) -> JsResult<String> {
        let name = shown(value::tag(&object.clone().into(), self.context), || "TypedArray".to_owned())?;
        let length = usize::try_from(value::length_of(object, self.context)?).unwrap_or(0);
        if length == 0 {
            return Ok(format!("{name}[]"));
        }
        truncate -= len(&name) + 4;
        let items = list(length, &mut truncate, &mut |index, _| {
            Ok(object.get(index, self.context)?.display().to_string())
        })?;
        Ok(format!("{name}[ {items} ]"))
    }

    fn map(&mut self, object: &JsObject, mut truncate: i64) -> JsResult<String> {
        let entries = shown(value::map_entries(object, self.context), Vec::new)?;
        if entries.is_empty() {
            return Ok("Map{}".to_owned());
        }
        truncate -= 7;
        let items = self.enter(object, |this| {
            list(entries.len(), &mut truncate, &mut |index, truncate| {
                let (key, found) = &entries[index];
                *truncate -= 4;
                let key = this.value(key, *truncate)?;
                *truncate -= len(&key);
                Ok(format!("{key} => {}", this.value(found, *truncate)?))
            })
        })?;
        Ok(items.map_or_else(circular, |items| format!("Map{{ {items} }}")))
    }

    fn error(&mut self, object: &JsObject, mut truncate: i64) -> JsResult<String> {
        const HIDDEN: [&str; 4] = ["stack", "name", "message", "cause"];
        let name = read(object, js_string!("name").into(), self.context)?;
        let name = name.as_string().map_or_else(|| "Error".to_owned(), |name| name.to_std_string_escaped());
        truncate -= len(&name);
        let message = read(object, js_string!("message").into(), self.context)?;
        let message = match message.as_string() {
            Some(text) if !text.is_empty() => format!(": {}", cut(&text.to_std_string_escaped(), truncate)),
            _ => String::new(),
        };
        truncate -= len(&message) + 5;
        let mut keys = shown(object.own_property_keys(self.context), Vec::new)?;
        keys.retain(|key| !HIDDEN.contains(&value::key_text(key).as_str()));
        if keys.is_empty() {
            return Ok(format!("{name}{message}"));
        }
        let items = self.enter(object, |this| this.properties(object, &keys, &mut truncate))?;
        Ok(items.map_or_else(circular, |items| format!("{name}{message} {{ {items} }}")))
    }

    fn plain(&mut self, object: &JsObject, mut truncate: i64) -> JsResult<String> {
        let mut name = String::new();
        let root = self.context.intrinsics().constructors().object().prototype();
        if object.prototype().is_some_and(|prototype| !JsObject::equals(&prototype, &root)) {
            let tag = shown(value::tag(&object.clone().into(), self.context), || "Object".to_owned())?;
            let constructor = super::constructor_name(object, self.context)?;
            name = if tag == "Object" { constructor } else { tag };
            if name == "Object" {
                name.clear();
            }
        }
        let tag = shown(value::tag(&object.clone().into(), self.context), || "Object".to_owned())?;
        if tag == "Arguments" {
            return self.list_like(object, truncate - 13, "Arguments[");
        }
        let keys = shown(object.own_property_keys(self.context), Vec::new)?;
        if keys.is_empty() {
            return Ok(format!("{name}{{}}"));
        }
        truncate -= len(&name) + 4;
        let items = self.enter(object, |this| this.properties(object, &keys, &mut truncate))?;
        Ok(items.map_or_else(circular, |items| format!("{name}{{ {items} }}")))
    }

    fn properties(
        &mut self,
        object: &JsObject,
        keys: &[PropertyKey],
        truncate: &mut i64,
    ) -> JsResult<String> {
        list(keys.len(), truncate, &mut |index, truncate| {
            let key = &keys[index];
            *truncate -= 2;
            let name = match key {
                PropertyKey::Symbol(_) => format!("[{}]", value::key_text(key)),
                _ => quoted_key(&value::key_text(key)),
            };
            *truncate -= len(&name);
            let found = read(object, key.clone(), self.context)?;
            Ok(format!("{name}: {}", self.value(&found, *truncate)?))
        })
    }
}

fn circular() -> String {
    "[Circular]".to_owned()
}

fn date(object: &JsObject, context: &mut Context) -> JsResult<String> {
    if value::date_ms(object, context)?.is_nan() {
        return Ok("Invalid Date".to_owned());
    }
    let text = boa_engine::object::builtins::JsDate::from_object(object.clone())?.to_iso_string(context)?;
    Ok(text.as_string().map(|text| value::text(&text)).unwrap_or_default())
}
