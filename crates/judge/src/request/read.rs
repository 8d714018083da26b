//! A request, read.

use serde_json::Value;
use verdict_protocol::{Code, Command, Config};
use verdict_vfs::Snapshot;

use super::{Refusal, Resolved, resolve_config};

/// A request, read.
#[derive(Debug, Clone)]
pub struct Read {
    /// What to do.
    pub command: Command,
    /// How.
    pub config: Config,
    /// Keys of the configuration that have no effect, in sentences.
    pub warnings: Vec<String>,
    /// The files, with the aliases and pinned imports of the configuration.
    pub snapshot: Snapshot,
}

/// Reads a command and a configuration, which is laid over that of the snapshot.
///
/// # Errors
/// What is no command, and what is no configuration.
pub fn read(command: &str, snapshot: &Snapshot, config: Option<&Value>) -> Result<Read, Refusal> {
    let command = Command::parse(command).map_err(|error| Refusal(Code::Command, error.to_string()))?;
    let Resolved { config, warnings } =
        resolve_config(snapshot, config).map_err(|error| Refusal(Code::Protocol, error))?;
    let snapshot = snapshot
        .with_aliases(&config.test.alias)
        .map_err(|error| Refusal(Code::Protocol, format!("config: at test.alias: {error}")))?
        .with_pinned_imports(&config.test.pinned_imports);
    Ok(Read { command, config, warnings, snapshot })
}
