//! The result of a request.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{
    Code, Command, Diagnostic, Engine, Evidence, FileEngine, LimitName, LimitPhase, LimitReached, Location,
    OutputCounts, Severity, Shard, SnapshotReport, TestEntry, TestState, TypesReport, Verb, Witnesses,
};

/// The output of a command; its shape depends on the verb.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Output {
    /// None: the command could not be carried out. `null` on the wire.
    #[default]
    None,
    /// `test:`: one entry per test, in the order of files and declarations.
    Tests(Vec<TestEntry>),
    /// `lint:` and `type-check:`: findings by file, line and column.
    Diagnostics(Vec<Diagnostic>),
    /// `eval:`: the value itself if JSON can represent it, otherwise a typed preview `{ type, preview }`.
    Value(serde_json::Value),
}

impl Output {
    /// The bytes that `outputSha256` covers: `output` as compact JSON.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// One line of the guest's console.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConsoleEntry {
    /// The console method: `log`, `warn`, `error` …
    pub level: String,
    /// The text, formatted as by a console.
    pub text: String,
    /// Path of the test file that was running.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub file: Option<String>,
    /// The test that was running, as its path joined by ` > `.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub test: Option<String>,
}

/// The guest's console output. It is data only: no part of it is ever read as a result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ConsoleLog {
    /// The recorded calls, up to `limits.consoleBytes`.
    pub entries: Vec<ConsoleEntry>,
    /// Number of calls.
    pub total: u64,
    /// Whether some calls were not recorded.
    pub truncated: bool,
}

/// Real time of one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FileTiming {
    /// Absolute path in the snapshot.
    pub file: String,
    /// Real milliseconds.
    pub ms: f64,
}

/// Real time of one lint rule over all files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RuleTiming {
    /// The id by which the configuration calls the rule.
    pub rule: String,
    /// Real milliseconds.
    pub ms: f64,
}

/// Real time, from the host's monotonic clock. It is the only part of a result that differs between equal
/// runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// Real milliseconds of the engine.
    pub total_ms: f64,
    /// Real time per file.
    pub files: Vec<FileTiming>,
    /// Real milliseconds per test, in the order of `output`; empty for other verbs.
    pub tests: Vec<f64>,
    /// Real time per lint rule, by id, if `lint.timing` asks for it. What several rules use, such as control flow,
    /// counts for the first of a file that needs it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub rules: Vec<RuleTiming>,
    /// Number of files that ran in a guest that an earlier file had left clean.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub reused: usize,
}

/// The answer to a request. `success`, `output` and `error` are the keys of spec M11.
///
/// Its `command` determines the shape of `output` when it is deserialized.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "EngineResult"))]
#[serde(rename_all = "camelCase", try_from = "RawResult")]
pub struct VerifyResult {
    /// Whether the command was positively found to pass.
    pub success: bool,
    /// The output.
    #[cfg_attr(feature = "types", ts(skip))]
    pub output: Output,
    /// The error, in a sentence, or null.
    pub error: Option<String>,
    /// Why the command could not be judged, or null.
    pub code: Option<Code>,
    /// The command as requested.
    pub command: String,
    /// The command's verb, which determines the shape of `output`; null if the command has none.
    #[cfg_attr(feature = "types", ts(skip))]
    pub kind: Option<Verb>,
    /// Location of the cause of a `code` or `error` of the whole request, if there is a single one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub location: Option<Location>,
    /// The limit that was reached: the first that stopped something, otherwise the first that cut something.
    /// Among tests that each reached one, the first in the order of `output`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub limit: Option<LimitReached>,
    /// Root hash of the judged snapshot, lowercase hex SHA-256; empty if there was none.
    pub snapshot_root: String,
    /// Lowercase hex SHA-256 of `output` as compact JSON.
    pub output_sha256: String,
    /// Whether `output` or `console` was cut to its limit.
    pub truncated: bool,
    /// Number of entries, including those cut from `output`; absent if the output has no entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(skip))]
    pub counts: Option<OutputCounts>,
    /// Number of entries cut from `output`.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub omitted: usize,
    /// Problems with the request that did not stop it, in sentences: configuration keys without effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub warnings: Vec<String>,
    /// The guest's console output.
    pub console: ConsoleLog,
    /// New snapshots that a `test:` proposes, and obsolete ones.
    #[serde(default, skip_serializing_if = "SnapshotReport::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub snapshots: SnapshotReport,
    /// Seed of the test order, if tests were shuffled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub sequence_seed: Option<u64>,
    /// The part of the files that ran, if not all did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub shard: Option<Shard>,
    /// Whether tests were only listed and none was meant to run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub listed: bool,
    /// The engine that ran guest code; omitted for the default.
    #[serde(default, skip_serializing_if = "Engine::is_default")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub engine: Engine,
    /// Files that another engine ran than `engine`, in the order of `output`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub engines: Vec<FileEngine>,
    /// Whether guest and harness shared a heap, so that the guest may have forged the result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub provisional: bool,
    /// Whether test files shared guests, so that one could see what another left behind (`isolate: false`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub reused: bool,
    /// What the second engine found, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub witnesses: Option<Box<Witnesses>>,
    /// What test files used and did, if `config.test.evidence` requests it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub evidence: Option<Box<Evidence>>,
    /// The texts of files after the fixes of a `lint:`, by path. Nothing is written.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<_>", optional))]
    pub fixed: BTreeMap<String, String>,
    /// The number of warnings past which a `lint:` fails, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub max_warnings: Option<usize>,
    /// How types were checked, if the host can check them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub types: Option<Box<TypesReport>>,
    /// Real time; not deterministic.
    pub timing: Timing,
    /// For a request that no worker could answer: the exact observation, and the files that had not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub detail: Option<String>,
    /// For a request that no worker could answer: advice on what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub hint: Option<String>,
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
    engines: Vec<FileEngine>,
    #[serde(default)]
    provisional: bool,
    #[serde(default)]
    reused: bool,
    witnesses: Option<Box<Witnesses>>,
    evidence: Option<Box<Evidence>>,
    #[serde(default)]
    fixed: BTreeMap<String, String>,
    max_warnings: Option<usize>,
    types: Option<Box<TypesReport>>,
    timing: Timing,
    detail: Option<String>,
    hint: Option<String>,
}

