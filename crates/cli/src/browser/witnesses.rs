//! The second witness of `--engine both`: the native engine, which no test in a browser can reach.

use std::io;

use verdict_protocol::{Confirm, VerifyResult};
use verdict_witness::{confirm, plan};

/// As large a seed as JavaScript reads from JSON.
const MOST: u64 = (1 << 53) - 1;

/// Has a provisional result confirmed. `again` carries out a command in the native engine.
///
/// # Errors
/// What `again` fails with, and [`io::Error`] if there is no randomness.
pub(crate) fn confirmed(
    first: VerifyResult,
    policy: &Confirm,
    again: impl FnOnce(&str) -> io::Result<VerifyResult>,
) -> io::Result<VerifyResult> {
    if !first.provisional {
        return Ok(first);
    }
    // Drawn now: no test of the first run could know it.
    let seed = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))? & MOST;
    let plan = plan(&first, policy, seed);
    let second = plan.command().map(|command| again(&command)).transpose()?;
    Ok(confirm(first, second.as_ref(), &plan, policy))
}
