//! Turns the events of a test file into its verdict, for every engine.
//!
//! An engine records what happens as a log of [`Event`]s on the host's side. The [`Judge`] turns that log
//! into entries. It never reads a guest value as a verdict and does not depend on an engine. Guest text
//! arrives bounded ([`bound()`]), and locations refer to the snapshot ([`SourceLocations`]).

mod bound;
mod code_frame;
mod event;
mod judge;
mod outcome;
mod plans;
mod request;
mod snapshot;
mod source_locations;

pub use bound::bound;
pub use event::{Carried, Event, Fault, Plan, TestId};
pub use judge::Judge;
pub use outcome::{Failure, FileOutcome, Seen};
pub use plans::{Declared, Mode, plans};
pub use request::{
    Dom, Found, Read, Refusal, RequestFacts, Resolved, TestFiles, TestRun, dom_of, dom_options, read,
    resolve_config, select, setup_file,
};
pub use snapshot::{Compared, GuestSnapshot, Kept, Snapshots};
pub use source_locations::SourceLocations;
