//! Options that every subcommand that runs the engine has.

use std::fs;
use std::io;
use std::path::PathBuf;

use serde_json::{Value, json};

/// How the engine judges.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct HostArguments {
    /// A JSON file with `{ test, lint, types }`.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// `FROM=TO`: imports of FROM, or of what follows it after a `/`, are of TO. May be given again.
    #[arg(long, value_name = "FROM=TO", value_parser = alias)]
    pub(crate) alias: Vec<(String, String)>,
    /// Milliseconds that one command may take.
    #[arg(long, value_name = "MS", default_value_t = verdict_protocol::Limits::default().time_ms)]
    pub(crate) timeout: u64,
    /// Seed of the guest's randomness.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// `FROM=TO`.
fn alias(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from.to_owned(), to.to_owned())),
        _ => Err("expected FROM=TO".into()),
    }
}

impl HostArguments {
    /// `--config`, with `--alias` in its `test.alias`.
    ///
    /// # Errors
    /// [`io::Error`] for a file that cannot be read or is no such object.
    pub(crate) fn configuration(&self) -> io::Result<Value> {
        let mut config = match &self.config {
            None => json!({}),
            Some(path) => {
                let named = |error: String| io::Error::other(format!("{}: {error}", path.display()));
                let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
                let config: Value = serde_json::from_str(&text).map_err(|error| named(error.to_string()))?;
                if !config.is_object() {
                    return Err(named("expected an object { test, lint, types }".into()));
                }
                config
            }
        };
        if !self.alias.is_empty() {
            let entry =
                |(find, replacement): &(String, String)| json!({ "find": find, "replacement": replacement });
            if !matches!(config["test"], Value::Null | Value::Object(_)) {
                return Err(io::Error::other("config: test is not an object"));
            }
            config["test"]["alias"] = self.alias.iter().map(entry).collect();
        }
        Ok(config)
    }
}
