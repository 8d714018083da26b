//! Which limit was reached, and where.

use serde::{Deserialize, Serialize};

use crate::{Limits, Location, Progress, Verb};

/// A field of [`Limits`], by its name on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LimitName {
    /// [`Limits::time_ms`].
    TimeMs,
    /// [`Limits::instructions`].
    Instructions,
    /// [`Limits::loop_iterations`].
    LoopIterations,
    /// [`Limits::recursion`].
    Recursion,
    /// [`Limits::memory_bytes`].
    MemoryBytes,
    /// [`Limits::output_bytes`].
    OutputBytes,
    /// [`Limits::console_bytes`].
    ConsoleBytes,
    /// [`Limits::tests`].
    Tests,
}

impl LimitName {
    /// The name's wire form, for example `instructions`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            LimitName::TimeMs => "timeMs",
            LimitName::Instructions => "instructions",
            LimitName::LoopIterations => "loopIterations",
            LimitName::Recursion => "recursion",
            LimitName::MemoryBytes => "memoryBytes",
            LimitName::OutputBytes => "outputBytes",
            LimitName::ConsoleBytes => "consoleBytes",
            LimitName::Tests => "tests",
        }
    }

    /// The value of this limit in `limits`.
    #[must_use]
    pub const fn of(self, limits: &Limits) -> u64 {
        match self {
            LimitName::TimeMs => limits.time_ms,
            // The engine counts instructions in 32 bits on every target.
            LimitName::Instructions => {
                if limits.instructions < u32::MAX as u64 {
                    limits.instructions
                } else {
                    u32::MAX as u64
                }
            }
            LimitName::LoopIterations => limits.loop_iterations,
            LimitName::Recursion => limits.recursion,
            LimitName::MemoryBytes => limits.memory_bytes,
            LimitName::OutputBytes => limits.output_bytes,
            LimitName::ConsoleBytes => limits.console_bytes,
            LimitName::Tests => limits.tests,
        }
    }

    /// Whether exceeding the limit only cuts output and stops nothing.
    #[must_use]
    pub const fn cuts(self) -> bool {
        matches!(self, LimitName::OutputBytes | LimitName::ConsoleBytes)
    }
}

impl std::fmt::Display for LimitName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The phase of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum LimitPhase {
    /// The top level of a test file and of its imports.
    Load,
    /// The body of a `describe`.
    Collect,
    /// A hook of a suite or of a test.
    Hook,
    /// A test function and anything it left running.
    Test,
    /// The script of an `eval:` command.
    Eval,
    /// The check of a file by `lint:` or `type-check:`.
    Check,
    /// The result: entries and console.
    Output,
}

/// A limit that was reached, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LimitReached {
    /// The limit.
    pub name: LimitName,
    /// Its value in this request, in its own unit; `instructions` are at most 2^32 - 1.
    pub value: u64,
    /// The phase.
    pub phase: LimitPhase,
    /// The hook that was running: `beforeAll`, `beforeEach`, `afterEach`, `afterAll`, `onTestFinished` or
    /// `onTestFailed`. A cleanup function that `beforeEach` or `beforeAll` returned counts as `afterEach` or
    /// `afterAll`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(
        feature = "types",
        ts(
            optional,
            type = "'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll' | 'onTestFinished' | 'onTestFailed'"
        )
    )]
    pub hook: Option<String>,
    /// Names of the suite whose body or hook was running, outermost first; empty for hooks of the file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub suite: Option<Vec<String>>,
    /// Suite names and name of the running test, outermost first.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub test: Option<Vec<String>>,
    /// Location of the guest; for `instructions` the call of the running function. If unknown, the start of
    /// the running test, suite or file.
    #[serde(flatten, skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub location: Option<Location>,
}

impl LimitReached {
    /// A reached limit, of which only the phase is known.
    #[must_use]
    pub fn new(name: LimitName, limits: &Limits, phase: LimitPhase) -> LimitReached {
        LimitReached {
            name,
            value: name.of(limits),
            phase,
            hook: None,
            suite: None,
            test: None,
            location: None,
        }
    }
}

/// How far a run was when it was terminated, derived from its progress.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// The file that was running.
    pub file: Option<String>,
    /// Whether its tests were collected.
    pub collected: bool,
    /// The running test's path, and the location of its declaration.
    pub test: Option<(Vec<String>, Location)>,
}

impl Standing {
    /// Processes a progress event.
    pub fn see(&mut self, event: &Progress) {
        match event {
            Progress::Started { .. } | Progress::FileFinished { .. } => *self = Standing::default(),
            Progress::FileStarted { file } => {
                *self = Standing { file: Some(file.clone()), ..Standing::default() };
            }
            Progress::FileCollected { .. } => self.collected = true,
            Progress::TestStarted { path, location } => self.test = Some((path.clone(), location.clone())),
            Progress::TestFinished { .. } => self.test = None,
        }
    }

    /// The timeout as a reached limit. If no test was running, a suite's hook was.
    #[must_use]
    pub fn out_of_time(&self, verb: Verb, time_ms: u64) -> LimitReached {
        let phase = match verb {
            Verb::Eval | Verb::Project => LimitPhase::Eval,
            Verb::Lint | Verb::TypeCheck => LimitPhase::Check,
            Verb::Test if self.test.is_some() => LimitPhase::Test,
            Verb::Test if self.collected => LimitPhase::Hook,
            Verb::Test => LimitPhase::Load,
        };
        let (test, declared) = self.test.clone().unzip();
        let start =
            |file: &String| Location { file: file.clone(), line: 1, column: 1, ..Location::default() };
        LimitReached {
            test,
            location: declared.or_else(|| self.file.as_ref().map(start)),
            ..LimitReached::new(LimitName::TimeMs, &Limits { time_ms, ..Limits::default() }, phase)
        }
    }
}

/// The limit that a result reports: the first that stopped something, otherwise the first.
pub(crate) fn first_of(reached: impl IntoIterator<Item = LimitReached>) -> Option<LimitReached> {
    let mut cut = None;
    for limit in reached {
        if !limit.name.cuts() {
            return Some(limit);
        }
        cut.get_or_insert(limit);
    }
    cut
}
