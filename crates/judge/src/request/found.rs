//! The outcome of a verb, before it becomes a wire result.

use std::collections::BTreeMap;

use verdict_protocol::{
    Code, Command, ConsoleLog, Engine, Evidence, FileTiming, LimitName, LimitPhase, LimitReached, Limits,
    Location, Output, RuleTiming, Shard, SnapshotReport, Timing, VerifyResult,
};

use super::Refusal;

/// The outcome of a command. Fields have the names of [`VerifyResult`].
#[derive(Debug, Default)]
pub struct Found {
    /// The output.
    pub output: Output,
    /// The error, in a sentence.
    pub error: Option<String>,
    /// Why the command could not be judged.
    pub code: Option<Code>,
    /// Location of the cause of `code` or `error`.
    pub location: Option<Location>,
    /// The limit that stopped the command.
    pub limit: Option<LimitReached>,
    /// Problems with the request that did not stop it.
    pub warnings: Vec<String>,
    /// The guest's console output.
    pub console: ConsoleLog,
    /// New and obsolete snapshots.
    pub snapshots: SnapshotReport,
    /// Seed of the test order, if tests were shuffled.
    pub sequence_seed: Option<u64>,
    /// The part of the files that ran.
    pub shard: Option<Shard>,
    /// Whether tests were only listed.
    pub listed: bool,
    /// The engine that ran guest code.
    pub engine: Engine,
    /// Whether files shared guests.
    pub reused: bool,
    /// Evidence of what test files used and did, if recorded.
    pub evidence: Option<Box<Evidence>>,
    /// The texts of files after the fixes of a `lint:`.
    pub fixed: BTreeMap<String, String>,
    /// The number of warnings past which a `lint:` fails.
    pub max_warnings: Option<usize>,
    /// Real time per file.
    pub files: Vec<FileTiming>,
    /// Real milliseconds per test.
    pub tests: Vec<f64>,
    /// Real time per lint rule.
    pub rules: Vec<RuleTiming>,
}

/// Facts of the request that its result repeats.
#[derive(Debug, Clone, Copy)]
pub struct RequestFacts<'a> {
    /// `verb:argument`.
    pub command: &'a str,
    /// Root hash of the snapshot.
    pub root: &'a str,
    /// The request's limits.
    pub limits: &'a Limits,
}

impl Found {
    /// Creates the outcome of a command that cannot be carried out.
    #[must_use]
    pub fn refused(code: Code, error: impl Into<String>) -> Found {
        Found { error: Some(error.into()), code: Some(code), ..Found::default() }
    }

    /// Builds the result and cuts it to its limit. `total_ms` is real time.
    #[must_use]
    pub fn answer(self, asked: RequestFacts<'_>, total_ms: f64) -> VerifyResult {
        let cut = self
            .console
            .truncated
            .then(|| LimitReached::new(LimitName::ConsoleBytes, asked.limits, LimitPhase::Output));
        VerifyResult {
            success: self.error.is_none() && self.code.is_none(),
            output: self.output,
            error: self.error,
            code: self.code,
            command: asked.command.to_owned(),
            kind: Command::verb_of(asked.command),
            location: self.location,
            limit: self.limit.or(cut),
            snapshot_root: asked.root.to_owned(),
            output_sha256: String::new(),
            truncated: false,
            counts: None,
            omitted: 0,
            warnings: self.warnings,
            console: self.console,
            snapshots: self.snapshots,
            sequence_seed: self.sequence_seed,
            shard: self.shard,
            listed: self.listed,
            engine: self.engine,
            engines: Vec::new(),
            // A guest that shares a heap with its harness could have forged the result.
            provisional: self.engine != Engine::Boa,
            witnesses: None,
            evidence: self.evidence,
            types: None,
            reused: self.reused,
            fixed: self.fixed,
            max_warnings: self.max_warnings,
            timing: Timing { total_ms, files: self.files, tests: self.tests, rules: self.rules, reused: 0 },
            detail: None,
            hint: None,
        }
        .sealed(asked.limits.output_bytes)
    }
}

impl From<Refusal> for Found {
    fn from(Refusal(code, error): Refusal) -> Found {
        Found::refused(code, error)
    }
}
