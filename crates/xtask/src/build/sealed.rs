//! Bundles what runs inside the sealed browser engine: Vitest's packages with our harness, a DOM for guests, their licences.

use std::path::PathBuf;

use crate::error::Error;
use crate::process::Cmd;
use crate::setup::Tools;
use crate::workspace::Workspace;

/// The script that does it.
const SCRIPT: &str = "crates/sealed/js/bundle.mjs";

/// Writes the bundles to a folder and gives it.
///
/// # Errors
/// A package differs from what the harness was made for, or a source does not parse.
pub(super) fn bundle(workspace: &Workspace, tools: &Tools) -> Result<PathBuf, Error> {
    let folder = workspace.work().join("sealed");
    Cmd::new(&tools.node).dir(&workspace.root).arg(SCRIPT).arg(&folder).read()?;
    Ok(folder)
}
