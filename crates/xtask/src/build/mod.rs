//! Builds the wasm packages of wasm-pack.toml and lays out `dist/`, the npm package.

mod checker;
mod dispatch;
mod dist;
mod fingerprint;
mod package_json;
mod papers;
mod profile;
mod sealed;
mod seed;
mod wasm;

use std::cmp::Reverse;
use std::fs::File;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::time::Instant;

use crate::error::Error;
use crate::manifest::{self, Manifest, Package};
use crate::setup::Tools;
use crate::ui;
use crate::workspace::Workspace;

pub(crate) use profile::Profile;
pub(crate) use wasm::tests;

/// Builds changed packages in one profile, and lays out `dist/` and the demo's files.
///
/// # Errors
/// A failed tool, or a missing file.
pub(crate) fn run(workspace: &Workspace, tools: &Tools, profile: Profile) -> Result<(), Error> {
    let _lock = lock(workspace)?;
    let start = Instant::now();
    let manifest = manifest::load(workspace)?;
    let sealed = sealed::bundle(workspace, tools)?;
    let checker = checker::bundle(workspace, tools)?;
    let built = packages(workspace, tools, &manifest, profile)?;
    dist::lay_out(workspace, &built, &sealed, &checker)?;
    package_json::write(workspace, &manifest)?;
    profile.record(workspace)?;
    let files = seed::write(workspace)?;
    let seed = if files == 0 { String::new() } else { format!(", {files} files for the demo") };
    ui::say("build", format_args!("dist/ is ready{seed} ({})", ui::human(start.elapsed())));
    Ok(())
}

/// Builds every package. Cargo compiles one at a time, while wasm-opt processes compiled ones in parallel.
/// The largest comes first, so that nothing waits for it at the end.
fn packages<'a>(
    workspace: &Workspace,
    tools: &Tools,
    manifest: &'a Manifest,
    profile: Profile,
) -> Result<Vec<(&'a Package, PathBuf)>, Error> {
    let mut packages: Vec<&Package> = manifest.packages.iter().collect();
    packages.sort_by_key(|package| Reverse(package.budget));
    std::thread::scope(|scope| {
        let mut finishing = Vec::new();
        for package in packages {
            let compiled = wasm::compile(workspace, tools, manifest, package, profile)?;
            let finish = move || Ok((package, wasm::finish(workspace, tools, manifest, package, compiled)?));
            finishing.push(scope.spawn(finish));
        }
        let done =
            finishing.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        done.collect()
    })
}

/// Locks the checkout for one build at a time, until the lock is dropped.
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
