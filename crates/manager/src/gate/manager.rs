//! A manager as the gate's verifier.

use js_sys::{Array, JSON, Promise, Uint8Array};
use verdict_gate::{Check, Verdict, Verifier};
use verdict_protocol::Code;
use verdict_vfs::Snapshot;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::js;

/// Anything with a `runVerification(command, options)`.
pub(super) struct Manager {
    object: JsValue,
    /// Options of every verification, beside the snapshot.
    options: Vec<(&'static str, JsValue)>,
}

impl Manager {
    pub(super) fn new(options: &JsValue) -> Manager {
        let pass = [
            ("timeoutMs", "timeout"),
            ("config", "config"),
            ("limits", "limits"),
            ("sessionId", "sessionId"),
        ];
        Manager {
            object: js::get(options, "manager"),
            options: pass
                .into_iter()
                .filter_map(|(from, to)| Some((to, js::given(options, from)?)))
                .collect(),
        }
    }

    async fn run(&self, command: &str, snapshot: &Snapshot) -> Result<JsValue, Verdict> {
        let run = js::function(&self.object, "runVerification")
            .ok_or_else(|| Verdict::failed(Code::Unavailable, "There is no VerificationManager"))?;
        let options = js::object(self.options.iter().cloned());
        js::set(&options, "vfsSnapshot", entries(snapshot));
        let answer = run
            .call2(&self.object, &JsValue::from_str(command), &options)
            .map_err(|error| rejected(&error))?;
        JsFuture::from(Promise::resolve(&answer)).await.map_err(|error| rejected(&error))
    }
}

impl Verifier for Manager {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let result = match self.run(check.command, check.snapshot).await {
            Ok(result) => result,
            Err(verdict) => return verdict,
        };
        let detail = JSON::stringify(&result).ok().and_then(|text| text.as_string());
        Verdict {
            // Nothing but true is a pass.
            success: js::get(&result, "success") == true,
            error: js::text(&result, "error"),
            code: js::given(&result, "code").map(|code| self::code(&code).unwrap_or(Code::Crashed)),
            detail: detail.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default(),
        }
    }
}

/// A rejection is a negative verdict.
fn rejected(error: &JsValue) -> Verdict {
    Verdict::failed(code(&js::get(error, "code")).unwrap_or(Code::Crashed), js::thrown_text(error))
}

fn code(value: &JsValue) -> Option<Code> {
    let text = value.as_string()?;
    Code::ALL.iter().copied().find(|code| code.as_str() == text)
}

fn entries(snapshot: &Snapshot) -> Array {
    let entry = |(path, blob): (&verdict_vfs::VfsPath, &verdict_vfs::Blob)| {
        let content = match blob.text() {
            Some(text) => JsValue::from_str(text),
            None => Uint8Array::from(blob.bytes()).into(),
        };
        Array::of2(&JsValue::from_str(path.as_str()), &content)
    };
    snapshot.iter().map(entry).collect()
}
