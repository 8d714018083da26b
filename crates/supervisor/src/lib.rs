//! The life of workers and requests as a pure state machine.
//!
//! [`Supervisor::on`] takes one [`Event`] and the time and gives the [`Action`]s that the host carries
//! out, in their order. There is no clock, no timer, no promise and no worker in here, so that every
//! race of the real thing can be played through natively.
//!
//! The rules:
//! - A worker (a *slot*, with a *generation* that counts its replacements) runs one request at a time;
//!   the others wait in one queue, first come, first served. What happens to a worker is blamed on the
//!   request that runs on it and never touches those that wait.
//! - Every request that was submitted is settled exactly once, in bounded time.
//! - The time of a request runs from its dispatch. When it is over, the worker is terminated and replaced.
//! - A message of another generation, or about a request that does not run there, is dropped and counted.
//! - A worker that fails without a request to blame is restarted with exponential backoff; after
//!   [`Options::breaker_after`] failures in a row its slot is given up until [`Event::Reset`]. When every
//!   slot is given up, what waits is settled with the reason.

mod action;
mod event;
mod machine;
mod options;
mod slot;
mod stats;

pub use action::{Action, Cause, Outcome};
pub use event::{Event, Id};
pub use machine::Supervisor;
pub use options::{MAX_TIMEOUT_MS, Options};
pub use slot::{SlotStatus, WorkerStatus};
pub use stats::Stats;
