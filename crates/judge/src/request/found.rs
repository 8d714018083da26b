//! What a verb gives back, before it has the shape of the wire.

use verdict_protocol::{
    Code, ConsoleLog, Engine, Evidence, FileTiming, LimitName, LimitPhase, LimitReached, Limits, Location,
    Output, Shard, SnapshotReport, Timing, VerifyResult,
};

use super::Refusal;

/// What a command came to. The names are those of [`VerifyResult`].
#[derive(Debug, Default)]
pub struct Found {
    /// What was found.
    pub output: Output,
    /// What went wrong, in a sentence.
    pub error: Option<String>,
    /// Why it could not be judged.
    pub code: Option<Code>,
    /// Where `code` or `error` has its cause.
    pub location: Option<Location>,
    /// The limit that stopped something.
    pub limit: Option<LimitReached>,
    /// What is wrong with the request and did not stop it.
    pub warnings: Vec<String>,
    /// What the guest printed.
    pub console: ConsoleLog,
    /// Snapshots that are new, and such that nothing asks for.
    pub snapshots: SnapshotReport,
    /// What the order of tests was made of.
    pub sequence_seed: Option<u64>,
    /// Which part of the files ran.
    pub shard: Option<Shard>,
    /// Whether tests were only listed.
    pub listed: bool,
    /// Which engine ran guest code.
    pub engine: Engine,
    /// Whether files shared guests.
    pub reused: bool,
    /// What test files used and did.
    pub evidence: Option<Box<Evidence>>,
    /// Real time by file.
    pub files: Vec<FileTiming>,
    /// Real milliseconds by test.
    pub tests: Vec<f64>,
}

/// What a result says of its request.
#[derive(Debug, Clone, Copy)]
pub struct RequestFacts<'a> {
    /// `verb:argument`.
    pub command: &'a str,
    /// Root hash of the snapshot.
    pub root: &'a str,
    /// What it might use.
    pub limits: &'a Limits,
}

impl Found {
    /// What could not be carried out.
    #[must_use]
    pub fn refused(code: Code, error: impl Into<String>) -> Found {
        Found { error: Some(error.into()), code: Some(code), ..Found::default() }
    }

    /// The answer, cut to its limit. `total_ms` is real time.
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
            // What shares a heap with its harness is a witness, and no proof.
            provisional: self.engine != Engine::Boa,
            witnesses: None,
            evidence: self.evidence,
            reused: self.reused,
            timing: Timing { total_ms, files: self.files, tests: self.tests },
        }
        .sealed(asked.limits.output_bytes)
    }
}

impl From<Refusal> for Found {
    fn from(Refusal(code, error): Refusal) -> Found {
        Found::refused(code, error)
    }
}
