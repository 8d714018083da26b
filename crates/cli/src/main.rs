//! `verdict`: the native host of the engine, for terminals, CI and other programs.
//!
//! The engine runs in a child process of the same binary, as it runs in a worker in a page. A process that
//! hangs or crashes is terminated and replaced, and the host answers.
#![allow(clippy::disallowed_methods, reason = "the outermost crate has the files and the clock")]

mod apply;
mod baseline;
mod browser;
mod child;
mod clock;
mod durable;
mod engine;
mod engines;
mod environment;
mod explain;
mod fix;
mod folder;
mod host;
mod lines;
mod out;
mod packaged;
mod record;
mod report;
mod run;
mod serve;
mod state_dir;
mod store;
mod types;
mod unfinished;
mod verifier;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use verdict_report::one_line;

/// Verify JavaScript and TypeScript in a sealed engine.
#[derive(Parser)]
#[command(name = "verdict", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    Verify(Box<verify::VerifyArguments>),
    Apply(Box<apply::ApplyArguments>),
    Check(Box<apply::check::CheckArguments>),
    Run(Box<run::ProfileArguments>),
    Report(report::ReportArguments),
    Explain(explain::ExplainArguments),
    /// Answer messages of the worker's protocol, one JSON object per line.
    Serve {
        /// Read from standard input and write to standard output.
        #[arg(long, required = true)]
        stdio: bool,
    },
    /// The child process behind the other subcommands.
    #[command(hide = true)]
    Engine,
    /// The process behind a chromedriver, which terminates it.
    #[command(hide = true)]
    Keep(browser::KeepArguments),
}

/// Exit code if nothing could be judged.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Subcommands::Verify(arguments) => verify::run(&arguments),
        Subcommands::Apply(arguments) => apply::run(&arguments),
        Subcommands::Check(arguments) => apply::check::run(&arguments),
        Subcommands::Run(arguments) => run::run(&arguments),
        Subcommands::Report(arguments) => report::run(&arguments),
        Subcommands::Explain(arguments) => explain::run(&arguments),
        Subcommands::Serve { stdio: _ } => serve::run().map(|()| ExitCode::SUCCESS),
        Subcommands::Keep(arguments) => browser::keep(&arguments).map(|()| ExitCode::SUCCESS),
        Subcommands::Engine => engine::run().map(|()| ExitCode::SUCCESS),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("verdict: {}", one_line(&error.to_string()));
        ExitCode::from(COULD_NOT_RUN)
    })
}
