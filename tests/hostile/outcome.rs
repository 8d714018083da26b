//! Tells `cargo xtask hostile` what became of a case. Test programs of several crates have this as a module.

use std::io::Write;
use std::path::PathBuf;

/// What became of one case in the native host.
pub(crate) struct Outcome<'a> {
    /// The folder of `tests/hostile/` that the case stands in.
    pub(crate) part: &'a str,
    /// The file, without its ending.
    pub(crate) group: &'a str,
    /// The case.
    pub(crate) name: &'a str,
    /// `passed`, `failed`, a code, or the state that it ended in.
    pub(crate) outcome: &'a str,
    /// Whether that is what the case expects.
    pub(crate) holds: bool,
}

/// Appends a line of JSON to a file in the folder that `VERDICT_OUTCOMES` names; without that does nothing.
pub(crate) fn tell(outcome: &Outcome<'_>) {
    let Some(folder) = std::env::var_os("VERDICT_OUTCOMES").map(PathBuf::from) else { return };
    let Outcome { part, group, name, outcome, holds } = outcome;
    let line = serde_json::json!({
        "part": part, "group": group, "name": name, "host": "native", "outcome": outcome, "holds": holds,
    });
    // One write a line: tests run side by side.
    let path = folder.join(format!("{}.jsonl", std::process::id()));
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.expect("the folder of VERDICT_OUTCOMES can be written to");
}
