//! Runs one file: loads it, collects its tests, runs each with its hooks, and judges.

mod around;
mod attempt;
mod collecting;
mod context;
mod faults;
mod fixtures;
mod handed;
mod helpers;
mod random;
mod setup;
mod suite;
mod timer;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use verdict_judge::{Event, Failure, FileOutcome, Judge, Plan, Seen, Snapshots, SourceLocations, TestId};
use verdict_memory::Meter;
use verdict_protocol::{
    Code, ConsoleEntry, ConsolePolicy, EvidenceLevel, FileEvidence, LimitPhase, Limits, Replay, Scope,
    SnapshotReport, TestConfig, TestEvidence, TestState,
};
use verdict_sandbox::{
    Guest, GuestOptions, IsSubject, Label, MORE, Recorded, Rerun, SourceHook, Stop, TEST_API,
};
use verdict_vfs::{Snapshot, TEST_API_MODULES, VfsPath};

use crate::collect::ROOT;
use crate::evidence::Recorder;
use crate::shim::Shim;
use crate::state::{Doing, Phase, State};

/// The environment of a file's run.
#[derive(Clone)]
pub struct TestEnv<'a> {
    /// The files that `import` resolves to.
    pub snapshot: &'a Snapshot,
    /// The limits of the file.
    pub limits: &'a Limits,
    /// The configuration.
    pub config: &'a TestConfig,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// Prepares source text for the engine's parser.
    pub source_hook: Rc<dyn SourceHook>,
    /// Real milliseconds from any origin. Used for [`FileOutcome::real_ms`] only: no verdict depends on it.
    pub now: &'a dyn Fn() -> f64,
    /// The files that must not see the test API (`config.sealed_api`): the subject and undecided files.
    /// Without it, all files are test material.
    pub sealed_from: Option<IsSubject>,
    /// Measures the host's memory.
    pub meter: Option<&'static dyn Meter>,
    /// The files of the subject, for evidence; undecided files are not among them.
    pub is_subject: IsSubject,
}

impl std::fmt::Debug for TestEnv<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TestEnv")
            .field("config", &self.config)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

impl TestEnv<'_> {
    /// The files that must not see the test API, if it is sealed.
    fn sealed_from(&self) -> Option<IsSubject> {
        let nothing = || -> IsSubject { Rc::new(|_| false) };
        self.config.sealed_api.then(|| self.sealed_from.clone().unwrap_or_else(nothing))
    }
}

/// Runs a test file of the snapshot in its own realm. `progress` is called when each test starts and ends;
/// only the outcome's entries count. No guest code can make this function panic, hang or lose a test.
pub fn run_file(path: &VfsPath, env: &TestEnv<'_>, progress: &mut dyn FnMut(Seen<'_>)) -> FileOutcome {
    let mut manner = Manner::default();
    let (mut replay, mut runs) = (Replay::default(), 1_usize);
    let mut recorded = Recorded::default();
    let run = loop {
        replay.restart();
        let mut tell = |seen: Seen<'_>| {
            if replay.is_new() {
                progress(seen);
            }
        };
        let mut run = ran(path, env, Some(again(path, env, &manner)), &manner, &mut tell);
        if let Ok(run) = &mut run {
            recorded.append(run.guest.take_recorded());
        }
        let anew =
            run.as_ref().ok().filter(|_| runs < MAX_RUNS).and_then(|run| otherwise(path, env, run, &manner));
        match anew {
            // What the previous run holds would count towards the memory limit.
            Some(anew) => (manner, runs) = (anew, runs + 1),
            None => break run.map(Run::outcome),
        }
    };
    let mut outcome = match run {
        Ok(outcome) => outcome,
        Err(stop) => {
            let failure = Failure { code: stop.code(), message: stop.to_string(), location: stop.location() };
            let limit = stop.reached(env.limits, LimitPhase::Load);
            FileOutcome { failure: Some(failure), limit, ..FileOutcome::default() }
        }
    };
    if !env.config.evidence.is_off() {
        let evidence = outcome.evidence.get_or_insert_default();
        evidence.file = path.to_string();
        evidence.imports = recorded.imports();
        evidence.reads = recorded.reads();
        evidence.truncated |= recorded.is_truncated();
    }
    outcome
}

/// Virtual milliseconds after the last test in which pending timers still fire, and the maximum number of
/// them.
const LEFT_BEHIND_MS: f64 = 1_000.0;
const MOST_LEFT_BEHIND: u32 = 10_000;

/// Maximum number of runs of one file. Each run may uncover more for the next one.
const MAX_RUNS: usize = 5;

/// The engine workarounds of a run, as found necessary by earlier runs.
#[derive(Clone, Default)]
struct Manner {
    /// Whether guest code can catch recursion errors.
    caught: bool,
    /// Property names read without the engine's cache.
    uncached: Rc<BTreeSet<String>>,
}

