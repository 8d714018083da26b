//! Stores a run's reports in `runs/`, if possible; this never affects the verdict.

use std::path::Path;
use std::process;

use pollster::block_on;
use verdict_protocol::sha256_hex;
use verdict_report::{AuditSnapshot, Reports, RunId, Saved, VerificationReport};

use crate::clock;
use crate::out::warn;
use crate::store::FolderStore;

/// The run and its iteration.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct RunArguments {
    /// The run that this belongs to: ASCII letters, digits, `.`, `_`, `-`. By default a new one, named by the
    /// time and a hash of what is judged.
    #[arg(long, value_name = "ID")]
    run: Option<String>,
    /// The iteration of the run. By default the one after the last stored one.
    #[arg(long, value_name = "N")]
    iteration: Option<u32>,
}

/// The stored reports of a run.
#[derive(Debug)]
pub(crate) struct Record {
    reports: Reports<FolderStore>,
    pub(crate) run_id: String,
    pub(crate) iteration: u32,
    /// Keys of stored files.
    pub(crate) saved: Vec<String>,
    /// Why some could not be stored.
    pub(crate) problems: Vec<String>,
}

impl Record {
    /// Opens the record of a run. `judged` is the subject of the run, and part of a new run's name.
    ///
    /// # Errors
    /// A sentence, if the run id is invalid.
    pub(crate) fn open(
        root: &Path,
        temporary: &Path,
        arguments: &RunArguments,
        judged: &[u8],
    ) -> Result<Record, String> {
        let reports = Reports::new(FolderStore::new(root, Some(temporary.to_owned())));
        let run_id = match &arguments.run {
            Some(run) => RunId::parse(run).map_err(|error| error.to_string())?.as_str().to_owned(),
            None => new_id(judged),
        };
        // If the store cannot be listed, there is no last iteration; saving then reports the problem.
        let last = || block_on(reports.list(&run_id)).ok().and_then(|kept| kept.iterations().last().copied());
        let iteration =
            arguments.iteration.unwrap_or_else(|| last().map_or(1, |last| last.saturating_add(1)));
        Ok(Record { run_id, iteration, reports, saved: Vec::new(), problems: Vec::new() })
    }

    pub(crate) fn save(&mut self, report: &VerificationReport) {
        let saved = block_on(self.reports.save(report));
        self.took(saved);
    }

    pub(crate) fn save_snapshot(&mut self, snapshot: &AuditSnapshot) {
        let saved = block_on(self.reports.save_snapshot(&self.run_id, snapshot));
        self.took(saved);
    }

    fn took(&mut self, saved: Saved) {
        self.saved.extend(saved.key);
        self.problems.extend(saved.problems.into_iter().map(|problem| problem.message));
    }

    /// Prints on standard error what could not be stored.
    pub(crate) fn complain(&self) {
        for problem in &self.problems {
            warn(&format!("the report was not kept: {problem}"));
        }
    }
}

/// `20260226T143022123Z-1a2b3c4d`: the time, so that runs sort by age, and a hash of the subject and the
/// process, so that simultaneous runs differ.
fn new_id(judged: &[u8]) -> String {
    let time: String =
        clock::utc(clock::now_ms()).chars().filter(|c| !matches!(c, '-' | ':' | '.')).collect();
    let hash = sha256_hex(&[judged, &process::id().to_le_bytes()].concat());
    format!("{time}-{}", &hash[..8])
}
