//! The outcome of one file.

use verdict_protocol::{
    Code, ConsoleLog, FileEvidence, LimitReached, Location, Progress, SnapshotReport, TestEntry,
};
use verdict_vfs::VfsPath;

/// A failure of the file itself: it could not be loaded, a limit stopped it, nothing in it ran, or it
/// contains `.only`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The stable code; `None` for an error that was thrown or rejected outside tests.
    pub code: Option<Code>,
    /// Why the run failed, in a sentence.
    pub message: String,
    /// Location of the cause, if known.
    pub location: Option<Location>,
}

/// The outcome of one file. The file passed if no entry failed and there is no failure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FileOutcome {
    /// Tests in declaration order, then suites and the file if they failed themselves.
    pub entries: Vec<TestEntry>,
    /// Real milliseconds of each entry, in the same order; 0 if it did not run.
    pub real_ms: Vec<f64>,
    /// The failure of the file itself, if it has one.
    pub failure: Option<Failure>,
    /// The limit that stopped guest code; otherwise the first limit that a test or hook reached.
    pub limit: Option<LimitReached>,
    /// The guest's console output.
    pub console: ConsoleLog,
    /// New and obsolete snapshots.
    pub snapshots: SnapshotReport,
    /// Sentences by which the engine refused what guest code asked for, whether or not guest code caught them.
    pub refusals: Vec<String>,
    /// What the file used and did, if evidence is recorded.
    pub evidence: Option<Box<FileEvidence>>,
}

/// Progress of a running file.
#[derive(Debug)]
pub enum Seen<'a> {
    /// The tests are collected, this many, and start to run.
    Collected(usize),
    /// A test starts, with its hooks.
    Started(&'a TestEntry),
    /// A test ended, or will not run.
    Finished(&'a TestEntry),
}

impl Seen<'_> {
    /// The progress event of the wire protocol.
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