/// The workarounds for another run, if one is necessary.
fn otherwise(path: &VfsPath, env: &TestEnv<'_>, run: &Run<'_>, manner: &Manner) -> Option<Manner> {
    let mut other = manner.clone();
    if let Some(uncached) = run.guest.more_uncached() {
        other.uncached = Rc::new(uncached);
        return Some(other);
    }
    other.caught = !manner.caught && (run.guest.recursed() || recursed_unseen(path, env, run, manner));
    other.caught.then_some(other)
}

/// Runs a file to its end, or until it recurses too deeply without being able to catch that.
fn ran<'a>(
    path: &VfsPath,
    env: &'a TestEnv<'a>,
    again: Option<Rerun>,
    manner: &Manner,
    progress: &'a mut dyn FnMut(Seen<'_>),
) -> Result<Run<'a>, Stop> {
    let mut options =
        GuestOptions::new(env.snapshot.clone(), env.limits.clone(), Rc::clone(&env.source_hook));
    options.seed = env.seed;
    options.console = env.config.console;
    options.env = env.config.env.clone();
    options.meter = env.meter;
    options.sealed_from = env.sealed_from();
    options.evidence = env.config.evidence;
    options.is_subject = (env.config.evidence >= EvidenceLevel::Full).then(|| Rc::clone(&env.is_subject));
    options.has_runner_modules = env.config.written_for.is_some();
    // That of Jest takes no writes.
    options.has_require_cache = !env.config.is_for_jest() && !env.config.sealed_api;
    options.again = again;
    options.catch_recursion = manner.caught;
    options.uncached = Rc::clone(&manner.uncached);
    let mut guest = Guest::new(options)?;
    let state = install(path, env, &mut guest)?;
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
        file_fixtures: BTreeMap::new(),
        last_thrown: None,
        caught: manner.caught,
        helpers: helpers::Helpers::default(),
    };
    run.file();
    Ok(run)
}

/// Whether an async function that nothing awaits recursed too deeply. If so, a run with more calls takes a
/// different number of instructions.
fn recursed_unseen(path: &VfsPath, env: &TestEnv<'_>, run: &Run<'_>, manner: &Manner) -> bool {
    if !run.guest.is_suspicious() || run.stopped.is_some() {
        return false;
    }
    let recursion = env.limits.recursion.saturating_add(MORE);
    let limits = Limits { recursion, ..env.limits.clone() };
    // What the first run holds would count towards the memory limit.
    let env = TestEnv { limits: &limits, now: &|| 0.0, meter: None, ..env.clone() };
    let other = ran(path, &env, None, manner, &mut |_| {}).map(|other| other.guest.instructions_remaining());
    other.is_ok_and(|left| left != run.guest.instructions_remaining())
}

/// Repeats the run under other limits.
fn again(path: &VfsPath, env: &TestEnv<'_>, manner: &Manner) -> Rerun {
    let (path, snapshot, config, seed) = (path.clone(), env.snapshot.clone(), env.config.clone(), env.seed);
    let (source_hook, manner) = (Rc::clone(&env.source_hook), manner.clone());
    let (sealed_from, is_subject) = (env.sealed_from.clone(), Rc::clone(&env.is_subject));
    Rc::new(move |limits| {
        let env = TestEnv {
            snapshot: &snapshot,
            limits,
            config: &config,
            seed,
            source_hook: Rc::clone(&source_hook),
            sealed_from: sealed_from.clone(),
            now: &|| 0.0,
            // What the first run holds would count towards the memory limit.
            meter: None,
            is_subject: Rc::clone(&is_subject),
        };
        ran(&path, &env, None, &manner, &mut |_| {}).map_or_else(|_| Vec::new(), |run| run.guest.waits())
    })
}

fn install(path: &VfsPath, env: &TestEnv<'_>, guest: &mut Guest) -> Result<Rc<State>, Stop> {
    let result = (|| {
        let context = guest.context();
        crate::intrinsics::Intrinsics::install(context)?;
        let shim = Shim::new(context)?;
        let places = Rc::new(SourceLocations::new(env.snapshot.clone()));
        let snapshots = Snapshots::new(env.snapshot.clone(), path.clone(), env.config);
        let judge = Judge::new(path, env.config, Rc::clone(&places));
        let recorder = Recorder::new(env.config, env.snapshot, &env.source_hook, &env.is_subject);
        let state = State::new(judge, env.limits, env.config, shim, places, snapshots, recorder);
        crate::vi::configure(&state, env.config);
        state.vi.seed.set(env.seed);
        context.insert_data(Rc::clone(&state));
        let exports = crate::globals::install(&state, env.config.has_jest(), context)?;
        Ok((state, exports))
    })();
    let (state, exports) = result.map_err(|error| verdict_sandbox::stop(error, guest.context()))?;
    let exports: Vec<(&str, boa_engine::JsValue)> =
        exports.iter().map(|(name, value)| (*name, value.clone())).collect();
    for specifier in TEST_API_MODULES.into_iter().chain([TEST_API]) {
        guest.define_module(specifier, &exports);
        guest.reserve_module(specifier);
    }
    crate::vi::mock_modules(&state, env.snapshot, guest);
    Ok(state)
}

