//! The events of a test file, in order: the judge's only input.
//!
//! The events do not depend on the engine that ran the file.

use verdict_protocol::{Code, LimitReached, Location, TestError, UnhandledKind};

/// A test, as its index in declaration order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestId(pub usize);

/// A failure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fault {
    /// The error's `name`; empty if the thrown value is no error.
    pub name: String,
    /// The message.
    pub message: String,
    /// The hook that failed.
    pub hook: Option<&'static str>,
    /// How the error escaped, if nothing handled it.
    pub unhandled: Option<UnhandledKind>,
    /// Names of the test that caused it, if it is reported outside that test.
    pub test: Option<Vec<String>>,
    /// Line diff of expected and received.
    pub diff: Option<String>,
    /// `Name: message` followed by the guest's frames.
    pub stack: Option<String>,
    /// Location of the failure.
    pub at: Option<Location>,
    /// First location outside packages, if `at` is inside one.
    pub outside: Option<Location>,
    /// Further data of the error.
    pub carried: Option<Box<Carried>>,
    /// Code of the limit or rule that was violated.
    pub code: Option<Code>,
    /// The limit of the request that was reached.
    pub limit: Option<Box<LimitReached>>,
    /// Number of the failed assertion, so that a failure reported twice counts once.
    pub assertion: Option<usize>,
}

/// The data of an error beyond its name, message and stack.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Carried {
    /// The error's `cause`.
    pub cause: Option<Box<TestError>>,
    /// Errors of an aggregate error.
    pub errors: Vec<TestError>,
    /// Other properties of the error, printed as an object.
    pub properties: Option<String>,
}

impl Fault {
    /// Creates a fault that is only a message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), ..Fault::default() }
    }

    /// Creates a fault with a code.
    #[must_use]
    pub fn coded(code: Code, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), code: Some(code), ..Fault::default() }
    }
}

/// Whether a test runs, and if not, why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// The test runs.
    Run,
    /// The test is skipped.
    Skip,
    /// The test has no body yet.
    Todo,
}

/// An event of a test file.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A test was collected; its [`TestId`] is the number of tests collected before it.
    Collected {
        /// Names of its suites, outermost first, then its own name.
        path: Vec<String>,
        /// Location of its declaration.
        at: Location,
        /// Whether it runs.
        plan: Plan,
        /// Whether the test passes if it fails (`.fails`).
        fails: bool,
    },
    /// `.only` excluded tests; with the location of a `.only`, if known.
    Focused(Option<Location>),
    /// An attempt at a test started, at a real time in milliseconds. Faults of an earlier attempt no longer
    /// count.
    Started(TestId, f64),
    /// A test's function returned.
    Completed(TestId),
    /// This many assertions of the attempt passed or failed.
    Asserted(TestId, u32),
    /// An assertion of the attempt failed and threw its error to the guest.
    AssertionFailed(TestId, Fault),
    /// The failed assertion of this number was the expected outcome of another assertion and no longer
    /// counts.
    AssertionForgiven(TestId, usize),
    /// A test did not run, because this many tests had failed (`bail`).
    Bailed(TestId, usize),
    /// A test skipped itself while it ran.
    SkippedItself(TestId),
    /// A test or one of its hooks failed.
    TestFault(TestId, Fault),
    /// A test ended, at a real time in milliseconds.
    Finished(TestId, f64),
    /// A suite, named by its path, failed outside its tests.
    SuiteFault(Vec<String>, Fault),
    /// An error occurred outside tests and suites.
    FileFault(Fault),
    /// The file failed to load or to collect its tests; nothing of it runs.
    LoadFailed(Fault),
    /// Guest code was stopped for this reason and cannot continue.
    Stopped(Fault),
}
