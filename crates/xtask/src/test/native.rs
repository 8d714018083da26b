//! Runs the native test programs of the workspace in parallel; cargo would run them one after another.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::error::Error;
use crate::pool::Job;
use crate::process::Cmd;
use crate::workspace::Workspace;

/// A line of `cargo --message-format=json` about a built artifact.
#[derive(Deserialize)]
struct Artifact {
    manifest_path: PathBuf,
    target: Target,
    profile: Profile,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Builds every test program, and returns a job for each. The last job runs the documentation's examples.
///
/// # Errors
/// Code that does not compile.
pub(crate) fn jobs(workspace: &Workspace) -> Result<Vec<Job>, Error> {
    let build = "test --quiet --locked --workspace --no-run --message-format json-render-diagnostics";
    let printed = workspace.cargo().words(build).read()?;
    let mut jobs: Vec<Job> = printed.lines().filter_map(|line| job(workspace, line)).collect();
    let examples = workspace.cargo().words("test --locked --workspace --doc --no-fail-fast");
    jobs.push(Job { name: "examples".into(), command: examples });
    Ok(jobs)
}

/// A job that runs a program like cargo: in its package's folder, with the matching environment.
fn job(workspace: &Workspace, line: &str) -> Option<Job> {
    let Artifact { manifest_path, target, profile, executable } = serde_json::from_str(line).ok()?;
    let program = executable.filter(|_| profile.test)?;
    let folder = manifest_path.parent().unwrap_or(Path::new("."));
    let package = folder.strip_prefix(workspace.path("crates")).unwrap_or(folder).display();
    let unit = if target.kind.iter().any(|kind| kind == "test") { &target.name } else { "src" };
    let command = Cmd::new(program).dir(folder).env("CARGO_MANIFEST_DIR", folder);
    Some(Job { name: format!("{package} {unit}"), command })
}

/// The native host that the native tests built. A separate build would compile the whole engine again, with
/// its own set of features.
pub(crate) fn host(workspace: &Workspace) -> PathBuf {
    workspace.target.join("debug/verdict").with_extension(std::env::consts::EXE_EXTENSION)
}
