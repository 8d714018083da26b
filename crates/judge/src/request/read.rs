//! Parses requests.

use serde_json::Value;
use verdict_protocol::{Code, Command, Config};
use verdict_vfs::Snapshot;

use super::{Refusal, Resolved, env_files, resolve_config};

/// A parsed request.
#[derive(Debug, Clone)]
pub struct Read {
    /// The command.
    pub command: Command,
    /// The effective configuration. `test.env` has the variables of files too.
    pub config: Config,
    /// Warnings about configuration keys without effect.
    pub warnings: Vec<String>,
    /// The files, with the configuration's aliases, resolution and pinned imports.
    pub snapshot: Snapshot,
}

/// Parses a command and merges the configuration over the snapshot's.
///
/// # Errors
/// A [`Refusal`] if the command or the configuration is invalid.
pub fn read(command: &str, snapshot: &Snapshot, config: Option<&Value>) -> Result<Read, Refusal> {
    let command = Command::parse(command).map_err(|error| Refusal(Code::Command, error.to_string()))?;
    let Resolved { mut config, warnings } =
        resolve_config(snapshot, config).map_err(|error| Refusal(Code::Protocol, error))?;
    let variables = env_files::variables(snapshot, &config.test)
        .map_err(|error| Refusal(Code::Protocol, format!("config: at test.envPrefix: {error}")))?;
    // What the configuration says wins.
    for (name, value) in variables {
        config.test.env.entry(name).or_insert(value);
    }
    let snapshot = snapshot
        .resolving_as(&config.test)
        .map_err(|error| Refusal(Code::Protocol, format!("config: at test.alias: {error}")))?
        .with_pinned_imports(&config.test.pinned_imports);
    Ok(Read { command, config, warnings, snapshot })
}
