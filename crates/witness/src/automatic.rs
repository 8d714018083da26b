//! `engine: 'auto'`: which engine has each test file.

use std::collections::BTreeSet;

use verdict_judge::dom_of;
use verdict_protocol::refusals::{absent_in, browser_has};
use verdict_protocol::{Code, Engine, FileEngine, Output, Scope, TestState, VerifyResult};
use verdict_vfs::{Snapshot, VfsPath};

/// The files of a `test:` and the engine of each, as a state machine without I/O.
///
/// The host runs what [`Automatic::next_run`] gives and reports how each file ended, until nothing is left. The
/// interpreter has each file first, except those whose environment has a DOM. What it refuses runs again in the browser's
/// engine. So does what is too large for the interpreter, unless [limits are final](Automatic::with_final_limits). A host may
/// [try files](Automatic::with_trials) for a short time before, and [check failures](Automatic::with_checks) there. If that engine
/// is not available, the interpreter has all files.
#[derive(Debug)]
pub struct Automatic {
    /// In the order of the result.
    files: Vec<File>,
    /// Why the browser's engine is not available.
    missing: Option<String>,
    /// Whether a file that reaches a limit of the interpreter runs again.
    may_outgrow: bool,
    /// Whether the interpreter first has each file for a short time.
    has_trials: bool,
    /// Whether files that fail in the interpreter run again.
    checks_failures: bool,
}

#[derive(Debug)]
struct File {
    path: String,
    /// Why the browser's engine has it, if it does.
    why: Option<Why>,
    /// Whether the interpreter was to try it.
    was_tried: bool,
    /// Whether the interpreter was to run it, or ended it in its trial.
    was_here: bool,
    /// Whether the browser's engine found nothing that counts, so that the interpreter has it whole.
    is_back: bool,
    /// Whether the browser's engine was to run it.
    was_there: bool,
    /// The engine that counts.
    engine: Engine,
    /// What that engine found.
    result: Option<VerifyResult>,
}

/// Why the browser's engine has a file.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Why {
    /// Its environment has a DOM.
    WantsDom,
    /// The interpreter lacks this.
    Lacks(String),
    /// It reached a limit of the interpreter, which this sentence names.
    Outgrew(&'static str),
    /// It failed in the interpreter, for another reason.
    Failed,
}

impl Why {
    fn text(&self) -> &str {
        match self {
            Why::WantsDom => "its environment has a DOM",
            Why::Lacks(what) => what,
            Why::Outgrew(limit) => limit,
            Why::Failed => "more of it passes there",
        }
    }
}

/// What the host runs next. The numbers are those of files, counted from 0 in the order of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextRun {
    /// These files in the interpreter, each for a short time.
    Trial(Vec<usize>),
    /// These files in the interpreter.
    Interpreter(Vec<usize>),
    /// These files in the browser's engine.
    Browser(Vec<usize>),
    /// Nothing more.
    Nothing,
}

impl Automatic {
    /// Takes the files of a `test:`, as absolute paths in the order of the result. `environment` is that of the
    /// configuration. `refused` gives the known refusal of a file by the interpreter, for the same snapshot and
    /// options.
    #[must_use]
    pub fn new(
        snapshot: &Snapshot,
        environment: &str,
        files: impl IntoIterator<Item = String>,
        refused: impl Fn(&str) -> Option<String>,
    ) -> Automatic {
        let has_dom = |path: &str| {
            let text = snapshot.get(&VfsPath::parse(path).ok()?)?.text()?;
            dom_of(text, environment).map(|_| Why::WantsDom)
        };
        let file = |path: String| {
            let why = has_dom(&path).or_else(|| refused(&path).map(Why::Lacks));
            File {
                path,
                why,
                was_tried: false,
                was_here: false,
                is_back: false,
                was_there: false,
                engine: Engine::Boa,
                result: None,
            }
        };
        Automatic {
            files: files.into_iter().map(file).collect(),
            missing: None,
            may_outgrow: true,
            has_trials: false,
            checks_failures: false,
        }
    }

    /// These, where a file that reaches a limit of the interpreter has ended.
    #[must_use]
    pub fn with_final_limits(self) -> Automatic {
        Automatic { may_outgrow: false, ..self }
    }

    /// These, where the interpreter first has each file for a short time. The browser's engine is many times faster with what
    /// does not end in it. What does not end there either has its whole time in the interpreter.
    #[must_use]
    pub fn with_trials(self) -> Automatic {
        Automatic { has_trials: true, ..self }
    }

