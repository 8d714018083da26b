//! Requirements on assertions.

use serde::{Deserialize, Serialize};

/// Requirements on assertions (Vitest's `expect`, plus `strictAssertions`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct ExpectConfig {
    /// Whether a test without assertions fails (Vitest's `expect.requireAssertions`).
    pub require_assertions: bool,
    /// Whether a test fails if the error of a failed assertion was caught. Attempts inside `toThrow`,
    /// `rejects`, `expect.poll` and `vi.waitFor` do not count.
    pub strict_assertions: bool,
    /// Defaults of `expect.poll`.
    pub poll: PollConfig,
}

/// Defaults of `expect.poll`, in virtual milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct PollConfig {
    /// Time between two attempts.
    pub interval: f64,
    /// Time after which the next attempt is the last.
    pub timeout: f64,
}

impl Default for PollConfig {
    fn default() -> Self {
        PollConfig { interval: 50.0, timeout: 1_000.0 }
    }
}
