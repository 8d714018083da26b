//! Which engine runs guest code.

use serde::{Deserialize, Serialize};

/// Which engine runs guest code of a `test:`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// An interpreter in wasm that has nothing of the host: deterministic, metered, its harness out of the guest's reach.
    #[default]
    Boa,
    /// The page's own, in a worker of an opaque origin without network or storage. Harness and guest share a heap: its
    /// verdict is provisional.
    Browser,
    /// The browser's first, and what matters of it confirmed by the other.
    Both,
}

impl Engine {
    /// As it stands on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Engine::Boa => "boa",
            Engine::Browser => "browser",
            Engine::Both => "both",
        }
    }

    /// Whether it is the one that results leave out.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Engine::Boa
    }
}
