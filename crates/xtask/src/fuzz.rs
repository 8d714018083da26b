//! Runs the fuzz targets of the linter for some time.
//!
//! They are where cargo-fuzz expects them, in `crates/analysis/fuzz`. That tool needs a nightly compiler.
//! This command builds them with the pinned one: with the coverage that libFuzzer follows, and without a sanitiser of memory.

use clap::Args;

use crate::error::Error;
use crate::ui;
use crate::workspace::Workspace;

/// The folder of the targets.
const FOLDER: &str = "crates/analysis/fuzz";
/// All targets: the names of the files in `fuzz_targets`.
const TARGETS: [&str; 4] = ["parse_and_lint", "fix", "directives", "config"];
const TRIPLE: &str = "x86_64-unknown-linux-gnu";
/// What the compiler adds for libFuzzer: counters at branches, and operands of comparisons.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                     -Cllvm-args=-sanitizer-coverage-pc-table \
                     -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1";

/// How long to run which targets.
#[derive(Args)]
pub(crate) struct Span {
    /// Targets; without names all of them
    #[arg(value_name = "TARGET", value_parser = TARGETS)]
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

/// Builds the targets and runs them one after another. Inputs that were worth keeping stay in `corpus/`, and those
/// that break something are in `artifacts/`.
///
/// # Errors
/// An input that breaks a promise, which is printed; a failed build.
pub(crate) fn run(workspace: &Workspace, span: &Span) -> Result<(), Error> {
    let folder = workspace.path(FOLDER);
    let target = workspace.target.join("fuzz");
    ui::say("fuzz", "building with coverage …");
    workspace
        .cargo()
        .words("build --quiet --locked --release --bins --target")
        .arg(TRIPLE)
        .dir(&folder)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", FLAGS)
        .run()?;
    let all = TARGETS.map(str::to_owned);
    let chosen = if span.targets.is_empty() { &all[..] } else { &span.targets };
    for name in chosen {
        let corpus = folder.join("corpus").join(name);
        let artifacts = folder.join("artifacts").join(name);
        for folder in [&corpus, &artifacts] {
            std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        }
        ui::say("fuzz", format_args!("{name} for {} s", span.seconds));
        crate::process::Cmd::new(target.join(TRIPLE).join("release").join(name))
            .arg(format!("-max_total_time={}", span.seconds))
            .arg(format!("-artifact_prefix={}/", artifacts.display()))
            .words("-rss_limit_mb=4096 -timeout=30 -print_final_stats=1")
            .arg(&corpus)
            .dir(&folder)
            .run()?;
    }
    Ok(())
}
