//! Options of a guest.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_memory::Meter;
use verdict_protocol::{Code, ConsolePolicy, EvidenceLevel, Limits};
use verdict_vfs::{Snapshot, VfsPath};

use crate::boa_fixes::rerun::Rerun;
use crate::loader::Position;
use crate::marks::IsSubject;

/// 2024-01-01T00:00:00Z: the default start of a guest's virtual clock.
pub const DEFAULT_EPOCH_MS: i64 = 1_704_067_200_000;

/// Options of a guest. Equal options give equal runs.
#[derive(Clone)]
pub struct GuestOptions {
    /// The files that `import` resolves to.
    pub snapshot: Snapshot,
    /// The guest's limits.
    pub limits: Limits,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// `Date.now()` at the start, in milliseconds since 1970.
    pub epoch_ms: i64,
    /// Prepares source text for the engine's parser.
    pub source_hook: Rc<dyn SourceHook>,
    /// Whether console text is recorded.
    pub console: ConsolePolicy,
    /// The initial `process.env`.
    pub env: BTreeMap<String, String>,
    /// Repeats the run to find out why a promise never settles.
    pub again: Option<Rerun>,
    /// Whether guest code can catch recursion errors: see [`crate::Guest::recursed`]. Every function then
    /// calls a check first, which takes time.
    pub catch_recursion: bool,
    /// Property names to read without the engine's inline cache: see [`crate::Guest::more_uncached`].
    pub uncached: Rc<BTreeSet<String>>,
    /// The files that must not see the test API; all others are test material. See [`crate::caller`] and
    /// [`crate::Guest::reserve_module`].
    pub sealed_from: Option<IsSubject>,
    /// Measures the host's memory. Without it, only single strings and buffers are bounded.
    pub meter: Option<&'static dyn Meter>,
    /// How much evidence of guest code is recorded: see [`crate::Guest::take_recorded`].
    pub evidence: EvidenceLevel,
    /// The files whose functions report their calls: see [`crate::Guest::called`].
    pub is_subject: Option<IsSubject>,
    /// Whether modules are those of a test runner, and not of a browser. A name that a module lacks is then
    /// `undefined` in files of the project that import it. What an ES module writes to `module.exports` is exported.
    pub has_runner_modules: bool,
    /// Whether `require.cache` has the modules that ran, and what the guest writes there counts, as in Node. Otherwise it is
    /// empty. One module could replace another by it.
    pub has_require_cache: bool,
}

impl GuestOptions {
    /// Default options: no seed, the default epoch, a recorded console and no environment.
    #[must_use]
    pub fn new(snapshot: Snapshot, limits: Limits, source_hook: Rc<dyn SourceHook>) -> GuestOptions {
        GuestOptions {
            snapshot,
            limits,
            seed: 0,
            epoch_ms: DEFAULT_EPOCH_MS,
            source_hook,
            console: ConsolePolicy::Keep,
            env: BTreeMap::new(),
            again: None,
            catch_recursion: false,
            uncached: Rc::default(),
            sealed_from: None,
            meter: None,
            evidence: EvidenceLevel::Off,
            is_subject: None,
            has_runner_modules: false,
            has_require_cache: false,
        }
    }
}

impl std::fmt::Debug for GuestOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GuestOptions")
            .field("snapshot", &self.snapshot.root())
            .field("limits", &self.limits)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// The module of the host whose exports a file receives as bindings ([`PreparedSource::api`]).
pub const TEST_API: &str = "verdict:test-api";

/// How to instrument code for a repeated run.
#[derive(Clone, Copy, Debug)]
pub struct Instrumentation<'a> {
    /// Whether every function starts with a call of [`crate::ENTER`].
    pub enter: bool,
    /// Property names to read as `object["name"]` instead of `object.name`.
    pub uncached: &'a BTreeSet<String>,
}

/// Prepares source text for the engine's parser, which does not limit nesting itself.
pub trait SourceHook {
    /// Prepares a module: blanks types and lowers other syntax.
    ///
    /// # Errors
    /// [`SourceError`] if the file does not parse or nests too deeply.
    fn prepare(&self, path: &VfsPath, source: &str) -> Result<String, SourceError>;

    /// Prepares a module, with its exports if it runs as CommonJS. `declared` tells whether its extension or
    /// package says so.
    ///
    /// # Errors
    /// Errors of [`SourceHook::prepare`].
    fn prepare_module(
        &self,
        path: &VfsPath,
        source: &str,
        declared: Option<bool>,
    ) -> Result<PreparedSource, SourceError> {
        let _ = declared;
        Ok(PreparedSource { text: self.prepare(path, source)?, ..PreparedSource::default() })
    }

    /// Instruments a module or script for a repeated run. `None` leaves it unchanged, which is always
    /// allowed.
    fn instrument(&self, _source: &str, _written: &Instrumentation<'_>) -> Option<(String, Vec<Position>)> {
        None
    }

