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

/// Jobs that take longest, for a machine that has recorded no time yet.
const LONG: [&str; 24] = [
    "tests/e2e/hostile-worker.test.mjs",
    "www/test/page.test.mjs",
    "tests/e2e/sealed-built-ins.test.mjs",
    "tests/e2e/gate-self-approval.test.mjs",
    "tests/e2e/cli-browser.test.mjs",
    "tests/e2e/storage-reports.test.mjs",
    "tests/e2e/scale.test.mjs",
    "tests/e2e/types-page.test.mjs",
    "tests/e2e/gate-consumers.test.mjs",
    "tests/e2e/storage.test.mjs",
    "tests/e2e/hostile.test.mjs",
    "tests/packaging/packaging.test.mjs",
    "tests/e2e/sealed-memory.test.mjs",
    "www/test/findings.test.mjs",
    "tests/conformance/conformance.test.mjs",
    "gate transaction",
    "cli gate",
    "engine tests",
    "report tests",
    "sandbox tests",
    "gate self_approval",
    "analysis tests",
    "cli tests",
    "vfs tests",
];

/// Sorts jobs by recorded time, unknown ones first because they may take longest.
fn longest_first(mut jobs: Vec<Job>, times: &BTreeMap<String, u128>) -> Vec<Job> {
    let unknown = if times.is_empty() { 0 } else { u128::MAX };
    let usual = |name: &str| LONG.iter().position(|long| *long == name);
    jobs.sort_by_cached_key(|job| {
        let recorded = times.get(&job.name).copied();
        let time = recorded.or_else(|| Some(u128::MAX - 1 - usual(&job.name)? as u128)).unwrap_or(unknown);
        (std::cmp::Reverse(time), job.name.clone())
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

    use super::{Job, LONG, longest_first};
    use crate::node::test_files;
    use crate::process::Cmd;
    use crate::workspace::Workspace;

    fn ordered(names: &[&str], times: &BTreeMap<String, u128>) -> Vec<String> {
        let job = |name: &&str| Job { name: (*name).into(), command: Cmd::new("true") };
        longest_first(names.iter().map(job).collect(), times).into_iter().map(|job| job.name).collect()
    }

    #[test]
    fn the_longest_is_first_and_the_unknown_before_it() {
        let times = BTreeMap::from([("a".to_owned(), 5), ("b".to_owned(), 70), ("d".to_owned(), 6)]);
        assert_eq!(ordered(&["a", "b", "c", "d"], &times), ["c", "b", "d", "a"]);
    }

    #[test]
    fn without_records_what_usually_takes_longest_is_first() {
        let [first, second, ..] = LONG;
        assert_eq!(ordered(&["a", second, "b", first], &BTreeMap::new()), [first, second, "a", "b"]);
    }

    #[test]
    fn what_usually_takes_longest_is_there() {
        let workspace = Workspace::find().expect("a checkout");
        let files: Vec<_> =
            ["www", "tests"].iter().flat_map(|folder| test_files(&workspace, folder)).collect();
        for long in LONG {
            let is_native = long.split_once(' ').is_some_and(|(package, test)| {
                let tests = workspace.path("crates").join(package).join("tests");
                let program = if test == "tests" { tests } else { tests.join(test) };
                program.join("main.rs").exists()
            });
            assert!(is_native || files.iter().any(|file| file == long), "{long}");
        }
    }
}
