//! What an error carries beside its name, message and stack.

use boa_engine::builtins::error::Error;
use boa_engine::object::JsObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue};

use crate::inspect::{Depth, Key, array_length, entries, get_own, inspect_with, prototype};

/// Errors of an aggregate that are taken.
const MAX_ERRORS: u64 = 20;
/// Further properties that are shown.
const MAX_PROPERTIES: usize = 20;
/// Prototypes that are looked at.
const MAX_PROTOTYPES: usize = 100;

/// Properties that every error has, and those by which assertion libraries say what is shown as a diff.
const USUAL: [&str; 9] =
    ["name", "message", "stack", "cause", "actual", "expected", "operator", "showDiff", "generatedMessage"];

/// What an error carries beside its name, message and stack.
#[derive(Debug, Clone, Default)]
pub struct Related {
    /// Its `cause`, unless that is undefined.
    pub cause: Option<JsValue>,
    /// The `errors` of an `AggregateError`, at most 20.
    pub errors: Vec<JsValue>,
    /// Its other own properties, as an object is printed; `None` without any.
    pub properties: Option<String>,
}

/// What an error carries, read without calling guest code. A value that is no error carries nothing.
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

/// Whether the realm's own `AggregateError` made it, or a class of it.
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
