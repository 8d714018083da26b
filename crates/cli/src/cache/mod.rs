//! Results of test files in the interpreter, and answers of the checker of types. They are kept for a run in which nothing
//! that they depend on has changed.
//!
//! An entry holds if its files are the same, and if no file has come or gone and no configuration has changed. Otherwise
//! all its names are resolved again: a file that appears matters only to what finds it.
//!
//! Only [`crate::pool::Pool`] has a cache. A gate asks no pool, so that it never reads one.

mod depends;
mod entry;
mod graph;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use serde::Serialize;
use serde_json::{Value, json};
use verdict_checker::Answer;
use verdict_protocol::{
    Code, Evidence, EvidenceLevel, Output, TestState, Toolchain, VerifyResult, overlay, sha256_hex,
};

use crate::parts::TestRequest;
use crate::state_dir;
use crate::verifier::Job;
use depends::Needs;
use entry::Entry;
use graph::Graph;

/// Maximum size of all entries, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// Age past which an incomplete file belongs to a process that ended.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// Maximum number of entries that a watch remembers.
const MOST_RECENT: usize = 20_000;

/// The paths of all that the result of a test file depends on: files, and places where it looked for one.
pub(crate) type Dependencies = Arc<BTreeSet<String>>;

/// The cache of one run, or of all runs of a watch.
pub(crate) struct Cache {
    /// `None` if no result is kept, and only dependencies are.
    folder: Option<PathBuf>,
    most_bytes: u64,
    /// The entries of this process, for a watch, which asks for them again and again.
    recent: Option<Mutex<HashMap<String, Arc<Entry>>>>,
    /// By test file, of its last run; `None` if not all are known.
    dependencies: Mutex<BTreeMap<String, Option<Dependencies>>>,
    /// The files whose results came from the cache.
    recalled: Mutex<BTreeSet<String>>,
    has_new: Mutex<bool>,
}

/// What the parts of one request have in common.
pub(crate) struct Cached<'a> {
    cache: &'a Cache,
    graph: Graph<'a>,
    /// The hash of everything but the command and the files that its run reads.
    common: String,
    /// The configuration that has the engine record what it reads.
    config: Value,
    is_trial: bool,
}

impl Cache {
    /// Opens the cache of a project; `None` if the folder cannot have one.
    pub(crate) fn open(root: &Path) -> Option<Cache> {
        Some(Cache::at(Some(state_dir::cache(root).ok()?)))
    }

    fn at(folder: Option<PathBuf>) -> Cache {
        Cache {
            folder,
            most_bytes: MOST_BYTES,
            recent: None,
            dependencies: Mutex::default(),
            recalled: Mutex::default(),
            has_new: Mutex::default(),
        }
    }

    /// The cache of a watch, which also remembers dependencies. Without `keeps`, it keeps nothing else.
    pub(crate) fn of_watch(root: &Path, keeps: bool) -> Cache {
        let folder = keeps.then(|| state_dir::cache(root).ok()).flatten();
        Cache { recent: keeps.then(Mutex::default), ..Cache::at(folder) }
    }

    /// What the test files that ran depend on; `None` for one of which not everything is known.
    pub(crate) fn dependencies(&self) -> BTreeMap<String, Option<Dependencies>> {
        lock(&self.dependencies).clone()
    }

    /// Forgets which results came from the cache, before the next run.
    pub(crate) fn begin(&self) {
        lock(&self.recalled).clear();
    }

    fn entry(&self, key: &str) -> Option<Arc<Entry>> {
        let recent = self.recent.as_ref().and_then(|recent| lock(recent).get(key).cloned());
        if recent.is_some() {
            return recent;
        }
        let entry = Arc::new(entry::read(self.folder.as_ref()?, key)?);
        self.remember(key.to_owned(), &entry);
        Some(entry)
    }

    fn remember(&self, key: String, entry: &Arc<Entry>) {
        if let Some(recent) = &self.recent {
            let mut recent = lock(recent);
            if recent.len() >= MOST_RECENT {
                recent.clear();
            }
            recent.insert(key, Arc::clone(entry));
        }
    }

    fn keep(&self, key: String, entry: Entry) {
        let entry = Arc::new(entry);
        self.write(&key, &*entry);
        self.remember(key, &entry);
    }

    /// Writes an entry. A cache that cannot be written costs time, and nothing else.
    fn write<T: Serialize>(&self, key: &str, entry: &T) {
        let is_written = self.folder.as_ref().is_some_and(|folder| entry::write(folder, key, entry).is_ok());
        *lock(&self.has_new) |= is_written;
    }

    /// The answer of a checker that was kept under a key: a hash of its files, the question, and what answers it.
    pub(crate) fn answer(&self, key: &str) -> Option<Answer> {
        entry::read(self.folder.as_ref()?, key)
    }

    /// Keeps an answer of a checker.
    pub(crate) fn keep_answer(&self, key: &str, answer: &Answer) {
        self.write(key, answer);
    }

    fn depends(&self, file: &str, files: Option<&[(String, Option<String>)]>) {
        let paths = files.map(|files| Arc::new(files.iter().map(|(path, _)| path.clone()).collect()));
        lock(&self.dependencies).insert(file.to_owned(), paths);
    }

    /// The absolute paths of files whose results came from the cache.
    pub(crate) fn recalled(&self) -> BTreeSet<String> {
        lock(&self.recalled).clone()
    }

