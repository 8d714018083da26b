//! `verdict apply`: applies a bundle to a folder, completely or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use pollster::block_on;
use serde::Serialize;
use verdict_gate::policy::Reason;
use verdict_gate::{
    ApplyOptions, ChangeSet, CheckReport, Displaced, Gate, GateReport, GateState, Phase, Purpose, Recovery,
    RecoveryState, parse_bundle,
};
use verdict_protocol::{Code, FileContent};
use verdict_report::one_line;
use verdict_vfs::VfsPath;

pub(crate) use self::options::JudgeArguments;
use crate::browser::BrowserArguments;
use crate::engines::Engines;
use crate::folder::Folder;
use crate::host::HostArguments;
use crate::out::say_line;
use crate::record::{Record, RunArguments};
use crate::state_dir::{FileJournal, StateDir};
use crate::{COULD_NOT_RUN, clock, folder, state_dir};

pub(crate) mod check;
mod options;
mod print;
pub(crate) mod write;

/// Apply a bundle to a folder: the whole change once it is verified, or nothing.
///
/// The change is rehearsed on a copy first. If anything fails, the folder is left or restored byte for byte.
/// An interrupted apply is undone before anything else.
///
/// Exit code: 0 if the gate applied the change, 1 if the change failed, 2 if the gate could not judge or apply it.
/// Reasons for 2 are bad options, no verifier, a locked folder, and files that the gate cannot read or restore.
#[derive(clap::Args)]
pub(crate) struct ApplyArguments {
    /// A file with paws-change Markdown, DOGS markers, patch JSON or a plain JSON list; `-` for standard input.
    #[arg(required_unless_present_any = ["recover", "reset"])]
    bundle: Option<PathBuf>,
    /// The folder to change.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    judge: JudgeArguments,
    #[command(flatten)]
    run: RunArguments,
    /// Print one JSON object: the gate's report, `run_id`, `iteration` and `saved`.
    #[arg(long)]
    json: bool,
    /// Print the reasons as a tree.
    #[arg(long)]
    explain: bool,
    /// Judge the change and apply nothing, as verdict check does.
    #[arg(long, conflicts_with_all = ["recover", "reset"])]
    dry_run: bool,
    #[command(flatten)]
    host: HostArguments,
    #[command(flatten)]
    browser: BrowserArguments,
    /// Only finish or undo an interrupted apply.
    #[arg(long, conflicts_with_all = ["bundle", "reset", "verify", "profile"])]
    recover: bool,
    /// Unlock a folder that was locked because a change could not be undone. Changes no file: check the files
    /// first, and give the reason why they are in order.
    #[arg(long, value_name = "REASON", conflicts_with_all = ["bundle", "verify", "profile"])]
    reset: Option<String>,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    report: &'a GateReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    run_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iteration: Option<u32>,
    /// Keys of stored reports, below the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<&'a [String]>,
    /// The reasons, with `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Reason>,
}

/// How to print a report.
pub(crate) struct ReportOptions<'a> {
    pub(crate) bundle: Option<&'a Path>,
    pub(crate) json: bool,
    pub(crate) explain: bool,
    /// The record that stores it; `None` for a check.
    pub(crate) record: Option<&'a Record>,
}

/// Prints a gate's report in the requested form.
pub(crate) fn tell(report: &GateReport, told: &ReportOptions<'_>) -> io::Result<()> {
    if told.json {
        let record = told.record;
        let answer = Answer {
            report,
            run_id: record.map(|record| record.run_id.as_str()),
            iteration: record.map(|record| record.iteration),
            saved: record.map(|record| record.saved.as_slice()),
            reasons: told.explain.then(|| report.explain()),
        };
        say_line!("{}", serde_json::to_string(&answer)?);
    } else if told.explain {
        print::tree(&report.explain());
        print::outcome(report, told.record);
    } else {
        print::report(report, told.bundle, told.record);
    }
    Ok(())
}

