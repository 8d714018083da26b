//! A cache of the values of configurations.

use serde_json::Value;
use verdict_protocol::{Output, VerifyResult};

use crate::kept::Kept;

/// Maximum size of the cache in bytes.
const MOST_KEPT: usize = 1 << 20;

/// The values of configurations that a session has evaluated. No result depends on them.
#[derive(Debug)]
pub(crate) struct Evaluated(Kept<String, VerifyResult>);

impl Default for Evaluated {
    fn default() -> Evaluated {
        Evaluated(Kept::new(MOST_KEPT))
    }
}

impl Evaluated {
    /// The result of an evaluation.
    pub(crate) fn get(&self, key: &String) -> Option<&VerifyResult> {
        self.0.get(key)
    }

    /// Caches the result of an evaluation, if that gave data.
    pub(crate) fn keep(&mut self, key: String, result: &VerifyResult) {
        if let Output::Value(Value::String(text)) = &result.output {
            let bytes = key.len() + text.len();
            self.0.keep(key, result, bytes);
        }
    }
}
