//! The gate on a page: the page's own files, and a manager as verifier.

mod adapter;
mod manager;

use js_sys::JSON;
use verdict_gate::{ApplyOptions, Gate, GateReport, MemoryJournal, PhaseMask, Policy};
use verdict_protocol::Code;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use self::adapter::Adapter;
use self::manager::Manager;
use crate::{clock, js};

/// Applies a bundle to a page's files, whole or not at all. Resolves to a report and never rejects.
///
/// `options`: `{ adapter: { list, read, write, remove }, manager, verifyCommand, timeoutMs, phaseMask,
/// policy: { allowUnverified }, config, limits, sessionId }`.
#[wasm_bindgen(js_name = applyBundle)]
pub async fn apply_bundle(bundle: JsValue, options: JsValue) -> JsValue {
    let report = match read(&bundle, &options) {
        Ok((bundle, chosen, mut adapter)) => {
            let mut manager = Manager::new(&options);
            {
                let journal = &mut MemoryJournal::default();
                let mut gate =
                    Gate { verifier: &mut manager, target: &mut adapter, journal, clock: &clock::now };
                gate.apply(&bundle, &chosen).await
            }
        }
        Err(message) => GateReport::refused(Code::Protocol, message),
    };
    // Keys of a guest's making, `__proto__` too, become plain properties.
    serde_json::to_string(&report).ok().and_then(|text| JSON::parse(&text).ok()).unwrap_or_default()
}

fn read(bundle: &JsValue, options: &JsValue) -> Result<(String, ApplyOptions, Adapter), String> {
    let bundle = bundle.as_string().ok_or("The bundle is not a text")?;
    let adapter = Adapter::new(js::get(options, "adapter"))?;
    let either = |camel, snake| js::given(options, camel).or_else(|| js::given(options, snake));
    let verify_command = match either("verifyCommand", "verify_command") {
        Some(command) => Some(command.as_string().ok_or("verifyCommand is not a text")?),
        None => None,
    };
    let phase_mask = match either("phaseMask", "phase_mask") {
        Some(mask) => {
            let mask = mask.as_f64().ok_or("phaseMask is not a number")?;
            PhaseMask::try_from(mask).map_err(|error| error.to_string())?
        }
        None => PhaseMask::ALL,
    };
    let policy = js::get(options, "policy");
    let allow_unverified =
        js::get(&policy, "allowUnverified") == true || js::get(&policy, "allow_unverified") == true;
    Ok((bundle, ApplyOptions { verify_command, phase_mask, policy: Policy { allow_unverified } }, adapter))
}
