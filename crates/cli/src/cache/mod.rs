//! Results of test files in the interpreter, kept for a run in which nothing that they depend on has changed.
//!
//! Only [`crate::pool::Pool`] has a cache. A gate asks no pool, so that it never reads one.

mod depends;
mod entry;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use verdict_protocol::{
    Code, EvidenceLevel, Output, TestState, Toolchain, VerifyResult, overlay, sha256_hex,
};
use verdict_vfs::Snapshot;

use crate::state_dir;
use crate::verifier::Job;
use depends::Graph;

/// Maximum size of all entries, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// Age past which an incomplete file belongs to a process that ended.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// The cache of one run.
pub(crate) struct Cache {
    folder: PathBuf,
    most_bytes: u64,
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
}

impl Cache {
    /// Opens the cache of a project; `None` if the folder cannot have one.
    pub(crate) fn open(root: &Path) -> Option<Cache> {
        let folder = state_dir::cache(root).ok()?;
        Some(Cache { folder, most_bytes: MOST_BYTES, recalled: Mutex::default(), has_new: Mutex::default() })
    }

    /// The absolute paths of files whose results came from the cache.
    pub(crate) fn recalled(&self) -> BTreeSet<String> {
        lock(&self.recalled).clone()
    }

    /// The cache for the parts of a request; `None` if its results depend on more than is known.
    /// `limits` are those that the request says, besides the time that is left.
    pub(crate) fn of<'a>(
        &'a self,
        snapshot: &'a Snapshot,
        config: &Value,
        seed: u64,
        limits: &Value,
    ) -> Option<Cached<'a>> {
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
            graph.surroundings(),
        ]);
        let mut config = config.clone();
        overlay(&mut config, &json!({ "test": { "evidence": "graph" } }));
        Some(Cached { cache: self, graph, common: sha256_hex(common.to_string().as_bytes()), config })
    }

    /// Removes the entries that were written longest ago, past a bound of size.
    pub(crate) fn prune(&self) {
        if !*lock(&self.has_new) {
            return;
        }
        let now = SystemTime::now();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
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
        let entry = entry::read(&self.cache.folder, &self.key(command))?;
        let is_same = |(path, hash): &(String, Option<String>)| self.graph.hash(path) == hash.as_deref();
        if !entry.files.iter().all(is_same) {
            return None;
        }
        let mut result: VerifyResult = serde_json::from_str(&entry.result).ok()?;
        if result.command != command {
            return None;
        }
        // It names all files of the request, of which these are a part.
        self.graph.snapshot.root().clone_into(&mut result.snapshot_root);
        lock(&self.cache.recalled).insert(file.to_owned());
        Some(result)
    }

    /// The job that records what it reads.
    pub(crate) fn recorded<'a>(&'a self, job: &Job<'a>) -> Job<'a> {
        Job { config: &self.config, ..job.clone() }
    }

    /// Keeps a result of [`Cached::recorded`]. Returns the result of the job as it was asked.
    pub(crate) fn keep(&self, command: &str, mut result: VerifyResult) -> VerifyResult {
        let evidence = result.evidence.take();
        let files = evidence.filter(|_| is_lasting(&result)).and_then(|evidence| self.graph.files(&evidence));
        if let Some(files) = files
            && let Ok(text) = serde_json::to_string(&result)
        {
            // A cache that cannot be written costs time, and nothing else.
            let is_written = entry::write(&self.cache.folder, &self.key(command), files, text).is_ok();
            *lock(&self.cache.has_new) |= is_written;
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
    file: Option<&str>,
    job: &Job<'_>,
    run: impl FnOnce(&Job<'_>) -> io::Result<VerifyResult>,
) -> io::Result<(VerifyResult, bool)> {
    let (Some(cached), Some(file)) = (cached, file) else { return Ok((run(job)?, false)) };
    match cached.recall(job.command, file) {
        Some(result) => Ok((result, true)),
        None => Ok((cached.keep(job.command, run(&cached.recorded(job))?), false)),
    }
}
