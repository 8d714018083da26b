//! The test files of a project.

use std::collections::BTreeSet;

use verdict_judge::select;
use verdict_protocol::Command;
use verdict_vfs::{Snapshot, VfsPath};

use crate::is_test_file;

/// The files that a command selects, and all other test files by their names, because a command may select
/// only some.
#[must_use]
pub fn test_files(snapshot: &Snapshot, command: &Command) -> BTreeSet<VfsPath> {
    let named = select(snapshot, command, "").unwrap_or_default();
    let others = snapshot.iter().map(|(path, _)| path).filter(|path| is_test_file(path)).cloned();
    named.into_iter().chain(others).collect()
}
