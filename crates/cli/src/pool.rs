//! Several processes of the engine, over which a command's files are spread.

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Instant;

use serde_json::Value;
use verdict_gate::Check;
use verdict_judge::{Refusal, select};
use verdict_protocol::{Code, Command, Engine, LimitName, Limits, Progress, Verb, VerifyResult, shorten};
use verdict_vfs::Snapshot;

use crate::cache::{Cache, recall_or};
use crate::host::HostArguments;
use crate::parts::{Parts, TestRequest, UNLIMITED};
use crate::verifier::{ChildVerifier, Job};

/// The smallest number of files for which a linter's process starts.
const FEW: usize = 16;
/// Maximum length of a command in a sentence, in bytes.
const SHOWN: usize = 200;

/// Sees how the files of a command run.
pub(crate) trait Watcher: Sync {
    /// The files of a command are chosen.
    fn begins(&self, verb: Verb, files: usize);
    /// A file starts.
    fn starts(&self, file: &str);
    /// Something happens in a file.
    fn sees(&self, file: &str, event: &Progress);
    /// A file, or several of a linter, ended, or its result came from the cache.
    fn ends(&self, file: &str, result: &VerifyResult, is_cached: bool);
}

/// A watcher that sees nothing.
pub(crate) struct Unwatched;

impl Watcher for Unwatched {
    fn begins(&self, _verb: Verb, _files: usize) {}
    fn starts(&self, _file: &str) {}
    fn sees(&self, _file: &str, _event: &Progress) {}
    fn ends(&self, _file: &str, _result: &VerifyResult, _is_cached: bool) {}
}

/// The processes, each started with its first file.
pub(crate) struct Pool {
    host: HostArguments,
    workers: Vec<ChildVerifier>,
    cache: Option<Cache>,
}

impl Pool {
    /// Creates the processes.
    ///
    /// # Errors
    /// [`io::Error`] for an unreadable configuration.
    pub(crate) fn new(host: &HostArguments, workers: NonZeroUsize) -> io::Result<Pool> {
        let workers: io::Result<Vec<_>> = (0..workers.get()).map(|_| ChildVerifier::new(host)).collect();
        Ok(Pool { host: host.clone(), workers: workers?, cache: None })
    }

    /// Takes the results of unchanged test files from a cache, and keeps new ones there.
    pub(crate) fn with_cache(self, cache: Option<Cache>) -> Pool {
        Pool { cache, ..self }
    }

    /// The absolute paths of files whose results came from the cache.
    pub(crate) fn recalled(&self) -> BTreeSet<String> {
        self.cache.as_ref().map(Cache::recalled).unwrap_or_default()
    }

    /// The cache.
    pub(crate) const fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// Runs a command. The result does not depend on the number of processes.
    ///
    /// # Errors
    /// [`io::Error`] if a process cannot be started, or breaks the protocol.
    pub(crate) fn ask(&mut self, check: &Check<'_>, watcher: &dyn Watcher) -> io::Result<VerifyResult> {
        let begun = Instant::now();
        let config = self.workers[0].config(check);
        let limits = self.workers[0].limits(check);
        let mut result = match Command::parse(check.command) {
            Ok(Command { verb: Verb::Test, .. }) => {
                let asked = TestRequest::new(check, &self.host)?;
                self.test(&asked, begun, watcher)
            }
            Ok(command) if matches!(command.verb, Verb::Lint | Verb::TypeCheck) => {
                let commands = self.chunks(&command, check.snapshot);
                self.analyse(check, &config, &commands, limits, watcher)
            }
            _ => {
                let time_ms = self.host.file_ms.map_or(limits.time_ms, |file_ms| limits.time_ms.min(file_ms));
                self.whole(check, &config, Limits { time_ms, ..limits })
            }
        }?;
        result.timing.total_ms = begun.elapsed().as_secs_f64() * 1e3;
        Ok(result)
    }

    /// Runs a command in one process.
    fn whole(&mut self, check: &Check<'_>, config: &Value, limits: Limits) -> io::Result<VerifyResult> {
        let Check { command, snapshot, .. } = *check;
        self.workers[0].run(&Job { command, snapshot, config, limits }, &mut |_| {})
    }

    /// Runs a `test:`, which began at `begun`.
    ///
    /// # Errors
    /// Those of [`Pool::ask`].
    pub(crate) fn test(
        &mut self,
        asked: &TestRequest<'_>,
        begun: Instant,
        watcher: &dyn Watcher,
    ) -> io::Result<VerifyResult> {
        let parts = match Parts::of(asked, Engine::Boa) {
            Ok(parts) => parts,
            Err(Refusal(code, error)) => {
                let mut result = VerifyResult::refused(asked.command, code, error);
                asked.snapshot.root().clone_into(&mut result.snapshot_root);
                return Ok(result);
            }
        };
        if parts.is_whole() {
            watcher.begins(Verb::Test, 1);
            watcher.starts(asked.command);
            let limits = asked.limits.clone();
            let job = Job { command: asked.command, snapshot: asked.snapshot, config: &asked.config, limits };
            let result = self.workers[0].run(&job, &mut |event| watcher.sees(asked.command, event))?;
            watcher.ends(asked.command, &result, false);
            return Ok(result);
        }
        let all: Vec<usize> = (0..parts.parts.len()).collect();
        let results = self.run_parts(asked, &parts, &all, begun, watcher)?;
        Ok(joined(asked, &parts, results))
    }

