//! The answer to a request.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    Code, Command, Diagnostic, Engine, Evidence, LimitName, LimitPhase, LimitReached, Location, OutputCounts,
    Severity, Shard, SnapshotReport, TestEntry, TestState, Verb, Witnesses,
};

/// What a command found, in the shape that its verb has on the wire.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Output {
    /// Nothing: the command could not be carried out. `null` on the wire.
    #[default]
    None,
    /// `test:`, one entry a test in the order of files and of declaration.
    Tests(Vec<TestEntry>),
    /// `lint:` and `type-check:`, by file, line and column.
    Diagnostics(Vec<Diagnostic>),
    /// `eval:`, the value itself where JSON has it, else a typed preview `{ type, preview }`.
    Value(serde_json::Value),
}

impl Output {
    /// The bytes that `outputSha256` is over: `output` as compact JSON.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// One line of the guest's console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleEntry {
    /// The method that was called: `log`, `warn`, `error` …
    pub level: String,
    /// The text, formatted as a console does.
    pub text: String,
    /// Which file was running.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// Which test was running, as its path joined by ` > `.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub test: Option<String>,
}

/// The guest's console. It is quoted data: nothing in it is ever read as a result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleLog {
    /// What was kept, the first `limits.consoleBytes`.
    pub entries: Vec<ConsoleEntry>,
    /// How many calls there were.
    pub total: u64,
    /// Whether some were not kept.
    pub truncated: bool,
}

/// Real time of one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileTiming {
    /// Absolute path in the snapshot.
    pub file: String,
    /// Real milliseconds.
    pub ms: f64,
}

/// Real time, from the host's monotonic clock. The only part of a result that differs between equal runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// Real milliseconds that the engine took.
    pub total_ms: f64,
    /// By file.
    pub files: Vec<FileTiming>,
    /// By test, in the order of `output`; empty for other verbs.
    pub tests: Vec<f64>,
}

/// The answer to a request. `success`, `output` and `error` are the keys of spec M11.
///
/// It is read back by its `command`, which says what shape `output` has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", try_from = "RawResult")]
pub struct VerifyResult {
    /// Whether what was asked for was positively found to hold.
    pub success: bool,
    /// What was found.
    pub output: Output,
    /// What went wrong, in a sentence, or null.
    pub error: Option<String>,
    /// Why the command could not be judged, or null.
    pub code: Option<Code>,
    /// The command as it was asked.
    pub command: String,
    /// Where a `code` or `error` of the whole request has its cause, where that is one place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// The limit that was reached, if one was: the first that stopped something, else the first that cut something.
    /// Of several tests that each reached one, the first in the order of `output`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<LimitReached>,
    /// Root hash of the snapshot that was judged, lowercase hex SHA-256; empty if there was none.
    pub snapshot_root: String,
    /// Lowercase hex SHA-256 over `output` as compact JSON.
    pub output_sha256: String,
    /// Whether `output` or `console` was cut to its limit.
    pub truncated: bool,
    /// How many entries there are, with those that `output` lost to its limit; absent for what has no entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<OutputCounts>,
    /// How many entries `output` lost to its limit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: usize,
    /// What is wrong with the request and did not stop it, in sentences: configuration keys that have no effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// What the guest printed.
    pub console: ConsoleLog,
    /// Snapshots that a `test:` asks for and that are not there, and such that nothing asks for.
    #[serde(default, skip_serializing_if = "SnapshotReport::is_empty")]
    pub snapshots: SnapshotReport,
    /// What the order of tests was made of, where they were shuffled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence_seed: Option<u64>,
    /// Which part of the files ran, where it was not all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether tests were only listed, and none was to run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// Which engine ran guest code; left out for the default.
    #[serde(default, skip_serializing_if = "Engine::is_default")]
    pub engine: Engine,
    /// Whether it shared a heap with its harness, so that a guest might have forged what is said of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// Whether test files shared guests, so that one could see what another left (`isolate: false`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reused: bool,
    /// What a second engine said of it, where there were two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witnesses: Option<Box<Witnesses>>,
    /// What test files used and did, where `config.test.evidence` asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Box<Evidence>>,
    /// Real time; not part of what is deterministic.
    pub timing: Timing,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawResult {
    success: bool,
    output: serde_json::Value,
    error: Option<String>,
    code: Option<Code>,
    command: String,
    location: Option<Location>,
    limit: Option<LimitReached>,
    snapshot_root: String,
    output_sha256: String,
    truncated: bool,
    counts: Option<OutputCounts>,
    #[serde(default)]
    omitted: usize,
    #[serde(default)]
    warnings: Vec<String>,
    console: ConsoleLog,
    #[serde(default)]
    snapshots: SnapshotReport,
    #[serde(default)]
    sequence_seed: Option<u64>,
    shard: Option<Shard>,
    #[serde(default)]
    listed: bool,
    #[serde(default)]
    engine: Engine,
    #[serde(default)]
    provisional: bool,
    #[serde(default)]
    reused: bool,
    witnesses: Option<Box<Witnesses>>,
    evidence: Option<Box<Evidence>>,
    timing: Timing,
}

/// Bytes that a line of the console is counted with beside its text, so that empty lines are bounded too.
const CONSOLE_ENTRY_BYTES: u64 = 64;

impl ConsoleLog {
    /// Adds a line, cut to the bytes that are `left`, which become fewer. One for which nothing is left is only counted.
    pub fn push(&mut self, mut entry: ConsoleEntry, left: &mut u64) {
        self.total += 1;
        if *left < CONSOLE_ENTRY_BYTES {
            *left = 0;
            self.truncated = true;
            return;
        }
        *left -= CONSOLE_ENTRY_BYTES;
        let room = usize::try_from(*left).unwrap_or(usize::MAX);
        if entry.text.len() > room {
            let end = (0..=room).rev().find(|end| entry.text.is_char_boundary(*end)).unwrap_or(0);
            entry.text.truncate(end);
            self.truncated = true;
            *left = 0;
        } else {
            *left -= entry.text.len() as u64;
        }
        self.entries.push(entry);
    }
}

impl TryFrom<RawResult> for VerifyResult {
    type Error = serde_json::Error;

