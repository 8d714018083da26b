//! `verdict`: the native host of the engine, for terminals, CI and other programs.
//!
//! The engine runs in a child process of the same binary, as it runs in a worker in a page. A process that
//! hangs or crashes is terminated and replaced, and the host answers.
#![allow(clippy::disallowed_methods, reason = "the outermost crate has the files and the clock")]

mod apply;
mod automatic;
mod baseline;
mod blob;
mod browser;
mod cache;
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
mod live;
mod merge;
mod out;
mod packaged;
mod parts;
mod pool;
mod project;
mod record;
mod report;
mod reporters;
mod run;
mod serve;
mod state_dir;
mod store;
mod terminal;
mod timing;
mod types;
mod unfinished;
mod verifier;
mod verify;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use verdict_report::one_line;

/// What `--help` opens with.
const EXAMPLES: &str = "\
Examples:
  verdict                            Test, lint and check the types of this project
  verdict test src/cart -t total     Run the tests below src/cart with total in their name
  verdict lint --fix src             Lint a folder and write the fixes
  verdict watch                      Run again what a change can affect";

/// Tests, lint and type checks of JavaScript and TypeScript, in a sealed engine.
#[derive(Parser)]
#[command(name = "verdict", version, about, before_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    Verify(Box<verify::VerifyArguments>),
    Test(Box<verify::TestArguments>),
    Related(Box<verify::RelatedArguments>),
    Lint(Box<verify::LintArguments>),
    Types(Box<verify::TypesArguments>),
    Watch(Box<watch::WatchArguments>),
    Init(project::init::InitArguments),
    Merge(merge::MergeArguments),
    Apply(Box<apply::ApplyArguments>),
    Check(Box<apply::check::CheckArguments>),
    Run(Box<run::ProfileArguments>),
    Report(report::ReportArguments),
    Explain(explain::ExplainArguments),
    /// Print a script that completes commands in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
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
    let outcome = match Arguments::parse_from(with_command(std::env::args_os().collect())).command {
        Subcommands::Verify(arguments) => verify::run(&arguments),
        Subcommands::Test(arguments) => verify::test(&arguments),
        Subcommands::Related(arguments) => verify::related(&arguments),
        Subcommands::Lint(arguments) => verify::lint(&arguments),
        Subcommands::Types(arguments) => verify::types(&arguments),
        Subcommands::Watch(arguments) => watch::run(&arguments),
        Subcommands::Init(arguments) => project::init::run(&arguments),
        Subcommands::Merge(arguments) => merge::run(&arguments),
        Subcommands::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "verdict", &mut script);
            out::write(format_args!("{}", String::from_utf8_lossy(&script)));
            Ok(ExitCode::SUCCESS)
        }
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

/// Arguments with `verify` in front where they name no command: none at all, options, or `test:PATHS`.
fn with_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let first = arguments.get(1).map(|first| first.to_string_lossy().into_owned());
    let is_verify = match first.as_deref() {
        None => true,
        Some("-h" | "--help" | "-V" | "--version") => false,
        Some(first) => first.starts_with('-') || verdict_protocol::Command::verb_of(first).is_some(),
    };
    if is_verify {
        arguments.insert(1.min(arguments.len()), "verify".into());
    }
    arguments
}
