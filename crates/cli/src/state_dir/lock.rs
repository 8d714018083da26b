//! One transaction at a time.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::process;

use serde::{Deserialize, Serialize};
use verdict_report::one_line;

use super::plain_or_missing;
use crate::clock;
use crate::durable::own_file;

/// A lock of the operating system's, which ends with the process however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

/// Who holds a lock, as the holder wrote it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Holder {
    /// The process.
    pid: u32,
    /// What it does.
    doing: String,
    /// Since when, in UTC.
    since: String,
}

impl Lock {
    /// Takes the lock, or says who has it. It does not wait.
    ///
    /// # Errors
    /// [`io::Error`] where there can be no lock at all.
    pub(crate) fn take(path: &Path, doing: &str) -> io::Result<Result<Lock, Holder>> {
        plain_or_missing(path)?;
        // Not truncated: until the lock is ours, the text is the holder's.
        let mut file = own_file(OpenOptions::new().create(true).truncate(false).write(true)).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Err(Holder::read(path))),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let holder =
            Holder { pid: process::id(), doing: doing.to_owned(), since: clock::utc(clock::now_ms()) };
        file.set_len(0)?;
        file.write_all(&serde_json::to_vec(&holder)?)?;
        Ok(Ok(Lock { _file: file }))
    }
}

impl Holder {
    /// What the holder wrote, which may be nothing yet.
    fn read(path: &Path) -> Holder {
        fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_else(|| Holder {
            pid: 0,
            doing: String::new(),
            since: String::new(),
        })
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pid == 0 {
            return f.write_str("another process is at work there");
        }
        let (doing, since) = (one_line(&self.doing), one_line(&self.since));
        write!(f, "process {} is at work there ({doing}, since {since})", self.pid)
    }
}
