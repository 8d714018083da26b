//! Reports of a run: one model, one renderer a file.
//!
//! A [`RunReport`] holds the results of some commands. Names, messages and paths in them are hostile
//! text: each renderer makes them harmless in its own format, see [`escape`].

mod counts;
mod escape;
mod findings;
mod groups;
mod render;

pub use counts::Counts;
pub use escape::{lines, one_line};
pub use render::{Format, UnknownFormat, render};

use verdict_protocol::VerifyResult;

/// The results of some commands, in the order in which they were asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunReport {
    /// When the run began, in milliseconds since 1970, as the caller's clock has it.
    pub started_at_ms: f64,
    /// One result a command.
    pub results: Vec<VerifyResult>,
}

impl RunReport {
    /// Whether all that was asked for holds, and something was asked. A run in which nothing ran is no pass.
    #[must_use]
    pub fn success(&self) -> bool {
        let counts = self.counts();
        !self.results.is_empty()
            && self.results.iter().all(|result| result.success)
            && counts.passed > 0
            && counts.failed + counts.failed_outside == 0
    }
}