/// Bytes counted for each console line in addition to its text, so that empty lines are bounded too.
const CONSOLE_ENTRY_BYTES: u64 = 64;

impl Timing {
    /// Adds the times of more files of the same request.
    pub fn append(&mut self, mut more: Timing) {
        self.total_ms += more.total_ms;
        self.files.append(&mut more.files);
        self.tests.append(&mut more.tests);
        self.reused += more.reused;
        let mut rules: BTreeMap<String, f64> = BTreeMap::new();
        for RuleTiming { rule, ms } in std::mem::take(&mut self.rules).into_iter().chain(more.rules) {
            *rules.entry(rule).or_default() += ms;
        }
        self.rules = rules.into_iter().map(|(rule, ms)| RuleTiming { rule, ms }).collect();
    }
}

impl ConsoleLog {
    /// Appends the log of another file.
    pub fn append(&mut self, mut more: ConsoleLog) {
        self.entries.append(&mut more.entries);
        self.total += more.total;
        self.truncated |= more.truncated;
    }

    /// Adds a line, cut to `left` bytes, and reduces `left`. A line for which nothing is left is only
    /// counted.
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
            (Ok(Verb::Eval | Verb::Project), _) if raw.error.is_some() => Output::None,
            (Ok(Verb::Eval | Verb::Project), value) => Output::Value(value),
            (_, serde_json::Value::Null) => Output::None,
            (Ok(Verb::Test), value) => Output::Tests(serde_json::from_value(value)?),
            (_, value) => Output::Diagnostics(serde_json::from_value(value)?),
        };
        Ok(VerifyResult {
            success: raw.success,
            output,
            error: raw.error,
            code: raw.code,
            kind: Command::verb_of(&raw.command),
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
            engines: raw.engines,
            provisional: raw.provisional,
            reused: raw.reused,
            witnesses: raw.witnesses,
            evidence: raw.evidence,
            fixed: raw.fixed,
            max_warnings: raw.max_warnings,
            types: raw.types,
            timing: raw.timing,
            detail: raw.detail,
            hint: raw.hint,
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
            kind: Command::verb_of(command),
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
            engines: Vec::new(),
            provisional: false,
            reused: false,
            witnesses: None,
            evidence: None,
            fixed: BTreeMap::new(),
            max_warnings: None,
            types: None,
            timing: Timing::default(),
            detail: None,
            hint: None,
        }
        .sealed(u64::MAX)
    }

    /// Counts `output`, cuts it to `output_bytes` (whole entries from the end, with their times) and sets
    /// `output_sha256`. `success` and `error` are decided before and stay unchanged. Entries cut earlier stay
    /// counted.
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

    /// The at most `count` tests that took the most real time, slowest first.
    #[must_use]
    pub fn slowest(&self, count: usize) -> Vec<(&TestEntry, f64)> {
        let Output::Tests(entries) = &self.output else { return Vec::new() };
        let mut timed: Vec<(&TestEntry, f64)> =
            entries.iter().zip(self.timing.tests.iter().copied()).filter(|(_, ms)| *ms > 0.0).collect();
        timed.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        timed.truncate(count);
        timed
    }

    /// Adds warnings, without duplicates.
    pub fn warn(&mut self, warnings: impl IntoIterator<Item = String>) {
        for warning in warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }

    /// Number of entries, including those cut from `output`.
    #[must_use]
    pub fn counts(&self) -> Option<OutputCounts> {
        if self.omitted > 0 { self.counts } else { OutputCounts::of(&self.output) }
    }

    /// Number of tests in a state, including those cut from `output`.
    #[must_use]
    pub fn count(&self, state: TestState) -> usize {
        match self.counts() {
            Some(OutputCounts::Tests(counts)) => counts.in_state(state),
            _ => 0,
        }
    }
}

/// Which entries to keep so that their JSON fits into `limit`. Entries that `matters` selects come first, so
/// that a cut never hides failures behind passed tests.
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

/// Removes entries that are not kept, and returns their number.
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

/// Progress of a running request, for display only: it decides nothing. An `eval:` has no files and reports
/// no progress.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "WorkerProgress"))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Progress {
    /// The command started.
    Started {
        /// The verb of the command.
        verb: Verb,
        /// Number of files.
        files: usize,
    },
    /// A file started.
    FileStarted {
        /// Absolute path in the snapshot.
        file: String,
    },
    /// The tests of a file are collected and start to run.
    FileCollected {
        /// Absolute path in the snapshot.
        file: String,
        /// Number of tests, including those that will not run.
        tests: usize,
    },
    /// A test started, with its hooks. If the run is terminated, the test without an end was running.
    TestStarted {
        /// Suite names and the test name, outermost first.
        path: Vec<String>,
        /// Location of its declaration.
        #[serde(flatten)]
        location: Location,
    },
    /// A test ended, or will not run.
    TestFinished {
        /// The entry of the test.
        entry: Box<TestEntry>,
    },
    /// A file ended.
    FileFinished {
        /// Absolute path in the snapshot.
        file: String,
        /// Whether everything in it passed.
        passed: bool,
    },
}
