//! The outcome of one file.

use verdict_protocol::{
    Code, ConsoleLog, FileEvidence, LimitReached, Location, Progress, SnapshotReport, TestEntry,
};
use verdict_vfs::VfsPath;

/// Why a file is no pass, beyond what its tests say: it could not be loaded, a limit stopped it, nothing of it
/// ran, `.only` was left in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The stable code; `None` for something that was thrown or rejected outside tests.
    pub code: Option<Code>,
    /// Why, in a sentence.
    pub message: String,
    /// Where, if that is known.
    pub location: Option<Location>,
}

/// The outcome of one file. It passed if no entry failed and there is no failure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FileOutcome {
    /// Tests in the order of declaration, then suites and the file where something of theirs failed.
    pub entries: Vec<TestEntry>,
    /// Real milliseconds of each entry, in the same order; 0 for what did not run.
    pub real_ms: Vec<f64>,
    /// Why the file is no pass, beyond what its tests say.
    pub failure: Option<Failure>,
    /// The limit of the request that ended guest code, else the first that a test or hook reached.
    pub limit: Option<LimitReached>,
    /// What was printed.
    pub console: ConsoleLog,
    /// Snapshots that are new, and such that nothing asks for.
    pub snapshots: SnapshotReport,
    /// What it used and did, where that is recorded.
    pub evidence: Option<Box<FileEvidence>>,
}

/// What is seen of a file while it runs.
#[derive(Debug)]
pub enum Seen<'a> {
    /// So many tests are known, and run from now on.
    Collected(usize),
    /// It begins, with its hooks.
    Started(&'a TestEntry),
    /// It has ended, or will not run.
    Finished(&'a TestEntry),
}

impl Seen<'_> {
    /// The same, as a host is told of it.
    #[must_use]
    pub fn progress(&self, file: &VfsPath) -> Progress {
        match self {
            Seen::Collected(tests) => Progress::FileCollected { file: file.to_string(), tests: *tests },
            Seen::Started(entry) => {
                Progress::TestStarted { path: entry.path.clone(), location: entry.location.clone() }
            }
            Seen::Finished(entry) => Progress::TestFinished { entry: Box::new((*entry).clone()) },
        }
    }
}
