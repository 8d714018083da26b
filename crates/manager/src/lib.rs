//! `VerificationManager` for the main thread, and the gate, as two separate wasm modules.
//!
//! With the feature `core` (`manager.wasm`): carries out the supervisor's decisions, with real workers,
//! timers and promises. Pages import `js/index.js`, which wraps [`ManagerCore`] in an `EventTarget` and
//! locates the worker's script and the wasm files.
//!
//! With the feature `gate` (`gate.wasm`, loaded on first use): the gate and reports on a page's own files and
//! stores. It uses a manager only through its JavaScript API.

mod clock;
mod js;

#[cfg(feature = "core")]
mod automatic;
#[cfg(feature = "core")]
mod automatic_plan;
#[cfg(feature = "core")]
mod core;
#[cfg(feature = "core")]
mod driver;
#[cfg(feature = "core")]
mod files;
#[cfg(feature = "core")]
mod host;
#[cfg(feature = "core")]
mod message;
#[cfg(feature = "core")]
mod open_requests;
#[cfg(feature = "core")]
mod outcome;
#[cfg(feature = "core")]
mod parts;
#[cfg(feature = "core")]
mod records;
#[cfg(feature = "core")]
mod refusal;
#[cfg(feature = "core")]
mod request;
#[cfg(feature = "core")]
mod snapshots;
#[cfg(feature = "core")]
mod timer;
#[cfg(feature = "core")]
mod type_checks;
#[cfg(feature = "core")]
mod type_options;
#[cfg(feature = "core")]
mod type_tests;
#[cfg(feature = "core")]
mod watched;
#[cfg(feature = "core")]
mod wire;
#[cfg(feature = "core")]
mod witness_options;
#[cfg(feature = "core")]
mod witnesses;
#[cfg(feature = "core")]
mod worker;
#[cfg(feature = "core")]
mod workers;

#[cfg(feature = "gate")]
mod gate;

/// What the manager answers and emits, for declarations.
#[cfg(feature = "types")]
pub mod types {
    pub use crate::gate::{Applied, Kept, Recorded};
    pub use crate::wire::{
        HistoryEntry, PingAnswer, SnapshotAnswer, Stats, VerificationStart, WorkerRestart,
    };
}

#[cfg(feature = "core")]
pub use crate::core::ManagerCore;
#[cfg(all(feature = "gate", not(feature = "core")))]
pub use crate::gate::start;
#[cfg(feature = "gate")]
pub use crate::gate::{
    ReportsCore, affected_by, apply_bundle, capabilities_for, check_bundle, diff, level_of, make_report,
    recover, render, reset, run_profile,
};
#[cfg(feature = "core")]
pub use crate::host::Host;
#[cfg(feature = "core")]
pub use crate::type_checks::TypesQuestion;
