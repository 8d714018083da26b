//! What a guest is made from.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_memory::Meter;
use verdict_protocol::{Code, ConsolePolicy, EvidenceLevel, Limits};
use verdict_vfs::{Snapshot, VfsPath};

use crate::again::Again;
use crate::loader::Position;
use crate::marks::IsSubject;

/// 2024-01-01T00:00:00Z: where the virtual clock of a guest starts unless told otherwise.
pub const DEFAULT_EPOCH_MS: i64 = 1_704_067_200_000;

/// What a guest is made from. Equal options give equal runs.
#[derive(Clone)]
pub struct GuestOptions {
    /// The files that `import` finds.
    pub snapshot: Snapshot,
    /// What the guest may use.
    pub limits: Limits,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// `Date.now()` at the start, in milliseconds since 1970.
    pub epoch_ms: i64,
    /// What stands between source text and the engine's parser.
    pub source_hook: Rc<dyn SourceHook>,
    /// Whether console text is kept.
    pub console: ConsolePolicy,
    /// All that `process.env` holds.
    pub env: BTreeMap<String, String>,
    /// Runs the same again, where the reason of a promise that never settles is looked for.
    pub again: Option<Again>,
    /// Whether guest code can catch that it recursed too deep: see [`crate::Guest::recursed`]. Every function then asks before
    /// it runs, which takes time.
    pub catch_recursion: bool,
    /// Names of properties that are read without the engine's inline cache: see [`crate::Guest::more_uncached`].
    pub uncached: Rc<BTreeSet<String>>,
    /// Which files the test API is sealed from, where they must not see that they are tested; all others are test material. See
    /// [`crate::caller`] and [`crate::Guest::reserve_module`].
    pub sealed_from: Option<IsSubject>,
    /// What counts the memory of the host. Without it only single texts and buffers are bounded.
    pub meter: Option<&'static dyn Meter>,
    /// How much is recorded of what guest code uses: see [`crate::Guest::take_recorded`].
    pub evidence: EvidenceLevel,
    /// The files of which every function tells when it runs: see [`crate::Guest::called`].
    pub is_subject: Option<IsSubject>,
}

impl GuestOptions {
    /// Options with seed 0, the default epoch, a console that is kept and no environment.
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

/// The module of the host whose exports a file is given as bindings ([`PreparedSource::api`]).
pub const TEST_API: &str = "verdict:test-api";

/// What is written otherwise in a run that is made anew.
#[derive(Clone, Copy, Debug)]
pub struct Anew<'a> {
    /// Whether every function calls [`crate::ENTER`] before anything else of its body.
    pub enter: bool,
    /// Names of properties that are read by `object["name"]` where the source has `object.name`.
    pub uncached: &'a BTreeSet<String>,
}

/// What stands between source text and the engine's parser, which does not guard its own nesting depth.
pub trait SourceHook {
    /// What a module becomes before it is parsed: types blanked, what is more than a type lowered, and refused where it nests
    /// too deep.
    ///
    /// # Errors
    /// [`SourceError`] where the file does not parse.
    fn prepare(&self, path: &VfsPath, source: &str) -> Result<String, SourceError>;

    /// The same, and what the file exports if it is to run as CommonJS. `declared` is whether its extension or its package
    /// says that it is.
    ///
    /// # Errors
    /// As [`SourceHook::prepare`].
    fn prepare_module(
        &self,
        path: &VfsPath,
        source: &str,
        declared: Option<bool>,
    ) -> Result<PreparedSource, SourceError> {
        let _ = declared;
        Ok(PreparedSource { text: self.prepare(path, source)?, ..PreparedSource::default() })
    }

    /// A module or script as it is written for a run that is made anew. `None` where it stays, which a hook may always say.
    fn anew(&self, _source: &str, _written: &Anew<'_>) -> Option<(String, Vec<Position>)> {
        None
    }

    /// Lines and columns of the calls in a file whose first argument is made of literals alone: of the name that is called, as
    /// V8 has it. Nothing where a hook does not know, which it may always say.
    fn literal_calls(&self, _path: &VfsPath, _source: &str) -> Vec<(u32, u32)> {
        Vec::new()
    }

    /// A module of plain JavaScript in which every function calls [`crate::MARK`] first, with its number in the module.
    /// `is_wrapped` says that the outermost function is none of it, `around` what is put at the ends: this one decides that one.
    /// `None` where it stays, which a hook may always say.
    fn marked(&self, _source: &str, _is_wrapped: bool, _around: (&str, &str)) -> Option<Rc<MarkedSource>> {
        None
    }

    /// Whether source text given to `eval`, `Function` or `eval:` nests shallow enough to be parsed.
    ///
    /// # Errors
    /// [`SourceError`] where it does not.
    fn check(&self, source: &str) -> Result<(), SourceError>;

    /// What a module, as [`SourceHook::prepare`] gave it, becomes where mocks may stand in place of what it imports.
    /// `is_replaced` is asked of specifiers, `spied` told of those whose namespace the file may spy upon; `any` says
    /// whether anything is mocked. `None` where the module stays, which a hook may always say.
    ///
    /// # Errors
    /// [`SourceError`] where a call that must be hoisted cannot be.
    fn intercept(
        &self,
        _path: &VfsPath,
        _source: &str,
        _any: bool,
        _is_replaced: &dyn Fn(&str) -> bool,
        _spied: &dyn Fn(&str),
    ) -> Result<Option<(String, Vec<Position>)>, SourceError> {
        Ok(None)
    }
}

/// A text whose functions tell when they run.
#[derive(Debug, Clone, Default)]
pub struct MarkedSource {
    /// What is parsed.
    pub text: String,
    /// Where its parts stood.
    pub positions: Vec<Position>,
    /// The line, the column and the name of each function, in the order of the numbers.
    pub functions: Vec<((u32, u32), String)>,
}

/// A file as it runs.
#[derive(Debug, Clone, Default)]
pub struct PreparedSource {
    /// What is parsed.
    pub text: String,
    /// What it exports, where it runs as CommonJS and not as an ES module.
    pub common_js: Option<CommonJsExports>,
    /// Where the parts of the text stood in the file, step by step: those of what was made of it first come first. Empty where
    /// lines and columns are the file's.
    pub positions: Vec<Vec<Position>>,
    /// Those of `__dirname`, `__filename`, `require`, `module` and `exports` that an ES module uses and does not declare.
    pub free: Vec<&'static str>,
    /// Names that the file uses, does not declare and is to be given: exports of [`TEST_API`].
    pub api: Vec<&'static str>,
}

/// What a CommonJS file exports as far as its text tells: an ES module has to know it before anything runs.
#[derive(Debug, Clone, Default)]
pub struct CommonJsExports {
    /// Names.
    pub names: Vec<String>,
    /// Specifiers of modules whose exports it passes on.
    pub reexports: Vec<String>,
}

/// A hook that changes nothing and guards nothing: for source that is trusted to be shallow.
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
    /// What is wrong, in a sentence.
    pub message: String,
    /// Line, 1-based; 0 where no place is known.
    pub line: u32,
    /// Column in UTF-16 units, 1-based; 0 where no place is known.
    pub column: u32,
    /// The stable code: [`Code::Syntax`], or why an import leads nowhere.
    pub code: Code,
}
