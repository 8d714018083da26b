//! The request that runs, and the file of it that is on.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use verdict_judge::{Asked, Fault, Found, TestRun};
use verdict_protocol::{FileEvidence, Progress, ReadEvidence, ReadKind, TestConfig, VerifyResult};
use verdict_vfs::VfsPath;

use super::action::{Action, RunId};
use super::file::{End, FileRun, Wish};
use super::modules::Supplied;
use super::{ENGINE, Job};
use crate::graph::LoadError;
use crate::message::{GuestEvent, RunFile, SnapshotFile, ToGuest};
use crate::names::Loaded;

/// Frames that a file may lose before anything of it ran.
const MAX_LOST: u32 = 3;

/// Guests that a file may cost by asking for modules at once.
const MAX_NEEDS: u32 = 64;

/// Files of snapshots that one test file may be noted to have asked for.
const MAX_READS: usize = 10_000;

/// What of the configuration is no business of a guest: it would tell it what it is run for.
const HOSTS_OWN: [&str; 5] = ["evidence", "entries", "material", "mutant", "pinnedImports"];

/// How far the file is that is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Its modules are to be made ready.
    Preparing,
    /// What lowers one of them is waited for.
    Lowering,
    /// The lock is to be asked for.
    Unlocked,
    /// The lock is waited for.
    Locking,
    /// A guest is waited for.
    Waiting,
    /// It runs.
    Running,
}

/// A file that runs, and where.
pub(crate) struct Running {
    pub(crate) id: RunId,
    pub(crate) file: FileRun,
    /// What the guest wants and did not get yet.
    wishes: VecDeque<Wish>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").field("id", &self.id).finish_non_exhaustive()
    }
}

/// What became of a file whose frame ended.
pub(crate) enum Lost {
    /// It runs again.
    Again,
    /// It ended two frames.
    Blamed,
    /// Frames end by themselves.
    Hopeless,
}

/// What became of the wishes of a guest.
pub(crate) enum Granted {
    /// They are granted.
    All,
    /// One needs the transformer.
    Absent,
    /// It cannot go on without one: the file runs again, in a guest that has what was asked for.
    Again,
    /// It must not want that.
    Never,
    /// The file is told.
    Done,
}

#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) job: Job,
    pub(crate) run: TestRun,
    pub(crate) start: f64,
    /// Whether a file ran in a guest that another had run in.
    pub(crate) reused: bool,
    pub(crate) stage: Stage,
    /// Whether the lock is held or asked for.
    pub(crate) locked: bool,
    pub(crate) running: Option<Running>,
    /// Frames that ended while the file that is on ran.
    deaths: u32,
    config: Rc<TestConfig>,
    file: Option<(VfsPath, f64)>,
    supplied: Option<Supplied>,
    /// Frames that ended before it did.
    lost: u32,
    /// Guests that asked for what they did not have.
    needs: u32,
    /// Whether its guest has to say at once what begins.
    eager: bool,
    /// What was told of it in all its runs, and in this one: equal runs tell equal things.
    told: usize,
    telling: usize,
    /// Snapshots that were given to its guests.
    reads: BTreeSet<ReadEvidence>,
}

impl Work {
    pub(crate) fn new(job: Job, run: TestRun, now: f64) -> Work {
        Work {
            config: Rc::new(job.config.clone()),
            job,
            run,
            start: now,
            reused: false,
            stage: Stage::Preparing,
            locked: false,
            running: None,
            deaths: 0,
            file: None,
            supplied: None,
            lost: 0,
            needs: 0,
            eager: false,
            told: 0,
            telling: 0,
            reads: BTreeSet::new(),
        }
    }

    /// Takes up the next file, if there is one that runs.
    pub(crate) fn next_file(&mut self, now: f64) -> Option<String> {
        let file = self.run.next_file()?;
        let name = file.to_string();
        self.file = Some((file, now));
        self.stage = Stage::Preparing;
        (self.deaths, self.lost, self.needs) = (0, 0, 0);
        (self.told, self.telling, self.eager) = (0, 0, false);
        self.supplied = None;
        self.reads.clear();
        Some(name)
    }