    fn try_from(raw: RawResult) -> Result<VerifyResult, serde_json::Error> {
        let output = match (Command::parse(&raw.command).map(|command| command.verb), raw.output) {
            (Ok(Verb::Eval), _) if raw.error.is_some() => Output::None,
            (Ok(Verb::Eval), value) => Output::Value(value),
            (_, serde_json::Value::Null) => Output::None,
            (Ok(Verb::Test), value) => Output::Tests(serde_json::from_value(value)?),
            (_, value) => Output::Diagnostics(serde_json::from_value(value)?),
        };
        Ok(VerifyResult {
            success: raw.success,
            output,
            error: raw.error,
            code: raw.code,
            command: raw.command,
            location: raw.location,
            limit: raw.limit,
            snapshot_root: raw.snapshot_root,
            output_sha256: raw.output_sha256,
            truncated: raw.truncated,
            counts: raw.counts,
            omitted: raw.omitted,
            warnings: raw.warnings,
            console: raw.console,
            snapshots: raw.snapshots,
            sequence_seed: raw.sequence_seed,
            shard: raw.shard,
            listed: raw.listed,
            engine: raw.engine,
            provisional: raw.provisional,
            reused: raw.reused,
            witnesses: raw.witnesses,
            evidence: raw.evidence,
            timing: raw.timing,
        })
    }
}

impl VerifyResult {
    /// A refusal: `success: false` with a code and no output.
    #[must_use]
    pub fn refused(command: &str, code: Code, error: impl Into<String>) -> VerifyResult {
        VerifyResult {
            success: false,
            output: Output::None,
            error: Some(error.into()),
            code: Some(code),
            command: command.to_owned(),
            location: None,
            limit: None,
            snapshot_root: String::new(),
            output_sha256: String::new(),
            truncated: false,
            counts: None,
            omitted: 0,
            warnings: Vec::new(),
            console: ConsoleLog::default(),
            snapshots: SnapshotReport::default(),
            sequence_seed: None,
            shard: None,
            listed: false,
            engine: Engine::Boa,
            provisional: false,
            reused: false,
            witnesses: None,
            evidence: None,
            timing: Timing::default(),
        }
        .sealed(u64::MAX)
    }

