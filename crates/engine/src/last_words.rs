//! What a host says when the engine under it panics.

use verdict_protocol::{Code, WireError};

/// Where the engine of the guest holds a limit inside an async generator for something that cannot be.
const IN_ASYNC_GENERATOR: [&str; 2] = ["async_generator", "is_throw_completion"];

/// The error that a host gives in its last words for a panic with this text: message and place.
///
/// A limit that is reached while an async generator goes on ends the guest's engine, which asserts that nothing is
/// thrown there. Which limit it was it does not say.
#[must_use]
pub fn last_words(panic: &str) -> WireError {
    if IN_ASYNC_GENERATOR.iter().all(|part| panic.contains(part)) {
        let message = "An async generator reached a limit (instructions, loopIterations or recursion)";
        return WireError { code: Code::Budget, message: message.to_owned() };
    }
    WireError { code: Code::Crashed, message: format!("The engine panicked: {panic}") }
}
