//! What assertions are held to.

use serde::{Deserialize, Serialize};

/// What assertions are held to (Vitest's `expect`, and a switch of ours).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExpectConfig {
    /// A test that asserts nothing fails (Vitest's `expect.requireAssertions`).
    pub require_assertions: bool,
    /// A test fails in which an assertion failed whose error did not come to its end, because something caught it.
    /// What is tried inside `toThrow`, `rejects`, `expect.poll` and `vi.waitFor` does not count.
    pub strict_assertions: bool,
    /// How `expect.poll` waits.
    pub poll: PollConfig,
}

/// How `expect.poll` waits, in milliseconds of virtual time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PollConfig {
    /// Between two attempts.
    pub interval: f64,
    /// After which the next attempt is the last.
    pub timeout: f64,
}

impl Default for PollConfig {
    fn default() -> Self {
        PollConfig { interval: 50.0, timeout: 1_000.0 }
    }
}
