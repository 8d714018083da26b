//! Results of requests that no worker answered.

use js_sys::Object;
use verdict_protocol::{Code, Command, Limits, VerifyResult};
use wasm_bindgen::JsValue;

use crate::js;
use crate::parts::{output_bytes, to_object};
use crate::request::{Open, Work};

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

    /// The result of a request that ran, with the tests that had finished.
    pub(crate) fn to_result_of(&self, open: &Open) -> Object {
        let mut refused = VerifyResult::refused(&open.request.command, self.code, &self.message);
        let mut limit = Limits::default().output_bytes;
        if let Ok(Work::Verify { snapshot, payload, .. }) = &open.request.work
            && open.dispatched.is_some()
        {
            snapshot.root().clone_into(&mut refused.snapshot_root);
            limit = output_bytes(payload).unwrap_or(limit);
        }
        if let (Some(time_ms), Ok(command)) = (self.time_ms, Command::parse(&open.request.command)) {
            let reached = open.watched.standing().out_of_time(command.verb, time_ms);
            refused.location.clone_from(&reached.location);
            refused.limit = Some(reached);
        }
        self.with_texts(&open.watched.add_to(refused, limit))
    }

    fn with_texts(&self, refused: &VerifyResult) -> Object {
        let result = to_object(refused);
        if let Some(detail) = &self.detail {
            js::set(&result, "detail", detail);
        }
        if let Some(hint) = &self.hint {
            js::set(&result, "hint", hint);
        }
        result
    }
}

/// Parses a stable code.
pub(crate) fn code(text: &str) -> Option<Code> {
    Code::ALL.iter().copied().find(|code| code.as_str() == text)
}
