//! Run ids and store keys.

use crate::escape::one_line;
use crate::preview::preview;

/// Maximum length of a run id, in bytes.
const MAX_BYTES: usize = 128;

/// The id of a run: 1 to 128 ASCII letters, digits, `.`, `_` and `-`. It starts with a letter or digit, does
/// not end with a `.`, and is no device name of Windows (`con`, `nul`, `com1` …). It is therefore a valid
/// file name everywhere, and never `..`, `__proto__` or a path. Case matters; on file systems that ignore
/// case, use only one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(String);

/// A text that is no valid run id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "Invalid run id {}: {why} (1 to 128 ASCII letters, digits, '.', '_' and '-', beginning with a letter or digit)",
    shown(.id)
)]
pub struct InvalidRunId {
    /// The text, cut to 64 bytes.
    pub id: String,
    /// The violated condition.
    pub why: &'static str,
}

fn shown(id: &str) -> String {
    format!("'{}'", one_line(id))
}

impl RunId {
    /// Validates a run id.
    ///
    /// # Errors
    /// [`InvalidRunId`] with the reason.
    pub fn parse(text: &str) -> Result<RunId, InvalidRunId> {
        match wrong(text) {
            None => Ok(RunId(text.to_owned())),
            Some(why) => Err(InvalidRunId { id: preview(text, 64), why }),
        }
    }

    /// The id as text.
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

/// The prefix of all runs.
pub(crate) const RUNS: &str = "runs/";
const REPORT: &str = "verification-";
const SNAPSHOTS: &str = "snapshots/";
const JSON: &str = ".json";

/// The file that a key names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// The report of an iteration.
    Report(u32),
    /// A snapshot, by its file name without `.json`.
    Snapshot(String),
}

/// Parses a key; `None` if it is foreign.
pub(crate) fn parse_key(key: &str) -> Option<(RunId, Kind)> {
    let (run, rest) = key.strip_prefix(RUNS)?.split_once('/')?;
    let run = RunId::parse(run).ok()?;
    let name = rest.strip_suffix(JSON)?;
    let kind = match name.strip_prefix(SNAPSHOTS) {
        // A valid run id is also a valid file name.
        Some(name) => Kind::Snapshot(RunId::parse(name).ok()?.0),
        None => Kind::Report(name.strip_prefix(REPORT)?.parse().ok()?),
    };
    // Each file has one spelling: `verification-01.json` is not iteration 1.
    let canonical = match &kind {
        Kind::Report(iteration) => run.report(*iteration),
        Kind::Snapshot(name) => run.snapshot(name),
    };
    (canonical == key).then_some((run, kind))
}
