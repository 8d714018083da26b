//! What a `type-check:` asks of its layers, and whether a `test:` has tests of types.

use js_sys::Object;
use serde_json::Value;
use verdict_checker::{CheckPlan, may_have_type_tests};
use verdict_protocol::{Command, Verb};
use verdict_vfs::Snapshot;
use wasm_bindgen::JsValue;

use crate::js;
use crate::parts::output_bytes;

/// What a request asks of the full layer, and the limit of its joined output.
#[derive(Clone)]
pub(crate) struct Types {
    pub(crate) plan: CheckPlan,
    /// The state that it is compared with.
    pub(crate) baseline: Option<Snapshot>,
    pub(crate) output_bytes: u64,
}

/// What a request asks of the full layer; `None` if it asks nothing.
pub(crate) fn types_of(
    command: &JsValue,
    payload: &Object,
    snapshot: &Snapshot,
    baseline: Option<Snapshot>,
) -> Option<Types> {
    let command = command.as_string().filter(|text| Command::verb_of(text) == Some(Verb::TypeCheck))?;
    let output_bytes = output_bytes(payload)?;
    let config = match js::given(payload, "config") {
        Some(config) => Some(serde_wasm_bindgen::from_value::<Value>(config).ok()?),
        None => None,
    };
    let plan = CheckPlan::read(&command, snapshot, config.as_ref())?;
    Some(Types { plan, baseline, output_bytes })
}

/// Whether a request may have tests of types.
pub(crate) fn may_have_tests(command: &str, payload: &Object, snapshot: &Snapshot) -> bool {
    // Reading a configuration is expensive.
    if Command::verb_of(command) != Some(Verb::Test) {
        return false;
    }
    let config = js::given(payload, "config").map(serde_wasm_bindgen::from_value::<Value>).transpose();
    config.is_ok_and(|config| may_have_type_tests(command, snapshot, config.as_ref()))
}
