//! The life of workers and requests as a pure state machine.
//!
//! [`Supervisor::on`] takes one [`Event`] and the time and gives the [`Action`]s that the host carries
//! out, in their order. There is no clock, no timer, no promise and no worker in here, so that every
//! race of the real thing can be played through natively.
//!
//! The rules:
//! - A worker (a *slot*, with a *generation* that counts its replacements) runs one request at a time;
//!   the others wait, interactive before background, and among equals first come, first served; of
//!   [`BACKGROUND_AFTER`]` + 1` that go while both wait one is of the background. What happens to a worker is
//!   blamed on the request that runs on it and never touches those that wait.
//! - A request that has parts is spread over the workers that have nothing to do, where there are two of them; else
//!   it runs whole. Its time is that of all parts, and its one outcome is decided by them: a part that runs out of
//!   time ends it, one that fails lets those that run end first.
//! - Every request that was submitted is settled exactly once, in bounded time.
//! - A worker that was not heard of for a while is sent a `PING` beside what it is given. One that does not answer
//!   within [`Options::heartbeat_ms`] has ended without a word before: it is replaced, and what it was given runs on
//!   another, not blamed and with all of its time.
//! - A worker whose heap has grown past [`Options::recycle_bytes`] is replaced once its request is settled.
//! - The time of a request runs from its dispatch. When it is over, the worker is terminated and replaced.
//! - A message of another generation, or about a request that does not run there, is dropped and counted.
//! - A worker that fails without a request to blame is restarted with exponential backoff; after
//!   [`Options::breaker_after`] failures in a row its slot is given up until [`Event::Reset`]. When every
//!   slot is given up, what waits is settled with the reason.
//! - The first worker starts alone, so that the others take no time from what is asked first. After its `READY` those
//!   that something waits for start at once, the others one after another, each a moment
//!   ([`Options::spare_delay_ms`]) after the one before it.
//! - With [`Options::spare`] there is one worker more than may run at once: whichever has nothing to do when the
//!   others run takes over from one that is terminated. It starts last, and a replacement that nobody waits for a
//!   moment later.

mod action;
mod event;
mod machine;
mod options;
mod queue;
mod slot;
mod spread;
mod stats;
mod workers;

pub use action::{Action, Cause, Outcome};
pub use event::{Event, Id, Priority};
pub use machine::Supervisor;
pub use options::{MAX_TIMEOUT_MS, Options};
pub use queue::BACKGROUND_AFTER;
pub use slot::{SlotStatus, WorkerStatus};
pub use stats::Stats;
