//! Stable error codes.

use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($variant:ident $text:literal $meaning:literal;)*) => {
        /// The reason why a request did not succeed; a stable `err:*` string on the wire.
        ///
        /// A result whose tests, lint or type checks merely found problems has no code. Codes are for requests that were
        /// stopped, or that the engine could not judge.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS))]
        pub enum Code {
            $(#[doc = $meaning] #[serde(rename = $text)] $variant,)*
        }

        impl Code {
            /// All codes, in the order of the documentation.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The code's wire form, for example `err:timeout`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// One sentence that says what the code means and what to do about it.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Code::$variant => $meaning,)* }
            }
        }
    };
}

codes! {
    Command "err:command" "The verb is not one of test, lint, type-check, eval: correct the command.";
    Path "err:path" "A path is empty, malformed or leaves the root of the snapshot: correct the path.";
    NotFound "err:not_found" "No file of the snapshot matches: check the path or glob against the snapshot.";
    Syntax "err:syntax" "The source does not parse, or nests too deep to be parsed safely: correct it at the position given.";
    NoTests "err:no_tests" "No test ran, so nothing passed.";
    Timeout "err:timeout" "The request ran out of time and the worker was replaced: raise `timeout` or find what hangs.";
    Budget "err:budget" "The instruction budget ran out: raise `limits.instructions` or find the endless loop.";
    Memory "err:memory" "The guest asked for more memory than its limit: raise `limits.memoryBytes` or use less.";
    Stack "err:stack" "The guest recursed too deep: raise `limits.recursion` or find the endless recursion.";
    Unsettled "err:unsettled" "An awaited promise can never settle: no job and no timer is left.";
    Crashed "err:crashed" "The engine itself failed: the worker was replaced; please report the text.";
    Cancelled "err:cancelled" "The request was cancelled or its manager disposed.";
    Busy "err:busy" "The queue is full: wait for earlier requests.";
    Protocol "err:protocol" "The message is malformed at the JSON pointer given.";
    Version "err:version" "The worker speaks another protocol version: serve both from one release.";
    Integrity "err:integrity" "The bytes do not match their announced hash: send the snapshot again.";
    Limit "err:limit" "A count or a size exceeds a limit: the message names it.";
    Policy "err:policy" "A policy forbids it: the message names the rule.";
    Unavailable "err:unavailable" "The request needs something that is missing here: the message names it.";
    Startup "err:startup" "A worker could not start: the message says why.";
    Structure "err:structure" "A test is declared where none can be: inside a test, or after the file and its suites have ended.";
    Disagreement "err:disagreement" "Two engines gave different verdicts, so neither counts.";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no stable code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCode(pub String);

impl std::fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "unknown code: {}", self.0)
    }
}

impl std::error::Error for UnknownCode {}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Code, UnknownCode> {
        let known = Code::ALL.iter().copied().find(|code| code.as_str() == text);
        known.ok_or_else(|| UnknownCode(text.to_owned()))
    }
}
