//! `verdict run`: runs a profile of `spec/verification.yaml` on a folder.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use pollster::block_on;
use serde::Serialize;
use verdict_gate::policy::Assertions;
use verdict_gate::profile::{
    ChangeId, DEFAULT_PROFILE, ProfileError, ProfileRequest, ProfileRun, VerificationConfig, run_profile,
};
use verdict_gate::{Journal, Target};
use verdict_report::{Format, one_line, render_verification};

use crate::browser::BrowserArguments;
use crate::engines::Engines;
use crate::environment::EnvironmentArguments;
use crate::folder::Folder;
use crate::host::HostArguments;
use crate::out::{say, say_line};
use crate::record::{Record, RunArguments};
use crate::state_dir::StateDir;
use crate::{COULD_NOT_RUN, clock, folder};

/// Run a profile of spec/verification.yaml on a folder, and record the results below changes/ID/.
///
/// The toolchain is checked first. After every step, tracked files are compared: a change is drift and fails
/// the step. A rerun overwrites earlier results.
///
/// Exit code: 0 if the profile passed, 1 if it failed, 2 if it could not run. Reasons for 2 are a missing
/// configuration, an unknown profile, an unsuitable toolchain, a locked folder, and results that cannot be
/// written.
#[derive(clap::Args)]
pub(crate) struct ProfileArguments {
    /// Name of the profile in spec/verification.yaml.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_PROFILE)]
    profile: String,
    /// The folder to judge.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// The change that the run is for: results are written to changes/ID/.
    #[arg(long, value_name = "ID", default_value = "local")]
    change: String,
    /// Fail the run instead of running skills of a higher tier.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    max_tier: Option<u8>,
    #[command(flatten)]
    env: EnvironmentArguments,
    #[command(flatten)]
    run: RunArguments,
    /// Print one JSON object: the run, `run_id`, `iteration`, `saved` and `written`.
    #[arg(long)]
    json: bool,
    /// The format of the report: text, json (Vitest's reporter), junit, tap, github or sarif.
    #[arg(long, value_name = "FORMAT", default_value = "text", conflicts_with = "json")]
    format: Format,
    #[command(flatten)]
    host: HostArguments,
    #[command(flatten)]
    browser: BrowserArguments,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    run: &'a ProfileRun,
    run_id: &'a str,
    iteration: u32,
    /// Keys of stored reports, below the root.
    saved: &'a [String],
    /// Absolute snapshot paths of the written results.
    written: &'a [String],
}

/// Runs the profile, writes its results and prints a summary.
pub(crate) fn run(arguments: &ProfileArguments) -> io::Result<ExitCode> {
    let root = folder::root(&arguments.root)?;
    let change = ChangeId::parse(&arguments.change).map_err(io::Error::other)?;
    let env = arguments.env.variables().map_err(io::Error::other)?;
    let mut engines = Engines::new(&arguments.host, &arguments.browser)?.with_packages_of(&root)?;
    let state_dir = StateDir::open(&root, "verdict run").map_err(io::Error::other)?;
    if block_on(state_dir.journal().read()).map_err(io::Error::other)?.is_some() {
        let message =
            "an interrupted apply left this folder between two states: call verdict apply --recover";
        return Err(io::Error::other(message));
    }
    let mut folder = Folder::open(&root, &state_dir)?;
    let snapshot = block_on(folder.load()).map_err(io::Error::other)?;
    let config = match VerificationConfig::of(&snapshot) {
        Ok(config) => config,
        Err(error) => return Ok(refused(&error)),
    };
    let policy = arguments.browser.policy();
    let request = ProfileRequest {
        config: &config,
        profile: &arguments.profile,
        snapshot: &snapshot,
        change: Some(&change),
        env: &env,
        max_tier: arguments.max_tier,
        assertions: Assertions::default(),
        confirm: Some(&policy),
    };
    let clock = clock::steady();
    let run = match block_on(run_profile(&request, &mut engines, &mut folder, &clock)) {
        Ok(run) => run,
        Err(error) => return Ok(refused(&error)),
    };
    let mut record = Record::open(&root, &state_dir.temporary(), &arguments.run, snapshot.root().as_bytes())
        .map_err(io::Error::other)?;
    let written = block_on(run.write_artifacts(&mut folder));
    folder.sweep()?;
    let report = run.verification_report(&record.run_id, record.iteration);
    record.save(&report);
    record.complain();
    if arguments.json {
        let paths = written.as_deref().unwrap_or_default();
        let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
        let Record { run_id, iteration, saved, .. } = &record;
        let answer = Answer { run: &run, run_id, iteration: *iteration, saved, written: &paths };
        say_line!("{}", serde_json::to_string(&answer)?);
    } else {
        say!("{}", render_verification(&report, arguments.format));
        if arguments.format == Format::Text {
            say_line!("{} (run {} {})", one_line(&run.summary()), record.run_id, record.iteration);
        }
    }
    if let Err(error) = written {
        return Ok(refused(&error));
    }
    Ok(match run.passed {
        true => ExitCode::SUCCESS,
        false if run.toolchain.passed && !run.unavailable() => ExitCode::from(1),
        false => ExitCode::from(COULD_NOT_RUN),
    })
}

/// Prints every mistake with its location.
fn refused(error: &ProfileError) -> ExitCode {
    eprintln!("verdict: {}", one_line(&error.to_string()));
    for mistake in error.mistakes() {
        eprintln!("{}", one_line(&mistake.to_string()));
    }
    ExitCode::from(COULD_NOT_RUN)
}
