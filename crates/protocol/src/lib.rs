//! The wire types of Verdict: requests of a host and their results.
//!
//! This crate runs no code and reads no files. All other crates use these types, so that a result looks the
//! same from a Web Worker, from the native host and in a report.

mod code;
mod command;
mod config;
mod counts;
mod engine;
mod entry;
mod error;
mod evidence;
mod files;
mod findings;
mod frame;
mod host_resolution;
mod join;
mod limits;
mod message;
mod overlay;
mod pattern;
mod project_plan;
mod reached;
pub mod refusals;
mod replay;
mod result;
mod rule_entry;
mod selection;
pub mod sentences;
mod shorten;
mod snapshot_format;
mod snapshots;
pub mod test_globs;
mod toolchain;
mod types_report;
mod witnesses;

pub use code::{Code, UnknownCode};
pub use command::{Command, CommandError, Verb};
pub use config::{
    Alias, AliasFind, Aliases, CONFIG_FILE, Config, ConsolePolicy, ExpectConfig, FakeTimersConfig,
    ImportResolution, LINT_CONFIG_FILE, LintConfig, PollConfig, SetupFiles, TestConfig, TestRunner,
    TypecheckConfig, TypesConfig,
};
pub use counts::{DiagnosticCounts, OutputCounts, TestCounts};
pub use engine::{Engine, FileEngine};
pub use entry::{Diagnostic, Location, Scope, Severity, Suggestion, TestEntry, TestState, TextEdit};
pub use error::{CodeFrame, TestError, UnhandledKind, error_header};
pub use evidence::{
    AssertionEvidence, Evidence, EvidenceLevel, FileEvidence, FunctionEvidence, ImportEvidence, ImportKind,
    Mutant, MutantKind, PinnedImport, ReadEvidence, ReadKind, TestEvidence,
};
pub use files::{FileContent, Files};
pub use findings::OfConfigurations;
pub use frame::{MAX_FRAMES, StackFrame};
pub use host_resolution::HostResolution;
pub use join::{NO_TEST_RAN, is_idle, nothing_ran, tests_failed, tests_listed};
pub use limits::{Limits, MemoryUse};
pub use message::{
    FromWorker, Malformed, Reply, RequestId, SnapshotMessage, ToWorker, VerifyPayload, WireEntry, WireError,
    decode,
};
pub use overlay::overlay;
pub use pattern::Pattern;
pub use project_plan::{ProjectCommand, ProjectPlan, ProjectTests};
pub use reached::{LimitName, LimitPhase, LimitReached, Standing};
pub use replay::Replay;
pub use result::{
    ConsoleEntry, ConsoleLog, FileTiming, Output, Progress, RuleTiming, Timing, VerifyResult, sha256_hex,
};
pub use rule_entry::{RuleEntry, RuleSeverity};
pub use selection::{HookOrder, SequenceConfig, Shard, Shuffle};
pub use shorten::shorten;
pub use snapshot_format::SnapshotFormat;
pub use snapshots::{SnapshotKey, SnapshotProposal, SnapshotReport, SnapshotUpdate};
pub use toolchain::{CHECKER_VERSION, ENGINE_VERSION, RULES_VERSION, Toolchain};
pub use types_report::{CheckLevel, NullChecks, Related, TypesReport};
pub use witnesses::{All, Confirm, Disagreement, OnUnconfirmed, Required, Unconfirmed, Witnesses};

/// Version of the message protocol. A worker states it in `READY`. A manager of another version refuses the
/// worker with `err:version`.
pub const PROTOCOL_VERSION: u32 = 1;

/// JavaScript's largest safe integer. Its numbers hold every whole number up to this one exactly.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;