/// Applies the bundle and prints the report.
pub(crate) fn run(arguments: &ApplyArguments) -> io::Result<ExitCode> {
    let root = folder::root(&arguments.root)?;
    // Read before the folder is locked, because standard input may take its time.
    let bundle = arguments.bundle.as_deref().map(read_bundle).transpose()?;
    let options = arguments.judge.options(&arguments.browser)?;
    if let (true, Some(text)) = (arguments.dry_run, &bundle) {
        let engines = Engines::new(&arguments.host, &arguments.browser)?.with_packages_of(&root)?;
        let report = check::judge_only(&root, text, &options, engines);
        let (bundle, json, explain) = (arguments.bundle.as_deref(), arguments.json, arguments.explain);
        tell(&report, &ReportOptions { bundle, json, explain, record: None })?;
        return Ok(exit_code(&report, &options));
    }
    let state_dir = StateDir::open(&root, "verdict apply").map_err(io::Error::other)?;
    let mut here = Here {
        folder: Folder::open(&root, &state_dir)?,
        journal: state_dir.journal(),
        engines: Engines::new(&arguments.host, &arguments.browser)?.with_packages_of(&root)?,
        state_dir,
    };
    if let Some(reason) = &arguments.reset {
        return here.reset(reason, arguments.json);
    }
    let recovery = here.recover();
    let Some(bundle) = bundle else {
        print::recovery(&recovery, arguments.json)?;
        return Ok(if recovery.is_open() { ExitCode::SUCCESS } else { ExitCode::from(COULD_NOT_RUN) });
    };
    let mut record = Record::open(&root, &here.state_dir.temporary(), &arguments.run, bundle.as_bytes())
        .map_err(io::Error::other)?;
    let options =
        ApplyOptions { run_id: Some(record.run_id.clone()), iteration: Some(record.iteration), ..options };
    let report = here.apply(&bundle, &options, recovery);
    let unwritten = here.write_results(&report);
    record.save(&report.verification_report(&record.run_id, record.iteration));
    if let Some(snapshot) = &report.audit {
        record.save_snapshot(snapshot);
    }
    record.complain();
    let (bundle, json, explain) = (arguments.bundle.as_deref(), arguments.json, arguments.explain);
    tell(&report, &ReportOptions { bundle, json, explain, record: Some(&record) })?;
    unwritten.map_or_else(|| Ok(exit_code(&report, &options)), Err)
}

pub(crate) fn read_bundle(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::other(format!("{}: not UTF-8 at byte {at}", path.display()))
    })
}

/// A folder that this process has locked.
struct Here {
    folder: Folder,
    journal: FileJournal,
    engines: Engines,
    state_dir: StateDir,
}

impl Here {
    fn gate<'a>(&'a mut self, clock: &'a dyn Fn() -> f64) -> Gate<'a, Engines, Folder, FileJournal> {
        Gate { verifier: &mut self.engines, target: &mut self.folder, journal: &mut self.journal, clock }
    }

    /// Unlocks the folder, and keeps the record: it contains the original files if they could not be
    /// restored.
    fn reset(&mut self, reason: &str, json: bool) -> io::Result<ExitCode> {
        let clock = clock::steady();
        let removed = self.state_dir.clear_foreign_journal()?;
        // The raw bytes, which need not be text.
        let record = self.state_dir.journal_bytes()?.map(|bytes| Displaced {
            path: format!("/{}/{}", state_dir::NAME, state_dir::JOURNAL),
            content: FileContent(bytes),
        });
        let reset = block_on(self.gate(&clock).reset(reason)).map_err(io::Error::other)?;
        let displaced = reset.held.iter().flat_map(|held| &held.displaced);
        let kept: Vec<Displaced> = displaced.cloned().chain(record).collect();
        let told = self.put_aside(&kept).into_iter().chain(self.sweep());
        for line in removed.into_iter().chain(told) {
            eprintln!("verdict: {}", one_line(&line));
        }
        print::reset(&reset, json)?;
        Ok(ExitCode::SUCCESS)
    }

    fn recover(&mut self) -> Recovery {
        let clock = clock::steady();
        let mut recovery = block_on(self.gate(&clock).recover());
        recovery.warnings.extend(self.put_aside(&recovery.displaced));
        if recovery.is_open() {
            recovery.warnings.extend(self.sweep());
        }
        recovery
    }

    /// Cleans up. A failure is reported and changes nothing about the outcome.
    fn sweep(&mut self) -> Option<String> {
        self.folder.sweep().err().map(|error| format!("Tidying up: {error}"))
    }

    fn apply(&mut self, bundle: &str, options: &ApplyOptions, recovery: Recovery) -> GateReport {
        let clock = clock::steady();
        let refusal = match recovery.code {
            Some(code) => Some((code, recovery.message.clone())),
            None => self.begin(bundle).or_else(|| Some((Code::Path, self.unwritable(options)?))),
        };
        let mut report = match refusal {
            None => block_on(self.gate(&clock).apply(bundle, options)),
            Some((code, message)) => {
                let at = clock();
                GateReport { started_at: at, completed_at: at, ..GateReport::refused(code, message) }
            }
        };
        report.warnings.extend(self.put_aside(&report.displaced));
        // The list of folders is needed until the files are restored.
        if report.state != GateState::Terminal && recovery.is_open() {
            report.warnings.extend(self.sweep());
        }
        if recovery.state != RecoveryState::None {
            if recovery.is_open() {
                report.warnings.insert(0, format!("Recovered first: {}", recovery.message));
            }
            report.recovery = Some(recovery);
        }
        report
    }