/// A running file.
struct Run<'a> {
    guest: Guest,
    state: Rc<State>,
    env: &'a TestEnv<'a>,
    file: VfsPath,
    progress: &'a mut dyn FnMut(Seen<'_>),
    /// The plans, by index in the collector.
    plans: Vec<Plan>,
    /// The number of each test in declaration order, by index in the collector.
    order: Vec<TestId>,
    /// Real milliseconds, by [`TestId`].
    real_ms: Vec<f64>,
    /// Code of the limit after which guest code cannot continue.
    stopped: Option<Code>,
    /// Fixtures that live as long as the file, by their set.
    file_fixtures: BTreeMap<usize, fixtures::Made>,
    /// The last error that the running attempt threw.
    last_thrown: Option<boa_engine::JsValue>,
    /// Whether guest code can catch recursion errors.
    caught: bool,
    /// Helpers that the subject must not change.
    helpers: helpers::Helpers,
}

impl Run<'_> {
    fn file(&mut self) {
        self.guest.set_label(self.label(None));
        let is_known = match self.set_up().and_then(|()| self.guest.load_test_file(&self.file.clone())) {
            Ok(()) => {
                self.watch_helpers();
                self.collect_suites()
            }
            Err(stop) => {
                // The refusal is already the reason why the file does not load.
                self.guest.take_refused();
                self.load_failed(&stop);
                false
            }
        };
        self.state.phase.set(Phase::Between);
        self.take_unhandled();
        self.announce();
        if is_known {
            self.tell(Seen::Collected(self.order.len()));
            self.suite(ROOT);
            self.take_unhandled();
            self.run_out();
        }
    }

    /// Fires timers that tests left behind and that are due soon. An error they throw fails the file, under
    /// the name of the test that set them.
    fn run_out(&mut self) {
        if self.stopped.is_some() {
            return;
        }
        self.guest.set_label(self.label(None));
        self.state.phase.set(Phase::Between);
        if let Err(stop) = self.guest.run_out(LEFT_BEHIND_MS, MOST_LEFT_BEHIND) {
            let fault = self.fault(&stop, "");
            self.state.fault(fault);
            if self.is_final(&stop) {
                self.stop(&stop);
            }
        }
        self.take_unhandled();
    }

    /// Reports progress, unless the run will be repeated.
    fn tell(&mut self, seen: Seen<'_>) {
        if self.caught || !self.guest.recursed() {
            (self.progress)(seen);
        }
    }

    /// A console line that lists the timers still pending at the end of the file. They are no failure.
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

    /// The label of guest code that runs for a test, or for the file.
    fn label(&self, test: Option<TestId>) -> Label {
        let test = test.map(|id| (id.0, self.test_name(id)));
        Label { file: Some(self.file.to_string()), test }
    }

    /// Sets the current step.
    fn doing(&self, doing: Doing) {
        self.state.doing.replace(doing);
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
        let judge = state.judge.replace(Judge::new(&file, env.config, Rc::clone(&state.places)));
        let limit = judge.limit();
        let loaded = judge.loaded();
        let (entries, failure) = judge.verdict(env.config);
        let unfinished: Vec<Vec<String>> = entries
            .iter()
            .filter(|(_, entry)| entry.state != TestState::Passed)
            .map(|(_, entry)| entry.path.clone())
            .collect();
        let snapshots = if loaded { state.snapshots.report(&unfinished) } else { SnapshotReport::default() };
        let real_ms = entries
            .iter()
            .map(|(test, _)| test.and_then(|test| real_ms.get(test.0).copied()).unwrap_or_default())
            .collect();
        let (mut called, cut) = guest.called();
        let evidence = state.recorder.as_ref().map(|recorder| {
            let tests = entries.iter().filter_map(|(test, entry)| Some(((*test)?, entry)));
            let tests = tests.filter(|(_, entry)| entry.scope == Scope::Test);
            let tests = tests.map(|(test, entry)| TestEvidence {
                path: entry.path.clone(),
                assertions: recorder.of(test),
                functions: called.remove(&test.0).unwrap_or_default(),
            });
            let tests = tests.collect();
            let truncated = cut || recorder.is_truncated();
            Box::new(FileEvidence { tests, truncated, ..FileEvidence::default() })
        });
        let entries = entries.into_iter().map(|(_, entry)| entry).collect();
        let refusals = guest.take_refusals();
        FileOutcome { entries, real_ms, failure, limit, console, snapshots, refusals, evidence }
    }
}
