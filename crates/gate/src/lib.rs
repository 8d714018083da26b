//! The transaction around a change.
//!
//! [`parse_bundle`] parses a bundle into a [`ChangeSet`], which can check itself against a snapshot and apply
//! to copies of it. [`Gate::apply`] takes a bundle through the phases of the verification protocol to a live
//! file system. It applies the whole bundle or leaves the file system as it was, and the [`GateReport`] says
//! which.
//!
//! This crate has no clock, files or workers of its own. The host supplies a [`Target`], a [`Verifier`], a
//! [`Journal`] and a clock.

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
