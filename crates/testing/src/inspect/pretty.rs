//! Prints values on indented lines like pretty-format, for diffs.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::{Attribute, PropertyKey};
use boa_engine::{Context, JsObject, JsResult, JsString, JsValue, js_string};

use super::{constructor_name, function_name, number_text, read, serializers, shown};
use crate::expect::asymmetric::{self, Kind};
use crate::state::State;
use crate::value::{self, Class};
use crate::vi::Outcome;

/// Nesting level from which an object is printed as its name.
const MAX_DEPTH: usize = 20;
/// Number of bytes after which printing stops.
const MAX_OUTPUT: usize = 64 << 10;
/// Maximum size of a snapshot in bytes; a larger one is an error.
const MAX_SNAPSHOT: usize = 1 << 20;
const MAX_SNAPSHOT_DEPTH: usize = 100;

/// The style of printed values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// Whether to print `Object` and `Array` before plain objects and arrays.
    prototypes: bool,
    /// Whether to escape `"` and `\` in strings.
    escape: bool,
    /// Whether to print everything on one line.
    pub(super) min: bool,
    /// Whether to print as in a snapshot: functions without names, errors as text, `toJSON` and serializers
    /// applied.
    snapshot: bool,
    /// Nesting level from which an object is printed as its name.
    depth: usize,
}

