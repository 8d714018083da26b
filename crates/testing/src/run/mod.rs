//! Running one file: load, collect, run every test with its hooks, judge.

mod attempt;
mod collecting;
mod faults;
mod suite;

use std::collections::BTreeMap;
use std::rc::Rc;

use verdict_protocol::{
    Code, ConsoleEntry, ConsoleLog, ConsolePolicy, Limits, Location, TestConfig, TestEntry,
};
use verdict_sandbox::{Guest, GuestOptions, SourceHook, Stop};
use verdict_vfs::{Snapshot, VfsPath};

use crate::collect::{Collector, ROOT};
use crate::event::{Event, Plan, TestId};
use crate::judge::Judge;
use crate::place::Places;
use crate::shim::Shim;
use crate::state::{Phase, State};

/// What a file is run with.
#[derive(Clone)]
pub struct TestEnv<'a> {
    /// The files that `import` finds.
    pub snapshot: &'a Snapshot,
    /// What the file may use.
    pub limits: &'a Limits,
    /// Times and policies.
    pub config: &'a TestConfig,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// What stands between source text and the engine's parser.
    pub source_hook: Rc<dyn SourceHook>,
    /// Real milliseconds from any origin. For [`FileOutcome::real_ms`] only: no verdict depends on it.
    pub now: &'a dyn Fn() -> f64,
}

impl std::fmt::Debug for TestEnv<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TestEnv")
            .field("config", &self.config)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// Why a file is no pass, beyond what its tests say: it could not be loaded, a limit stopped it, nothing of it
/// ran, `.only` was left in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The stable code; `None` for something that was thrown or rejected outside tests.
    pub code: Option<Code>,
    /// Why, in a sentence.
    pub message: String,
    /// Where, if that is known.
    pub location: Option<Location>,
}

/// The outcome of one file. It passed if no entry failed and there is no failure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FileOutcome {
    /// Tests in the order of declaration, then suites and the file where something of theirs failed.
    pub entries: Vec<TestEntry>,
    /// Real milliseconds of each entry, in the same order; 0 for what did not run.
    pub real_ms: Vec<f64>,
    /// Why the file is no pass, beyond what its tests say.
    pub failure: Option<Failure>,
    /// What was printed.
    pub console: ConsoleLog,
}

/// Runs a test file of the snapshot in a realm of its own. `progress` sees each test as it ends; the entries of
/// the outcome are what counts. Nothing that the guest does makes this panic, hang or lose a test.
pub fn run_file(path: &VfsPath, env: &TestEnv<'_>, progress: &mut dyn FnMut(&TestEntry)) -> FileOutcome {
    let mut options =
        GuestOptions::new(env.snapshot.clone(), env.limits.clone(), Rc::clone(&env.source_hook));
    options.seed = env.seed;
    options.console = env.config.console;
    options.env = env.config.env.clone();
    let set_up = Guest::new(options).and_then(|mut guest| {
        let state = install(path, env, &mut guest)?;
        Ok((guest, state))
    });
    let (guest, state) = match set_up {
        Ok(parts) => parts,
        Err(stop) => {
            let failure = Failure { code: stop.code(), message: stop.to_string(), location: stop.location() };
            return FileOutcome { failure: Some(failure), ..FileOutcome::default() };
        }
    };
    let mut run = Run {
        guest,
        state,
        env,
        file: path.clone(),
        progress,
        plans: Vec::new(),
        order: Vec::new(),
        real_ms: Vec::new(),
        stopped: None,
    };
    run.file();
    run.outcome()
}

fn install(path: &VfsPath, env: &TestEnv<'_>, guest: &mut Guest) -> Result<Rc<State>, Stop> {
    let max_tests = usize::try_from(env.limits.tests).unwrap_or(usize::MAX);
    let result = (|| {
        let context = guest.context();
        crate::intrinsics::Intrinsics::install(context)?;
        let shim = Shim::new(context)?;
        let places = Places::new(env.snapshot.clone());
        let state = State::new(Judge::new(path), Collector::new(max_tests), shim, places);
        context.insert_data(Rc::clone(&state));
        let exports = crate::globals::install(&state, context)?;
        Ok((state, exports))
    })();
    let (state, exports) = result.map_err(|error| verdict_sandbox::stop(error, guest.context()))?;
    let exports: Vec<(&str, boa_engine::JsValue)> =
        exports.iter().map(|(name, value)| (*name, value.clone())).collect();
    for specifier in ["vitest", "@jest/globals"] {
        guest.define_module(specifier, &exports);
    }
    Ok(state)
}

/// A file that is running.
struct Run<'a> {
    guest: Guest,
    state: Rc<State>,
    env: &'a TestEnv<'a>,
    file: VfsPath,
    progress: &'a mut dyn FnMut(&TestEntry),
    /// By place in the collector.
    plans: Vec<Plan>,
    /// The number of each test in the order of declaration, by place in the collector.
    order: Vec<TestId>,
    /// By [`TestId`].
    real_ms: Vec<f64>,
    /// The code of a limit after which guest code cannot run.
    stopped: Option<Code>,
}

impl Run<'_> {
    fn file(&mut self) {
        self.guest.set_label(Some(self.file.to_string()), None);
        let loaded = self.guest.load(&self.file.clone());
        if let Err(stop) = &loaded {
            self.load_failed(stop);
        } else {
            self.collect_suites();
        }
        self.state.phase.set(Phase::Between);
        self.take_unhandled();
        self.announce();
        if loaded.is_ok() {
            self.suite(ROOT);
            self.take_unhandled();
        }
    }

    /// Timers that are still set end with the file. They are no failure, but somebody should know: a line of the
    /// console says so.
    fn open_handles(&self) -> Option<ConsoleEntry> {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for handle in self.guest.open_handles() {
            *kinds.entry(handle.kind).or_default() += 1;
        }
        if kinds.is_empty() || self.env.config.console != ConsolePolicy::Keep {
            return None;
        }
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        Some(ConsoleEntry {
            level: "warn".to_owned(),
            text: format!("Timers still set at the end of the file: {}", kinds.join(", ")),
            file: Some(self.file.to_string()),
            test: None,
        })
    }

    fn load_failed(&mut self, stop: &Stop) {
        let fault = self.fault(stop, "");
        if self.is_final(stop) {
            self.stop(stop);
        }
        self.state.log(Event::LoadFailed(fault));
    }

    fn outcome(self) -> FileOutcome {
        let open = self.open_handles();
        let Run { mut guest, state, env, real_ms, file, .. } = self;
        let mut console = guest.take_console();
        console.total += u64::from(open.is_some());
        console.entries.extend(open);
        let judge = state.judge.replace(Judge::new(&file));
        let (entries, failure) = judge.verdict(env.config);
        let real_ms = entries
            .iter()
            .map(|(test, _)| test.and_then(|test| real_ms.get(test.0).copied()).unwrap_or_default())
            .collect();
        let entries = entries.into_iter().map(|(_, entry)| entry).collect();
        FileOutcome { entries, real_ms, failure, console }
    }
}
