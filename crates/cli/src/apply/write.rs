//! Writes files that nothing judges: all or none, by the journal of applies.

use std::io;
use std::path::Path;

use pollster::block_on;
use verdict_gate::{ApplyOptions, ChangeSet, GateState};

use super::{Here, unreachable};
use crate::clock;
use crate::engines::Engines;
use crate::folder::Folder;
use crate::out::warn;
use crate::state_dir::{self, StateDir};

impl Here {
    fn open(root: &Path, doing: &str, engines: Engines) -> io::Result<Here> {
        let state_dir = StateDir::open(root, doing).map_err(io::Error::other)?;
        let folder = Folder::open(root, &state_dir)?;
        Ok(Here { folder, journal: state_dir.journal(), engines, state_dir })
    }

    /// Finishes or undoes an interrupted apply.
    fn recovered(&mut self) -> io::Result<()> {
        let recovery = self.recover();
        for warning in &recovery.warnings {
            warn(warning);
        }
        if recovery.is_open() { Ok(()) } else { Err(io::Error::other(recovery.message)) }
    }

    fn write(&mut self, set: ChangeSet, doing: &str) -> io::Result<()> {
        if let Some(message) = unreachable(&set, |path| self.folder.may_change(path)) {
            return Err(io::Error::other(message));
        }
        self.folder.begin(&set)?;
        let options = ApplyOptions { name: Some(doing.to_owned()), ..ApplyOptions::default() };
        let clock = clock::steady();
        let report = block_on(self.gate(&clock).write(set, &options));
        let mut told = self.put_aside(&report.displaced);
        if report.state != GateState::Terminal {
            told.extend(self.sweep());
        }
        for line in report.warnings.iter().chain(&told) {
            warn(line);
        }
        if report.success { Ok(()) } else { Err(io::Error::other(report.message)) }
    }
}

/// Finishes or undoes what an interrupted command left in a folder, if there is anything.
///
/// # Errors
/// [`io::Error`] if that is impossible.
pub(crate) fn recover(root: &Path, doing: &str, engines: Engines) -> io::Result<()> {
    if !root.join(state_dir::NAME).join(state_dir::JOURNAL).exists() {
        return Ok(());
    }
    Here::open(root, doing, engines)?.recovered()
}

/// Makes changes in a folder, completely or not at all. A file that is not as the change says is not touched,
/// and then none is.
///
/// # Errors
/// [`io::Error`] if nothing was written.
pub(crate) fn write(root: &Path, doing: &str, set: ChangeSet, engines: Engines) -> io::Result<()> {
    let mut here = Here::open(root, doing, engines)?;
    here.recovered()?;
    here.write(set, doing)
}
