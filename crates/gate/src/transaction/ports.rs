//! What a transaction needs from outside.
#![allow(async_fn_in_trait, reason = "the futures of a page are not Send, and nothing here spawns")]

use serde::Deserialize;
use serde_json::Value;
use verdict_protocol::{Code, Confirm, Engine, Output, TestEntry, Toolchain, VerifyResult};
use verdict_vfs::{Snapshot, VfsPath};

/// What a verifier is asked.
#[derive(Debug, Clone, Copy)]
pub struct Check<'a> {
    /// `verb:argument`.
    pub command: &'a str,
    /// The files.
    pub snapshot: &'a Snapshot,
    /// [`verdict_protocol::Config`] or a part of it, laid over the configuration that the verifier uses
    /// anyway, member by member.
    pub config: Option<&'a Value>,
    /// Wall-clock milliseconds that it may take; the verifier's own limit without.
    pub timeout_ms: Option<u64>,
    /// What is confirmed by a second engine, where the verifier was told to ask two. Without, it asks the one that cannot be
    /// forged.
    pub confirm: Option<&'a Confirm>,
}

impl<'a> Check<'a> {
    /// A command on a snapshot, with nothing of its own beside.
    #[must_use]
    pub const fn new(command: &'a str, snapshot: &'a Snapshot) -> Check<'a> {
        Check { command, snapshot, config: None, timeout_ms: None, confirm: None }
    }
}

/// Runs commands on snapshots.
pub trait Verifier {
    /// Carries out a check. A verifier that is missing answers `err:unavailable`; a timeout or a crash is
    /// a negative verdict.
    async fn verify(&mut self, check: &Check<'_>) -> Verdict;

    /// What a run on these files depends on beside them, as a name that differs where that differs: installed packages. What
    /// tests came to is only remembered for the same. Empty where there is nothing.
    fn depends_on(&mut self, snapshot: &Snapshot) -> String {
        let _ = snapshot;
        String::new()
    }

    /// Whether it asks a second engine for what [`Check::confirm`] says. Which tests a change can break is only searched for
    /// then.
    fn confirms(&self) -> bool {
        false
    }

    /// Whether whoever asked has changed their mind: nothing is applied then, though all checks may have passed before.
    fn is_cancelled(&self) -> bool {
        false
    }

    /// The versions of what judges; None where the verifier does not say.
    async fn toolchain(&mut self) -> Option<Toolchain> {
        None
    }
}

/// The answer of a verifier.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// Whether what was asked for was positively found to hold.
    pub success: bool,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
    /// Why the command could not be judged.
    pub code: Option<Code>,
    /// The whole result; none of a verifier that has none, which passes nothing.
    pub result: Option<Box<VerifyResult>>,
}

impl Verdict {
    /// A negative verdict of a verifier that has no result.
    #[must_use]
    pub fn failed(code: Code, error: impl Into<String>) -> Verdict {
        Verdict { success: false, error: Some(error.into()), code: Some(code), result: None }
    }

    /// Reads an answer, with the keys of a `VERIFY_COMPLETE`. One that cannot be read is negative, whatever it says:
    /// with its own error and code where it has them, else `err:protocol`.
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

    /// Whether it is a pass: positive, with a result, not stopped by anything, and from an engine whose word counts.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.success && self.code.is_none() && self.result.is_some() && !self.is_provisional()
    }

    /// Why a verdict that would be a pass is none, where it is the word of an engine that can be forged.
    pub(crate) fn why_provisional(&self) -> Option<&'static str> {
        const WHY: &str = "Verification is provisional: the browser's engine alone decides nothing here: ask both (engine: 'both')";
        (self.success && self.is_provisional()).then_some(WHY)
    }

    /// Whether the code under test might have forged it: nothing is applied on such a verdict. The browser's engine alone
    /// gives no other, whether it says so or not.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.provisional || result.engine == Engine::Browser)
    }

    /// The tests of a `test:`, with the entries of suites and files that failed. None of another verb, and of a command that
    /// could not be carried out.
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
    /// All files as they are now.
    async fn load(&mut self) -> Result<Snapshot, TargetError>;
    /// Writes a file, new or not.
    async fn write(&mut self, path: &VfsPath, bytes: &[u8]) -> Result<(), TargetError>;
    /// Removes a file.
    async fn remove(&mut self, path: &VfsPath) -> Result<(), TargetError>;

    /// Makes a checkpoint of the keeper's own and gives its id; None where the keeper has none.
    async fn checkpoint(&mut self, description: &str) -> Result<Option<String>, TargetError> {
        let _ = description;
        Ok(None)
    }

    /// Reads a record of the gate's own that outlives a change: what tests came to in a state, and what stays test material.
    /// It is kept where no code under test and no change can write. None where there is none, or none is kept.
    async fn read_record(&mut self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Keeps a record. One that cannot be kept costs time or is asked for again, and no verdict.
    async fn write_record(&mut self, name: &str, text: &str) {
        let _ = (name, text);
    }

    /// Brings back a checkpoint. It need not remove files that were created since, nor succeed: the gate
    /// compares every file afterwards and takes the steps that are left.
    async fn restore_checkpoint(&mut self, id: &str) -> Result<(), TargetError> {
        Err(TargetError(format!("there is no checkpoint {id}")))
    }
}

/// Keeps the one record of a transaction that is under way, so that it can be finished or undone by
/// whoever comes after a crash. A journal belongs to one set of live files.
pub trait Journal {
    /// The record, if there is one.
    async fn read(&mut self) -> Result<Option<String>, TargetError>;
    /// Puts a record in the place of any other. When it returns, the record is durable; when it fails or
    /// is cut short, the record is the old or the new one, never between.
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

/// Why live files could not be read or written, in the words of whoever keeps them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TargetError(pub String);
