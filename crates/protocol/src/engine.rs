//! Which engine runs guest code.

use serde::{Deserialize, Serialize};

/// The engine that runs the guest code of a `test:`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// An interpreter in wasm, isolated from the host: deterministic and metered, with its harness out of the
    /// guest's reach.
    #[default]
    Boa,
    /// The page's own engine, in a worker with an opaque origin and without network or storage. Harness and
    /// guest share a heap, so its verdict is provisional.
    Browser,
    /// The browser's engine first; the interpreter then confirms the required and sampled tests.
    Both,
}

/// The engine that ran a test file, if it is not that of the whole result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FileEngine {
    /// Absolute path in the snapshot.
    pub file: String,
    /// The engine that ran it.
    pub engine: Engine,
    /// Why, in a sentence.
    pub why: String,
}

impl Engine {
    /// The engine's wire form.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Engine::Boa => "boa",
            Engine::Browser => "browser",
            Engine::Both => "both",
        }
    }

    /// Whether it is the default, which results omit.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Engine::Boa
    }
}
