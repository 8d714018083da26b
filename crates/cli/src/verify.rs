//! `verdict`, `verdict verify`, `test`, `lint` and `types`: run commands on a folder, or what a project has.

pub(crate) mod arguments;
mod chosen;
pub(crate) mod update;

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;
use serde_json::json;
use verdict_gate::{Check, Verifier as _};
use verdict_protocol::{Code, Output, Scope, Verb, VerifyResult, overlay};
use verdict_report::RunReport;
use verdict_report::terminal::Paint;
use verdict_vfs::Snapshot;

use crate::browser::{BrowserArguments, EngineChoice};
use crate::cache::Cache;
use crate::engines::{Engines, runs_code};
use crate::fix::{FixArguments, Fixes};
use crate::folder::packages::{self, Contents, Needs};
use crate::host::HostArguments;
use crate::live::Live;
use crate::out::{say_line, warn};
use crate::pool::{Unwatched, Watcher};
use crate::project::running::{Judged, Running};
use crate::reporters::{self, Finished};
use crate::timing::TimingArguments;
use crate::{COULD_NOT_RUN, baseline, clock, state_dir, terminal};

use arguments::RunOptions;
pub(crate) use arguments::{LintArguments, RelatedArguments, TestArguments, TypesArguments, VerifyArguments};
use chosen::{Choice, Chosen, Planned, What};

#[derive(Serialize)]
struct Report<'a> {
    success: bool,
    results: &'a [VerifyResult],
}

/// Everything that a run needs.
struct Run<'a> {
    what: What,
    options: &'a RunOptions,
    list: bool,
    update: bool,
    fixes: &'a FixArguments,
    timing: &'a TimingArguments,
    browser: &'a BrowserArguments,
}

/// Runs commands, or what the project has.
pub(crate) fn run(arguments: &VerifyArguments) -> io::Result<ExitCode> {
    let VerifyArguments { options, list, update, fixes, timing, browser, commands } = arguments;
    let what = match commands.as_slice() {
        [] => What::Project,
        commands => What::Commands(commands.to_vec()),
    };
    Run { what, options, list: *list, update: *update, fixes, timing, browser }.run()
}

/// Runs the tests of the project.
pub(crate) fn test(arguments: &TestArguments) -> io::Result<ExitCode> {
    let TestArguments { options, list, update, browser, filters } = arguments;
    let (fixes, timing) = Default::default();
    let what = What::Test(filters.clone());
    Run { what, options, list: *list, update: *update, fixes: &fixes, timing: &timing, browser }.run()
}

/// Runs the tests of the project that reach some files.
pub(crate) fn related(arguments: &RelatedArguments) -> io::Result<ExitCode> {
    let RelatedArguments { options, browser, paths } = arguments;
    let (fixes, timing) = Default::default();
    let what = What::Related(paths.clone());
    Run { what, options, list: false, update: false, fixes: &fixes, timing: &timing, browser }.run()
}

/// Lints files of the project.
pub(crate) fn lint(arguments: &LintArguments) -> io::Result<ExitCode> {
    let LintArguments { options, fixes, timing, paths } = arguments;
    let browser = BrowserArguments::default();
    let what = What::Lint(paths.clone());
    Run { what, options, list: false, update: false, fixes, timing, browser: &browser }.run()
}

/// Checks types of the project.
pub(crate) fn types(arguments: &TypesArguments) -> io::Result<ExitCode> {
    let TypesArguments { options, dist, paths } = arguments;
    let browser = BrowserArguments { dist: dist.clone(), ..BrowserArguments::default() };
    let (fixes, timing) = Default::default();
    let what = What::Types(paths.clone());
    Run { what, options, list: false, update: false, fixes: &fixes, timing: &timing, browser: &browser }.run()
}

/// Fails tests that leave snapshots which no test asks for, as Vitest does on a build server.
fn refuse_obsolete(result: &mut VerifyResult) {
    let count = result.snapshots.obsolete.len();
    if result.success && count > 0 {
        result.success = false;
        result.error = Some(format!(
            "{count} obsolete snapshot(s): a build server expects none (verdict test -u removes them)"
        ));
    }
}