    /// The cache for the parts of a request, which have a configuration in common; `None` if their results depend on more than
    /// is known.
    pub(crate) fn of<'a>(&'a self, asked: &TestRequest<'a>, config: &Value) -> Option<Cached<'a>> {
        let TestRequest { snapshot, seed, is_trial, .. } = *asked;
        let limits = (asked.file_ms, &asked.limits, is_trial);
        let resolved = verdict_judge::resolve_config(snapshot, Some(config)).ok()?.config.test;
        if resolved.evidence != EvidenceLevel::Off || resolved.bail > 0 {
            return None;
        }
        let graph = Graph::new(snapshot, &resolved)?;
        let common = json!([
            entry::VERSION,
            env!("CARGO_PKG_VERSION"),
            build()?,
            Toolchain::current(),
            config,
            seed,
            limits,
        ]);
        let mut config = config.clone();
        overlay(&mut config, &json!({ "test": { "evidence": "graph" } }));
        let common = sha256_hex(common.to_string().as_bytes());
        Some(Cached { cache: self, graph, common, config, is_trial })
    }

    /// Removes the entries that were written longest ago, past a bound of size.
    pub(crate) fn prune(&self) {
        if !*lock(&self.has_new) {
            return;
        }
        let now = SystemTime::now();
        let entries = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let entries = entries.into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                let at = data.modified().ok()?;
                let is_entry =
                    entry.path().extension().is_some_and(|extension| extension == entry::EXTENSION);
                let is_old = now.duration_since(at).is_ok_and(|age| age > ABANDONED);
                (is_entry || is_old).then(|| (at, if is_entry { data.len() } else { u64::MAX }, entry.path()))
            })
            .collect();
        files.sort_by(|one, other| other.cmp(one));
        let mut total: u64 = 0;
        for (_, bytes, path) in files {
            let with = total.saturating_add(bytes);
            if with > self.most_bytes {
                // Another process may have removed it.
                let _ = fs::remove_file(path);
            } else {
                total = with;
            }
        }
    }
}

impl Cached<'_> {
    fn key(&self, command: &str) -> String {
        sha256_hex(format!("{}\n{command}", self.common).as_bytes())
    }

    /// The result of a command on one test file, if nothing that it depends on differs.
    pub(crate) fn recall(&self, command: &str, file: &str) -> Option<VerifyResult> {
        let key = self.key(command);
        let entry = self.cache.entry(&key)?;
        let is_same = |(path, hash): &(String, Option<String>)| self.graph.hash(path) == hash.as_deref();
        if !entry.found.files.iter().all(is_same) {
            return None;
        }
        let is_still = entry.surroundings == self.graph.surroundings();
        if !is_still && entry.needs.found(&self.graph)? != entry.found {
            return None;
        }
        let mut result: VerifyResult = serde_json::from_str(&entry.result).ok()?;
        if result.command != command {
            return None;
        }
        // It names all files of the request, of which these are a part.
        self.graph.snapshot.root().clone_into(&mut result.snapshot_root);
        lock(&self.cache.recalled).insert(file.to_owned());
        let is_cut = result.code == Some(Code::Timeout);
        self.cache.depends(file, (!is_cut).then_some(&entry.found.files));
        if !is_still {
            // The next run need not resolve its names.
            let surroundings = self.graph.surroundings().to_owned();
            self.cache.keep(key, Entry { surroundings, ..Entry::clone(&entry) });
        }
        Some(result)
    }

    /// The job that records what it reads.
    pub(crate) fn recorded<'a>(&'a self, job: &Job<'a>) -> Job<'a> {
        Job { config: &self.config, ..job.clone() }
    }

    /// Keeps a result of [`Cached::recorded`]. Returns the result of the job as it was asked. A trial that took too long is
    /// kept too: it would most likely do so again, and another engine has the file.
    pub(crate) fn keep(&self, command: &str, file: &str, mut result: VerifyResult) -> VerifyResult {
        let is_cut = self.is_trial && result.code == Some(Code::Timeout);
        let evidence = match result.evidence.take() {
            Some(evidence) => *evidence,
            // What it names may make it slow.
            None if is_cut => Evidence::of(file),
            None => return result,
        };
        let known = Needs::of(&evidence, result.success, &self.graph);
        let complete = known.as_ref().filter(|_| !is_cut);
        self.cache.depends(file, complete.map(|(_, found)| found.files.as_slice()));
        if let Some((needs, found)) = known.filter(|_| is_cut || is_lasting(&result))
            && let Ok(text) = serde_json::to_string(&result)
        {
            let surroundings = self.graph.surroundings().to_owned();
            self.cache.keep(self.key(command), Entry { surroundings, needs, found, result: text });
        }
        result
    }
}

/// Whether another run gives the same result: no limit of real time or of the machine has ended it.
fn is_lasting(result: &VerifyResult) -> bool {
    let is_of_file = |code: Option<Code>| matches!(code, None | Some(Code::Syntax | Code::NoTests));
    let Output::Tests(entries) = &result.output else { return false };
    is_of_file(result.code)
        && result.limit.is_none()
        && !result.listed
        && !result.truncated
        && entries.iter().all(|entry| entry.state != TestState::Failed || is_of_file(entry.code))
}

/// What tells two builds of the same version apart.
fn build() -> Option<String> {
    let data = fs::metadata(std::env::current_exe().ok()?).ok()?;
    let at = data.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{}-{}", data.len(), at.as_nanos()))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs a job, or recalls its result. Returns the result, and whether it is recalled.
///
/// # Errors
/// Those of `run`.
pub(crate) fn recall_or(
    cached: Option<&Cached<'_>>,
    file: &str,
    job: &Job<'_>,
    run: impl FnOnce(&Job<'_>) -> io::Result<VerifyResult>,
) -> io::Result<(VerifyResult, bool)> {
    let Some(cached) = cached else { return Ok((run(job)?, false)) };
    match cached.recall(job.command, file) {
        Some(result) => Ok((result, true)),
        None => Ok((cached.keep(job.command, file, run(&cached.recorded(job))?), false)),
    }
}
