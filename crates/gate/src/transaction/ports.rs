//! The ports of a transaction.
#![allow(async_fn_in_trait, reason = "the futures of a page are not Send, and nothing here spawns")]

use serde::Deserialize;
use serde_json::Value;
use verdict_protocol::{Code, Confirm, Engine, Output, TestEntry, Toolchain, VerifyResult};
use verdict_vfs::{Snapshot, VfsPath};

/// A request to a verifier.
#[derive(Debug, Clone, Copy)]
pub struct Check<'a> {
    /// `verb:argument`.
    pub command: &'a str,
    /// All files that the command may read.
    pub snapshot: &'a Snapshot,
    /// A [`verdict_protocol::Config`] or a part of it, merged over the verifier's own configuration, member
    /// by member.
    pub config: Option<&'a Value>,
    /// Time limit in wall-clock milliseconds; by default the verifier's own.
    pub timeout_ms: Option<u64>,
    /// Which tests a second engine confirms, if the verifier supports two. Without it, the engine that cannot
    /// be forged runs.
    pub confirm: Option<&'a Confirm>,
}

impl<'a> Check<'a> {
    /// A command on a snapshot, with default options.
    #[must_use]
    pub const fn new(command: &'a str, snapshot: &'a Snapshot) -> Check<'a> {
        Check { command, snapshot, config: None, timeout_ms: None, confirm: None }
    }
}

/// Runs commands on snapshots.
pub trait Verifier {
    /// Runs a check. A missing verifier answers `err:unavailable`; a timeout or a crash is a negative
    /// verdict.
    async fn verify(&mut self, check: &Check<'_>) -> Verdict;

    /// Announces a check that is likely to follow. The verifier may begin it beside other checks, and must give
    /// the same verdict if it does not.
    fn prepare(&mut self, check: &Check<'_>) {
        let _ = check;
    }

    /// A name of everything else that a run on these files depends on, such as installed packages. Test
    /// results are only reused under the same name. Empty if a run depends on nothing else.
    fn depends_on(&mut self, snapshot: &Snapshot) -> String {
        let _ = snapshot;
        String::new()
    }

    /// Whether it uses a second engine as [`Check::confirm`] requests. Only then are the tests that a change
    /// can break determined.
    fn confirms(&self) -> bool {
        false
    }

    /// Whether the caller cancelled: nothing is applied then, even if all checks passed before.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// The versions of the verifier's parts; `None` if it does not report them.
    async fn toolchain(&mut self) -> Option<Toolchain> {
        None
    }
}

/// The answer of a verifier.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// Whether the command was positively found to pass.
    pub success: bool,
    /// The error, in a sentence.
    pub error: Option<String>,
    /// Why the command could not be judged.
    pub code: Option<Code>,
    /// The complete result; a verdict without one passes nothing.
    pub result: Option<Box<VerifyResult>>,
}

impl Verdict {
    /// A negative verdict without a result.
    #[must_use]
    pub fn failed(code: Code, error: impl Into<String>) -> Verdict {
        Verdict { success: false, error: Some(error.into()), code: Some(code), result: None }
    }

    /// Parses an answer with the keys of a `VERIFY_COMPLETE`. One that cannot be parsed is negative, with its
    /// own error and code if readable, otherwise `err:protocol`.
    #[must_use]
    pub fn read(answer: &Value) -> Verdict {
        match VerifyResult::deserialize(answer) {
            Ok(result) => Verdict::from(result),
            Err(error) => {
                let code = Code::deserialize(&answer["code"]).ok();
                match answer["error"].as_str() {
                    Some(said) if answer["success"] != Value::Bool(true) => {
                        Verdict { code, error: Some(said.to_owned()), ..Verdict::default() }
                    }
                    _ => Verdict::failed(
                        Code::Protocol,
                        format!("The verifier's answer cannot be read: {error}"),
                    ),
                }
            }
        }
    }

    /// Whether it passed: positive, with a result, not stopped by anything, and from an engine that cannot be
    /// forged.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.success && self.code.is_none() && self.result.is_some() && !self.is_provisional()
    }

    /// Why an otherwise passing verdict does not count, if it comes from an engine that can be forged.
    pub(crate) fn why_provisional(&self) -> Option<&'static str> {
        const WHY: &str = "Verification is provisional: the browser's engine alone decides nothing here: ask both (engine: 'both')";
        (self.success && self.is_provisional()).then_some(WHY)
    }

    /// Whether the code under test might have forged it: nothing is applied on such a verdict. The browser's
    /// engine alone gives no other, whether or not its result says so.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.provisional || result.engine == Engine::Browser)
    }

    /// The tests of a `test:`, with the entries of failed suites and files. `None` for other verbs, and for a
    /// command that could not be carried out.
    #[must_use]
    pub fn tests(&self) -> Option<&[TestEntry]> {
        match &self.result.as_ref()?.output {
            Output::Tests(entries) => Some(entries),
            _ => None,
        }
    }
}

impl From<VerifyResult> for Verdict {
    fn from(result: VerifyResult) -> Self {
        Verdict {
            success: result.success,
            error: result.error.clone(),
            code: result.code,
            result: Some(Box::new(result)),
        }
    }
}

/// The live files.
pub trait Target {
    /// The current files.
    async fn load(&mut self) -> Result<Snapshot, TargetError>;
    /// Writes a new or existing file.
    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError>;
    /// Removes a file.
    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError>;

    /// Creates a checkpoint of the target's own and returns its id; `None` if the target has none.
    async fn checkpoint(&mut self, description: &str) -> Result<Option<String>, TargetError> {
        let _ = description;
        Ok(None)
    }

    /// Reads a record of the gate that outlives a change: test results of a state, or paths that stay test
    /// material. Records are stored where no code under test and no change can write. `None` if the record is
    /// missing.
    async fn read_record(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Stores a record. A failure costs only time, because the record is computed again, and never a verdict.
    async fn write_record(&mut self, name: &str, text: &str) {
        let _ = (name, text);
    }

    /// Restores a checkpoint. It need not remove files created since, nor succeed: the gate compares every
    /// file afterwards and restores the rest.
    async fn restore_checkpoint(&mut self, id: &str) -> Result<(), TargetError> {
        Err(TargetError(format!("there is no checkpoint {id}")))
    }
}

/// Stores the single record of a running transaction, so that it can be finished or undone after a crash. A
/// journal belongs to one set of live files.
pub trait Journal {
    /// The record, if there is one.
    async fn read(&mut self) -> Result<Option<String>, TargetError>;
    /// Replaces the record. On return, the record is durable; on failure or interruption, it is either the
    /// old or the new one, never a mixture.
    async fn write(&mut self, record: &str) -> Result<(), TargetError>;
    /// Removes the record.
    async fn clear(&mut self) -> Result<(), TargetError>;
}

/// A journal in memory: it locks after a failed restore, and is lost with the process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemoryJournal(pub Option<String>);

impl Journal for MemoryJournal {
    async fn read(&mut self) -> Result<Option<String>, TargetError> {
        Ok(self.0.clone())
    }

    async fn write(&mut self, record: &str) -> Result<(), TargetError> {
        self.0 = Some(record.to_owned());
        Ok(())
    }

    async fn clear(&mut self) -> Result<(), TargetError> {
        self.0 = None;
        Ok(())
    }
}

/// Why live files could not be read or written, in the target's own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TargetError(pub String);
