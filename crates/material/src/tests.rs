//! The test files that a project is divided by.

use std::collections::BTreeSet;

use verdict_judge::select;
use verdict_protocol::Command;
use verdict_vfs::{Snapshot, VfsPath};

use crate::is_test_file;

/// The files that a command names, and all others that are test files by their names: one command may name them one by one.
#[must_use]
pub fn test_files(snapshot: &Snapshot, command: &Command) -> BTreeSet<VfsPath> {
    let named = select(snapshot, command, "").unwrap_or_default();
    let others = snapshot.iter().map(|(path, _)| path).filter(|path| is_test_file(path)).cloned();
    named.into_iter().chain(others).collect()
}