    /// These, where a file with a failure runs again in the browser's engine. The interpreter's result stays, unless more of
    /// the file passes there: an interpreter that differs from other engines must not fail a test.
    #[must_use]
    pub fn with_checks(self) -> Automatic {
        Automatic { checks_failures: true, ..self }
    }

    /// What to run next. A file that the host then reports no result for does not run again in the same engine.
    #[must_use]
    pub fn next_run(&mut self) -> NextRun {
        let is_missing = self.missing.is_some();
        let (mut tried, mut here, mut there) = (Vec::new(), Vec::new(), Vec::new());
        for (index, file) in self.files.iter().enumerate() {
            let is_for_browser = file.why.is_some() && !is_missing && !file.is_back;
            if is_for_browser && !file.was_there {
                there.push(index);
            } else if !is_for_browser && !file.was_here && file.engine == Engine::Boa {
                if self.has_trials && !file.was_tried { &mut tried } else { &mut here }.push(index);
            }
        }
        if !tried.is_empty() {
            tried.iter().for_each(|index| self.files[*index].was_tried = true);
            return NextRun::Trial(tried);
        }
        if !here.is_empty() {
            here.iter().for_each(|index| self.files[*index].was_here = true);
            return NextRun::Interpreter(here);
        }
        there.iter().for_each(|index| self.files[*index].was_there = true);
        if there.is_empty() { NextRun::Nothing } else { NextRun::Browser(there) }
    }

    /// Whether a file is known to need the browser's engine.
    #[must_use]
    pub fn needs_browser(&self) -> bool {
        self.files.iter().any(|file| file.why.is_some())
    }

    /// Records what an engine found in the file with this number.
    pub fn ended(&mut self, index: usize, engine: Engine, result: VerifyResult) {
        let (has_trials, why) = (self.has_trials, self.why_moved(&result));
        let Some(file) = self.files.get_mut(index) else { return };
        if engine == Engine::Boa {
            if has_trials && !file.was_here {
                // Only its time was that of a trial.
                file.was_here = result.code != Some(Code::Timeout);
            }
            if file.why.is_none() {
                file.why = why;
            }
        } else if let Some(before) = &file.result {
            let counts = match file.why {
                // It may be an endless loop or the like, or need what only the interpreter has.
                Some(Why::Outgrew(_)) => {
                    outgrown(&result).is_none() && !contradicts(&result, before) && !fails_to_load(&result)
                }
                Some(Why::Failed) => improves(&result, before),
                _ => passed(&result).len() >= passed(before).len(),
            };
            if !counts {
                // What the interpreter finds is not provisional.
                file.is_back = !file.was_here;
                return;
            }
        }
        file.engine = engine;
        file.result = Some(result);
    }

    /// Whether a file of which the interpreter found this runs again in the browser's engine.
    #[must_use]
    pub fn moves(&self, result: &VerifyResult) -> bool {
        self.missing.is_none() && self.why_moved(result).is_some()
    }

    fn why_moved(&self, result: &VerifyResult) -> Option<Why> {
        if let Some(what) = lacked(result) {
            return Some(Why::Lacks(what));
        }
        if let Some(limit) = outgrown(result).filter(|_| self.may_outgrow) {
            return Some(Why::Outgrew(limit));
        }
        (self.checks_failures && has_failed(result)).then_some(Why::Failed)
    }

    /// Records that the browser's engine is not available. The interpreter then has what it has not run yet, and
    /// what it found stays.
    pub fn browser_is_missing(&mut self, why: impl Into<String>) {
        self.missing.get_or_insert_with(|| why.into());
    }

    /// Absolute path of the file with this number.
    #[must_use]
    pub fn path(&self, index: usize) -> &str {
        self.files.get(index).map_or("", |file| &file.path)
    }

