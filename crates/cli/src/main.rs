//! `verdict`: the native host of the engine, for terminals, CI and other programs.
//!
//! The engine runs in a child process of the same binary, as it runs in a worker in a page: what hangs
//! or crashes is ended and replaced, and the host answers.
#![allow(clippy::disallowed_methods, reason = "the outermost crate has the files and the clock")]

mod child;
mod engine;
mod folder;
mod serve;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use verdict_report::Format;

/// Verify JavaScript and TypeScript in a sealed engine.
#[derive(Parser)]
#[command(name = "verdict", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Carry out commands on a folder. Exit code: 0 all passed, 1 some failed, 2 could not run.
    Verify(VerifyArguments),
    /// Answer messages of the worker's protocol, one JSON object a line.
    Serve {
        /// Read from standard input and write to standard output.
        #[arg(long, required = true)]
        stdio: bool,
    },
    /// The child process behind the other subcommands.
    #[command(hide = true)]
    Engine,
}

#[derive(clap::Args)]
struct VerifyArguments {
    /// The folder that is the root of the snapshot.
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// Print one JSON object `{ success, results }`.
    #[arg(long)]
    json: bool,
    /// How the report is printed: text, json (Vitest's reporter), junit, tap, github or sarif.
    #[arg(long, default_value = "text", conflicts_with = "json")]
    format: Format,
    /// A JSON file with `{ test, lint, types }`.
    #[arg(long)]
    config: Option<PathBuf>,
    /// `FROM=TO`: imports of FROM, or of what follows it after a `/`, are of TO. May be given again.
    #[arg(long, value_name = "FROM=TO", value_parser = alias)]
    alias: Vec<(String, String)>,
    /// Milliseconds that one command may take.
    #[arg(long, default_value_t = verdict_protocol::Limits::default().time_ms)]
    timeout: u64,
    /// Seed of the guest's randomness.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// `test:PATHS`, `lint:PATHS`, `type-check:PATHS` or `eval:EXPRESSION`.
    #[arg(required = true)]
    commands: Vec<String>,
}

/// `FROM=TO`.
fn alias(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from.to_owned(), to.to_owned())),
        _ => Err("expected FROM=TO".into()),
    }
}

/// Exit code where nothing could be judged.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Subcommands::Verify(arguments) => verify::run(&arguments),
        Subcommands::Serve { stdio: _ } => serve::run().map(|()| ExitCode::SUCCESS),
        Subcommands::Engine => engine::run().map(|()| ExitCode::SUCCESS),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("verdict: {error}");
        ExitCode::from(COULD_NOT_RUN)
    })
}