impl Run<'_> {
    fn run(self) -> io::Result<ExitCode> {
        let (begun, started_at_ms) = (Instant::now(), clock::now_ms());
        let chosen = match self.choose()? {
            Choice::Run(chosen) => chosen,
            Choice::Nothing(code) => return Ok(ExitCode::from(code)),
        };
        let root = chosen.root.clone();
        let host = HostArguments {
            base: chosen.base.clone(),
            file_ms: Some(self.options.file_timeout),
            ..self.options.host.clone()
        };
        let engine = (!chosen.is_verbs()).then_some(EngineChoice::Auto);
        let browser = &BrowserArguments { engine: self.browser.engine.or(engine), ..self.browser.clone() };
        self.fixes.recover(&root, || Engines::new(&host, browser))?;
        if root.join(state_dir::NAME).join(state_dir::JOURNAL).exists() {
            warn("an apply is under way here, or was interrupted: verdict apply --recover");
        }
        let named = self.options.baseline.as_deref();
        let before = named.map(|named| baseline::read(&root, named)).transpose()?;
        let engines = Engines::new(&host, browser)?.with_types_of(&root)?.with_baseline(before);
        let is_cached = !chosen.is_verbs() && !self.list && !self.update && !self.options.no_cache;
        let cache = is_cached.then(|| Cache::open(&root)).flatten();
        let engines = engines.with_workers(self.options.workers())?.with_checked_failures();
        let mut engines = engines.with_cache(cache);
        let mut snapshot = with_packages(&chosen, &root, &host)?;
        let listing = self.list.then(|| json!({ "test": { "list": true } }));
        // As with Vitest and Jest, what a build server sees for the first time is nothing to compare with.
        let keeps = !chosen.is_verbs() && !self.update && terminal::is_build_server();
        let kept = keeps.then(|| json!({ "test": { "update": "none" } }));
        // If nothing is to run, every engine finds the same tests.
        let policy = self.browser.policy();
        let confirm = (!self.list).then_some(&policy);
        let reporters = self.options.reporters(!chosen.is_verbs());
        let detail = reporters.iter().find_map(reporters::Reporter::detail);
        let live = (terminal::is_live() && !self.options.json)
            .then(|| Live::new(detail.filter(|_| !self.list), Paint(terminal::has_colours())));
        let watcher: &dyn Watcher = live.as_ref().map_or(&Unwatched, |live| live);
        let mut results: Vec<VerifyResult> = Vec::new();
        let mut fixes = Fixes::default();
        let configured = |planned: &Planned, host: &HostArguments| {
            let fixing = self.fixes.config(&planned.command);
            let mut whole = planned.base.as_ref().map(|_| host.configuration()).transpose()?;
            let timing = self.timing.config(&planned.command);
            for over in [&fixing, &listing, &kept, &timing].into_iter().flatten() {
                match &mut whole {
                    Some(whole) => overlay(whole, over),
                    None => whole = Some(over.clone()),
                }
            }
            Ok::<_, io::Error>(whole)
        };
        // The checker of types works while tests run, if no command changes the files that it sees.
        let has_tests = chosen.commands.iter().any(|planned| planned.is_of(Verb::Test));
        let changes_files = self.update
            || chosen.commands.iter().any(|planned| self.fixes.config(&planned.command).is_some());
        let types = chosen.commands.iter().find(|planned| planned.is_of(Verb::TypeCheck));
        if let Some(planned) = types.filter(|_| has_tests && !changes_files && !self.list) {
            let config = configured(planned, &planned.host(&host))?;
            engines.prepare(&Check { config: config.as_ref(), ..Check::new(&planned.command, &snapshot) });
        }
        for planned @ Planned { command, label, .. } in &chosen.commands {
            let fixing = self.fixes.config(command);
            let host = &*planned.host(&host);
            let whole = configured(planned, host)?;
            let config = whole.as_ref();
            let files = if self.update {
                update::without_snapshots(&snapshot, command, host)?
            } else {
                snapshot.clone()
            };
            let check = Check { config, confirm, ..Check::new(command, &files) };
            let mut result = engines.ask_watched(&check, watcher)?;
            let is_jest = config.is_some_and(|config| config["test"]["writtenFor"] == "jest");
            if kept.is_some() && !is_jest {
                refuse_obsolete(&mut result);
            }
            if fixing.is_some() {
                snapshot = fixes.take(&result, snapshot)?;
            }
            if let Some(label) = label {
                label.clone_into(&mut result.command);
            }
            results.push(result);
        }
        if let Some(live) = &live {
            live.end();
        }
        let cached = engines.recalled();
        fixes.write(self.fixes, &root, engines)?;
        if self.update {
            update::write(&root, &snapshot, &mut results, || Engines::new(&host, browser))?;
        }
        let code = exit_code(&results);
        self.timing.print(&results);
        if self.fixes.fix_dry_run && !self.options.json && self.options.shows_text(&reporters) {
            fixes.print();
        }
        if self.options.json {
            let success = results.iter().all(|result| result.success);
            say_line!("{}", serde_json::to_string(&Report { success, results: &results })?);
            return Ok(code);
        }
        let slowest = self.options.slowest.unwrap_or_default();
        let finished = Finished {
            report: RunReport { started_at_ms, results, slowest },
            took_ms: begun.elapsed().as_secs_f64() * 1e3,
            seed: host.seed,
            cached,
            has_shown_files: live.is_some()
                && detail.is_some()
                && matches!(browser.engine, None | Some(EngineChoice::Auto | EngineChoice::Boa))
                && !self.list,
        };
        reporters::write(&reporters, &finished)?;
        Ok(code)
    }
}

