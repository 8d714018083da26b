//! Which guests run another file.

use verdict_protocol::TestConfig;

/// Number of files after which a guest is replaced although it is clean, because caches of the engine grow.
pub(crate) const MAX_FILES: u32 = 500;

/// Whether a guest may run another file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reuse {
    /// Each file has its own guest.
    Never,
    /// A guest that is proven clean runs another file.
    Proven,
    /// Each guest runs another file.
    Always,
}

impl Reuse {
    /// The gate asks for evidence or the sealed API. Its files never share a guest, because a guest can forge
    /// its proof.
    pub(crate) fn of(config: &TestConfig) -> Reuse {
        match config.isolate {
            Some(true) => Reuse::Never,
            Some(false) => Reuse::Always,
            None if config.sealed_api || !config.evidence.is_off() => Reuse::Never,
            None => Reuse::Proven,
        }
    }
}
