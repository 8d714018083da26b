//! A bundle applied to live files whole or not at all.

mod affected;
mod build_check;
mod options;
mod plan;
mod ports;
mod report;
mod run;

pub use options::{ApplyOptions, InvalidPhaseMask, Phase, PhaseMask, Policy};
pub use ports::{Check, Journal, MemoryJournal, Target, TargetError, Verdict, Verifier};
pub use report::{GateError, GateReport, GateState, PhaseReport};
pub use run::Gate;
