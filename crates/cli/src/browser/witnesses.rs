//! The second witness of `--engine both`: the native engine, which no test in a browser can reach.

use std::io;

use verdict_protocol::{Confirm, MAX_SAFE_INTEGER, VerifyResult};
use verdict_witness::{FirstRound, Next, Rounds, SecondRound};

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
    // Drawn now, so that no test of the first run could know it. JavaScript reads it exactly from JSON.
    let seed = getrandom::u64().map_err(|error| io::Error::other(error.to_string()))? & MAX_SAFE_INTEGER;
    let mut rounds = Rounds::new(policy.clone());
    let round = FirstRound::Provisional { result: Box::new(first), seed };
    let (next, second) = match rounds.first_ended(round) {
        Next::Run(command) => {
            let second = again(&command)?;
            (rounds.second_ended(&SecondRound::Answered(&second)), Some(second))
        }
        next => (next, None),
    };
    match (next, second) {
        (Next::Settle(result), _) => Ok(*result),
        (_, Some(second)) => Ok(second),
        (_, None) => Err(io::Error::other("the first result lost its second witness")),
    }
}
