//! What happened in a test file, in order. This is all that a verdict is computed from.
//!
//! Nothing here knows which engine ran the file.

use verdict_protocol::{Code, LimitReached, Location, TestError, UnhandledKind};

/// A test, by its place in the order of declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestId(pub usize);

/// What went wrong.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fault {
    /// The `name` of an error; empty for what is none.
    pub name: String,
    /// In a sentence or more.
    pub message: String,
    /// The hook that failed.
    pub hook: Option<&'static str>,
    /// That nobody handled it.
    pub unhandled: Option<UnhandledKind>,
    /// The test that it comes from, where it is not told with that test.
    pub test: Option<Vec<String>>,
    /// Line diff of expected and received.
    pub diff: Option<String>,
    /// `Name: message` and guest frames.
    pub stack: Option<String>,
    /// Where.
    pub at: Option<Location>,
    /// Where the code outside of packages was, where `at` is in one.
    pub outside: Option<Location>,
    /// What the error carries.
    pub carried: Option<Box<Carried>>,
    /// Which limit or rule, if it was one.
    pub code: Option<Code>,
    /// The limit of the request that was reached, if one was.
    pub limit: Option<Box<LimitReached>>,
    /// Number of the assertion that failed, so that one failure that comes by two ways counts once.
    pub assertion: Option<usize>,
}

/// What an error carries beside its name, message and stack.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Carried {
    /// Its `cause`.
    pub cause: Option<Box<TestError>>,
    /// The errors of an aggregate.
    pub errors: Vec<TestError>,
    /// Its other properties, as an object is printed.
    pub properties: Option<String>,
}

impl Fault {
    /// A fault that is only a message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), ..Fault::default() }
    }

    /// A fault with a code.
    #[must_use]
    pub fn coded(code: Code, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), code: Some(code), ..Fault::default() }
    }
}

/// What is to become of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plan {
    /// It runs.
    Run,
    /// It does not, by choice.
    Skip,
    /// It has no body yet.
    Todo,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A test was collected; its [`TestId`] is the number of tests collected before.
    Collected {
        /// Names of its suites, outermost first, and its own.
        path: Vec<String>,
        /// Where it was declared.
        at: Location,
        /// What is to become of it.
        plan: Plan,
        /// Whether it passes by failing (`.fails`).
        fails: bool,
    },
    /// `.only` left tests out.
    Focused(Option<Location>),
    /// An attempt at a test began; faults of an earlier attempt no longer count.
    Started(TestId, f64),
    /// The function of a test ran to its end.
    Completed(TestId),
    /// So many assertions of the attempt came to a verdict, whichever.
    Asserted(TestId, u32),
    /// An assertion of the attempt failed, and its error was thrown to the guest.
    AssertionFailed(TestId, Fault),
    /// The failure of this number was what another assertion was about.
    AssertionForgiven(TestId, usize),
    /// So many tests had failed that it does not run.
    Bailed(TestId, usize),
    /// The test asked to be skipped while it ran.
    SkippedItself(TestId),
    /// Something went wrong in a test or in what surrounds it.
    TestFault(TestId, Fault),
    /// A test is over.
    Finished(TestId, f64),
    /// Something went wrong in a suite, named by its path.
    SuiteFault(Vec<String>, Fault),
    /// Something went wrong outside tests and suites.
    FileFault(Fault),
    /// The file could not be loaded, or its tests not be collected: nothing of it runs.
    LoadFailed(Fault),
    /// Guest code cannot run any more, for this reason.
    Stopped(Fault),
}
