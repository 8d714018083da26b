//! The audit snapshots of a run.

use super::{Loaded, Reports, Saved, SkipKind, Skipped, Trail, audit_of};
use crate::store::{Kind, RunId, Store, parse_key};
use crate::{AuditSnapshot, ReportError};

impl<S: Store> Reports<S> {
    /// Saves a snapshot of a run under [`AuditSnapshot::file_name`]. Like [`Reports::save`] it never fails.
    pub async fn save_snapshot(&self, run_id: &str, snapshot: &AuditSnapshot) -> Saved {
        match RunId::parse(run_id) {
            Ok(run) => self.keep(run.snapshot(&snapshot.file_name()), snapshot).await,
            Err(error) => Saved::refused(&error.into()),
        }
    }

    /// Loads a snapshot of a run. One whose root hash does not match its files is skipped.
    ///
    /// # Errors
    /// [`ReportError::RunId`], for an invalid name too, and [`ReportError::Store`].
    pub async fn load_snapshot(
        &self,
        run_id: &str,
        name: &str,
    ) -> Result<Loaded<AuditSnapshot>, ReportError> {
        // A valid run id is also a valid file name.
        let (run, name) = (RunId::parse(run_id)?, RunId::parse(name)?);
        self.fetch(&run.snapshot(name.as_str()), audit_of).await
    }

    /// The names of a run's snapshots.
    ///
    /// # Errors
    /// [`ReportError::RunId`], and [`ReportError::Store`] if the store cannot be listed.
    pub async fn snapshots(&self, run_id: &str) -> Result<Trail, ReportError> {
        let run = RunId::parse(run_id)?;
        let mut trail = Trail::default();
        for key in self.keys(&run.snapshots()).await? {
            match parse_key(&key) {
                Some((of, Kind::Snapshot(name))) if of == run => trail.names.push(name),
                _ => {
                    trail.skipped.push(Skipped::new(
                        &key,
                        SkipKind::Name,
                        "It is not the name of a snapshot",
                    ));
                }
            }
        }
        Ok(trail)
    }
}