    /// Runs some of several parts of a `test:`. The results are in the order of `indices`; `None` for a part that
    /// did not run, because the time of the command was over.
    ///
    /// # Errors
    /// Those of [`Pool::ask`].
    pub(crate) fn run_parts(
        &mut self,
        asked: &TestRequest<'_>,
        parts: &Parts,
        indices: &[usize],
        begun: Instant,
        watcher: &dyn Watcher,
    ) -> io::Result<Vec<Option<VerifyResult>>> {
        let cached = self.cache.as_ref().and_then(|cache| cache.of(asked, &parts.config));
        let commands: Vec<&str> = indices.iter().map(|index| parts.parts[*index].command.as_str()).collect();
        watcher.begins(Verb::Test, commands.len());
        let results = spread(&mut self.workers, &commands, |worker, at| {
            let index = indices[at];
            let file = parts.parts[index].file.as_deref().unwrap_or_default();
            let past = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            let left = asked.limits.time_ms.saturating_sub(past);
            if left == 0 {
                return Ok(None);
            }
            watcher.starts(file);
            let time_ms = parts.time_ms(asked, left);
            let limits = asked.part_limits(time_ms);
            let job = Job { command: commands[at], snapshot: asked.snapshot, config: &parts.config, limits };
            let (mut result, is_cached) = recall_or(cached.as_ref(), file, &job, |job| {
                worker.run(job, &mut |event| watcher.sees(file, event))
            })?;
            if let Some(limit) = &mut result.limit
                && (limit.name, limit.value) == (LimitName::TimeMs, time_ms)
            {
                // The limit that was asked for, not what other files left of it.
                limit.value = parts.time_ms(asked, asked.limits.time_ms);
            }
            let result = parts.answered(index, result);
            watcher.ends(file, &result, is_cached);
            Ok(Some(result))
        });
        self.cache.iter().for_each(Cache::prune);
        results
    }

    /// The commands of parts of a linter's files; one if there are few.
    fn chunks(&self, command: &Command, snapshot: &Snapshot) -> Vec<String> {
        let Ok(files) = select(snapshot, command, "") else { return Vec::new() };
        let size = files.len().div_ceil(self.workers.len()).max(FEW);
        let part = |files: &[verdict_vfs::VfsPath]| {
            let paths = files.iter().map(verdict_vfs::VfsPath::as_str);
            Command::of_paths(command.verb, paths).map(|command| command.to_string())
        };
        files.chunks(size).map(part).collect::<Option<_>>().unwrap_or_default()
    }

    fn analyse(
        &mut self,
        check: &Check<'_>,
        config: &Value,
        commands: &[String],
        limits: Limits,
        watcher: &dyn Watcher,
    ) -> io::Result<VerifyResult> {
        if commands.len() < 2 {
            return self.whole(check, config, limits);
        }
        let verb = Command::verb_of(check.command).unwrap_or(Verb::Lint);
        watcher.begins(verb, commands.len());
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        let results = spread(&mut self.workers, &commands, |worker, index| {
            let limits = Limits { output_bytes: UNLIMITED, ..limits.clone() };
            let job = Job { command: commands[index], snapshot: check.snapshot, config, limits };
            let name = shorten(commands[index], SHOWN);
            watcher.starts(&name);
            let result = worker.run(&job, &mut |_| {})?;
            watcher.ends(&name, &result, false);
            Ok(Some(result))
        })?;
        let results = results.into_iter().flatten();
        Ok(VerifyResult::joined_findings(check.command, results, limits.output_bytes))
    }
}

/// Joins the results of all parts, given in order. A part without one did not run.
pub(crate) fn joined(
    asked: &TestRequest<'_>,
    parts: &Parts,
    results: Vec<Option<VerifyResult>>,
) -> VerifyResult {
    let not_run = results.iter().filter(|result| result.is_none()).count();
    let late = |index| parts.failed(index, asked, Code::Timeout, "not run: the time of the command was over");
    let results =
        results.into_iter().enumerate().map(|(index, result)| result.unwrap_or_else(|| late(index)));
    let mut joined = parts.joined(asked, results.collect(), 0.0);
    if not_run > 0 {
        let error = joined.error.unwrap_or_default();
        joined.error = Some(format!("{error}; the time was over, and {not_run} file(s) did not run"));
    }
    joined
}

/// Has each process take the next part until there are no more. The results are in the order of the parts.
fn spread<T: Send>(
    workers: &mut [ChildVerifier],
    parts: &[&str],
    run: impl Fn(&mut ChildVerifier, usize) -> io::Result<T> + Sync,
) -> io::Result<Vec<T>> {
    let waiting: Mutex<VecDeque<usize>> = Mutex::new((0..parts.len()).collect());
    let done: Mutex<Vec<(usize, T)>> = Mutex::default();
    let failed: Mutex<Option<io::Error>> = Mutex::default();
    std::thread::scope(|scope| {
        for worker in workers.iter_mut().take(parts.len()) {
            scope.spawn(|| {
                loop {
                    let Some(index) = lock(&waiting).pop_front() else { break };
                    match run(worker, index) {
                        Ok(result) => lock(&done).push((index, result)),
                        Err(error) => {
                            lock(&waiting).clear();
                            lock(&failed).get_or_insert(error);
                            break;
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = lock(&failed).take() {
        return Err(error);
    }
    let mut done = std::mem::take(&mut *lock(&done));
    done.sort_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// The value of a mutex, also if a thread has panicked that held it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
