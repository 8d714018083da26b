//! Honest and hostile requests, mixed and disturbed for a time, in Chromium.

use clap::Args;

use crate::error::Error;
use crate::serve::Server;
use crate::workspace::Workspace;
use crate::{build, node, setup};

/// How long, and which sequence.
#[derive(Args)]
pub(crate) struct Span {
    /// How long, in minutes
    #[arg(long, default_value_t = 3.0, conflicts_with = "seconds", value_parser = positive)]
    minutes: f64,
    /// How long, in seconds
    #[arg(long, value_parser = positive)]
    seconds: Option<f64>,
    /// Which sequence of requests; the same seed asks for the same
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
/// Something was found, or something could not be built.
pub(crate) fn run(workspace: &Workspace, span: &Span) -> Result<(), Error> {
    let tools = setup::run(workspace)?;
    build::run(workspace, &tools)?;
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