    /// The files that the interpreter refused, each with what it lacks. Whether a file reaches a limit may differ from run
    /// to run.
    pub fn refused(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|file| match &file.why {
            Some(Why::Lacks(what)) => Some((file.path.as_str(), what.as_str())),
            _ => None,
        })
    }

    /// What counts of the file with this number so far.
    #[must_use]
    pub fn result(&self, index: usize) -> Option<&VerifyResult> {
        self.files.get(index)?.result.as_ref()
    }

    /// Takes the results of all files, in order; `None` for a file without one.
    pub fn take_results(&mut self) -> Vec<Option<VerifyResult>> {
        self.files.iter_mut().map(|file| file.result.take()).collect()
    }

    /// Says in the joined result which engine had which file, and how many files lacked the browser's engine.
    pub fn describe(&self, whole: &mut VerifyResult) {
        whole.engine = Engine::Boa;
        if let Some(why) = &self.missing {
            let lacking = |file: &&File| {
                file.engine == Engine::Boa && file.why.as_ref().is_some_and(|why| *why != Why::Failed)
            };
            let count = self.files.iter().filter(lacking).count();
            if count > 0 {
                whole.warn([format!("{count} test file(s) need a browser: {why}")]);
            }
        }
        let moved = self.files.iter().filter(|file| file.engine == Engine::Browser);
        whole.engines = moved
            .map(|File { path, engine, why, .. }| FileEngine {
                file: path.clone(),
                engine: *engine,
                why: why.as_ref().map(Why::text).unwrap_or_default().to_owned(),
            })
            .collect();
    }
}

/// Which limit of the interpreter a file reached, if it did. The browser's engine is many times faster, its objects are
/// smaller and its stack is deeper.
fn outgrown(result: &VerifyResult) -> Option<&'static str> {
    let why = |code: Code| match code {
        Code::Timeout | Code::Budget => Some("the interpreter was too slow for it"),
        Code::Memory => Some("it reached the interpreter's limit of memory"),
        Code::Stack => Some("it reached the interpreter's limit of recursion"),
        Code::Crashed => Some("the interpreter failed at it"),
        _ => None,
    };
    let of_tests = || {
        let Output::Tests(entries) = &result.output else { return None };
        // The time of a single test is virtual: no engine is too slow for it.
        entries.iter().filter_map(|entry| entry.code).filter(|code| *code != Code::Timeout).find_map(why)
    };
    result.code.and_then(why).or_else(of_tests)
}

/// Whether a test, a suite or the file has failed.
fn has_failed(result: &VerifyResult) -> bool {
    let Output::Tests(entries) = &result.output else { return false };
    entries.iter().any(|entry| entry.state == TestState::Failed)
}

/// Whether something passes that failed before, and nothing fails that passed.
fn improves(result: &VerifyResult, before: &VerifyResult) -> bool {
    let failures = |result: &VerifyResult| match &result.output {
        Output::Tests(entries) => entries.iter().filter(|entry| entry.state == TestState::Failed).count(),
        _ => usize::MAX,
    };
    // A file that does not load has one failure, however many tests it has.
    let loads =
        fails_to_load(before) && !fails_to_load(result) && passed(result).len() > passed(before).len();
    let fails_less = loads || failures(result) < failures(before);
    result.code.is_none() && fails_less && !contradicts(result, before)
}

/// Whether a test has failed that passed before, or fewer pass than before. A test may have another title there.
fn contradicts(result: &VerifyResult, before: &VerifyResult) -> bool {
    let (failed, now, before) = (paths(result, TestState::Failed), passed(result), passed(before));
    before.iter().any(|path| failed.contains(path)) || now.len() < before.len()
}

fn passed(result: &VerifyResult) -> BTreeSet<&[String]> {
    paths(result, TestState::Passed)
}

/// The tests, suites and files in a state.
fn paths(result: &VerifyResult, state: TestState) -> BTreeSet<&[String]> {
    let Output::Tests(entries) = &result.output else { return BTreeSet::new() };
    entries.iter().filter(|entry| entry.state == state).map(|entry| entry.path.as_slice()).collect()
}

/// Whether a file has failed before its tests ran.
fn fails_to_load(result: &VerifyResult) -> bool {
    let Output::Tests(entries) = &result.output else { return true };
    entries.iter().any(|entry| entry.state == TestState::Failed && entry.scope == Scope::File)
}

/// What the interpreter lacks that the browser's engine has, if a file failed by that. Its code may have caught the refusal,
/// which a warning then tells.
fn lacked(result: &VerifyResult) -> Option<String> {
    let Output::Tests(entries) = &result.output else { return None };
    let mut failed = entries.iter().filter(|entry| entry.state == TestState::Failed);
    let found = failed.find_map(|entry| {
        let messages = entry.errors.iter().map(|error| error.message.as_str()).chain(entry.error.as_deref());
        let diffs = entry.errors.iter().filter_map(|error| error.diff.as_deref());
        messages.clone().find_map(browser_has).or_else(|| messages.chain(diffs).find_map(absent_in))
    });
    let of_whole = || result.error.as_deref().and_then(browser_has);
    let caught =
        || result.warnings.iter().filter(|_| !result.success).find_map(|warning| browser_has(warning));
    found.or_else(of_whole).or_else(caught).map(str::to_owned)
}
