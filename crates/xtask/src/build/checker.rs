//! Makes the files of the checker: TypeScript's compiler, cut to what checking needs, with its libraries and types as data.

use std::path::PathBuf;

use super::fingerprint;
use crate::error::Error;
use crate::process::Cmd;
use crate::setup::Tools;
use crate::workspace::Workspace;

/// The script that makes them.
const SCRIPT: &str = "crates/checker/js/bundle.mjs";

/// Packages whose code or types are taken.
const PACKAGES: [&str; 5] = ["typescript", "esbuild", "vitest", "vite", "@types/node"];

/// Writes the files to a folder and returns it, unless they are there already.
///
/// # Errors
/// A compiler in another form than the cuts expect.
pub(super) fn bundle(workspace: &Workspace, tools: &Tools) -> Result<PathBuf, Error> {
    let folder = workspace.work().join("checker");
    let stamp = folder.with_extension("stamp");
    let mut inputs = fingerprint::Hasher::default();
    inputs.add_sources(&workspace.path("crates/checker/js"))?;
    for package in PACKAGES {
        inputs.add_file(&workspace.path("node_modules").join(package).join("package.json"))?;
    }
    let inputs = inputs.finish();
    let is_made =
        |hash: String| std::fs::read_to_string(&stamp).is_ok_and(|made| made == inputs.clone() + &hash);
    if fingerprint::folder(&folder).is_ok_and(is_made) {
        return Ok(folder);
    }
    let _ = std::fs::remove_dir_all(&folder);
    Cmd::new(&tools.node).dir(&workspace.root).arg(SCRIPT).arg(&folder).read()?;
    let made = inputs + &fingerprint::folder(&folder)?;
    std::fs::write(&stamp, made).map_err(Error::file(&stamp))?;
    Ok(folder)
}
