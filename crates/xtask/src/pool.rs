//! Runs several commands at a time, those that took longest before first, so that late ones are short.

use std::collections::{BTreeMap, VecDeque};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Instant;

use crate::error::Error;
use crate::process::Cmd;
use crate::workspace::Workspace;

/// A command that runs in parallel with others.
pub(crate) struct Job {
    /// Name of its log, and of its recorded time.
    pub(crate) name: String,
    pub(crate) command: Cmd,
}

/// The outcome of a job.
pub(crate) struct Ran {
    /// The job's name.
    pub(crate) name: String,
    /// The command line.
    pub(crate) line: String,
    /// Whether it succeeded.
    pub(crate) success: bool,
    /// Standard output and errors.
    pub(crate) text: String,
    pub(crate) log: PathBuf,
}

/// Number of native programs that run at a time: one per core.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Number of browser test files that run at a time: one per core, as far as memory certainly suffices.
pub(crate) fn browsers() -> usize {
    cores().min(4)
}

/// Runs all jobs, several at a time, each with its own log in `folder`. The outcomes are sorted by job name.
///
/// # Errors
/// A job that does not start, or a log that cannot be written; not an exit status.
pub(crate) fn run(
    workspace: &Workspace,
    folder: &Path,
    jobs: Vec<Job>,
    at_once: usize,
) -> Result<Vec<Ran>, Error> {
    let times = Times::read(workspace, folder);
    let waiting = Mutex::new(VecDeque::from(longest_first(jobs, &times.0)));
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        let mut done = Vec::new();
        while let Some(job) = next() {
            let start = Instant::now();
            let ran = one(folder, job)?;
            done.push((ran, start.elapsed().as_millis()));
        }
        Ok(done)
    };
    let results: Vec<Result<_, Error>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..at_once).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let mut done = Vec::new();
    for result in results {
        done.extend(result?);
    }
    times.write(done.iter().map(|(ran, took)| (ran.name.clone(), *took)));
    done.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
    Ok(done.into_iter().map(|(ran, _)| ran).collect())
}

fn one(folder: &Path, Job { name, command }: Job) -> Result<Ran, Error> {
    let log = folder.join(name.replace(['/', ' '], "-") + ".log");
    let line = command.text();
    let (success, text) = command.logged(&log)?;
    Ok(Ran { name, line, success, text, log })
}

/// Sorts jobs by recorded time, unknown ones first because they may take longest.
fn longest_first(mut jobs: Vec<Job>, times: &BTreeMap<String, u128>) -> Vec<Job> {
    jobs.sort_by_cached_key(|job| {
        (std::cmp::Reverse(times.get(&job.name).copied().unwrap_or(u128::MAX)), job.name.clone())
    });
    jobs
}

/// Milliseconds that jobs took in their last run.
struct Times(BTreeMap<String, u128>, PathBuf);

impl Times {
    /// Reads the recorded times; an unreadable file counts as empty.
    fn read(workspace: &Workspace, folder: &Path) -> Times {
        let name = folder.file_name().unwrap_or_default().to_string_lossy() + ".json";
        let path = workspace.work().join("times").join(&*name);
        let known = std::fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Times(known.unwrap_or_default(), path)
    }

    /// Records times; a failure is ignored, because only the order depends on them.
    fn write(self, took: impl Iterator<Item = (String, u128)>) {
        let Times(mut times, path) = self;
        times.extend(took);
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(&path, serde_json::to_vec_pretty(&times).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Job, longest_first};
    use crate::process::Cmd;

    #[test]
    fn the_longest_is_first_and_the_unknown_before_it() {
        let jobs = ["a", "b", "c", "d"].map(|name| Job { name: name.into(), command: Cmd::new("true") });
        let times = BTreeMap::from([("a".to_owned(), 5), ("b".to_owned(), 70), ("d".to_owned(), 6)]);
        let order: Vec<String> = longest_first(jobs.into(), &times).into_iter().map(|job| job.name).collect();
        assert_eq!(order, ["c", "b", "d", "a"]);
    }
}
