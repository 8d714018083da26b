//! `verdict verify`: runs commands on a folder.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::json;
use verdict_gate::Check;
use verdict_protocol::{Code, Output, Scope, VerifyResult};
use verdict_report::{Format, RunReport, render};
use verdict_vfs::Snapshot;

use crate::browser::BrowserArguments;
use crate::engines::{Engines, runs_code};
use crate::fix::{FixArguments, Fixes};
use crate::folder::packages::{Contents, Needs};
use crate::host::HostArguments;
use crate::out::{say, say_line};
use crate::{COULD_NOT_RUN, baseline, clock, folder, state_dir};

/// Run commands on a folder.
///
/// Exit code: 0 if all commands passed, 1 if one failed, 2 if one could not run.
#[derive(clap::Args)]
pub(crate) struct VerifyArguments {
    /// The folder that is the root of the snapshot.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Print one JSON object `{ success, results }`.
    #[arg(long)]
    json: bool,
    /// The format of the report: text, json (Vitest's reporter), junit, tap, github or sarif.
    #[arg(long, default_value = "text", conflicts_with = "json")]
    format: Format,
    /// List the tests of `test:` commands without running them.
    #[arg(long)]
    list: bool,
    /// In the text report, list this many of the slowest tests.
    #[arg(long, value_name = "N", conflicts_with = "json")]
    slowest: Option<usize>,
    /// A folder, or a commit of Git, with the state before: a `type-check:` fails for what is new since then.
    #[arg(long, value_name = "DIR|COMMIT")]
    baseline: Option<String>,
    #[command(flatten)]
    fixes: FixArguments,
    #[command(flatten)]
    host: HostArguments,
    #[command(flatten)]
    browser: BrowserArguments,
    /// `test:PATHS`, `lint:PATHS`, `type-check:PATHS` or `eval:EXPRESSION`.
    #[arg(required = true)]
    commands: Vec<String>,
}

#[derive(Serialize)]
struct Report<'a> {
    success: bool,
    results: &'a [VerifyResult],
}

/// Runs the commands in order and prints the results.
pub(crate) fn run(arguments: &VerifyArguments) -> io::Result<ExitCode> {
    let root = folder::root(&arguments.root)?;
    arguments.fixes.recover(&root, || Engines::new(&arguments.host, &arguments.browser))?;
    if arguments.root.join(state_dir::NAME).join(state_dir::JOURNAL).exists() {
        eprintln!(
            "verdict: warning: an apply is under way here, or was interrupted: verdict apply --recover"
        );
    }
    let before =
        arguments.baseline.as_deref().map(|named| baseline::read(&arguments.root, named)).transpose()?;
    let engines = Engines::new(&arguments.host, &arguments.browser)?.with_types_of(&root)?;
    let mut engines = engines.with_baseline(before);
    let mut files = folder::read(&arguments.root)?;
    if arguments.commands.iter().any(|command| runs_code(command)) {
        let config = arguments.host.configuration()?.to_string();
        let own = files.0.iter().map(|(path, content)| (path.as_str(), content.0.as_slice()));
        let packages = folder::packages::read(&arguments.root, &Needs::of(own, &config), Contents::Code)?;
        for package in &packages.left_out {
            eprintln!("verdict: warning: not in the snapshot: {package}");
        }
        files.0.extend(packages.files.0);
    }
    let mut snapshot = Snapshot::new(files).map_err(io::Error::other)?;
    let listing = arguments.list.then(|| json!({ "test": { "list": true } }));
    // If nothing is to run, every engine finds the same tests.
    let policy = arguments.browser.policy();
    let confirm = (!arguments.list).then_some(&policy);
    let mut results: Vec<VerifyResult> = Vec::new();
    let mut fixes = Fixes::default();
    for command in &arguments.commands {
        let fixing = arguments.fixes.config(command);
        let config = fixing.as_ref().or(listing.as_ref());
        let check = Check { config, confirm, ..Check::new(command, &snapshot) };
        let result = engines.ask(&check)?;
        if fixing.is_some() {
            snapshot = fixes.take(&result, snapshot)?;
        }
        results.push(result);
    }
    fixes.write(&arguments.fixes, &root, engines)?;
    let code = exit_code(&results);
    if arguments.fixes.fix_dry_run && !arguments.json && arguments.format == Format::Text {
        fixes.print();
    }
    print(arguments, results)?;
    Ok(code)
}

fn print(arguments: &VerifyArguments, results: Vec<VerifyResult>) -> io::Result<()> {
    if arguments.json {
        let success = results.iter().all(|result| result.success);
        say_line!("{}", serde_json::to_string(&Report { success, results: &results })?);
    } else {
        let slowest = arguments.slowest.unwrap_or_default();
        let report = RunReport { started_at_ms: clock::now_ms(), results, slowest };
        say!("{}", render(&report, arguments.format));
    }
    Ok(())
}

fn exit_code(results: &[VerifyResult]) -> ExitCode {
    let could_not_run = |result: &VerifyResult| {
        matches!(
            result.code,
            Some(Code::Command | Code::Path | Code::Protocol | Code::Unavailable | Code::Startup)
        )
    };
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
