//! `verdict check`: judges a bundle for a folder without applying it.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use pollster::block_on;
use verdict_gate::{ApplyOptions, Gate, GateReport, parse_bundle};
use verdict_protocol::Code;

use super::{JudgeArguments, ReportOptions, exit_code, read_bundle, tell, unreachable};
use crate::browser::BrowserArguments;
use crate::engines::Engines;
use crate::folder::ReadOnly;
use crate::host::HostArguments;
use crate::{clock, folder};

/// Judge a bundle like apply, on a copy. Write no file and store no report.
///
/// The phases of --phase-mask run. 1 is pre-flight alone, which needs no verification.
///
/// Exit code: 0 if every phase passed, 1 if the change failed, 2 if the gate could not judge it.
#[derive(clap::Args)]
pub(crate) struct CheckArguments {
    /// A file with paws-change Markdown, DOGS markers, patch JSON or a plain JSON list; `-` for standard input.
    bundle: PathBuf,
    /// The folder that the change is for.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[command(flatten)]
    judge: JudgeArguments,
    /// Print one JSON object: the gate's report.
    #[arg(long)]
    json: bool,
    /// Print the reasons as a tree.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    host: HostArguments,
    #[command(flatten)]
    browser: BrowserArguments,
}

/// Checks the bundle and prints the report.
pub(crate) fn run(arguments: &CheckArguments) -> io::Result<ExitCode> {
    let CheckArguments { bundle, root, judge, json, explain, host, browser } = arguments;
    let text = read_bundle(bundle)?;
    let root = folder::root(root)?;
    let options = judge.options(browser)?;
    let engines = Engines::new(host, browser)?.with_packages_of(&root)?;
    let report = judge_only(&root, &text, &options, engines);
    tell(&report, &ReportOptions { bundle: Some(bundle), json: *json, explain: *explain, record: None })?;
    Ok(exit_code(&report, &options))
}

/// The report of a check.
pub(crate) fn judge_only(
    root: &std::path::Path,
    bundle: &str,
    options: &ApplyOptions,
    mut engines: Engines,
) -> GateReport {
    let clock = clock::steady();
    let mut target = ReadOnly::new(root);
    let unreachable =
        parse_bundle(bundle).ok().and_then(|set| unreachable(&set, |path| target.may_change(path)));
    if let Some(message) = unreachable {
        let at = clock();
        return GateReport { started_at: at, completed_at: at, ..GateReport::refused(Code::Path, message) };
    }
    let mut journal = target.journal();
    let mut gate = Gate { verifier: &mut engines, target: &mut target, journal: &mut journal, clock: &clock };
    block_on(gate.check(bundle, options))
}
