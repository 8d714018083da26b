//! By what a request is split whose files run in the engine that each needs.

use js_sys::{JSON, Object};
use serde_json::Value;
use verdict_vfs::Snapshot;
use verdict_witness::SingleFiles;

use crate::js;
use crate::parts::output_bytes;

/// The files of a request, and what holds for all of them.
pub(crate) struct AutomaticPlan {
    pub(crate) files: SingleFiles,
    /// The limit of the joined output.
    pub(crate) output_bytes: u64,
    /// All that the interpreter's refusals depend on, as text: the root of the files and the options.
    pub(crate) content: Option<String>,
}

impl AutomaticPlan {
    /// The plan of a request; `None` if it runs as a whole in the interpreter.
    pub(crate) fn of(command: &str, payload: &Object, snapshot: &Snapshot) -> Option<AutomaticPlan> {
        let config = match js::given(payload, "config") {
            Some(config) => Some(serde_wasm_bindgen::from_value::<Value>(config).ok()?),
            None => None,
        };
        let files = SingleFiles::of(command, snapshot, config.as_ref())?;
        let of_options = ["snapshotRef", "limits", "config", "seed"].map(|key| (key, js::get(payload, key)));
        let content = JSON::stringify(&js::object(of_options)).ok().and_then(|text| text.as_string());
        // The engine reports an invalid limit.
        let output_bytes = output_bytes(payload)?;
        Some(AutomaticPlan { files, output_bytes, content })
    }
}
