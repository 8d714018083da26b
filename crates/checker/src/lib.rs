//! The full layer of `type-check:`: what TypeScript reports becomes a verdict.
//!
//! A host runs the compiler (`js/`) and hands in its answer. This crate decides which codes fail, compares with a
//! baseline, and joins the answer with the findings of the fast layer. It runs nothing and has no I/O.

mod answer;
mod baseline;
mod codes;
mod compared;
mod join;
mod message;
mod plan;
mod severity;
#[cfg(feature = "tests")]
mod type_tests;

pub use answer::{Answer, Covered, Finding};
pub use baseline::Baseline;
pub use codes::{CODES, Certainty, CodeEntry, certainty};
pub use compared::compared;
pub use join::{Failure, joined, joined_tests, only_fast};
pub use message::{Question, Reply, snapshot_message};
pub use plan::{CheckPlan, may_have_type_tests};
#[cfg(feature = "tests")]
pub use type_tests::TypeTests;

use verdict_vfs::Snapshot;

/// Names of the files that configure TypeScript for their folder. The first that is there counts.
pub const CONFIGURATIONS: [&str; 2] = ["tsconfig.json", "jsconfig.json"];

/// Checks the types of a snapshot's files.
pub trait Checker {
    /// Asks about files of a snapshot.
    ///
    /// # Errors
    /// [`Failure`] if there is no answer. The next question may have one.
    fn check(&mut self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Answer, Failure>;
}
