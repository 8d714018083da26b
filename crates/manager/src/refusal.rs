//! Results of requests that no worker answered.

use std::cell::RefCell;

use js_sys::Object;
use verdict_protocol::{Code, VerifyResult};
use wasm_bindgen::JsValue;

use crate::{js, wire};

/// Why a request was not judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: Code,
    /// Why it was not judged, in a sentence.
    pub(crate) message: String,
    /// The exact observation, if it helps.
    pub(crate) detail: Option<String>,
    /// Advice on what to do.
    pub(crate) hint: Option<String>,
    /// The time limit in milliseconds, if it was exceeded.
    pub(crate) time_ms: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), detail: None, hint: None, time_ms: None }
    }

    /// Converts an error that the script threw: an `Error`, possibly with `code`, `detail` and `hint`.
    pub(crate) fn from_thrown(thrown: &JsValue, otherwise: Code) -> Refusal {
        Refusal {
            code: js::text(thrown, "code").and_then(|text| code(&text)).unwrap_or(otherwise),
            message: js::thrown_text(thrown),
            detail: js::text(thrown, "detail"),
            hint: js::text(thrown, "hint"),
            time_ms: None,
        }
    }

    /// The caller's result, in the form of [`VerifyResult`].
    pub(crate) fn to_result(&self, command: &str) -> Object {
        self.with_texts(&VerifyResult::refused(command, self.code, &self.message))
    }

    /// Adds detail and hint to a result.
    pub(crate) fn with_texts(&self, refused: &VerifyResult) -> Object {
        let result = wire::object(refused);
        if let Some(detail) = &self.detail {
            js::set(&result, "detail", detail);
        }
        if let Some(hint) = &self.hint {
            js::set(&result, "hint", hint);
        }
        result
    }
}

/// Why the last worker failed to start, with details that the supervisor does not keep.
#[derive(Debug, Default)]
pub(crate) struct Hindrance(RefCell<Option<Refusal>>);

impl Hindrance {
    /// Records why a worker failed to start.
    pub(crate) fn set(&self, refusal: Refusal) {
        self.0.replace(Some(refusal));
    }

    /// Drops it, because a worker ended for another reason.
    pub(crate) fn clear(&self) {
        self.0.take();
    }

    /// Adds the details to the supervisor's sentence about the same failure.
    pub(crate) fn explain(&self, refusal: Refusal) -> Refusal {
        match self.0.borrow().as_ref() {
            Some(known) if known.code == refusal.code && known.message == refusal.message => known.clone(),
            _ => refusal,
        }
    }
}

/// Parses a stable code.
pub(crate) fn code(text: &str) -> Option<Code> {
    text.parse().ok()
}
