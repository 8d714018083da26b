//! One run of a watch: failures first, and each verb is shown as soon as it ended.

use std::io;
use std::time::Instant;

use serde::Serialize;
use verdict_gate::Check;
use verdict_project::plan::Task;
use verdict_protocol::{Verb, VerifyResult};
use verdict_report::RunReport;
use verdict_report::one_line;
use verdict_report::terminal::{Detail, Paint, file_lines};

use super::keys::Action;
use super::session::{Cause, Due, Session};
use crate::browser::{BrowserArguments, EngineChoice};
use crate::cache::Cache;
use crate::engines::Engines;
use crate::host::HostArguments;
use crate::live::Live;
use crate::out::{say, say_line};
use crate::pool::{Unwatched, Watcher};
use crate::reporters::{self, Finished};
use crate::verify::{could_not_run, update};
use crate::{COULD_NOT_RUN, baseline, clock, terminal};

/// Maximum number of files to name on a line.
const NAMED: usize = 3;

#[derive(Serialize)]
struct Report<'a> {
    success: bool,
    /// Paths from the root.
    changed: &'a [String],
    results: &'a [VerifyResult],
}

impl Session<'_> {
    /// Runs tasks and reports them.
    ///
    /// # Errors
    /// [`io::Error`] if a process does not start or a file cannot be written.
    pub(super) fn run(&mut self, cause: &Cause, due: &Due) -> io::Result<()> {
        eprint!("{}", heading(cause, due));
        if due.tasks.is_empty() {
            self.code = u8::from(!self.standing.is_clean());
            return Ok(());
        }
        let (begun, started_at_ms) = (Instant::now(), clock::now_ms());
        let options = &self.arguments.options;
        let reporters = options.reporters(true);
        let detail = reporters.iter().find_map(reporters::Reporter::detail).filter(|_| !options.json);
        let paint = Paint(terminal::has_colours());
        let live = (terminal::is_live() && !options.json).then(|| Live::new(detail, paint));
        self.start_engines()?;
        let mut results: Vec<VerifyResult> = Vec::new();
        let mut is_judged = true;
        for task in self.in_order(&due.tasks) {
            let watcher: &dyn Watcher = live.as_ref().map_or(&Unwatched, |live| live);
            let result = self.ask(&task, due, watcher)?;
            is_judged &= !could_not_run(&result);
            if !could_not_run(&result) {
                self.standing.take(&task, &result);
            }
            if let Some(detail) = detail.filter(|_| live.is_none()) {
                self.show(&result, detail, paint);
            }
            results.push(result);
        }
        if let Some(live) = &live {
            live.end();
        }
        self.write_snapshots(due, &mut results)?;
        self.code = if is_judged { u8::from(!self.standing.is_clean()) } else { COULD_NOT_RUN };
        let slowest = options.slowest.unwrap_or_default();
        if options.json {
            let success = results.iter().all(|result| result.success);
            let report = Report { success, changed: &due.changed, results: &results };
            say_line!("{}", serde_json::to_string(&report)?);
        } else {
            let finished = Finished {
                report: RunReport { started_at_ms, results, slowest },
                took_ms: begun.elapsed().as_secs_f64() * 1e3,
                seed: self.host.seed,
                cached: self.engines.as_ref().map(Engines::recalled).unwrap_or_default(),
                has_shown_files: detail.is_some(),
            };
            reporters::write(&reporters, &finished)?;
        }
        let others = self.standing.others(&due.tasks);
        if !others.is_empty() {
            eprintln!("Still failing: {}", named(&others));
        }
        Ok(())
    }

    /// Starts the engines of the configuration, unless they run.
    fn start_engines(&mut self) -> io::Result<()> {
        if let Some(engines) = &self.engines {
            engines.cache().into_iter().for_each(Cache::begin);
            return Ok(());
        }
        let options = &self.arguments.options;
        let named = options.baseline.as_deref();
        let before = named.map(|named| baseline::read(self.root(), named)).transpose()?;
        let engine = self.arguments.browser.engine.or(Some(EngineChoice::Auto));
        let browser = BrowserArguments { engine, ..self.arguments.browser.clone() };
        let engines = Engines::new(&self.host, &browser)?.with_types_of(self.root())?.with_baseline(before);
        let cache = Cache::of_watch(self.root(), !options.no_cache);
        self.engines = Some(engines.with_workers(options.workers())?.with_cache(Some(cache)));
        Ok(())
    }

    /// The tasks, with those tests first that failed.
    fn in_order(&self, tasks: &[Task]) -> Vec<Task> {
        let (tests, others): (Vec<&Task>, Vec<&Task>) =
            tasks.iter().partition(|task| task.verb == Verb::Test);
        let (mut first, mut then) = (Vec::new(), Vec::new());
        for task in tests {
            let (failed, rest) = self.standing.split(task);
            first.push(Task { files: failed, ..task.clone() });
            then.push(Task { files: rest, ..task.clone() });
        }
        let all = first.into_iter().chain(then).chain(others.into_iter().cloned());
        all.filter(|task| !task.files.is_empty()).collect()
    }

    fn ask(&mut self, task: &Task, due: &Due, watcher: &dyn Watcher) -> io::Result<VerifyResult> {
        let Some(command) = task.command() else {
            let message = "the name of a file has white space and both kinds of quotes";
            return Err(io::Error::other(message));
        };
        let config = self.config_of(task)?;
        let files = if due.updates {
            let host = HostArguments { test_name_pattern: self.name.clone(), ..self.host.clone() };
            update::without_snapshots(&due.snapshot, &command, &host)?
        } else {
            due.snapshot.clone()
        };
        let policy = self.arguments.browser.policy();
        let confirm = Some(&policy);
        let check = Check { config: config.as_ref(), confirm, ..Check::new(&command, &files) };
        let Some(engines) = &mut self.engines else {
            return Err(io::Error::other("there is no engine"));
        };
        let mut result = engines.ask_watched(&check, watcher)?;
        task.label.clone_into(&mut result.command);
        Ok(result)
    }

    fn show(&self, result: &VerifyResult, detail: Detail, paint: Paint) {
        let cached = self.engines.as_ref().map(Engines::recalled).unwrap_or_default();
        for (_, text) in file_lines(result, detail, paint, &cached) {
            say!("{text}");
        }
    }

    fn write_snapshots(&self, due: &Due, results: &mut [VerifyResult]) -> io::Result<()> {
        if !due.updates {
            return Ok(());
        }
        let _whole = self.leave.writing();
        let browser = BrowserArguments::default();
        update::write(self.root(), &due.snapshot, results, || Engines::new(&self.host, &browser))
    }
}

/// What a run is about, in a line; empty for the first.
fn heading(cause: &Cause, due: &Due) -> String {
    let nothing = if due.tasks.is_empty() { ": nothing to run" } else { "" };
    let what = match cause {
        Cause::Start if due.tasks.is_empty() => "START".into(),
        Cause::Start => return String::new(),
        Cause::Change if due.changed.is_empty() => "CHANGED configuration or packages".into(),
        Cause::Change => format!("CHANGED {}", named(&due.changed)),
        Cause::Key(Action::All) => "ALL".into(),
        Cause::Key(Action::Failed) => "FAILED files".into(),
        Cause::Key(Action::Update) => "UPDATE snapshots".into(),
        Cause::Key(Action::Name(name)) => format!("NAME {name}"),
        Cause::Key(Action::Path(words)) => format!("PATH {words}"),
        Cause::Key(_) => "AGAIN".into(),
    };
    format!("{}{nothing}\n", one_line(&what))
}

/// Some paths, and how many more there are.
fn named(paths: &[String]) -> String {
    let first: Vec<String> = paths.iter().take(NAMED).map(|path| one_line(path)).collect();
    let more = paths.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{more}", first.join(", "))
}
