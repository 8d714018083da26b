//! Answers that no worker gave.

use js_sys::Object;
use serde::Serialize;
use verdict_protocol::{Code, VerifyResult};
use wasm_bindgen::{JsCast, JsValue};

use crate::js;

/// Why a request was not judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    /// One sentence.
    pub(crate) message: String,
    /// What exactly was seen, where that helps.
    pub(crate) detail: Option<String>,
    /// What to do about it.
    pub(crate) hint: Option<String>,
}

impl Refusal {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), detail: None, hint: None }
    }

    /// From what the script threw: an `Error`, possibly with `code`, `detail` and `hint`.
    pub(crate) fn from_thrown(thrown: &JsValue, otherwise: Code) -> Refusal {
        Refusal {
            code: js::text(thrown, "code").and_then(|text| code(&text)).unwrap_or(otherwise),
            message: js::thrown_text(thrown),
            detail: js::text(thrown, "detail"),
            hint: js::text(thrown, "hint"),
        }
    }

    /// The result that the caller gets, in the shape of [`VerifyResult`].
    pub(crate) fn to_result(&self, command: &str) -> Object {
        let refused = VerifyResult::refused(command, self.code, &self.message);
        let result = refused
            .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
            .ok()
            .and_then(|value| value.dyn_into::<Object>().ok())
            .unwrap_or_default();
        if let Some(detail) = &self.detail {
            js::set(&result, "detail", detail);
        }
        if let Some(hint) = &self.hint {
            js::set(&result, "hint", hint);
        }
        result
    }
}

/// A stable code by its text.
pub(crate) fn code(text: &str) -> Option<Code> {
    Code::ALL.iter().copied().find(|code| code.as_str() == text)
}
