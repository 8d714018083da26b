//! The options of a rule, read with the errors that ESLint's schemas give.

use serde_json::{Map, Value};

/// What follows the severity in a configuration: `["error", ...options]`.
pub(crate) struct Options<'a>(pub(crate) &'a [Value]);

/// One option that is an object.
pub(crate) struct Object<'a>(Option<&'a Map<String, Value>>);

/// The error of a value.
fn wrong(value: &Value, why: &str) -> String {
    format!("Value {value} {why}.")
}

impl<'a> Options<'a> {
    /// For rules without options: options that were ignored silently would mislead.
    pub(crate) fn none(&self) -> Result<(), String> {
        self.at_most(0)
    }

    /// Refuses more options than these.
    pub(crate) fn at_most(&self, count: usize) -> Result<(), String> {
        if self.0.len() <= count {
            return Ok(());
        }
        Err(wrong(&Value::from(self.0), &format!("should NOT have more than {count} items")))
    }

    /// An option as it is.
    pub(crate) fn get(&self, index: usize) -> Option<&'a Value> {
        self.0.get(index)
    }

    /// The only option: an object with some of these keys. Without options, it is empty.
    pub(crate) fn only_object(&self, keys: &[&str]) -> Result<Object<'a>, String> {
        self.at_most(1)?;
        self.object(0, keys)
    }

    /// An option that is an object with some of these keys. A missing option is an empty object.
    pub(crate) fn object(&self, index: usize, keys: &[&str]) -> Result<Object<'a>, String> {
        let Some(value) = self.get(index) else { return Ok(Object(None)) };
        Object::of(value, keys)
    }

    /// An option that is one of these words. The default is the first word.
    pub(crate) fn choice(&self, index: usize, words: &[&'static str]) -> Result<&'static str, String> {
        match self.get(index) {
            None => Ok(words.first().copied().unwrap_or_default()),
            Some(value) => choice(value, words),
        }
    }
}

impl<'a> Object<'a> {
    /// A value that is an object with some of these keys.
    pub(crate) fn of(value: &'a Value, keys: &[&str]) -> Result<Object<'a>, String> {
        let Value::Object(map) = value else { return Err(wrong(value, "should be object")) };
        if let Some(unknown) = map.keys().find(|key| !keys.contains(&key.as_str())) {
            let keys: Vec<String> = keys.iter().map(|key| format!("\"{key}\"")).collect();
            let why = wrong(value, "should NOT have additional properties");
            return Err(format!(
                "{why} Unexpected property \"{unknown}\". Expected properties: {}.",
                keys.join(", ")
            ));
        }
        Ok(Object(Some(map)))
    }

    /// The value of a key as it is.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.0?.get(key)
    }

    /// A boolean, or `default`.
    pub(crate) fn bool(&self, key: &str, default: bool) -> Result<bool, String> {
        match self.get(key) {
            None => Ok(default),
            Some(value) => value.as_bool().ok_or_else(|| wrong(value, "should be boolean")),
        }
    }

    /// A text.
    pub(crate) fn text(&self, key: &str) -> Result<Option<String>, String> {
        let Some(value) = self.get(key) else { return Ok(None) };
        value.as_str().map(|text| Some(text.to_owned())).ok_or_else(|| wrong(value, "should be string"))
    }

    /// A list of texts. The default is an empty list.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<String>, String> {
        self.get(key).map_or(Ok(Vec::new()), texts)
    }

    /// One of these words. The default is the first word.
    pub(crate) fn choice(&self, key: &str, words: &[&'static str]) -> Result<&'static str, String> {
        match self.get(key) {
            None => Ok(words.first().copied().unwrap_or_default()),
            Some(value) => choice(value, words),
        }
    }
}

/// A list of texts.
pub(crate) fn texts(value: &Value) -> Result<Vec<String>, String> {
    let list = value.as_array().ok_or_else(|| wrong(value, "should be array"))?;
    let text =
        |value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| wrong(value, "should be string"));
    list.iter().map(text).collect()
}

fn choice(value: &Value, words: &[&'static str]) -> Result<&'static str, String> {
    let word = value.as_str().and_then(|text| words.iter().find(|word| **word == text));
    word.copied().ok_or_else(|| wrong(value, "should be equal to one of the allowed values"))
}
