//! The second witness of `--engine both`: the native engine, which no test in a browser can reach.

use std::io;

use verdict_protocol::{Confirm, VerifyResult};
use verdict_witness::{confirm, plan};

/// Largest seed that JavaScript reads exactly from JSON.
const MOST: u64 = (1 << 53) - 1;

/// Confirms a provisional result. `again` runs a command in the native engine.
///
/// # Errors
/// Errors of `again`, and [`io::Error`] if there is no randomness.
pub(crate) fn confirmed(
    first: VerifyResult,
    policy: &Confirm,
    again: impl FnOnce(&str) -> io::Result<VerifyResult>,
) -> io::Result<VerifyResult> {
    if !first.provisional {
        return Ok(first);
    }
    // Drawn now, so that no test of the first run could know it.
    let seed = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))? & MOST;
    let plan = plan(&first, policy, seed);
    let second = plan.command().map(|command| again(&command)).transpose()?;
    Ok(confirm(first, second.as_ref(), &plan, policy))
}
