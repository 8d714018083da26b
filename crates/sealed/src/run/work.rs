//! The running request and its current file.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use verdict_judge::{Fault, Found, RequestFacts, TestRun};
use verdict_protocol::{FileEvidence, Progress, ReadEvidence, ReadKind, Replay, TestConfig, VerifyResult};
use verdict_vfs::VfsPath;

use super::action::{Action, RunId};
use super::attempts::{Attempts, Lost};
use super::file::{End, FileRun, GuestRequest};
use super::reuse::Reuse;
use super::slot::Condition;
use super::{ENGINE, Job};
use crate::message::{GuestEvent, RunFile, SnapshotFile, ToGuest};
use crate::names::Loaded;
use crate::supply::{Absent, LoadError, Supplied};

/// Maximum number of recorded snapshot reads of one test file.
const MAX_READS: usize = 10_000;

/// Options that a guest does not receive, because they would reveal what the run is for.
const HOSTS_OWN: [&str; 5] = ["evidence", "entries", "material", "mutant", "pinnedImports"];

/// The stage of the current file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The file's modules must be prepared.
    Preparing,
    /// The file waits for the transformer.
    Lowering,
    /// The lock must be requested.
    Unlocked,
    /// The lock was requested.
    Locking,
    /// The file waits for an idle guest.
    Waiting,
    /// A guest runs the file.
    Running,
}

/// A running file and its guest.
pub(crate) struct Running {
    pub(crate) id: RunId,
    pub(crate) file: FileRun,
    /// Requests of the guest that are not fulfilled yet.
    wishes: VecDeque<GuestRequest>,
    /// Whether the guest was asked for a proof.
    proves: bool,
    /// Whether the guest had run other files and was proven clean.
    was_proven: bool,
}

/// The files that ran in reused guests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reused {
    /// How many ran in guests that were proven clean.
    pub(crate) proven: usize,
    /// Whether one ran in a guest without a proof.
    pub(crate) unproven: bool,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The outcome of fulfilling a guest's requests.
pub(crate) enum Granted {
    /// All requests are fulfilled.
    All,
    /// A request needs the transformer.
    Absent,
    /// The guest cannot continue without a module: the file runs again, in a guest that has it.
    Retry,
    /// The guest may not make this request.
    Never,
    /// The file is finished.
    Done,
}

#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) job: Job,
    pub(crate) run: TestRun,
    pub(crate) start: f64,
    pub(crate) reused: Reused,
    pub(crate) stage: Stage,
    /// Whether the lock is held or requested.
    pub(crate) locked: bool,
    pub(crate) running: Option<Running>,
    /// The runs of the current file that did not count.
    attempts: Attempts,
    config: Rc<TestConfig>,
    file: Option<(VfsPath, f64)>,
    supplied: Option<Supplied>,
    /// Tells which progress of its runs is new.
    replay: Replay,
    /// Snapshot files that its guests received.
    reads: BTreeSet<ReadEvidence>,
}

impl Work {
    pub(crate) fn new(job: Job, run: TestRun, now: f64) -> Work {
        Work {
            config: Rc::new(job.config.clone()),
            job,
            run,
            start: now,
            reused: Reused::default(),
            stage: Stage::Preparing,
            locked: false,
            running: None,
            attempts: Attempts::default(),
            file: None,
            supplied: None,
            replay: Replay::default(),
            reads: BTreeSet::new(),
        }
    }

    /// Moves on to the next file that runs, if there is one.
    pub(crate) fn next_file(&mut self, now: f64) -> Option<String> {
        let file = self.run.next_file()?;
        let name = file.to_string();
        self.file = Some((file, now));
        self.stage = Stage::Preparing;
        (self.attempts, self.replay) = (Attempts::default(), Replay::default());
        self.supplied = None;
        self.reads.clear();
        Some(name)
    }

    /// Releases the lock, if it is held or requested.
    pub(crate) fn unlock(&mut self, actions: &mut Vec<Action>) {
        if std::mem::take(&mut self.locked) {
            actions.push(Action::Unlock);
        }
    }

    /// Whether no other slot may run a file at the same time.
    pub(crate) fn is_alone(&self) -> bool {
        self.attempts.is_alone()
    }

    /// When the file times out.
    pub(crate) fn deadline(&self) -> Option<f64> {
        self.running.as_ref()?.file.deadline()
    }

    /// Prepares the modules of the file. Returns false if the transformer is needed first.
    pub(crate) fn prepare(&mut self) -> bool {
        let Some((file, _)) = &self.file else { return true };
        match self.job.modules.file(file, &self.config) {
            Ok(supplied) => {
                self.supplied = Some(supplied);
                self.stage = Stage::Unlocked;
                true
            }
            Err(Absent) => false,
        }
    }

