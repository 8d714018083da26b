//! Builds the workspace's test programs, and makes a job of each; cargo would run them one after another.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::build;
use crate::error::Error;
use crate::manifest::Manifest;
use crate::pool::Job;
use crate::process::Cmd;
use crate::setup::Tools;
use crate::workspace::Workspace;

/// A built test program.
struct Program {
    /// The job's name: folder of the package, and test program; `tests` is the one that most test files share.
    name: String,
    /// The package's folder, in which cargo would run the program.
    folder: PathBuf,
    path: PathBuf,
}

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

/// Builds every native test program, and returns a job for each. The last job runs the documentation's examples.
///
/// # Errors
/// Code that does not compile.
pub(crate) fn native(workspace: &Workspace) -> Result<Vec<Job>, Error> {
    let programs = built(workspace, workspace.cargo().words("test --locked --no-run --workspace"))?;
    let job = |Program { name, folder, path }| Job {
        name,
        command: Cmd::new(path).dir(&folder).env("CARGO_MANIFEST_DIR", &folder),
    };
    let mut jobs: Vec<Job> = programs.into_iter().map(job).collect();
    let examples = workspace.cargo().words("test --locked --workspace --doc --no-fail-fast");
    jobs.push(Job { name: "examples".into(), command: examples });
    Ok(jobs)
}

/// Builds the test programs of the wasm packages' crates, with all features, and returns a job for each: it runs in
/// headless Chromium. The crate's webdriver.json has the browser's arguments.
///
/// # Errors
/// Code that does not compile.
pub(super) fn wasm(workspace: &Workspace, tools: &Tools, manifest: &Manifest) -> Result<Vec<Job>, Error> {
    let programs = built(workspace, build::tests(workspace, manifest))?;
    let job = |Program { name, folder, path }| Job {
        name,
        command: Cmd::new("wasm-bindgen-test-runner")
            .arg(path)
            .dir(&folder)
            .env("PATH", &tools.path)
            .env("CHROMEDRIVER", &tools.chromedriver)
            .env("WASM_BINDGEN_TEST_ONLY_WEB", "1")
            .env("WASM_BINDGEN_TEST_TIMEOUT", "300"),
    };
    Ok(programs.into_iter().map(job).collect())
}

/// Builds test programs by a command of cargo.
fn built(workspace: &Workspace, cargo: Cmd) -> Result<Vec<Program>, Error> {
    let printed = cargo.words("--quiet --message-format json-render-diagnostics").read()?;
    Ok(printed.lines().filter_map(|line| program(workspace, line)).collect())
}

/// The test program that a line of cargo's output tells of.
fn program(workspace: &Workspace, line: &str) -> Option<Program> {
    let Artifact { manifest_path, target, profile, executable } = serde_json::from_str(line).ok()?;
    let path = executable.filter(|_| profile.test)?;
    let folder = manifest_path.parent().unwrap_or(Path::new(".")).to_owned();
    let package = folder.strip_prefix(workspace.path("crates")).unwrap_or(&folder);
    let unit = match target.name.as_str() {
        _ if !target.kind.iter().any(|kind| kind == "test") => "src",
        name if package.as_os_str() == name => "tests",
        name => name,
    };
    Some(Program { name: format!("{} {unit}", package.display()), folder: folder.clone(), path })
}

/// The native host that the native tests built. A separate build would compile the whole engine again, with
/// its own set of features.
pub(crate) fn host(workspace: &Workspace) -> PathBuf {
    workspace.target.join("debug/verdict").with_extension(std::env::consts::EXE_EXTENSION)
}