    /// Records the attributes of the files that a change touches; returns why that is impossible. The gate
    /// refuses a bundle that cannot be read.
    fn begin(&mut self, bundle: &str) -> Option<(Code, String)> {
        let set = parse_bundle(bundle).ok()?;
        if let Some(message) = unreachable(&set, |path| self.folder.may_change(path)) {
            return Some((Code::Path, message));
        }
        let noted = self.folder.begin(&set).err();
        noted.map(|error| (Code::Unavailable, format!("The files cannot be read: {error}")))
    }

    /// Writes the profile's results below `changes/<id>/` once the change is applied. Otherwise nothing is
    /// written there, and the run's report has the results.
    fn write_results(&mut self, report: &GateReport) -> Option<io::Error> {
        let run = report.profile.as_ref().filter(|_| report.success)?;
        let written = block_on(run.write_artifacts(&mut self.folder));
        let swept = self.folder.sweep();
        written.map_err(io::Error::other).and(swept).err()
    }

    /// Why the profile's results cannot be written, if there is a link in their path. They are never written
    /// through one.
    fn unwritable(&self, options: &ApplyOptions) -> Option<String> {
        let change = options.change_id.as_ref().filter(|_| options.profile.is_some())?;
        let folder = VfsPath::parse(&format!("changes/{change}/verify/result.json")).ok()?;
        self.folder.may_change(&folder).err().map(|error| format!("Results could not be written: {error}"))
    }

    /// Keeps overwritten content that was neither the old nor the new one, because it may be somebody's work.
    /// Returns where.
    fn put_aside(&self, displaced: &[Displaced]) -> Vec<String> {
        let kept = |file: &Displaced| match self.state_dir.put_aside(&file.path, &file.content.0) {
            Ok(kept) => format!("is kept in {}", kept.display()),
            Err(error) => format!("could not be kept: {error}"),
        };
        let told = |file: &Displaced| {
            format!("What stood at {} was overwritten or taken away; it {}", file.path, kept(file))
        };
        displaced.iter().map(told).collect()
    }
}

/// Paths of a change that the folder cannot hold, reported before anything happens.
pub(crate) fn unreachable(
    set: &ChangeSet,
    may_change: impl Fn(&VfsPath) -> Result<(), String>,
) -> Option<String> {
    let paths: BTreeSet<VfsPath> =
        set.changes.iter().flat_map(verdict_gate::FileChange::paths).cloned().collect();
    // If the change removes a file to make room, this is known only later.
    let room = |path: &VfsPath| {
        path.as_str().match_indices('/').any(|(end, _)| paths.contains(&path.as_str()[..end]))
    };
    let errors: Vec<String> = paths
        .iter()
        .filter(|path| !room(path))
        .filter_map(|path| Some(format!("{path}: {}", may_change(path).err()?)))
        .collect();
    (!errors.is_empty()).then(|| format!("Not to be changed: {}", errors.join("; ")))
}

pub(crate) fn exit_code(report: &GateReport, options: &ApplyOptions) -> ExitCode {
    let verify = |check: &&CheckReport| check.purpose == Purpose::Verify;
    // Everything before the profile passed, but it has no run: it is unknown or cannot be read.
    let no_profile = options.profile.is_some()
        && report.profile.is_none()
        && report.phases.iter().any(|phase| phase.phase == Phase::PreFlight && phase.passed)
        && report.checks.iter().filter(verify).all(|check| check.passed);
    // Files were touched and restored although no judgement failed: writing failed.
    let unwritten = report.state == GateState::Restored
        && !report
            .phases
            .iter()
            .any(|phase| phase.phase == Phase::BuildCheck && !phase.skipped && !phase.passed);
    let could_not_run = no_profile
        || unwritten
        || matches!(
            report.code,
            Some(Code::Command | Code::Unavailable | Code::Startup | Code::Protocol | Code::Version)
        )
        || report.state == GateState::Terminal
        || report.recovery.as_ref().is_some_and(|recovery| !recovery.is_open());
    match (report.success, could_not_run) {
        (true, _) => ExitCode::SUCCESS,
        (false, true) => ExitCode::from(COULD_NOT_RUN),
        (false, false) => ExitCode::from(1),
    }
}
