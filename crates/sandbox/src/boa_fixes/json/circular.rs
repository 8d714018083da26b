//! V8's message for a circular structure in `JSON.stringify`.

use std::fmt::Write as _;

use boa_engine::JsObject;
use boa_engine::property::PropertyKey;

use crate::inspect::constructor_name;

/// The message of the `TypeError`. `circle` lists the objects of the cycle, each with the key of the next;
/// the last key leads back to the first object.
pub(super) fn circular(circle: &[(JsObject, Step)]) -> String {
    /// Number of objects named between the first and the last.
    const FIRST: usize = 2;
    let name = |object: &JsObject| constructor_name(object).unwrap_or_else(|| "Object".to_owned());
    let mut told = "Converting circular structure to JSON".to_owned();
    let Some(((start, _), (_, closing))) = circle.first().zip(circle.last()) else { return told };
    let _ = write!(told, "\n    --> starting at object with constructor '{}'", name(start));
    // Each object with the key that leads to it.
    let steps: Vec<(&Step, &JsObject)> =
        circle.iter().zip(circle.iter().skip(1)).map(|((_, key), (object, _))| (key, object)).collect();
    for (at, (key, object)) in steps.iter().enumerate() {
        if at < FIRST || at + 1 == steps.len() {
            let _ = write!(told, "\n    |     {} -> object with constructor '{}'", key.name(), name(object));
        } else if at == FIRST {
            told.push_str("\n    |     ...");
        }
    }
    let _ = write!(told, "\n    --- {} closes the circle", closing.name());
    told
}

/// The step from an object to one of its values.
#[derive(Clone)]
pub(super) enum Step {
    Index(u64),
    Key(PropertyKey),
}

impl Step {
    fn name(&self) -> String {
        match self {
            Step::Index(index) => format!("index {index}"),
            Step::Key(PropertyKey::String(text)) if text.is_empty() => "<anonymous>".to_owned(),
            Step::Key(PropertyKey::String(text)) => format!("property '{}'", text.to_std_string_lossy()),
            Step::Key(PropertyKey::Index(index)) => format!("property '{}'", index.get()),
            Step::Key(PropertyKey::Symbol(_)) => "property".to_owned(),
        }
    }
}
