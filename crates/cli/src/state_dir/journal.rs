//! The journal of a transaction, as a file.

use std::fs;
use std::io;
use std::path::PathBuf;

use verdict_gate::{Journal, TargetError};

use super::plain_or_missing;
use crate::durable::{self, Attributes, Unsynced};

/// `.verdict/journal.json`, written atomically. It changes only after all changes to files are durable.
#[derive(Debug)]
pub(crate) struct FileJournal {
    pub(super) file: PathBuf,
    pub(super) temporary: PathBuf,
    pub(super) unsynced: Unsynced,
}

impl FileJournal {
    fn error(&self) -> impl Fn(io::Error) -> TargetError {
        |error| TargetError(format!("{}: {error}", self.file.display()))
    }
}

impl Journal for FileJournal {
    async fn read(&mut self) -> Result<Option<String>, TargetError> {
        plain_or_missing(&self.file).map_err(self.error())?;
        match fs::read(&self.file) {
            // Bytes that are no text are no record either: the reader reports that, and a person can clear
            // it.
            Ok(record) => Ok(Some(String::from_utf8_lossy(&record).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.error()(error)),
        }
    }

    async fn write(&mut self, record: &str) -> Result<(), TargetError> {
        self.unsynced
            .sync()
            .and_then(|()| {
                durable::replace(&self.temporary, &self.file, record.as_bytes(), &Attributes::PRIVATE)
            })
            .and_then(|()| durable::sync_folder_of(&self.file))
            .map_err(self.error())
    }

    async fn clear(&mut self) -> Result<(), TargetError> {
        self.unsynced.sync().map_err(self.error())?;
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed.and_then(|()| durable::sync_folder_of(&self.file)).map_err(self.error()),
        }
    }
}