    /// Gives the lock back, if it is held or asked for.
    pub(crate) fn unlock(&mut self, actions: &mut Vec<Action>) {
        if std::mem::take(&mut self.locked) {
            actions.push(Action::Unlock);
        }
    }

    /// Whether no other slot may run a file beside it.
    pub(crate) fn is_alone(&self) -> bool {
        self.deaths + self.lost > 0
    }

    /// When the file is given up.
    pub(crate) fn deadline(&self) -> Option<f64> {
        self.running.as_ref()?.file.deadline()
    }

    /// Makes the modules of the file ready. Gives whether that could be done.
    pub(crate) fn prepare(&mut self) -> bool {
        let Some((file, _)) = &self.file else { return true };
        match self.job.modules.file(file, &self.config) {
            Ok(supplied) => {
                self.supplied = Some(supplied);
                self.stage = Stage::Unlocked;
                true
            }
            Err(super::Absent) => false,
        }
    }

    /// Has the file run in a guest.
    pub(crate) fn run_in(&mut self, id: RunId, used: bool, now: f64, actions: &mut Vec<Action>) {
        let Some((path, _)) = &self.file else { return };
        let Job { snapshot, limits, seed, .. } = &self.job;
        let mut file = FileRun::new(path, snapshot, &self.config, limits, now);
        let Supplied { setup, modules, files, dom } = self.supplied.take().unwrap_or_default();
        file.loads(modules.iter().map(Loaded::of).collect());
        let snapshot = file.snapshot_file();
        if let Some((path, Some(_))) = &snapshot {
            self.reads.insert(snapshot_read(path.as_str()));
        }
        let snapshot = snapshot.map(|(path, text)| SnapshotFile { path: path.to_string(), text });
        let message = ToGuest::Run(Box::new(RunFile {
            file: path.to_string(),
            seed: *seed,
            config: config_of(&self.job.config),
            setup,
            modules,
            snapshot: snapshot.unwrap_or_default(),
            files,
            dom,
            max_tests: limits.tests,
            console_bytes: limits.console_bytes,
            needs: self.needs < MAX_NEEDS,
            eager: self.eager,
        }));
        actions.push(Action::Send { run: id, message });
        self.running = Some(Running { id, file, wishes: VecDeque::new() });
        self.stage = Stage::Running;
        self.reused |= used;
    }