    /// Runs the file in a guest.
    pub(crate) fn run_in(&mut self, id: RunId, guest: Condition, now: f64, actions: &mut Vec<Action>) {
        let proves = Reuse::of(&self.config) == Reuse::Proven;
        let Some((path, _)) = &self.file else { return };
        let Job { snapshot, limits, seed, .. } = &self.job;
        let mut file = FileRun::new(path, snapshot, &self.config, limits, now);
        let Supplied { setup, modules, files, dom, dom_options } = self.supplied.take().unwrap_or_default();
        file.loads(modules.iter().map(Loaded::of).collect());
        let snapshot = file.snapshot_file();
        if let Some((path, Some(_))) = &snapshot {
            self.reads.insert(snapshot_read(path.as_str()));
        }
        let snapshot = snapshot.map(|(path, text)| SnapshotFile { path: path.to_string(), text });
        let message = ToGuest::Run(Box::new(RunFile {
            file: path.to_string(),
            seed: self.job.config.seed(*seed),
            config: config_of(&self.job.config),
            setup,
            modules,
            snapshot: snapshot.unwrap_or_default(),
            files,
            dom,
            dom_options,
            max_tests: limits.tests,
            console_bytes: limits.console_bytes,
            needs: self.attempts.may_need(),
            prove: proves && dom.is_none(),
            eager: self.attempts.is_eager(),
        }));
        actions.push(Action::Send { run: id, message });
        let was_proven = guest == Condition::Proven;
        self.running =
            Some(Running { id, file, wishes: VecDeque::new(), proves: proves && dom.is_none(), was_proven });
        self.stage = Stage::Running;
        self.reused.proven += usize::from(was_proven);
        self.reused.unproven |= guest == Condition::Used;
    }

    /// Which guests may run the current file besides fresh ones.
    pub(crate) fn reuse(&self) -> Reuse {
        if self.attempts.needs_fresh() { Reuse::Never } else { Reuse::of(&self.config) }
    }

    /// In which condition the file leaves its guest, if the guest may run another.
    pub(crate) fn condition(&self, end: &End) -> Option<Condition> {
        let running = self.running.as_ref().filter(|_| matches!(end, End::GuestSnapshot))?;
        match Reuse::of(&self.config) {
            Reuse::Always => Some(Condition::Used),
            Reuse::Proven => {
                let clean = running.proves && running.wishes.is_empty() && running.file.is_clean();
                clean.then_some(Condition::Proven)
            }
            Reuse::Never => None,
        }
    }