    /// Counts `output`, cuts it to `output_bytes` (whole entries from the end, with their times) and sets `output_sha256`.
    /// `success` and `error` were decided before and stay as they are. What was cut before stays counted.
    #[must_use]
    pub fn sealed(mut self, output_bytes: u64) -> VerifyResult {
        self.counts = self.counts();
        let limit = usize::try_from(output_bytes).unwrap_or(usize::MAX);
        let mut bytes = self.output.to_bytes();
        if bytes.len() > limit {
            self.truncated = true;
            self.limit.get_or_insert(LimitReached {
                name: LimitName::OutputBytes,
                value: output_bytes,
                phase: LimitPhase::Output,
                hook: None,
                suite: None,
                test: None,
                location: None,
            });
            match &mut self.output {
                Output::Tests(entries) => {
                    let keep = kept(entries, limit, |entry| entry.state == TestState::Failed);
                    if self.timing.tests.len() == keep.len() {
                        retain(&mut self.timing.tests, &keep);
                    }
                    self.omitted += retain(entries, &keep);
                }
                Output::Diagnostics(entries) => {
                    let keep = kept(entries, limit, |entry| entry.severity == Severity::Error);
                    self.omitted += retain(entries, &keep);
                }
                Output::Value(value) => {
                    *value = serde_json::json!({
                        "type": "truncated",
                        "preview": String::from_utf8_lossy(&bytes[..limit.min(4096)]),
                        "bytes": bytes.len(),
                        "sha256": sha256_hex(&bytes),
                    });
                }
                Output::None => {}
            }
            bytes = self.output.to_bytes();
        }
        self.truncated |= self.console.truncated;
        self.output_sha256 = sha256_hex(&bytes);
        self
    }

    /// The tests that took the most real time, at most `count`, the slowest first.
    #[must_use]
    pub fn slowest(&self, count: usize) -> Vec<(&TestEntry, f64)> {
        let Output::Tests(entries) = &self.output else { return Vec::new() };
        let mut timed: Vec<(&TestEntry, f64)> =
            entries.iter().zip(self.timing.tests.iter().copied()).filter(|(_, ms)| *ms > 0.0).collect();
        timed.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        timed.truncate(count);
        timed
    }

    /// Adds warnings; of equal ones the first.
    pub fn warn(&mut self, warnings: impl IntoIterator<Item = String>) {
        for warning in warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// How many entries there are, with those that `output` lost to its limit.
    #[must_use]
    pub fn counts(&self) -> Option<OutputCounts> {
        if self.omitted > 0 { self.counts } else { OutputCounts::of(&self.output) }
    }

    /// How many tests are in a state, with those that `output` lost to its limit.
    #[must_use]
    pub fn count(&self, state: TestState) -> usize {
        match self.counts() {
            Some(OutputCounts::Tests(counts)) => counts.in_state(state),
            _ => 0,
        }
    }
}

/// Which entries stay so that their JSON fits into `limit`. Those that `matters` picks are given room first: a cut never
/// hides why a run failed behind what passed.
fn kept<T: Serialize>(entries: &[T], limit: usize, matters: impl Fn(&T) -> bool) -> Vec<bool> {
    let mut left = limit.saturating_sub(2);
    let mut keep = vec![false; entries.len()];
    for wanted in [true, false] {
        for (entry, keep) in entries.iter().zip(&mut keep).filter(|(entry, _)| matters(entry) == wanted) {
            let size = serde_json::to_vec(entry).map_or(0, |bytes| bytes.len() + 1);
            *keep = size <= left;
            left = left.saturating_sub(if *keep { size } else { 0 });
        }
    }
    keep
}

/// Drops what is not kept, and gives how many that were.
fn retain<T>(entries: &mut Vec<T>, keep: &[bool]) -> usize {
    let before = entries.len();
    let mut keep = keep.iter().copied();
    entries.retain(|_| keep.next().unwrap_or(false));
    before - entries.len()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Lowercase hex SHA-256.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// What happens while a request runs. For people to watch: nothing is decided by it. An `eval:` has no files and tells
/// nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Progress {
    /// The command was taken up.
    Started {
        /// Its verb.
        verb: Verb,
        /// How many files it is about.
        files: usize,
    },
    /// A file is begun.
    FileStarted {
        /// Absolute path in the snapshot.
        file: String,
    },
    /// The tests of a file are known, and run from now on.
    FileCollected {
        /// Absolute path in the snapshot.
        file: String,
        /// How many there are, with those that will not run.
        tests: usize,
    },
    /// A test begins, with its hooks: what has begun and has not ended is what a run that was ended was at.
    TestStarted {
        /// Suite names and the test name, outermost first.
        path: Vec<String>,
        /// Where it is declared.
        #[serde(flatten)]
        location: Location,
    },
    /// A test has ended, or will not run.
    TestFinished {
        /// Its entry.
        entry: Box<TestEntry>,
    },
    /// A file has ended.
    FileFinished {
        /// Absolute path in the snapshot.
        file: String,
        /// Whether all of it passed.
        passed: bool,
    },
}
