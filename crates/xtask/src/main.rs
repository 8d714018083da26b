//! `cargo xtask`: setup, build, serve, demo, test, bench, conformance, soak, fuzz, hostile, size, codegen. One file
//! per subcommand.

// This crate is the outermost of the build: it uses the clock, files and the environment.
#![allow(clippy::disallowed_methods)]

mod bench;
mod build;
mod codegen;
mod conformance;
mod demo;
mod error;
mod fuzz;
mod hostile;
mod manifest;
mod node;
mod pool;
mod process;
mod serve;
mod setup;
mod size;
mod soak;
mod test;
mod ui;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Error;
use crate::workspace::Workspace;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Sets up, builds, serves, shows, tests and measures Verdict")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install missing tools that the other tasks need; they call it themselves
    Setup,
    /// Build the wasm packages of wasm-pack.toml and lay out dist/, as it is published
    Build {
        /// Build without link-time optimisation and wasm-opt: larger and slower, not to publish
        #[arg(long)]
        dev: bool,
    },
    /// Build for development, then serve the page and dist/ on this machine
    Serve {
        /// Port on 127.0.0.1; 0 takes any that is free
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Serve what was built last, as it is
        #[arg(long)]
        no_build: bool,
        /// Build what is published
        #[arg(long, conflicts_with = "no_build")]
        release: bool,
    },
    /// Build for development, serve, and drive the page in headless Chromium, one line per step
    Demo {
        /// Leave the server up afterwards and print its address
        #[arg(long)]
        open: bool,
        /// Build what is published
        #[arg(long)]
        release: bool,
    },
    /// Format, lints, all tests, with a development build; the last line is `N passed, N failed`
    Test {
        /// Only what needs neither wasm nor a browser
        #[arg(long)]
        quick: bool,
        /// Test what is published, and its sizes
        #[arg(long, conflicts_with = "quick")]
        release: bool,
    },
    /// Measure start-up, round trips, restarts, snapshots, files and the gate in Chromium, compared with a bare
    /// JavaScript worker
    Bench(bench::Choice),
    /// Run the same test files in Vitest and in Verdict, natively and in Chromium, and report differences
    Conformance(conformance::Cases),
    /// Mix honest and hostile requests over a pool of workers in Chromium, disturb them, and check that
    /// nothing is lost
    Soak(soak::Span),
    /// Fuzz the linter: parsing and lint, fixes, directives and configurations
    Fuzz(fuzz::Span),
    /// Run every hostile case, natively and in Chromium, and print all cases with their outcomes
    Hostile,
    /// Print raw, gzip and brotli bytes of each wasm file of dist/ against its budget
    Size,
    /// Regenerate the committed files that derive from Rust types: schemas/ and the declarations for TypeScript
    Codegen,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Error::TestsFailed) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("\nerror[{}]: {error}", error.code());
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> Result<(), Error> {
    let workspace = Workspace::find()?;
    match task {
        Task::Setup => setup::run(&workspace, setup::Purpose::Test).map(drop),
        Task::Build { dev } => {
            let tools = setup::run(&workspace, setup::Purpose::Run)?;
            build::run(&workspace, &tools, build::Profile::unless_release(!dev))
        }
        Task::Serve { port, no_build, release } => {
            let profile = build::Profile::unless_release(*release);
            serve::run(&workspace, *port, (!no_build).then_some(profile))
        }
        Task::Demo { open, release } => {
            demo::run(&workspace, *open, build::Profile::unless_release(*release))
        }
        Task::Test { quick, release } => {
            test::run(&workspace, *quick, build::Profile::unless_release(*release))
        }
        Task::Bench(choice) => bench::run(&workspace, choice),
        Task::Conformance(cases) => conformance::run(&workspace, cases),
        Task::Soak(span) => soak::run(&workspace, span),
        Task::Fuzz(span) => fuzz::run(&workspace, span),
        Task::Hostile => hostile::run(&workspace),
        Task::Size => size::run(&workspace),
        Task::Codegen => codegen::run(&workspace),
    }
}