/// Prints a value as in a Vitest snapshot.
///
/// # Errors
/// Errors that getters, serializers and `toJSON` throw; a value that is too large or too deep.
pub(crate) fn serialize(value: &JsValue, context: &mut Context) -> JsResult<String> {
    Ok(serialize_at(value, 0, 0, context)?.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Prints a nested value as in a Vitest snapshot.
///
/// # Errors
/// Errors of [`serialize`].
pub(super) fn serialize_at(
    value: &JsValue,
    indent: usize,
    depth: usize,
    context: &mut Context,
) -> JsResult<String> {
    let format = State::of(context).format;
    let style = Style {
        prototypes: format.print_basic_prototype,
        escape: format.escape_string,
        min: false,
        snapshot: true,
        depth: MAX_DEPTH,
    };
    let mut printer = Printer { context, style, output: String::new(), path: Vec::new(), depth };
    printer.value(value, indent)?;
    Ok(printer.output)
}

/// Prints a value as in a diff: no names before plain objects and arrays.
///
/// # Errors
/// Limits that getters and traps reach.
pub(crate) fn pretty(value: &JsValue, context: &mut Context) -> JsResult<String> {
    print(
        value,
        Style { prototypes: false, escape: true, min: false, snapshot: false, depth: MAX_DEPTH },
        context,
    )
}

/// Prints a value as in a message of `toSatisfy` or a list of calls.
///
/// # Errors
/// Errors of [`pretty`].
pub(crate) fn stringify(value: &JsValue, context: &mut Context) -> JsResult<String> {
    print(
        value,
        Style { prototypes: true, escape: false, min: false, snapshot: false, depth: MAX_DEPTH },
        context,
    )
}

/// Prints a value on one line.
///
/// # Errors
/// Errors of [`pretty`].
pub(super) fn min(value: &JsValue, context: &mut Context) -> JsResult<String> {
    print(
        value,
        Style { prototypes: true, escape: false, min: true, snapshot: false, depth: MAX_DEPTH },
        context,
    )
}

/// Prints a value on one line, and of its members only primitives.
///
/// # Errors
/// Errors of [`pretty`].
pub(crate) fn outline(value: &JsValue, context: &mut Context) -> JsResult<String> {
    let style = Style { prototypes: false, escape: true, min: true, snapshot: false, depth: 1 };
    print(value, style, context)
}

fn print(value: &JsValue, style: Style, context: &mut Context) -> JsResult<String> {
    let mut printer = Printer { context, style, output: String::new(), path: Vec::new(), depth: 0 };
    printer.value(value, 0)?;
    Ok(printer.output)
}

pub(super) struct Printer<'a> {
    pub(super) context: &'a mut Context,
    pub(super) style: Style,
    pub(super) output: String,
    /// Objects being printed, outermost first. `None` for an element or a library's collection, which may
    /// contain itself, as in Vitest.
    path: Vec<Option<JsObject>>,
    /// Number of enclosing printers.
    depth: usize,
}

impl Printer<'_> {
    pub(super) fn value(&mut self, value: &JsValue, indent: usize) -> JsResult<()> {
        if self.style.snapshot {
            if self.output.len() > MAX_SNAPSHOT || self.depth + self.path.len() > MAX_SNAPSHOT_DEPTH {
                return Err(value::too_large());
            }
            let depth = self.depth + self.path.len();
            if let Some(text) = serializers::ask(value, indent, depth, self.context)? {
                self.output.push_str(&text);
                return Ok(());
            }
        } else if self.output.len() > MAX_OUTPUT {
            self.output.push('…');
            return Ok(());
        }
        if let Some(number) = value.as_number() {
            self.output.push_str(&number_text(number));
        } else if let Some(text) = value.as_string() {
            if self.style.snapshot && text.len() > MAX_SNAPSHOT {
                return Err(value::too_large());
            }
            self.string(&text);
        } else if let Some(big) = value.as_bigint() {
            self.output.push_str(&format!("{big}n"));
        } else if let Some(symbol) = value.as_symbol() {
            self.output.push_str(&symbol.descriptive_string().to_std_string_escaped());
        } else if let Some((kind, inverse)) = asymmetric::of(value) {
            self.asymmetric(&kind, inverse, indent)?;
        } else if let Some(object) = value.as_object() {
            self.object(&object, indent)?;
        } else {
            self.output.push_str(&value.display().to_string());
        }
        Ok(())
    }

    fn string(&mut self, text: &JsString) {
        let max = if self.style.snapshot { MAX_SNAPSHOT } else { MAX_OUTPUT };
        let left = max.saturating_sub(self.output.len()).max(16);
        let cut = text.len() > left;
        let text: JsString = if cut { text.get(0..left).unwrap_or_default() } else { text.clone() };
        let mut text = text.to_std_string_escaped();
        if self.style.escape {
            text = text.replace('\\', "\\\\").replace('"', "\\\"");
        }
        self.output.push('"');
        self.output.push_str(&text);
        self.output.push_str(if cut { "…\"" } else { "\"" });
    }

    fn asymmetric(&mut self, kind: &Kind, inverse: bool, indent: usize) -> JsResult<()> {
        self.output.push_str(&kind.name(inverse));
        match kind {
            Kind::Anything => {}
            Kind::Any(constructor) => {
                let name = match constructor.as_object() {
                    Some(object) => function_name(&object, self.context)?,
                    None => String::new(),
                };
                self.output.push_str(&format!("<{}>", if name.is_empty() { "<anonymous>" } else { &name }));
            }
            Kind::StringContaining(text) => {
                self.output.push(' ');
                self.string(text);
            }
            Kind::StringMatching(regexp) => {
                self.output.push(' ');
                self.object(regexp, indent)?;
            }
            Kind::CloseTo(sample, precision) => {
                let digits = if (precision - 1.0).abs() < f64::EPSILON { "digit" } else { "digits" };
                let (sample, precision) = (number_text(*sample), number_text(*precision));
                self.output.push_str(&format!(" {sample} ({precision} {digits})"));
            }
            Kind::ArrayContaining(sample) => {
                self.output.push(' ');
                if let Some(array) = sample.as_object() {
                    self.items(&array, indent)?;
                }
            }
            Kind::ObjectContaining(sample) => {
                self.output.push(' ');
                if let Some(object) = sample.as_object() {
                    self.properties(&object, indent)?;
                }
            }
            Kind::ArrayOf(sample) => {
                self.output.push(' ');
                self.value(sample, indent)?;
            }
            Kind::SchemaMatching(_) => {}
            Kind::Assertion(_, arguments) | Kind::Custom(_, _, arguments) => {
                self.output.push('<');
                for (index, argument) in arguments.iter().enumerate() {
                    self.output.push_str(if index == 0 { "" } else { ", " });
                    self.value(argument, indent)?;
                }
                self.output.push('>');
            }
        }
        Ok(())
    }

    fn object(&mut self, object: &JsObject, indent: usize) -> JsResult<()> {
        let class = match value::class_of(object, self.context) {
            Ok(class) => class,
            Err(error) if error.as_engine().is_none() => {
                self.output.push_str("[Proxy]");
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        match class {
            Class::Function if self.style.snapshot => return self.snapshot_function(object, indent),
            Class::Function => {
                let name = function_name(object, self.context)?;
                let name = if name.is_empty() { "anonymous" } else { &name };
                self.output.push_str(&format!("[Function {name}]"));
                return Ok(());
            }
            Class::WeakMap => return self.leaf("WeakMap {}"),
            Class::WeakSet => return self.leaf("WeakSet {}"),
            Class::Date => {
                let ms = value::date_ms(object, self.context)?;
                if ms.is_nan() {
                    return self.leaf("Date { NaN }");
                }
                let date = boa_engine::object::builtins::JsDate::from_object(object.clone())?;
                let text = date.to_iso_string(self.context)?;
                return self.leaf(&text.as_string().map(|text| value::text(&text)).unwrap_or_default());
            }
            Class::RegExp => {
                let (source, flags) = value::regexp_parts(object, self.context)?;
                if !self.style.snapshot {
                    return self.leaf(&format!("/{source}/{flags}"));
                }
                let mut text = String::new();
                for char in format!("/{source}/{flags}").chars() {
                    if "$()*+.?[\\]^{|}".contains(char) {
                        text.push('\\');
                    }
                    text.push(char);
                }
                return self.leaf(&text);
            }
            _ => {}
        }
        let is_seen = self.path.iter().flatten().any(|seen| JsObject::equals(seen, object));
        if self.path.len() >= self.style.depth && !self.style.snapshot {
            let name = if is_seen { "Circular".to_owned() } else { constructor_name(object, self.context)? };
            return self.leaf(&format!("[{name}]"));
        }
        if matches!(class, Class::Object | Class::Array) {
            self.path.push(None);
            let printed = self.of_library(object, indent);
            self.path.pop();
            if printed? {
                return Ok(());
            }
        }
        if is_seen {
            return self.leaf("[Circular]");
        }
        self.path.push(Some(object.clone()));
        let printed = self.complex(object, class, indent);
        self.path.pop();
        printed
    }

    /// Prints an object if it is an element or a library's collection. Returns whether it is.
    fn of_library(&mut self, object: &JsObject, indent: usize) -> JsResult<bool> {
        Ok(self.markup(object, indent)? || self.collection(object, indent)?)
    }

    fn leaf(&mut self, text: &str) -> JsResult<()> {
        self.output.push_str(text);
        Ok(())
    }

    /// `[Function]`, or `[MockFunction name]` with its calls and results.
    fn snapshot_function(&mut self, function: &JsObject, indent: usize) -> JsResult<()> {
        let Some(mock) = State::of(self.context).mocks.record(&function.clone().into()) else {
            return self.leaf("[Function]");
        };
        let name = if mock.name == "vi.fn()" { String::new() } else { format!(" {}", mock.name) };
        self.output.push_str(&format!("[MockFunction{name}]"));
        if mock.calls.is_empty() {
            return Ok(());
        }
        let (mut calls, mut results) = (Vec::new(), Vec::new());
        for call in &mock.calls {
            calls.push(value::array(call.args.clone(), self.context));
            let (kind, value) = match &call.outcome {
                Outcome::Running => ("incomplete", JsValue::undefined()),
                Outcome::Returned(value) => ("return", value.clone()),
                Outcome::Threw(value) => ("throw", value.clone()),
            };
            let result = ObjectInitializer::new(self.context)
                .property(js_string!("type"), js_string!(kind), Attribute::all())
                .property(js_string!("value"), value, Attribute::all())
                .build();
            results.push(result.into());
        }
        let calls = value::array(calls, self.context);
        let results = value::array(results, self.context);
        let all = ObjectInitializer::new(self.context)
            .property(js_string!("calls"), calls, Attribute::all())
            .property(js_string!("results"), results, Attribute::all())
            .build();
        self.output.push(' ');
        self.properties(&all, indent)
    }

    /// The result of an object's `toJSON`, if printing a snapshot.
    fn as_json(&mut self, object: &JsObject) -> JsResult<Option<JsValue>> {
        if !self.style.snapshot {
            return Ok(None);
        }
        match object.get(js_string!("toJSON"), self.context)?.as_callable() {
            Some(to_json) => to_json.call(&object.clone().into(), &[], self.context).map(Some),
            None => Ok(None),
        }
    }

    fn complex(&mut self, object: &JsObject, class: Class, indent: usize) -> JsResult<()> {
        if self.style.snapshot && value::is_error(&object.clone().into(), self.context) {
            return self.error_text(object);
        }
        if let Some(json) = self.as_json(object)? {
            return self.value(&json, indent);
        }
        match class {
            Class::Array => {
                self.name(object, "Array")?;
                self.items(object, indent)
            }
            Class::TypedArray => {
                self.name(object, "")?;
                self.items(object, indent)
            }
            Class::ArrayBuffer => {
                self.name(object, "")?;
                let bytes = value::buffer_bytes(object).unwrap_or_default();
                self.block('[', ']', bytes.len(), indent, &mut |this, index, _| {
                    this.leaf(&bytes[index].to_string())
                })
            }
            Class::Map => {
                let entries = shown(value::map_entries(object, self.context), Vec::new)?;
                self.output.push_str("Map ");
                self.block('{', '}', entries.len(), indent, &mut |this, index, indent| {
                    let (key, found) = &entries[index];
                    this.value(key, indent)?;
                    this.output.push_str(" => ");
                    this.value(found, indent)
                })
            }
            Class::Set => {
                let values = shown(value::set_values(object, self.context), Vec::new)?;
                self.output.push_str("Set ");
                self.block('{', '}', values.len(), indent, &mut |this, index, indent| {
                    this.value(&values[index], indent)
                })
            }
            Class::Error => self.error(object, indent),
            _ if value::is_error(&object.clone().into(), self.context) => self.error(object, indent),
            _ if shown(value::tag(&object.clone().into(), self.context), String::new)? == "Arguments" => {
                self.output.push_str(if self.style.min { "" } else { "Arguments " });
                self.items(object, indent)
            }
            _ => {
                self.name(object, "Object")?;
                self.properties(object, indent)
            }
        }
    }

    /// The constructor's name and a space, except for the `basic` name that a diff omits.
    fn name(&mut self, object: &JsObject, basic: &str) -> JsResult<()> {
        let name = constructor_name(object, self.context)?;
        if !self.style.min && (self.style.prototypes || name != basic) {
            self.output.push_str(&name);
            self.output.push(' ');
        }
        Ok(())
    }

    fn items(&mut self, array: &JsObject, indent: usize) -> JsResult<()> {
        let length = shown(value::length_of(array, self.context), || 0)?;
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        self.block('[', ']', length, indent, &mut |this, index, indent| {
            if shown(array.has_property(index, this.context), || true)? {
                let item = read(array, index.into(), this.context)?;
                this.value(&item, indent)?;
            }
            Ok(())
        })
    }

    /// Enumerable properties: string keys in the order of `Array.prototype.sort`, then symbols.
    pub(super) fn properties(&mut self, object: &JsObject, indent: usize) -> JsResult<()> {
        let keys = shown(value::own_enumerable_keys(object, self.context), Vec::new)?;
        let (symbols, mut names): (Vec<_>, Vec<_>) =
            keys.into_iter().partition(|key| matches!(key, PropertyKey::Symbol(_)));
        names.sort_by_key(|key| value::key_text(key).encode_utf16().collect::<Vec<u16>>());
        names.extend(symbols);
        self.block('{', '}', names.len(), indent, &mut |this, index, indent| {
            let key = &names[index];
            match key {
                PropertyKey::Symbol(_) => this.output.push_str(&value::key_text(key)),
                _ => this.string(&value::key_text(key).as_str().into()),
            }
            this.output.push_str(": ");
            let found = read(object, key.clone(), this.context)?;
            this.value(&found, indent)
        })
    }

    /// `[Name: message]`.
    fn error_text(&mut self, object: &JsObject) -> JsResult<()> {
        let mut parts = Vec::new();
        for (key, default) in [("name", "Error"), ("message", "")] {
            let found = object.get(js_string!(key), self.context)?;
            parts.push(match found.is_undefined() {
                true => default.to_owned(),
                false => value::text(&found.to_string(self.context)?),
            });
        }
        parts.retain(|part| !part.is_empty());
        self.leaf(&format!("[{}]", parts.join(": ")))
    }

    fn error(&mut self, object: &JsObject, indent: usize) -> JsResult<()> {
        let name = read(object, js_string!("name").into(), self.context)?;
        let name = match name.as_string() {
            Some(name) if value::text(&name) != "Error" => value::text(&name),
            _ => constructor_name(object, self.context)?,
        };
        let mut keys: Vec<PropertyKey> = vec![js_string!("message").into()];
        let cause = PropertyKey::from(js_string!("cause"));
        if !read(object, cause.clone(), self.context)?.is_undefined() {
            keys.push(cause);
        }
        for key in shown(value::own_enumerable_keys(object, self.context), Vec::new)? {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        self.output.push_str(&name);
        self.output.push(' ');
        self.block('{', '}', keys.len(), indent, &mut |this, index, indent| {
            this.string(&value::key_text(&keys[index]).as_str().into());
            this.output.push_str(": ");
            let found = read(object, keys[index].clone(), this.context)?;
            this.value(&found, indent)
        })
    }

    /// `open item, item, close`, with each item on its own line unless the style is minimal.
    pub(super) fn block(
        &mut self,
        open: char,
        close: char,
        length: usize,
        indent: usize,
        item: &mut dyn FnMut(&mut Self, usize, usize) -> JsResult<()>,
    ) -> JsResult<()> {
        self.output.push(open);
        for index in 0..length {
            if self.output.len() > MAX_OUTPUT && !self.style.snapshot {
                self.output.push('…');
                break;
            }
            if !self.style.min {
                self.output.push('\n');
                self.output.push_str(&" ".repeat(indent + 2));
            }
            item(self, index, indent + 2)?;
            if !self.style.min {
                self.output.push(',');
            } else if index + 1 < length {
                self.output.push_str(", ");
            }
        }
        if length > 0 && !self.style.min {
            self.output.push('\n');
            self.output.push_str(&" ".repeat(indent));
        }
        self.output.push(close);
        Ok(())
    }
}
