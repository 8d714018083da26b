//! The message of a host when its engine panics.

use verdict_protocol::{Code, WireError};

/// Parts of the panic message when the engine hits a limit inside an async generator.
const IN_ASYNC_GENERATOR: [&str; 2] = ["async_generator", "is_throw_completion"];

/// The error for a panic with this message and location.
///
/// A limit in a resumed async generator ends the guest's engine, which asserts that nothing is thrown there. The
/// panic does not say which limit it was.
#[must_use]
pub fn last_words(panic: &str) -> WireError {
    if IN_ASYNC_GENERATOR.iter().all(|part| panic.contains(part)) {
        let message = "An async generator reached a limit (instructions, loopIterations or recursion)";
        return WireError { code: Code::Budget, message: message.to_owned() };
    }
    WireError { code: Code::Crashed, message: format!("The engine panicked: {panic}") }
}
