//! Names of runs and of what is kept of them.

use crate::escape::one_line;
use crate::preview::preview;

/// Longest run id, in bytes.
const MAX_BYTES: usize = 128;

/// The id of a run: 1 to 128 ASCII letters, digits, `.`, `_` and `-`, of which the first is a letter or digit
/// and the last no `.`, and no name that Windows keeps for a device (`con`, `nul`, `com1` …). So it is a file
/// name everywhere, and never `..`, `__proto__` or a path. Letter case counts; where the file system of a
/// store does not tell `A` from `a`, use one case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(String);

/// A text that is no run id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "Invalid run id {}: {why} (1 to 128 ASCII letters, digits, '.', '_' and '-', beginning with a letter or digit)",
    shown(.id)
)]
pub struct InvalidRunId {
    /// The text, at most 64 bytes of it.
    pub id: String,
    /// What is wrong with it.
    pub why: &'static str,
}

fn shown(id: &str) -> String {
    format!("'{}'", one_line(id))
}

impl RunId {
    /// Takes a text that is a run id.
    ///
    /// # Errors
    /// [`InvalidRunId`].
    pub fn parse(text: &str) -> Result<RunId, InvalidRunId> {
        match wrong(text) {
            None => Ok(RunId(text.to_owned())),
            Some(why) => Err(InvalidRunId { id: preview(text, 64), why }),
        }
    }

    /// The id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `runs/{id}/`
    pub(crate) fn prefix(&self) -> String {
        format!("{RUNS}{}/", self.0)
    }

    /// `runs/{id}/verification-{iteration}.json`
    pub(crate) fn report(&self, iteration: u32) -> String {
        format!("{}{REPORT}{iteration}{JSON}", self.prefix())
    }

    /// `runs/{id}/snapshots/`
    pub(crate) fn snapshots(&self) -> String {
        format!("{}{SNAPSHOTS}", self.prefix())
    }

    /// `runs/{id}/snapshots/{name}.json`
    pub(crate) fn snapshot(&self, name: &str) -> String {
        format!("{}{name}{JSON}", self.snapshots())
    }
}

fn wrong(text: &str) -> Option<&'static str> {
    if text.is_empty() {
        return Some("it is empty");
    }
    if text.len() > MAX_BYTES {
        return Some("it is too long");
    }
    if text.contains(|c: char| !(c.is_ascii_alphanumeric() || "._-".contains(c))) {
        return Some("it has a character that is not allowed");
    }
    if !text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Some("it does not begin with a letter or digit");
    }
    if text.ends_with('.') {
        return Some("it ends in a dot");
    }
    let stem = text.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let device = ["con", "prn", "aux", "nul"].contains(&stem.as_str())
        || port.is_some_and(|number| number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit()));
    device.then_some("it is the name of a device on Windows")
}

/// Where all runs are.
pub(crate) const RUNS: &str = "runs/";
const REPORT: &str = "verification-";
const SNAPSHOTS: &str = "snapshots/";
const JSON: &str = ".json";

/// What a key names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The report of an iteration.
    Report(u32),
    /// A snapshot, by the name of its file without `.json`.
    Snapshot(String),
}

/// Reads a key. `None`: it is none of ours.
pub(crate) fn parse_key(key: &str) -> Option<(RunId, Kind)> {
    let (run, rest) = key.strip_prefix(RUNS)?.split_once('/')?;
    let run = RunId::parse(run).ok()?;
    let name = rest.strip_suffix(JSON)?;
    let kind = match name.strip_prefix(SNAPSHOTS) {
        // What is a run id is a file name.
        Some(name) => Kind::Snapshot(RunId::parse(name).ok()?.0),
        None => Kind::Report(name.strip_prefix(REPORT)?.parse().ok()?),
    };
    // One spelling a file: `verification-01.json` is not iteration 1.
    let canonical = match &kind {
        Kind::Report(iteration) => run.report(*iteration),
        Kind::Snapshot(name) => run.snapshot(name),
    };
    (canonical == key).then_some((run, kind))
}
