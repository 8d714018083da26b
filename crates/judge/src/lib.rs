//! From the events of a test file to its verdict, whichever engine ran it.
//!
//! An engine writes down what happens as a log of [`Event`]s on the host's side; the [`Judge`] turns that log into
//! entries. No value of the guest is ever read as a verdict, and nothing here knows an engine: what a guest says comes as
//! text that is bounded ([`bound`]), and places come as those of the snapshot ([`SourceLocations`]).

mod bound;
mod code_frame;
mod event;
mod judge;
mod outcome;
mod request;
mod snapshot;
mod source_locations;

pub use bound::bound;
pub use event::{Carried, Event, Fault, Plan, TestId};
pub use judge::Judge;
pub use outcome::{Failure, FileOutcome, Seen};
pub use request::{
    Found, Read, Refusal, RequestFacts, Resolved, TestRun, read, resolve_config, select, setup_file,
};
pub use snapshot::{Compared, GuestSnapshot, Kept, Snapshots};
pub use source_locations::SourceLocations;
