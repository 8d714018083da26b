//! Options of the form `n` or `{ max: n, … }`.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// How much is allowed, as most of these rules have it: `maximum` is the deprecated spelling of `max`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limit {
    max: Option<usize>,
    maximum: Option<usize>,
}

impl Limit {
    pub(crate) fn or(&self, default: usize) -> usize {
        self.maximum.or(self.max).unwrap_or(default)
    }
}

/// Reads the first of a rule's options, where a bare number is `{ max: number }` and no option is `{}`.
pub(crate) fn read<T: DeserializeOwned>(options: &[Value]) -> Result<T, String> {
    let option = match options {
        [] => json!({}),
        [number @ Value::Number(_)] => json!({ "max": number }),
        [option @ Value::Object(_)] => option.clone(),
        _ => return Err("expected a whole number or an object".to_owned()),
    };
    serde_json::from_value(option).map_err(|error| error.to_string())
}
