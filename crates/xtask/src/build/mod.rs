//! Builds the wasm packages of wasm-pack.toml and lays out `dist/`, the npm package.

mod dist;
mod fingerprint;
mod package_json;
mod seed;
mod wasm;

use std::fs::File;
use std::time::Instant;

use crate::error::Error;
use crate::manifest;
use crate::setup::Tools;
use crate::ui;
use crate::workspace::Workspace;

/// Builds what changed, and lays out `dist/` and the demo's seed.
///
/// # Errors
/// A tool failed, or a file is missing.
pub(crate) fn run(workspace: &Workspace, tools: &Tools) -> Result<(), Error> {
    let _lock = lock(workspace)?;
    let start = Instant::now();
    let manifest = manifest::load(workspace)?;
    let mut built = Vec::new();
    for package in &manifest.packages {
        built.push((package, wasm::build(workspace, tools, &manifest, package)?));
    }
    dist::lay_out(workspace, &built)?;
    package_json::write(workspace, &manifest)?;
    let files = seed::write(workspace)?;
    let seed = if files == 0 { String::new() } else { format!(", {files} files for the demo") };
    ui::say("build", format_args!("dist/ is ready{seed} ({})", ui::human(start.elapsed())));
    Ok(())
}

/// One build at a time in one checkout; held until it is dropped.
fn lock(workspace: &Workspace) -> Result<File, Error> {
    let folder = workspace.work();
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let path = folder.join("build.lock");
    let file = File::create(&path).map_err(Error::file(&path))?;
    if file.try_lock().is_err() {
        ui::say("build", "waiting for another build of this checkout");
        file.lock().map_err(Error::file(&path))?;
    }
    Ok(file)
}