/// The files with the packages that those of them need which run.
fn with_packages(chosen: &Chosen, root: &Path, host: &HostArguments) -> io::Result<Snapshot> {
    if !chosen.commands.iter().any(|planned| runs_code(&planned.command)) {
        return Ok(chosen.snapshot.clone());
    }
    let all = host.configuration()?;
    let mut judged = Vec::new();
    for planned in &chosen.commands {
        let config = match planned.base {
            Some(_) => planned.host(host).configuration()?,
            None => all.clone(),
        };
        judged.extend(Judged::by(&planned.command, &chosen.snapshot, config));
    }
    let others = chosen.commands.iter().filter_map(|planned| planned.base.as_ref());
    let config = json!([all, others.collect::<Vec<_>>()]).to_string();
    let running = Running::new(root).of(&chosen.snapshot, &judged);
    let needs = Needs::of_snapshot(&chosen.snapshot, running.as_ref(), &config, Contents::Code);
    let found = packages::read(root, &needs, Contents::Code)?;
    if let Some(warning) = packages::warning(&found.left_out) {
        warn(&warning);
    }
    let changes = found.files.0.into_iter().filter_map(|(path, content)| {
        let path = verdict_vfs::VfsPath::parse(&format!("/{path}")).ok()?;
        Some(verdict_vfs::Change::Put(path, verdict_vfs::Blob::new(content.0)))
    });
    let changes: Vec<_> = changes.collect();
    if changes.is_empty() {
        Ok(chosen.snapshot.clone())
    } else {
        chosen.snapshot.apply(changes).map_err(io::Error::other)
    }
}

/// Whether a result says that nothing was judged: the command, a configuration or the engine is at fault. A file that ran can have
/// the code of a wrong path too, of an import.
pub(crate) fn could_not_run(result: &VerifyResult) -> bool {
    let has_entries = matches!(&result.output, Output::Tests(entries) if !entries.is_empty());
    match result.code {
        Some(Code::Path) => !has_entries,
        Some(Code::Command | Code::Protocol | Code::Unavailable | Code::Startup) => true,
        _ => false,
    }
}

pub(crate) fn exit_code(results: &[VerifyResult]) -> ExitCode {
    // A listing only requires that all files can be read.
    let is_listing = |result: &VerifyResult| {
        let Output::Tests(entries) = &result.output else { return false };
        result.listed && entries.iter().all(|entry| entry.scope == Scope::Test)
    };
    if results.iter().all(|result| result.success || is_listing(result)) {
        ExitCode::SUCCESS
    } else if results.iter().any(could_not_run) {
        ExitCode::from(COULD_NOT_RUN)
    } else {
        ExitCode::from(1)
    }
}