    pub(crate) fn take(
        &mut self,
        events: Vec<GuestEvent>,
        quiet: bool,
        bytes: usize,
        now: f64,
    ) -> Result<(), Box<Fault>> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.file.heard(quiet && !self.eager, now);
        let modules = &self.job.modules;
        let taken = running.file.take(events, bytes, now, &|id, at| modules.place(id, at));
        running.wishes.extend(std::mem::take(&mut running.file.wishes));
        taken
    }

    /// What there is to tell.
    pub(crate) fn progress(&mut self) -> impl Iterator<Item = Action> + use<> {
        let progress = self.running.as_mut().map(|running| std::mem::take(&mut running.file.progress));
        let new = self.not_told(progress.unwrap_or_default());
        new.into_iter().map(|event| Action::Progress { event })
    }

    /// Without what a run of the file before this one told.
    fn not_told(&mut self, progress: Vec<Progress>) -> Vec<Progress> {
        let known = self.told.saturating_sub(self.telling).min(progress.len());
        self.telling += progress.len();
        self.told = self.told.max(self.telling);
        progress.into_iter().skip(known).collect()
    }

    /// Gives the guest what it wants, in order.
    pub(crate) fn wishes(&mut self, actions: &mut Vec<Action>) -> Granted {
        let Some(running) = &mut self.running else { return Granted::All };
        let run = running.id;
        while let Some(wish) = running.wishes.pop_front() {
            let message = match &wish {
                Wish::Done => return Granted::Done,
                Wish::Need { importer, specifier } => {
                    let may = self.needs < MAX_NEEDS && self.job.modules.need(importer, specifier);
                    return if may { Granted::Again } else { Granted::Never };
                }
                Wish::ReadFile { n, path } => {
                    let path = VfsPath::parse(path).ok();
                    if let Some(path) = path.as_ref().filter(|_| self.reads.len() < MAX_READS) {
                        self.reads.insert(snapshot_read(path.as_str()));
                    }
                    let blob = path.and_then(|path| self.job.snapshot.get(&path));
                    let text = blob.and_then(|blob| std::str::from_utf8(blob.bytes()).ok());
                    ToGuest::File { n: *n, text: text.map(str::to_owned) }
                }
                Wish::Load { n, importer, specifier } => match self.job.modules.load(importer, specifier) {
                    Ok(Ok(more)) => {
                        ToGuest::Loaded { n: *n, id: Some(more.id), modules: more.modules, error: None }
                    }
                    Ok(Err(error)) => not_loaded(*n, error),
                    Err(super::Absent) => {
                        running.wishes.push_front(wish);
                        return Granted::Absent;
                    }
                },
            };
            actions.push(Action::Send { run, message });
        }
        Granted::All
    }

    /// The transformer is there, or why it is not: then what waits for it is refused.
    pub(crate) fn lowered(&mut self, why: Option<String>, actions: &mut Vec<Action>) {
        let Some((running, why)) = self.running.as_mut().zip(why) else { return };
        if let Some(Wish::Load { n, .. }) = running.wishes.front() {
            let error = LoadError { name: "Error", message: why, code: None, at: None };
            actions.push(Action::Send { run: running.id, message: not_loaded(*n, error) });
            running.wishes.pop_front();
        }
    }

    /// The file runs from its start again, since it needs more. Gives the guest that ran it.
    pub(crate) fn again(&mut self, actions: &mut Vec<Action>) -> Option<RunId> {
        self.needs += 1;
        self.restart(actions)
    }

    /// The file runs from its start again if what it told leaves open what ran when its guest ended: this time the guest
    /// says it at once, and nothing is left open. Gives the guest that ran it.
    pub(crate) fn again_eagerly(&mut self, actions: &mut Vec<Action>) -> Option<RunId> {
        if !self.running.as_ref()?.file.is_open() {
            return None;
        }
        self.eager = true;
        self.restart(actions)
    }

    fn restart(&mut self, actions: &mut Vec<Action>) -> Option<RunId> {
        self.telling = 0;
        self.unlock(actions);
        self.stage = Stage::Preparing;
        self.running.take().map(|running| running.id)
    }

    /// The frame of the file ended.
    pub(crate) fn lost(&mut self) -> Lost {
        match self.stage {
            // A file may end its frame before it says a word. Who does so again is to be known.
            Stage::Running => {
                self.deaths += 1;
                self.eager = true;
            }
            Stage::Waiting => self.lost += 1,
            // It was not about to run.
            _ => {}
        }
        if self.deaths > 1 {
            return Lost::Blamed;
        }
        if self.lost >= MAX_LOST {
            return Lost::Hopeless;
        }
        self.running = None;
        if self.locked {
            // What the guest had asked for beside is not known of the next one.
            self.stage = Stage::Preparing;
        }
        self.telling = 0;
        Lost::Again
    }

    /// Takes what the file came to.
    pub(crate) fn end_file(&mut self, end: End, now: f64) -> Vec<Progress> {
        let Some((path, start)) = self.file.take() else { return Vec::new() };
        let running = self.running.take().map(|running| running.file);
        // One that never ran says why not.
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

/// A file that the test API reads.
fn snapshot_read(path: &str) -> ReadEvidence {
    ReadEvidence { path: path.to_owned(), kind: ReadKind::Snapshot, by: None }
}

fn not_loaded(n: u64, error: LoadError) -> ToGuest {
    ToGuest::Loaded { n, id: None, modules: Vec::new(), error: Some(error) }
}

/// The answer to a request.
pub(crate) fn answer(mut found: Found, job: &Job, total_ms: f64, reused: bool) -> VerifyResult {
    found.engine = ENGINE;
    found.reused = reused;
    found.warnings.clone_from(&job.warnings);
    if let (Some(evidence), Some(division)) = (&mut found.evidence, &job.division) {
        division.describe(evidence);
    }
    let asked = Asked { command: &job.command, root: job.snapshot.root(), limits: &job.limits };
    found.answer(asked, total_ms)
}
