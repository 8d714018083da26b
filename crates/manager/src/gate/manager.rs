//! A manager as the gate's verifier.

use js_sys::{Array, JSON, Object, Uint8Array};
use verdict_gate::{Check, Verdict, Verifier};
use verdict_protocol::{Code, Engine, Toolchain};
use verdict_vfs::Snapshot;
use wasm_bindgen::{JsCast, JsValue};

use super::call::Callee;
use super::json::{from_js_text, to_js};
use crate::js;

/// An object with `runVerification(command, options)`.
pub(super) struct Manager {
    callee: Callee,
    /// The engine to request if its result can be confirmed.
    engine: Option<JsValue>,
    /// Options of every verification, besides the snapshot.
    options: Vec<(&'static str, JsValue)>,
}

impl Manager {
    /// Wraps the `manager` in the options, with the options that apply to every verification.
    pub(super) fn new(options: &JsValue) -> Manager {
        let pass = [
            ("timeoutMs", "timeout"),
            ("config", "config"),
            ("limits", "limits"),
            ("sessionId", "sessionId"),
            ("signal", "signal"),
        ];
        Manager {
            callee: Callee(js::get(options, "manager")),
            engine: js::given(options, "engine"),
            options: pass
                .into_iter()
                .filter_map(|(from, to)| Some((to, js::given(options, from)?)))
                .collect(),
        }
    }

    async fn run(&self, check: &Check<'_>) -> Result<JsValue, Verdict> {
        let run = js::function(&self.callee.0, "runVerification")
            .ok_or_else(|| Verdict::failed(Code::Unavailable, "There is no VerificationManager"))?;
        let options = js::object(self.options.iter().cloned());
        js::set(&options, "vfsSnapshot", entries(check.snapshot));
        if let Some(config) = check.config {
            let config = laid_over(&js::get(&options, "config"), &to_js(config));
            js::set(&options, "config", config);
        }
        if let Some(ms) = check.timeout_ms {
            js::set(&options, "timeout", ms as f64);
        }
        // What cannot be confirmed is not asked of an engine that guest code can deceive.
        js::set(&options, "engine", Engine::Boa.as_str());
        if let (Some(engine), Some(confirm)) = (&self.engine, check.confirm) {
            js::set(&options, "engine", engine.clone());
            js::set(&options, "confirm", to_js(confirm));
        }
        let arguments = [JsValue::from_str(check.command), options.into()];
        self.callee.call(&run, &arguments).await.map_err(|error| rejected(&error))
    }
}

/// Merges `over` over `base`: member by member in each of the groups `test`, `lint` and `types`, and in
/// `test.expect`.
fn laid_over(base: &JsValue, over: &JsValue) -> JsValue {
    let merged = |base: &JsValue, over: &JsValue| {
        let made = Object::new();
        for from in [base, over].into_iter().filter_map(|from| from.dyn_ref::<Object>()) {
            Object::assign(&made, from);
        }
        made
    };
    let config = merged(base, over);
    for group in ["test", "lint", "types"] {
        let (below, above) = (js::get(base, group), js::get(over, group));
        if below.is_object() && above.is_object() && !Array::is_array(&below) && !Array::is_array(&above) {
            let group_config = merged(&below, &above);
            // The members of `expect` are merged individually.
            let (below, above) = (js::get(&below, "expect"), js::get(&above, "expect"));
            if below.is_object() && above.is_object() {
                js::set(&group_config, "expect", merged(&below, &above));
            }
            js::set(&config, group, group_config);
        }
    }
    config.into()
}

impl Verifier for Manager {
    async fn verify(&mut self, check: &Check<'_>) -> Verdict {
        let result = match self.run(check).await {
            Ok(result) => result,
            Err(verdict) => return verdict,
        };
        let answer = JSON::stringify(&result).ok().and_then(|text| text.as_string());
        let answer = answer.and_then(|text| serde_json::from_str(&text).ok());
        Verdict::read(&answer.unwrap_or_default())
    }

    fn confirms(&self) -> bool {
        self.engine.as_ref().is_some_and(|engine| engine == "both")
    }

    fn is_cancelled(&self) -> bool {
        let signal = self.options.iter().find(|(name, _)| *name == "signal");
        signal.is_some_and(|(_, signal)| js::get(signal, "aborted") == true)
    }

    async fn toolchain(&mut self) -> Option<Toolchain> {
        toolchain(&self.callee).await
    }
}

/// `getToolchain()` of a manager returns nothing before a worker is ready, so `init()` is awaited then.
async fn toolchain(manager: &Callee) -> Option<Toolchain> {
    let get = js::function(&manager.0, "getToolchain")?;
    let mut told = manager.call(&get, &[]).await.ok()?;
    if !told.is_object() {
        manager.call(&js::function(&manager.0, "init")?, &[]).await.ok()?;
        told = manager.call(&get, &[]).await.ok()?;
    }
    from_js_text("toolchain", &told).ok()
}

/// The verdict of a rejected promise, which is negative.
fn rejected(error: &JsValue) -> Verdict {
    Verdict::failed(code(&js::get(error, "code")).unwrap_or(Code::Crashed), js::thrown_text(error))
}

fn code(value: &JsValue) -> Option<Code> {
    value.as_string()?.parse().ok()
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
