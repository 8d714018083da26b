//! The record of a transaction, as a file.

use std::fs;
use std::io;
use std::path::PathBuf;

use verdict_gate::{Journal, TargetError};

use crate::durable;

/// `.verdict/journal.json`: there or not, and whole.
#[derive(Debug)]
pub(crate) struct FileJournal {
    pub(super) file: PathBuf,
    pub(super) temporary: PathBuf,
}

impl FileJournal {
    fn error(&self) -> impl Fn(io::Error) -> TargetError {
        |error| TargetError(format!("{}: {error}", self.file.display()))
    }
}

impl Journal for FileJournal {
    async fn read(&mut self) -> Result<Option<String>, TargetError> {
        match fs::read_to_string(&self.file) {
            Ok(record) => Ok(Some(record)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.error()(error)),
        }
    }

    async fn write(&mut self, record: &str) -> Result<(), TargetError> {
        durable::replace(&self.temporary, &self.file, record.as_bytes(), None).map_err(self.error())
    }

    async fn clear(&mut self) -> Result<(), TargetError> {
        match durable::remove(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.error()(error)),
            _ => Ok(()),
        }
    }
}
