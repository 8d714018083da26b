//! The transaction around a change.
//!
//! A bundle is read by [`parse_bundle`] into a [`ChangeSet`], which is checked against a snapshot and
//! applied to copies of it. [`Gate::apply`] carries a bundle to a live file system through the phases of
//! the verification protocol: it is applied whole, or the file system is left as it was, and the
//! [`GateReport`] says which.
//!
//! Nothing here has a clock, files or a worker of its own: they are handed in as a [`Target`], a
//! [`Verifier`], a [`Journal`] and a clock.

mod bundle;
mod changeset;
mod check;
mod document;
mod error;
pub mod policy;
mod position;
pub mod profile;
mod transaction;
mod write;

pub use bundle::parse_bundle;
pub use changeset::{ChangeSet, FileChange, Operation};
pub use document::{DocumentError, Mistakes, Spanned, read as read_document};
pub use error::{BundleError, BundleErrorKind};
pub use position::Position;
pub use transaction::{
    ApplyOptions, Check, CheckReport, Displaced, Gate, GateError, GateReport, GateState, InvalidPhaseMask,
    Journal, JournalRecord, MemoryJournal, Phase, PhaseMask, PhaseReport, Policy, Purpose, RecordFile,
    RecordState, Recovery, RecoveryState, Reset, Target, TargetError, Verdict, Verifier, affected,
};
