//! The life of workers and requests as a pure state machine.
//!
//! [`Supervisor::on`] takes one [`Event`] and the time, and returns the [`Action`]s that the host carries
//! out, in order. The machine has no clock, timer, promise or worker, so that tests can simulate every race
//! natively.
//!
//! The rules:
//! - A worker (a *slot*, with a *generation* that counts its replacements) runs one request at a time. The
//!   others wait, interactive before background, and otherwise in order of arrival. If both wait, one of
//!   [`BACKGROUND_AFTER`]` + 1` dispatched requests is a background request. A worker's failure is blamed on
//!   the request that runs on it and never affects waiting requests.
//! - A request with parts is distributed over the idle workers if there are at least two; otherwise it runs
//!   as a whole. A request can ask that its parts stay apart on one worker too. All parts share its time limit
//!   and decide its single outcome. A part that times out ends it; a part that fails lets the running parts
//!   finish first.
//! - Every submitted request is settled exactly once, in bounded time.
//! - A worker that was silent for a while is sent a `PING` with its next task. If it does not answer within
//!   [`Options::heartbeat_ms`], it had ended silently before. It is replaced, and its task runs on another
//!   worker, without blame and with its full time.
//! - A worker whose heap exceeds [`Options::recycle_bytes`] is replaced after its request.
//! - The time of a request starts at its dispatch. When it is over, the worker is terminated and replaced.
//! - A message of another generation, or about a request that does not run there, is dropped and counted.
//! - A worker that fails while no request runs is restarted with exponential backoff. After
//!   [`Options::breaker_after`] consecutive failures its slot is given up until [`Event::Reset`]. Without any
//!   other slot, waiting requests are settled with the reason.
//! - The first worker starts alone, so that the others do not slow down the first request. After its `READY`,
//!   workers that are needed start at once. The others start one after another, each a moment
//!   ([`Options::spare_delay_ms`]) after the previous one.
//! - With [`Options::spare`] there is one more worker than may run at once. An idle worker takes over from a
//!   terminated one. The spare worker starts last, and a replacement that nobody waits for
//!   starts a moment later.

mod action;
mod event;
mod machine;
mod options;
mod queue;
mod slot;
mod stats;
mod workers;

pub use action::{Action, Cause, Outcome};
pub use event::{Event, Id, Priority};
pub use machine::Supervisor;
pub use options::{MAX_TIMEOUT_MS, Options};
pub use queue::BACKGROUND_AFTER;
pub use slot::{SlotStatus, WorkerStatus};
pub use stats::Stats;