    /// Locations of calls whose first argument consists of literals alone, as line and column of the called
    /// name, as V8 counts. A hook that does not know may return nothing.
    fn literal_calls(&self, _path: &VfsPath, _source: &str) -> Vec<(u32, u32)> {
        Vec::new()
    }

    /// Rewrites a module of plain JavaScript so that every function first calls [`crate::MARK`] with its
    /// number. `is_wrapped` says that the outermost function is the loader's wrapper and gets no number.
    /// `around` has the text to put at the start and the end. `None` leaves the module unchanged, which is
    /// always allowed.
    fn marked(&self, _source: &str, _is_wrapped: bool, _around: (&str, &str)) -> Option<Rc<MarkedSource>> {
        None
    }

    /// Checks that source text passed to `eval`, `Function` or `eval:` is not nested too deeply.
    ///
    /// # Errors
    /// [`SourceError`] if it is.
    fn check(&self, source: &str) -> Result<(), SourceError>;

    /// Checks that JSON is not nested too deeply.
    ///
    /// # Errors
    /// [`SourceError`] if it is.
    fn check_json(&self, text: &str) -> Result<(), SourceError> {
        self.check(text)
    }

    /// Rewrites a module that [`SourceHook::prepare`] returned, so that its imports can be mocked, or lack a
    /// name. `None` leaves the module unchanged, which is always allowed.
    ///
    /// # Errors
    /// [`SourceError`] if a call that must be hoisted cannot be.
    fn intercept(
        &self,
        _path: &VfsPath,
        _source: &str,
        _imports: &Imports<'_>,
    ) -> Result<Option<(String, Vec<Position>)>, SourceError> {
        Ok(None)
    }
}

/// What the loader knows of a module's imports before it is parsed.
#[derive(Clone, Copy)]
pub struct Imports<'a> {
    /// Whether anything is mocked or lacks a name.
    pub any: bool,
    /// Whether a mock stands in for the target of a specifier.
    pub is_replaced: &'a dyn Fn(&str) -> bool,
    /// Called for each specifier whose namespace the module may spy on.
    pub spied: &'a dyn Fn(&str),
    /// `lacks(specifier, name)` tells whether an import of this name is `undefined`.
    pub lacks: &'a dyn Fn(&str, &str) -> bool,
}

/// A text whose functions report to the host when they run.
#[derive(Debug, Clone, Default)]
pub struct MarkedSource {
    /// The text with marks, which the engine parses.
    pub text: String,
    /// Maps locations in `text` to the text before marking.
    pub positions: Vec<Position>,
    /// Its functions by number.
    pub functions: Vec<MarkedFunction>,
}

/// A function of a marked text.
#[derive(Debug, Clone, Default)]
pub struct MarkedFunction {
    /// 1-based line and column of its start before marking, in UTF-16 units.
    pub at: (u32, u32),
    /// Its name, or an empty text.
    pub name: String,
    /// 1-based line and column of its mark in the marked text, in code points.
    pub call: (u32, u32),
}

/// A file, ready to run.
#[derive(Debug, Clone, Default)]
pub struct PreparedSource {
    /// The text to parse.
    pub text: String,
    /// Its exports, if it runs as CommonJS.
    pub common_js: Option<CommonJsExports>,
    /// Position maps of the text, one for each rewriting step, the first step first. Empty if locations are
    /// those of the file.
    pub positions: Vec<Vec<Position>>,
    /// The names among `__dirname`, `__filename`, `require`, `module` and `exports` that an ES module uses
    /// without declaring them.
    pub free: Vec<&'static str>,
    /// The names that an ES module exports by writing to its free `module.exports` or `exports`; `None` if it
    /// writes to neither.
    pub written: Option<Vec<String>>,
    /// Exports of [`TEST_API`] that the file uses without declaring them, and that it receives as bindings.
    pub api: Vec<&'static str>,
    /// The patterns from the root by which `import.meta.glob` selected files.
    pub globs: Vec<String>,
}

/// The exports of a CommonJS file found in its text. An ES module must know them before anything runs.
#[derive(Debug, Clone, Default)]
pub struct CommonJsExports {
    /// The exported names.
    pub names: Vec<String>,
    /// Specifiers of modules that it re-exports.
    pub reexports: Vec<String>,
}

/// A hook that changes and checks nothing, for source that is known to be shallow.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainSource;

impl SourceHook for PlainSource {
    fn prepare(&self, _: &VfsPath, source: &str) -> Result<String, SourceError> {
        Ok(source.to_owned())
    }

    fn check(&self, _: &str) -> Result<(), SourceError> {
        Ok(())
    }
}

/// Why source text cannot run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// The problem, in a sentence.
    pub message: String,
    /// Line, 1-based; 0 if unknown.
    pub line: u32,
    /// Column in UTF-16 units, 1-based; 0 if unknown.
    pub column: u32,
    /// The stable code: [`Code::Syntax`], or the reason why an import fails.
    pub code: Code,
}
