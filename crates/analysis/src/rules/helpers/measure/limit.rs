//! Options of the form `n` or `{ max: n, … }`.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The maximum in the usual form of these rules: `maximum` is the deprecated spelling of `max`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limit {
    max: Option<usize>,
    maximum: Option<usize>,
}

impl Limit {
    pub(crate) fn or(&self, default: usize) -> usize {
        chosen(self.maximum, self.max, default)
    }
}

/// The limit of two spellings. As in ESLint, a `maximum` of 0 does not count, and leaves no limit if it is alone.
pub(crate) fn chosen(maximum: Option<usize>, max: Option<usize>, default: usize) -> usize {
    match (maximum, max) {
        (None, None) => default,
        (None | Some(0), Some(max)) => max,
        (Some(0), None) => usize::MAX,
        (Some(maximum), _) => maximum,
    }
}

/// Parses the first of a rule's options. A bare number means `{ max: number }`, no option means `{}`.
pub(crate) fn read<T: DeserializeOwned>(options: &[Value]) -> Result<T, String> {
    let option = match options {
        [] => json!({}),
        [number @ Value::Number(_)] => json!({ "max": number }),
        [option @ Value::Object(_)] => option.clone(),
        _ => return Err("expected a whole number or an object".to_owned()),
    };
    serde_json::from_value(option).map_err(|error| error.to_string())
}
