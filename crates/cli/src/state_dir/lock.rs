//! Ensures one transaction at a time.

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

/// A lock of the operating system, which ends with the process in any case.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

/// The holder of a lock, as it described itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Holder {
    /// Process id.
    pid: u32,
    /// The operation.
    doing: String,
    /// The start, in UTC.
    since: String,
}

impl Lock {
    /// Acquires the lock without waiting, or returns its holder.
    ///
    /// # Errors
    /// [`io::Error`] if locking is impossible.
    pub(crate) fn take(path: &Path, doing: &str) -> io::Result<Result<Lock, Holder>> {
        plain_or_missing(path)?;
        // Not truncated, because the text belongs to the holder until the lock is acquired.
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
    /// Reads the holder's description, which may be empty so far.
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