    pub(crate) fn take(
        &mut self,
        events: Vec<GuestEvent>,
        quiet: bool,
        bytes: usize,
        now: f64,
    ) -> Result<(), Box<Fault>> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.file.heard(quiet && !self.attempts.is_eager(), now);
        let modules = &self.job.modules;
        let taken = running.file.take(events, bytes, now, &|id, at| modules.place(id, at));
        running.wishes.extend(std::mem::take(&mut running.file.wishes));
        taken
    }

    /// The progress to report.
    pub(crate) fn progress(&mut self) -> impl Iterator<Item = Action> + use<> {
        let progress = self.running.as_mut().map(|running| std::mem::take(&mut running.file.progress));
        let new = self.not_told(progress.unwrap_or_default());
        new.into_iter().map(|event| Action::Progress { event })
    }

    /// Drops progress that an earlier run of the file already reported.
    fn not_told(&mut self, progress: Vec<Progress>) -> Vec<Progress> {
        progress.into_iter().filter(|_| self.replay.is_new()).collect()
    }

    /// Fulfils the guest's requests in order.
    pub(crate) fn wishes(&mut self, actions: &mut Vec<Action>) -> Granted {
        let Some(running) = &mut self.running else { return Granted::All };
        let run = running.id;
        while let Some(wish) = running.wishes.pop_front() {
            let message = match &wish {
                GuestRequest::Done => return Granted::Done,
                GuestRequest::Need { importer, specifier } => {
                    let may = self.attempts.may_need() && self.job.modules.need(importer, specifier);
                    return if may { Granted::Retry } else { Granted::Never };
                }
                GuestRequest::ReadFile { n, path } => {
                    let path = VfsPath::parse(path).ok();
                    if let Some(path) = path.as_ref().filter(|_| self.reads.len() < MAX_READS) {
                        self.reads.insert(snapshot_read(path.as_str()));
                    }
                    let blob = path.and_then(|path| self.job.snapshot.get(&path));
                    let text = blob.and_then(|blob| std::str::from_utf8(blob.bytes()).ok());
                    ToGuest::File { n: *n, text: text.map(str::to_owned) }
                }
                GuestRequest::Load { n, importer, specifier } => {
                    match self.job.modules.load(importer, specifier) {
                        Ok(Ok(more)) => {
                            ToGuest::Loaded { n: *n, id: Some(more.id), modules: more.modules, error: None }
                        }
                        Ok(Err(error)) => not_loaded(*n, error),
                        Err(Absent) => {
                            running.wishes.push_front(wish);
                            return Granted::Absent;
                        }
                    }
                }
            };
            actions.push(Action::Send { run, message });
        }
        Granted::All
    }

    /// The transformer is loaded. With `why` it failed to load, and files that wait for it are refused.
    pub(crate) fn lowered(&mut self, why: Option<String>, actions: &mut Vec<Action>) {
        let Some((running, why)) = self.running.as_mut().zip(why) else { return };
        if let Some(GuestRequest::Load { n, .. }) = running.wishes.front() {
            let error = LoadError { name: "Error", message: why, code: None, at: None };
            actions.push(Action::Send { run: running.id, message: not_loaded(*n, error) });
            running.wishes.pop_front();
        }
    }

    /// Restarts the file, because it needs more modules. Returns the guest that ran it.
    pub(crate) fn again(&mut self, actions: &mut Vec<Action>) -> Option<RunId> {
        self.attempts.needed();
        self.restart(actions)
    }

    /// Restarts the file if its guest had run other files, which only a fresh guest cannot blame on them. Also
    /// restarts it if its reports leave open what ran when its guest ended. The new guest reports every start
    /// at once, so nothing stays open. Returns the guest that ran it.
    pub(crate) fn again_eagerly(&mut self, actions: &mut Vec<Action>) -> Option<RunId> {
        let Running { file, was_proven, .. } = self.running.as_ref()?;
        let (is_open, was_proven) = (file.is_open(), *was_proven);
        if self.attempts.guest_ended(is_open, was_proven) { self.restart(actions) } else { None }
    }

    fn restart(&mut self, actions: &mut Vec<Action>) -> Option<RunId> {
        self.replay.restart();
        self.unlock(actions);
        self.stage = Stage::Preparing;
        self.running.take().map(|running| running.id)
    }

    /// Handles the loss of the file's frame.
    pub(crate) fn lost(&mut self) -> Lost {
        let lost = self.attempts.frame_ended(self.stage);
        if lost != Lost::Retry {
            return lost;
        }
        self.running = None;
        if self.locked {
            // The next guest does not have the modules that this one loaded at run time.
            self.stage = Stage::Preparing;
        }
        self.replay.restart();
        lost
    }

    /// Records the outcome of the file.
    pub(crate) fn end_file(&mut self, end: End, now: f64) -> Vec<Progress> {
        let Some((path, start)) = self.file.take() else { return Vec::new() };
        let running = self.running.take().map(|running| running.file);
        // A file that never ran reports why not.
        let file = running
            .unwrap_or_else(|| FileRun::new(&path, &self.job.snapshot, &self.config, &self.job.limits, now));
        let (mut outcome, progress) = file.finish(end);
        if !self.config.evidence.is_off() {
            let mut evidence = FileEvidence { file: path.to_string(), ..self.job.modules.evidence() };
            evidence.truncated |= self.reads.len() >= MAX_READS;
            let mut reads = std::mem::take(&mut self.reads);
            reads.extend(evidence.reads);
            evidence.reads = reads.into_iter().collect();
            outcome.evidence = Some(Box::new(evidence));
        }
        let mut progress = self.not_told(progress);
        let passed = self.run.take(&path, outcome, now - start);
        progress.push(Progress::FileFinished { file: path.to_string(), passed });
        progress
    }
}

fn config_of(config: &TestConfig) -> serde_json::Value {
    let mut json = serde_json::to_value(config).unwrap_or_default();
    if let Some(pattern) = &config.test_name_pattern {
        json["testNamePattern"] = serde_json::json!({ "source": pattern.source, "flags": pattern.flags });
    }
    if let Some(json) = json.as_object_mut() {
        json.retain(|key, _| !HOSTS_OWN.contains(&key.as_str()));
    }
    json
}

/// The read of a snapshot file, as evidence.
fn snapshot_read(path: &str) -> ReadEvidence {
    ReadEvidence { path: path.to_owned(), kind: ReadKind::Snapshot, by: None }
}

fn not_loaded(n: u64, error: LoadError) -> ToGuest {
    ToGuest::Loaded { n, id: None, modules: Vec::new(), error: Some(error) }
}

/// Builds the answer to a request.
pub(crate) fn answer(mut found: Found, job: &Job, total_ms: f64, reused: Reused) -> VerifyResult {
    found.engine = ENGINE;
    found.reused = reused.unproven;
    found.warnings.clone_from(&job.warnings);
    if let (Some(evidence), Some(division)) = (&mut found.evidence, &job.division) {
        division.describe(evidence);
    }
    let asked = RequestFacts { command: &job.command, root: job.snapshot.root(), limits: &job.limits };
    let mut result = found.answer(asked, total_ms);
    result.timing.reused = reused.proven;
    result
}
