//! The single entry point: [`verify`] runs a command on a snapshot and returns a result.
//!
//! It parses the command, selects files, passes them to the crate of the verb, and converts the outcome to
//! the protocol's types and messages. It decides nothing that a verb's crate could decide. It has no clock
//! and no I/O: the [`Host`] provides them.

#[cfg(feature = "analysis")]
mod analyze;
#[cfg(feature = "sandbox")]
mod evaluate;
#[cfg(feature = "sandbox")]
mod evaluated;
#[cfg(feature = "analysis")]
mod findings;
#[cfg(any(feature = "analysis", feature = "sandbox"))]
mod kept;
mod last_words;
#[cfg(feature = "sandbox")]
mod lowering;
#[cfg(feature = "sandbox")]
mod marked;
#[cfg(feature = "sandbox")]
mod prepared;
#[cfg(feature = "sandbox")]
mod project;
mod realms;
mod session;
#[cfg(feature = "sandbox")]
mod source;
#[cfg(feature = "sandbox")]
mod subject;
#[cfg(feature = "sandbox")]
mod test;
#[cfg(feature = "sandbox")]
mod type_tests;

use verdict_judge::{Found, Read, RequestFacts, read};
use verdict_memory::Meter;
use verdict_protocol::{Limits, Progress, Verb, VerifyResult};
use verdict_vfs::Snapshot;

use crate::realms::Realms;

pub use last_words::last_words;
pub use session::{Handled, Session};
#[cfg(feature = "sandbox")]
pub use verdict_transform::lower::{Answer, Job, Lower, Lowered, NotLowered};

/// A command with everything its result may depend on.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// `verb:argument`.
    pub command: &'a str,
    /// All files that the command may read.
    pub snapshot: &'a Snapshot,
    /// The request's limits.
    pub limits: Limits,
    /// A [`verdict_protocol::Config`] or a part of it, merged over [`verdict_protocol::CONFIG_FILE`] of the
    /// snapshot.
    pub config: Option<&'a serde_json::Value>,
    /// Seed of the guest's randomness.
    pub seed: u64,
}

/// The facilities that a host provides.
pub struct Host<'a> {
    /// Milliseconds on a monotonic clock. Only `timing` depends on it.
    pub now: &'a dyn Fn() -> f64,
    /// Measures the host's memory, if it is measured.
    pub meter: Option<&'static dyn Meter>,
    /// Receives progress events.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// Runs a command. It never panics on any input. It takes bounded time, except inside a built-in of the
/// guest's engine, which the host can only stop by terminating the worker.
///
/// Equal requests give equal results, except for `timing`.
pub fn verify(request: &Request<'_>, host: &mut Host<'_>) -> VerifyResult {
    verify_with(request, host, &mut Realms::default())
}

/// Runs a command with the session's prepared resources.
pub(crate) fn verify_with(request: &Request<'_>, host: &mut Host<'_>, realms: &mut Realms) -> VerifyResult {
    let start = (host.now)();
    let found = dispatch(request, host, realms);
    let asked =
        RequestFacts { command: request.command, root: request.snapshot.root(), limits: &request.limits };
    found.answer(asked, (host.now)() - start)
}

fn dispatch(request: &Request<'_>, host: &mut Host<'_>, realms: &mut Realms) -> Found {
    let Read { command, config, warnings, snapshot } =
        match read(request.command, request.snapshot, request.config) {
            Ok(read) => read,
            Err(refusal) => return refusal.into(),
        };
    let request = &Request { snapshot: &snapshot, ..request.clone() };
    let mut found = match command.verb {
        #[cfg(feature = "sandbox")]
        Verb::Test => test::run(request, &command, &config.test, host, realms),
        #[cfg(feature = "sandbox")]
        Verb::Eval => evaluate::run(request, &command, &config.test, host, realms),
        #[cfg(feature = "sandbox")]
        Verb::Project => project::run(request, &command, host, realms),
        #[cfg(feature = "analysis")]
        Verb::Lint | Verb::TypeCheck => analyze::run(request, &command, &config, host, realms),
        #[cfg(not(all(feature = "sandbox", feature = "analysis")))]
        verb => Found::refused(
            verdict_protocol::Code::Unavailable,
            format!("This build has no {}:", verb.as_str()),
        ),
    };
    found.warnings.splice(0..0, warnings);
    found
}
