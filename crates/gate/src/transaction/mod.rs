//! Applies a bundle to live files, completely or not at all.
//!
//! [`Gate::apply`] is in [`run`]. Each phase has its file: [`pre_flight`], [`rehearse`], [`live`],
//! [`post_verify`], [`build_check`]. No live file is touched before [`live`]. [`Gate::check`] stops before
//! that, see [`check_only`]. [`Gate::write`] only writes, see [`write_only`].

mod affected;
mod build_check;
mod check_only;
mod checks;
mod live;
mod options;
mod plan;
mod ports;
mod post_verify;
mod pre_flight;
mod project;
mod record;
mod recovery;
mod rehearse;
mod report;
mod restore;
mod rollback;
mod run;
mod steps;
mod type_config;
mod verification;
mod write_only;

pub use affected::affected;
pub(crate) use affected::is_source;
pub use checks::{CheckReport, Purpose};
pub(crate) use checks::{Recorded, is_test, variables};
pub use options::{ApplyOptions, InvalidPhaseMask, Phase, PhaseMask, Policy};
pub use ports::{Check, Journal, MemoryJournal, Target, TargetError, Verdict, Verifier};
pub use record::{Displaced, JournalRecord, RecordFile, RecordState};
pub use recovery::{Recovery, RecoveryState, Reset};
pub use report::{GateError, GateReport, GateState, PhaseReport};
pub use run::Gate;
pub(crate) use run::{Change, Run, Stop};
pub(crate) use type_config::{needs_an_option, with_earlier_checks, with_earlier_config};
