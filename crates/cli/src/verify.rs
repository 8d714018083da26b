//! `verdict verify`: commands on a folder.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::json;
use verdict_gate::Check;
use verdict_protocol::{Code, Output, Scope, TestEntry, VerifyResult};
use verdict_report::{Format, RunReport, render};
use verdict_vfs::Snapshot;

use crate::host::HostArguments;
use crate::out::{say, say_line};
use crate::verifier::ChildVerifier;
use crate::{COULD_NOT_RUN, clock, folder, own};

/// Carry out commands on a folder. Exit code: 0 all passed, 1 some failed, 2 could not run.
#[derive(clap::Args)]
pub(crate) struct VerifyArguments {
    /// The folder that is the root of the snapshot.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Print one JSON object `{ success, results }`.
    #[arg(long)]
    json: bool,
    /// How the report is printed: text, json (Vitest's reporter), junit, tap, github or sarif.
    #[arg(long, default_value = "text", conflicts_with = "json")]
    format: Format,
    /// List the tests of `test:` commands and run none.
    #[arg(long)]
    list: bool,
    /// After the report, list the slowest tests.
    #[arg(long, value_name = "N", conflicts_with = "json")]
    slowest: Option<usize>,
    #[command(flatten)]
    host: HostArguments,
    /// `test:PATHS`, `lint:PATHS`, `type-check:PATHS` or `eval:EXPRESSION`.
    #[arg(required = true)]
    commands: Vec<String>,
}

#[derive(Serialize)]
struct Report<'a> {
    success: bool,
    results: &'a [VerifyResult],
}

/// Carries out the commands in their order and prints what they found.
pub(crate) fn run(arguments: &VerifyArguments) -> io::Result<ExitCode> {
    if arguments.root.join(own::NAME).join(own::JOURNAL).exists() {
        eprintln!(
            "verdict: warning: an apply is under way here, or was interrupted: verdict apply --recover"
        );
    }
    let mut verifier = ChildVerifier::new(&arguments.host)?;
    let snapshot = Snapshot::new(folder::read(&arguments.root)?).map_err(io::Error::other)?;
    let listing = arguments.list.then(|| json!({ "test": { "list": true } }));
    let results: Vec<VerifyResult> = arguments
        .commands
        .iter()
        .map(|command| verifier.ask(&Check { config: listing.as_ref(), ..Check::new(command, &snapshot) }))
        .collect::<io::Result<_>>()?;
    if arguments.list && !arguments.json {
        return Ok(list(&results));
    }
    let code = exit_code(&results);
    let slowest = arguments.slowest.map(|count| slowest(&results, count));
    print(arguments, results)?;
    if let Some(slowest) = slowest {
        say!("{slowest}");
    }
    Ok(code)
}

/// Prints the tests that were found, a line each, and what could not be loaded.
fn list(results: &[VerifyResult]) -> ExitCode {
    let mut failed = false;
    for result in results {
        let Output::Tests(entries) = &result.output else {
            failed = true;
            eprintln!("verdict: {}", shown(result.error.as_deref().unwrap_or_default()));
            continue;
        };
        for entry in entries {
            let at = &entry.location;
            let path = shown(&entry.path.join(" > "));
            if entry.scope == Scope::Test {
                say_line!("{}:{}:{} {path}", shown(&at.file), at.line, at.column);
            } else {
                failed = true;
                eprintln!("verdict: {path}: {}", shown(entry.error.as_deref().unwrap_or_default()));
            }
        }
    }
    if failed { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// The slowest tests of all commands, a line each.
fn slowest(results: &[VerifyResult], count: usize) -> String {
    let mut all: Vec<_> = results.iter().flat_map(|result| result.slowest(count)).collect();
    all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    all.truncate(count);
    let line = |(entry, ms): (&TestEntry, f64)| {
        format!("{ms:9.1} ms {} {}\n", shown(&entry.location.file), shown(&entry.path.join(" > ")))
    };
    all.into_iter().map(line).collect()
}

/// A name as it can be printed: control characters as escapes.
fn shown(text: &str) -> String {
    text.chars()
        .flat_map(
            |char| if char.is_control() { char.escape_default().collect::<Vec<_>>() } else { vec![char] },
        )
        .collect()
}

fn print(arguments: &VerifyArguments, results: Vec<VerifyResult>) -> io::Result<()> {
    if arguments.json {
        let success = results.iter().all(|result| result.success);
        say_line!("{}", serde_json::to_string(&Report { success, results: &results })?);
    } else {
        let report = RunReport { started_at_ms: clock::now_ms(), results };
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
    if results.iter().all(|result| result.success) {
        ExitCode::SUCCESS
    } else if results.iter().any(could_not_run) {
        ExitCode::from(COULD_NOT_RUN)
    } else {
        ExitCode::from(1)
    }
}
