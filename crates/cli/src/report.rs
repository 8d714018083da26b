//! `verdict report`: shows the reports of applies and runs in `runs/`.

mod diff;
mod list;
mod show;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use pollster::block_on;
use verdict_report::{
    Format, Loaded, ReportError, Reports, Retention, Skipped, VerificationReport, one_line,
    render_verification,
};

use crate::out::{say, say_line, warn};
use crate::state_dir::StateDir;
use crate::store::FolderStore;
use crate::{COULD_NOT_RUN, folder};

/// List, show, render, export, compare and prune stored reports.
///
/// Exit code: 0 if the task succeeded, also for a report of a failure; 2 if the report is missing or unreadable.
#[derive(clap::Args)]
pub(crate) struct ReportArguments {
    /// The folder whose `runs/` is read.
    #[arg(long, value_name = "DIR", default_value = ".", global = true)]
    root: PathBuf,
    #[command(subcommand)]
    command: ReportCommand,
}

#[derive(Subcommand)]
enum ReportCommand {
    /// List the reports of all runs, or of one, and skipped files with the reason.
    List {
        /// Id of the run.
        run: Option<String>,
        /// Print one JSON object `{ reports, skipped }`.
        #[arg(long)]
        json: bool,
    },
    /// Show a report: its levels, its checks, and the snapshots of its run.
    Show {
        #[command(flatten)]
        which: Which,
        /// Print the stored report unchanged.
        #[arg(long)]
        json: bool,
    },
    /// Print a report in another tool's format.
    Render {
        #[command(flatten)]
        which: Which,
        /// text, json (Vitest's reporter), junit, tap, github or sarif.
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: Format,
    },
    /// Write a run as a zip archive: its reports, its snapshots, rendered forms, and an index with hashes.
    Export {
        /// Id of the run.
        run: String,
        /// The archive; `-` for standard output. It must not exist.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Compare two audit snapshots.
    Diff {
        /// The earlier snapshot: RUN if the run has only one, otherwise RUN/NAME.
        from: String,
        /// The later snapshot: RUN if the run has only one, otherwise RUN/NAME.
        to: String,
        /// Print one JSON object `{ created, modified, deleted, renamed }`.
        #[arg(long)]
        json: bool,
    },
    /// Remove the oldest reports and snapshots until these limits hold.
    Prune {
        /// Maximum number of reports.
        #[arg(long, value_name = "N", default_value_t = Retention::DEFAULT.reports)]
        reports: usize,
        /// Maximum number of snapshots.
        #[arg(long, value_name = "N", default_value_t = Retention::DEFAULT.snapshots)]
        snapshots: usize,
        /// Maximum total size in bytes.
        #[arg(long, value_name = "N", default_value_t = Retention::DEFAULT.bytes)]
        bytes: u64,
    },
}

/// Selects a stored report.
#[derive(clap::Args)]
struct Which {
    /// Id of the run.
    run: String,
    /// The iteration of the run; by default the last one.
    #[arg(long, value_name = "N")]
    iteration: Option<u32>,
}

type Kept = Reports<FolderStore>;

/// Lists, shows, compares or prunes stored reports.
pub(crate) fn run(arguments: &ReportArguments) -> io::Result<ExitCode> {
    let root = folder::root(&arguments.root)?;
    let kept = Reports::new(FolderStore::new(&root, None));
    match &arguments.command {
        ReportCommand::List { run, json } => list::list(&kept, run.as_deref(), *json)?,
        ReportCommand::Show { which, json } => show::show(&kept, &load(&kept, which)?, *json)?,
        ReportCommand::Render { which, format } => {
            say!("{}", render_verification(&load(&kept, which)?, *format));
        }
        ReportCommand::Export { run, out } => export(&kept, run, out)?,
        ReportCommand::Diff { from, to, json } => diff::diff(&kept, from, to, *json)?,
        ReportCommand::Prune { reports, snapshots, bytes } => {
            let most = Retention { reports: *reports, snapshots: *snapshots, bytes: *bytes };
            return prune(&root, most);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The requested report, or an error if the run has no such report.
fn load(kept: &Kept, which: &Which) -> io::Result<VerificationReport> {
    let iteration = match which.iteration {
        Some(iteration) => iteration,
        None => {
            let listing = block_on(kept.list(&which.run)).map_err(said)?;
            complain(&listing.skipped);
            let last = listing.iterations().last().copied();
            last.ok_or_else(|| {
                io::Error::other(format!("There is no report of run {}", one_line(&which.run)))
            })?
        }
    };
    match block_on(kept.load(&which.run, iteration)).map_err(said)? {
        Loaded::Found(report) => Ok(report),
        Loaded::Missing => {
            Err(io::Error::other(format!("Run {} has no verification {iteration}", one_line(&which.run))))
        }
        Loaded::Skipped(skipped) => Err(io::Error::other(reason(&skipped))),
    }
}

fn export(kept: &Kept, run: &str, out: &Path) -> io::Result<()> {
    let archive = block_on(kept.export(run)).map_err(said)?;
    if out == Path::new("-") {
        let mut stdout = io::stdout().lock();
        if stdout.is_terminal() {
            return Err(io::Error::other("an archive is nothing for a terminal: name a file, or redirect"));
        }
        return stdout.write_all(&archive);
    }
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", out.display()));
    let mut file = fs::File::create_new(out).map_err(named)?;
    file.write_all(&archive).map_err(named)
}

fn prune(root: &Path, most: Retention) -> io::Result<ExitCode> {
    // Under the lock, so that nothing is removed that an apply or a run is about to store.
    let own = StateDir::open(root, "verdict report prune").map_err(io::Error::other)?;
    let kept = Reports::with_retention(FolderStore::new(root, Some(own.temporary())), most);
    let pruned = block_on(kept.prune());
    for key in &pruned.removed {
        say_line!("removed {}", one_line(key));
    }
    for problem in &pruned.problems {
        eprintln!("verdict: {}", one_line(&problem.message));
    }
    Ok(if pruned.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(COULD_NOT_RUN) })
}

/// Prints the skipped files on standard error.
fn complain(skipped: &[Skipped]) {
    for skipped in skipped {
        warn(&format!("passed over: {}", reason(skipped)));
    }
}

fn reason(skipped: &Skipped) -> String {
    format!("{}: {}", one_line(&skipped.key), one_line(&skipped.reason))
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn said(error: ReportError) -> io::Error {
    io::Error::other(one_line(&error.to_string()))
}
