//! Several commands at a time, those first that took longest the last time: what starts last is then short.

use std::collections::{BTreeMap, VecDeque};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Instant;

use crate::error::Error;
use crate::process::Cmd;
use crate::workspace::Workspace;

/// One command.
pub(crate) struct Job {
    /// Names its log and, from run to run, the time that it took.
    pub(crate) name: String,
    /// What is run.
    pub(crate) command: Cmd,
}

/// What became of a job.
pub(crate) struct Ran {
    /// That of the job.
    pub(crate) name: String,
    /// The command line.
    pub(crate) line: String,
    /// Whether it ended with success.
    pub(crate) success: bool,
    /// All that it printed.
    pub(crate) text: String,
    /// Where that stands.
    pub(crate) log: PathBuf,
}

/// How many native programs run at a time: one a core.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// How many files that drive a browser run at a time: one a core, and no more than memory is sure to hold.
pub(crate) fn browsers() -> usize {
    cores().min(4)
}

/// Runs all jobs, so many at a time, each with a log of its own in `folder`. The order of the answer is that of the jobs'
/// names.
///
/// # Errors
/// A job could not be started, or its log not be written; not for an exit status.
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

/// What is not known may take longest.
fn longest_first(mut jobs: Vec<Job>, times: &BTreeMap<String, u128>) -> Vec<Job> {
    jobs.sort_by_cached_key(|job| {
        (std::cmp::Reverse(times.get(&job.name).copied().unwrap_or(u128::MAX)), job.name.clone())
    });
    jobs
}

/// Milliseconds that jobs took when they last ran.
struct Times(BTreeMap<String, u128>, PathBuf);

impl Times {
    /// What does not read is as if nothing had run.
    fn read(workspace: &Workspace, folder: &Path) -> Times {
        let name = folder.file_name().unwrap_or_default().to_string_lossy() + ".json";
        let path = workspace.work().join("times").join(&*name);
        let known = std::fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Times(known.unwrap_or_default(), path)
    }

    /// Only an order hangs on it: a failure is none.
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
