//! Further data of an error: its cause, aggregated errors and properties.

use boa_engine::builtins::error::Error;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue};

use crate::inspect::{Depth, Key, array_length, entries, get_own, inspect_with, prototype};

/// Maximum number of aggregated errors read.
const MAX_ERRORS: u64 = 20;
/// Maximum number of further properties shown.
const MAX_PROPERTIES: usize = 20;
/// Maximum number of prototypes searched.
const MAX_PROTOTYPES: usize = 100;

/// Properties that every error has, and those through which assertion libraries provide a diff.
const USUAL: [&str; 9] =
    ["name", "message", "stack", "cause", "actual", "expected", "operator", "showDiff", "generatedMessage"];

/// The data of an error beyond its name, message and stack.
#[derive(Debug, Clone, Default)]
pub struct Related {
    /// Its `cause`, unless undefined.
    pub cause: Option<JsValue>,
    /// The `errors` of an `AggregateError`, at most 20.
    pub errors: Vec<JsValue>,
    /// Its other own properties, printed as an object; `None` if it has no others.
    pub properties: Option<String>,
}

/// The further data of an error, read without calling guest code. A value that is no error has none.
pub fn related(value: &JsValue, context: &mut Context) -> Related {
    let Some(error) = value.as_object().filter(JsObject::is::<Error>) else { return Related::default() };
    let own = |name: &str| get_own(&error, &PropertyKey::from(JsString::from(name)))?.value().cloned();
    let list = own("errors").and_then(|errors| errors.as_object()).filter(JsObject::is_array);
    let errors = list.filter(|_| is_aggregate(&error, context)).map(|list| {
        (0..array_length(&list).min(MAX_ERRORS))
            .map(|index| get_own(&list, &PropertyKey::from(index)).and_then(|found| found.value().cloned()))
            .map(Option::unwrap_or_default)
            .collect::<Vec<_>>()
    });
    let hidden = if errors.is_some() { "errors" } else { "" };
    let others: Vec<(String, JsValue)> = entries(&error, MAX_PROPERTIES)
        .0
        .into_iter()
        .filter(|entry| entry.descriptor.enumerable() == Some(true))
        .filter_map(|entry| {
            let Key::Text(key) = &entry.key else { return None };
            let key = key.to_std_string_lossy();
            let value = entry.descriptor.value()?.clone();
            (!USUAL.contains(&key.as_str()) && key != hidden).then_some((key, value))
        })
        .collect();
    let properties = others
        .iter()
        .map(|(key, value)| {
            let depth = Depth { levels: 1, items: 10, bytes: 256 };
            format!("{}: {}", crate::inspect::shorten(key, 100), inspect_with(value, depth, context))
        })
        .collect::<Vec<_>>();
    Related {
        cause: own("cause").filter(|cause| !cause.is_undefined()),
        errors: errors.unwrap_or_default(),
        properties: (!properties.is_empty()).then(|| format!("{{ {} }}", properties.join(", "))),
    }
}

/// Whether the realm's own `AggregateError`, or a subclass, created it.
fn is_aggregate(error: &JsObject, context: &Context) -> bool {
    let aggregate = context.intrinsics().constructors().aggregate_error().prototype();
    let mut current = prototype(error);
    for _ in 0..MAX_PROTOTYPES {
        let Some(object) = current else { return false };
        if JsObject::equals(&object, &aggregate) {
            return true;
        }
        current = prototype(&object);
    }
    false
}
