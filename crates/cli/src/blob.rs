//! A run as a file that `verdict merge` reads.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use verdict_protocol::VerifyResult;
use verdict_report::RunReport;

/// The version of the form of a blob.
const VERSION: u32 = 1;

/// A run as data.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Blob {
    version: u32,
    pub(crate) started_at_ms: f64,
    pub(crate) took_ms: f64,
    pub(crate) seed: u64,
    pub(crate) results: Vec<VerifyResult>,
}

impl Blob {
    /// The text of a run.
    ///
    /// # Errors
    /// [`io::Error`] for a result that cannot be written.
    pub(crate) fn text(report: &RunReport, took_ms: f64, seed: u64) -> io::Result<String> {
        let RunReport { started_at_ms, results, .. } = report.clone();
        Ok(serde_json::to_string(&Blob { version: VERSION, started_at_ms, took_ms, seed, results })?)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`io::Error`] for a file that is no blob of this version.
    pub(crate) fn read(path: &Path) -> io::Result<Blob> {
        let named = |error: String| io::Error::other(format!("{}: {error}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
        let blob: Blob = serde_json::from_str(&text).map_err(|error| named(error.to_string()))?;
        if blob.version != VERSION {
            return Err(named(format!("version {}, and only {VERSION} is known", blob.version)));
        }
        Ok(blob)
    }
}
