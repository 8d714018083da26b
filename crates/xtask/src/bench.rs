//! Runs the benchmarks in Chromium, alternating with what they are compared to.

use clap::{Args, ValueEnum};

use crate::error::Error;
use crate::serve::Server;
use crate::workspace::Workspace;
use crate::{build, node, setup};

/// The selection of benchmarks.
#[derive(Args)]
pub(crate) struct Choice {
    /// What to measure, in this order; without names all of it, which takes some minutes
    #[arg(value_enum, value_name = "NAME")]
    names: Vec<Benchmark>,
}

/// A benchmark: the name of its file in `tests/bench/benchmarks`.
#[derive(Clone, Copy, ValueEnum)]
enum Benchmark {
    /// A worker to READY: the first of a page, further ones, and a bare one
    Starts,
    /// eval:1+1 on a warm worker through the manager, compared with a bare worker that answers a constant
    Trips,
    /// From a timeout to the next answer, with and without the spare worker, compared with a bare one
    Restarts,
    /// One file changed in 10 to 100 000: time and bytes sent, compared with the whole object posted
    Snapshots,
    /// A proposal after one of 519 live files in IndexedDB was written, compared with a manager that hears of no write
    Live,
    /// A test: of 16 files on several workers, compared with one
    Files,
    /// From a fresh realm with the whole test API to the end of its first test, in Chromium and natively
    Realms,
    /// 200 small test files on two workers, compared with Vitest on two threads
    Suite,
    /// The tests that zod ships, in the sealed engine, compared with Vitest's threads and vmThreads: time and CPU
    Library,
    /// From a request to its first test and to its answer, in the sealed engine with a spare guest
    Answers,
    /// Programs that compute, in the guest, compared with QuickJS in the same worker, and in the sealed engine
    Cpu,
    /// A change through the gate, beside the same without one; natively, beside its verify command alone
    Gate,
    /// Harmful files under the browser's engine: time to the answer, and to that of the next file
    Faults,
    /// 300 modules of TypeScript: both layers of type checks, and a proposal, beside the builder program of tsc
    Types,
    /// A text of 40 000 pieces split in the sandbox, compared with one of 10 000
    Texts,
    /// 1000 files: from the write of a leaf to the result of its test in `verdict watch`, compared with Vitest's watch
    Watch,
    /// Recommended rules on packages of npm, in Node and natively, compared with ESLint, Biome and oxlint: CPU
    Lint,
    /// Three projects: verdict without arguments, compared with vitest run, eslint . and tsc --noEmit: time and CPU
    Project,
}

/// Builds, serves and measures.
///
/// # Errors
/// A failed measurement or build.
pub(crate) fn run(workspace: &Workspace, choice: &Choice) -> Result<(), Error> {
    let tools = setup::run(workspace, setup::Purpose::Compare)?;
    build::run(workspace, &tools, build::Profile::Release)?;
    let server = Server::start(workspace, 0)?;
    let chosen =
        if choice.names.is_empty() { Benchmark::value_variants().to_vec() } else { choice.names.clone() };
    let names: Vec<String> = chosen
        .iter()
        .filter_map(|benchmark| Some(benchmark.to_possible_value()?.get_name().to_owned()))
        .collect();
    let mut script = node::script(workspace, &tools, &server.url());
    if chosen.iter().any(|benchmark| {
        matches!(
            benchmark,
            Benchmark::Realms | Benchmark::Gate | Benchmark::Watch | Benchmark::Lint | Benchmark::Project
        )
    }) {
        if chosen.iter().any(|benchmark| matches!(benchmark, Benchmark::Project)) {
            setup::projects(workspace, &tools)?;
        }
        // A release build, as installed; no other benchmark runs the native host.
        workspace.cargo().words("build --quiet --locked --release --package verdict-cli").run()?;
        script = script.env("VERDICT_CLI", workspace.target.join("release/verdict"));
    }
    script.arg("tests/bench/run.mjs").args(&names).run()
}
