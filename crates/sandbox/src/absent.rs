//! Globals that other JavaScript hosts have and a guest lacks. The error tells a test why, and what to do.

use verdict_protocol::refusals::{absent_global, why_absent};

/// Explains the engine's `NAME is not defined` if other hosts have that name.
pub(crate) fn explained(message: &str) -> Option<String> {
    let name = message.strip_suffix(" is not defined")?;
    why_absent(name).map(|why| absent_global(name, why))
}
