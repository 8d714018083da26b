//! The test files of a project.

use std::collections::BTreeSet;

use verdict_judge::select;
use verdict_protocol::Command;
use verdict_vfs::{Snapshot, VfsPath};

use crate::is_test_file;

/// The files that a command selects, and all other files that are test files by name. A command may select
/// only some of the tests.
#[must_use]
pub fn test_files(snapshot: &Snapshot, command: &Command) -> BTreeSet<VfsPath> {
    let named = select(snapshot, command, "").unwrap_or_default();
    let others = snapshot.iter().map(|(path, _)| path).filter(|path| is_test_file(path)).cloned();
    named.into_iter().chain(others).collect()
}
