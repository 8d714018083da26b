//! Options of every subcommand that runs the engine.

use std::fs;
use std::io;
use std::path::PathBuf;

use serde_json::{Value, json};
use verdict_protocol::{Limits, Shard, overlay};

/// How the engine judges.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct HostArguments {
    /// A JSON file with `{ test, lint, types }`.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// `FROM=TO`: redirects imports of FROM, and of paths below it, to the target. Repeatable.
    #[arg(long, value_name = "FROM=TO", value_parser = alias)]
    pub(crate) alias: Vec<(String, String)>,
    /// Run only tests whose full name matches this regular expression.
    #[arg(short = 't', long, value_name = "PATTERN")]
    pub(crate) test_name_pattern: Option<String>,
    /// Stop after this many failed tests.
    #[arg(long, value_name = "N")]
    pub(crate) bail: Option<usize>,
    /// Retry a failed test up to this many times.
    #[arg(long, value_name = "N")]
    pub(crate) retry: Option<u32>,
    /// Shuffle the tests of a suite, using --seed.
    #[arg(long)]
    pub(crate) shuffle: bool,
    /// Run one of several parts of the test files.
    #[arg(long, value_name = "INDEX/COUNT", value_parser = Shard::parse)]
    pub(crate) shard: Option<Shard>,
    /// Time limit of one command, in milliseconds. By default verify, test, lint and types have none, and others 30000.
    #[arg(long, value_name = "MS")]
    pub(crate) timeout: Option<u64>,
    /// Seed of the guest's randomness.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// What lies below `--config`: the configuration of the project's own tools.
    #[arg(skip)]
    pub(crate) base: Value,
    /// Milliseconds for one test file or expression, where the whole command has no limit.
    #[arg(skip)]
    pub(crate) file_ms: Option<u64>,
}

/// Milliseconds for a command without a limit of its own: a day.
const NO_LIMIT: u64 = 24 * 60 * 60 * 1000;
/// Bytes of a result where only the memory of the machine is a limit.
const MOST_OUTPUT: u64 = 256 << 20;
/// Tests of one file where only the memory of the machine is a limit.
const MOST_TESTS: u64 = 1_000_000;

/// Parses `FROM=TO`.
fn alias(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from.to_owned(), to.to_owned())),
        _ => Err("expected FROM=TO".into()),
    }
}

impl HostArguments {
    /// The limits of one command. A project of one's own is trusted with more than a request from elsewhere.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        if self.file_ms.is_some() {
            (limits.time_ms, limits.output_bytes, limits.tests) = (NO_LIMIT, MOST_OUTPUT, MOST_TESTS);
        }
        limits.time_ms = self.timeout.unwrap_or(limits.time_ms);
        limits
    }

    /// The configuration of `--config`, with `--alias` in its `test.alias`.
    ///
    /// # Errors
    /// [`io::Error`] for an unreadable file or another JSON value.
    pub(crate) fn configuration(&self) -> io::Result<Value> {
        let own = match &self.config {
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
        let mut config = if self.base.is_object() { self.base.clone() } else { json!({}) };
        overlay(&mut config, &own);
        if !self.alias.is_empty() {
            let entry =
                |(find, replacement): &(String, String)| json!({ "find": find, "replacement": replacement });
            if !matches!(config["test"], Value::Null | Value::Object(_)) {
                return Err(io::Error::other("config: test is not an object"));
            }
            config["test"]["alias"] = self.alias.iter().map(entry).collect();
        }
        self.selection(&mut config)?;
        Ok(config)
    }

    /// Merges the options that select tests over `test`.
    fn selection(&self, config: &mut Value) -> io::Result<()> {
        let mut said = serde_json::Map::new();
        if let Some(pattern) = &self.test_name_pattern {
            said.insert("testNamePattern".into(), json!(pattern));
        }
        if let Some(bail) = self.bail {
            said.insert("bail".into(), json!(bail));
        }
        if let Some(retry) = self.retry {
            said.insert("retry".into(), json!(retry));
        }
        if self.shuffle {
            said.insert("sequence".into(), json!({ "shuffle": true, "seed": self.seed }));
        }
        if let Some(shard) = self.shard {
            said.insert("shard".into(), json!(shard));
        }
        if said.is_empty() {
            return Ok(());
        }
        if !matches!(config["test"], Value::Null | Value::Object(_)) {
            return Err(io::Error::other("config: test is not an object"));
        }
        for (key, value) in said {
            config["test"][key] = value;
        }
        Ok(())
    }
}
