//! Runs mixed honest and hostile requests with disturbances for some time, in Chromium.

use clap::Args;

use crate::error::Error;
use crate::serve::Server;
use crate::workspace::Workspace;
use crate::{build, node, setup};

/// The duration, and the sequence of requests.
#[derive(Args)]
pub(crate) struct Span {
    /// Duration in minutes
    #[arg(long, default_value_t = 3.0, conflicts_with = "seconds", value_parser = positive)]
    minutes: f64,
    /// Duration in seconds
    #[arg(long, value_parser = positive)]
    seconds: Option<f64>,
    /// Seed of the sequence of requests; equal seeds give equal sequences
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|error| format!("{error}"))?;
    if number.is_finite() && number > 0.0 { Ok(number) } else { Err("not a time".to_owned()) }
}

/// Builds, serves and soaks.
///
/// # Errors
/// A problem that was found, or a failed build.
pub(crate) fn run(workspace: &Workspace, span: &Span) -> Result<(), Error> {
    let tools = setup::run(workspace, setup::Purpose::Compare)?;
    build::run(workspace, &tools, build::Profile::Release)?;
    let server = Server::start(workspace, 0)?;
    let seconds = span.seconds.unwrap_or(span.minutes * 60.0);
    node::script(workspace, &tools, &server.url())
        .arg("tests/soak/run.mjs")
        .arg("--seconds")
        .arg(seconds.to_string())
        .arg("--seed")
        .arg(span.seed.to_string())
        .run()
}
