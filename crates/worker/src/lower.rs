//! Access to the transformer through the worker's script.

use js_sys::Function;
use verdict_transform::lower::Answer;
use verdict_transform::{Job, Lower, Lowered, NotLowered};
use wasm_bindgen::JsValue;

/// A function of the script that maps the JSON of a [`Job`] to that of an [`Answer`], or returns `undefined`
/// while the transformer is not loaded.
pub(crate) struct ByScript(pub(crate) Function);

impl Lower for ByScript {
    fn lower(&self, job: &Job) -> Result<Lowered, NotLowered> {
        let job = serde_json::to_string(job).unwrap_or_default();
        // The script remembers a trap of the transformer, and then ends this worker.
        let answer = self.0.call1(&JsValue::NULL, &job.into()).ok().and_then(|answer| answer.as_string());
        let answer = answer.and_then(|answer| serde_json::from_str::<Answer>(&answer).ok());
        match answer {
            Some(Ok(lowered)) => Ok(lowered),
            Some(Err(Some(why))) => Err(NotLowered::Refused(why)),
            Some(Err(None)) | None => Err(NotLowered::Absent),
        }
    }
}
