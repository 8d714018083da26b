//! A folder, and `verdict verify` on it.

#![allow(clippy::disallowed_methods, reason = "the command works on files")]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Creates a folder from one string with `//- path` headers; a path with `-> ` is a link.
pub(crate) fn folder(fixture: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for part in fixture.split("//- ").skip(1) {
        let (head, text) = part.split_once('\n').expect("a header line");
        let (path, target) = head.split_once(" -> ").map_or((head, None), |(path, to)| (path, Some(to)));
        let path = folder.path().join(path.trim());
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        match target {
            Some(target) => link(target.trim(), &path),
            None => fs::write(path, text).expect("a file"),
        }
    }
    folder
}

#[cfg(unix)]
fn link(target: &str, path: &Path) {
    std::os::unix::fs::symlink(target, path).expect("a link");
}

#[cfg(not(unix))]
fn link(target: &str, path: &Path) {
    panic!("no link from {} to {target} on this system", path.display());
}

/// Runs `verdict verify`; returns the exit code, standard output and standard error.
#[allow(dead_code, reason = "not every test has commands")]
pub(crate) fn run(root: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
        .env("VERDICT_CHECKER", "off")
        .arg("verify")
        .arg("--root")
        .arg(root)
        .args(arguments)
        .output()
        .expect("verdict runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// What a command gave.
#[derive(Debug)]
#[allow(dead_code, reason = "not every test has a project")]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `verdict` in a folder, without types.
#[allow(dead_code, reason = "not every test has a project")]
pub(crate) fn verdict(folder: &Path, arguments: &[&str]) -> Ran {
    verdict_with(folder, arguments, &[])
}

/// Runs `verdict` in a folder with variables of the environment. No browser is found, so that results do not depend on
/// what is installed and built.
#[allow(dead_code, reason = "not every test has variables")]
pub(crate) fn verdict_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_verdict"))
        .env("VERDICT_CHECKER", "off")
        .env("VERDICT_DIST", folder.join("no-such-package"))
        .env_remove("NO_COLOR")
        .env_remove("FORCE_COLOR")
        .env_remove("CI")
        .envs(variables.iter().copied())
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("verdict runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}
