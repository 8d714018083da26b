//! Bundles the guest side of the sealed browser engine: Vitest's packages with the harness, a DOM for guests,
//! and their licences.

use std::path::PathBuf;

use crate::error::Error;
use crate::process::Cmd;
use crate::setup::Tools;
use crate::workspace::Workspace;

/// The script that bundles.
const SCRIPT: &str = "crates/sealed/js/bundle.mjs";

/// Writes the bundles to a folder and returns it.
///
/// # Errors
/// A package in another version than the harness expects, or a source that does not parse.
pub(super) fn bundle(workspace: &Workspace, tools: &Tools) -> Result<PathBuf, Error> {
    let folder = workspace.work().join("sealed");
    Cmd::new(&tools.node).dir(&workspace.root).arg(SCRIPT).arg(&folder).read()?;
    Ok(folder)
}
