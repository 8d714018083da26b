//! What a caller asks of two witnesses.

use js_sys::Function;
use verdict_protocol::{Code, Confirm};
use wasm_bindgen::JsValue;

use crate::js;
use crate::refusal::Refusal;

/// The additional options of a request for two witnesses.
pub(crate) struct WitnessOptions {
    pub(crate) confirm: Confirm,
    pub(crate) on_provisional: Option<Function>,
    /// Whether its files can run on several workers.
    pub(crate) spread: bool,
}

impl WitnessOptions {
    /// Parses `confirm` and `onProvisional` of a caller's options.
    ///
    /// # Errors
    /// An invalid policy.
    pub(crate) fn read(options: &JsValue, spread: bool) -> Result<WitnessOptions, Refusal> {
        let confirm = match js::given(options, "confirm") {
            None => Confirm::default(),
            Some(given) => serde_wasm_bindgen::from_value(given).map_err(|error| {
                Refusal::new(Code::Protocol, format!("Malformed request at /confirm: {error}"))
            })?,
        };
        Ok(WitnessOptions { confirm, on_provisional: js::function(options, "onProvisional"), spread })
    }
}
