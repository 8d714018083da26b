//! Which files reach others by imports, and what changed since a commit.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use verdict_vfs::{Snapshot, VfsPath};

use super::import_graph::ImportGraph;

/// All files that reach some of these files by imports, with these files.
pub(crate) fn related(
    root: &Path,
    snapshot: &Snapshot,
    config: &Value,
    of: &BTreeSet<VfsPath>,
) -> BTreeSet<VfsPath> {
    ImportGraph::new(root, snapshot, config).related(of)
}

/// The files below a folder that differ from a commit, with those that git does not know, by their path from it.
///
/// # Errors
/// [`io::Error`] with the words of git.
pub(crate) fn changed(root: &Path, reference: &str) -> io::Result<Vec<String>> {
    if reference.starts_with('-') {
        return Err(io::Error::other(format!("--changed={reference}: expected a commit")));
    }
    let git = |arguments: &[&str]| -> io::Result<Vec<String>> {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output();
        let output =
            output.map_err(|error| io::Error::new(error.kind(), format!("git does not start: {error}")))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("git: {}", text.lines().next().unwrap_or_default())));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    };
    let mut paths = git(&["diff", "--name-only", "--relative", "-z", reference, "--"])?;
    paths.extend(git(&["ls-files", "--others", "--exclude-standard", "-z"])?);
    Ok(paths)
}
