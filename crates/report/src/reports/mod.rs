//! Stores reports, loads them, and removes the oldest.

mod export;
mod file;
mod outcome;
mod retention;
mod trail;

pub use file::{SkipKind, Skipped};
pub use outcome::{Listed, Listing, Loaded, Problem, Runs, Saved, Trail};
pub use retention::Retention;

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::store::{Kind, RUNS, RunId, Store, parse_key};
use crate::{AuditSnapshot, ReportError, VerificationReport};

/// The reports and snapshots in a store, as `runs/{runId}/verification-{iteration}.json` and
/// `runs/{runId}/snapshots/{name}.json`.
#[derive(Debug)]
pub struct Reports<S> {
    store: S,
    retention: Retention,
    /// Size and age of the stored files read so far.
    measured: RefCell<BTreeMap<String, retention::Measure>>,
}

impl<S: Store> Reports<S> {
    /// The reports in a store, with the default [`Retention`].
    pub const fn new(store: S) -> Reports<S> {
        Reports::with_retention(store, Retention::DEFAULT)
    }

    /// The reports in a store, with this retention.
    pub const fn with_retention(store: S, retention: Retention) -> Reports<S> {
        Reports { store, retention, measured: RefCell::new(BTreeMap::new()) }
    }

    /// The store.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// Saves a report, replacing one of the same run and iteration, and then applies the retention. It never
    /// fails: problems are part of the answer, for logs and display. A failing store changes no verdict. A
    /// report that claims to have passed without a check is stored unchanged and listed as not passed. One
    /// that contradicts a check is refused.
    pub async fn save(&self, report: &VerificationReport) -> Saved {
        let run = match RunId::parse(&report.run_id) {
            Ok(run) => run,
            Err(error) => return Saved::refused(&error.into()),
        };
        let key = run.report(report.iteration);
        match report.contradiction() {
            Some(place) => Saved::refused(&ReportError::Contradiction { key, place }),
            None => self.keep(key, report).await,
        }
    }

    async fn keep<T: Serialize>(&self, key: String, content: &T) -> Saved {
        let text = file::write(content);
        if text.len() > file::MAX_BYTES {
            let (bytes, limit) = (text.len(), file::MAX_BYTES);
            return Saved::refused(&ReportError::TooLarge { key, bytes, limit });
        }
        if let Err(source) = self.store.write(&key, &text).await {
            return Saved::refused(&ReportError::Store { key, source });
        }
        self.measured.borrow_mut().insert(key.clone(), retention::Measure::of(&text));
        let mut saved = Saved { key: Some(key.clone()), problems: Vec::new(), removed: Vec::new() };
        self.let_go(&key, &mut saved).await;
        saved
    }

    /// Loads the report of an iteration of a run.
    ///
    /// # Errors
    /// [`ReportError::RunId`] and [`ReportError::Store`]. A file that is no report of this version is not an
    /// error, but [`Loaded::Skipped`].
    pub async fn load(
        &self,
        run_id: &str,
        iteration: u32,
    ) -> Result<Loaded<VerificationReport>, ReportError> {
        self.report(&RunId::parse(run_id)?, iteration).await
    }

    async fn report(&self, run: &RunId, iteration: u32) -> Result<Loaded<VerificationReport>, ReportError> {
        self.fetch(&run.report(iteration), |key, text| report_of(run, iteration, key, text)).await
    }

    async fn fetch<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str, &str) -> Result<T, Skipped>,
    ) -> Result<Loaded<T>, ReportError> {
        let text = self.store.read(key).await;
        let text = text.map_err(|source| ReportError::Store { key: key.to_owned(), source })?;
        Ok(match text.map(|text| read(key, &text)) {
            None => Loaded::Missing,
            Some(Ok(content)) => Loaded::Found(content),
            Some(Err(skipped)) => Loaded::Skipped(skipped),
        })
    }

    /// The reports of a run by iteration, and the skipped files. An unknown run has none.
    ///
    /// # Errors
    /// [`ReportError::RunId`], and [`ReportError::Store`] if the store cannot be listed.
    pub async fn list(&self, run_id: &str) -> Result<Listing, ReportError> {
        let run = RunId::parse(run_id)?;
        let mut listing = Listing::default();
        for key in self.keys(&run.prefix()).await? {
            let iteration = match parse_key(&key) {
                Some((of, Kind::Report(iteration))) if of == run => iteration,
                Some((of, Kind::Snapshot(_))) if of == run => continue,
                _ if key.starts_with(&run.snapshots()) => continue,
                _ => {
                    listing.skipped.push(Skipped::new(
                        &key,
                        SkipKind::Name,
                        "It is not the name of a report",
                    ));
                    continue;
                }
            };
            match self.report(&run, iteration).await {
                Ok(Loaded::Found(report)) => listing.reports.push(Listed::of(&report)),
                // Another tab has removed it in the meantime.
                Ok(Loaded::Missing) => {}
                Ok(Loaded::Skipped(skipped)) => listing.skipped.push(skipped),
                Err(error) => listing.skipped.push(Skipped::unreadable(&key, &error)),
            }
        }
        listing.reports.sort_by_key(|listed| listed.iteration);
        Ok(listing)
    }

    /// The ids of all stored runs in byte order, and keys that belong to no run.
    ///
    /// # Errors
    /// [`ReportError::Store`] if the store cannot be listed.
    pub async fn runs(&self) -> Result<Runs, ReportError> {
        let mut runs = Runs::default();
        for key in self.keys(RUNS).await? {
            let name = key.strip_prefix(RUNS).and_then(|rest| rest.split_once('/')).map(|(name, _)| name);
            match name.map(RunId::parse) {
                Some(Ok(run)) => runs.runs.push(run.as_str().to_owned()),
                _ => runs.skipped.push(Skipped::new(&key, SkipKind::Name, "It is not the name of a run")),
            }
        }
        runs.runs.sort();
        runs.runs.dedup();
        Ok(runs)
    }

    /// The keys with a prefix, in byte order and without duplicates.
    async fn keys(&self, prefix: &str) -> Result<Vec<String>, ReportError> {
        let listed = self.store.list(prefix).await;
        let mut keys = listed.map_err(|source| ReportError::Store { key: prefix.to_owned(), source })?;
        keys.retain(|key| key.starts_with(prefix));
        keys.sort();
        keys.dedup();
        Ok(keys)
    }
}

/// The report in a file, or the reason why the file is skipped.
fn report_of(run: &RunId, iteration: u32, key: &str, text: &str) -> Result<VerificationReport, Skipped> {
    let report: VerificationReport = file::read(key, text)?;
    if report.run_id != run.as_str() || report.iteration != iteration {
        return Err(Skipped::new(key, SkipKind::Foreign, "It is of another run or iteration"));
    }
    match report.contradiction() {
        None => Ok(report),
        Some(place) => {
            Err(Skipped::corrupt(key, &format!("{place} claims to have passed, and its checks did not")))
        }
    }
}

/// The snapshot in a file, or the reason why the file is skipped.
fn audit_of(key: &str, text: &str) -> Result<AuditSnapshot, Skipped> {
    let snapshot: AuditSnapshot = file::read(key, text)?;
    match snapshot.wrong() {
        None => Ok(snapshot),
        Some(wrong) => Err(Skipped::corrupt(key, wrong)),
    }
}
