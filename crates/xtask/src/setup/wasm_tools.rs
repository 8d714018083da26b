//! Installs wasm-pack and the wasm-bindgen tools.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};

use super::Installed;
use crate::error::Error;
use crate::manifest;
use crate::process::{self, Cmd};
use crate::ui;
use crate::workspace::Workspace;

/// The version that the build is tested with.
const WASM_PACK: &str = "0.15.1";

/// A program that `cargo install` builds.
struct Tool<'a> {
    program: &'a str,
    package: &'a str,
    version: &'a str,
    /// Arguments besides version and name.
    arguments: &'a str,
}

/// Returns the folder with wasm-bindgen and its test runner.
pub(super) fn install(workspace: &Workspace) -> Result<(PathBuf, Installed), Error> {
    let version = manifest::wasm_bindgen_version(workspace)?;
    let tools = [
        // Without TLS and the C code it requires: the test runner connects to a local chromedriver.
        Tool {
            program: "wasm-bindgen",
            package: "wasm-bindgen-cli",
            version: &version,
            arguments: "--no-default-features",
        },
        // It only starts other programs, so an unoptimised build is as fast and compiles in half the time.
        Tool { program: "wasm-pack", package: "wasm-pack", version: WASM_PACK, arguments: "--debug" },
    ];
    let bin = cargo_bin();
    let missing: Vec<&Tool<'_>> =
        tools.iter().filter(|tool| !has(&bin, tool.program, tool.version)).collect();
    // In parallel, because each has crates that all of its others wait for.
    std::thread::scope(|scope| {
        let installing: Vec<_> =
            missing.iter().map(|tool| scope.spawn(move || install_one(workspace, tool))).collect();
        installing
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    Ok((bin, if missing.is_empty() { Installed::Already } else { Installed::Now }))
}

fn install_one(workspace: &Workspace, tool: &Tool<'_>) -> Result<(), Error> {
    let Tool { package, version, arguments, .. } = *tool;
    ui::say("install", format_args!("{package} {version} by cargo install (takes minutes)"));
    let install = |locked: &str| {
        let cargo = workspace.cargo().words("install --force --version").arg(version).arg(package);
        cargo.words(locked).words(arguments).read()
    };
    // A registry mirror may lack the locked versions.
    let result = install("--locked").or_else(|_| {
        ui::say("", format_args!("{package} cannot be had as it was locked; taking compatible versions"));
        install("")
    });
    let by_hand = |error: Error| Error::MissingTool {
        tool: package.to_owned(),
        reason: error.to_string(),
        command: format!("cargo install {package} --version {version}"),
    };
    result.map(drop).map_err(by_hand)
}

/// The folder into which cargo installs programs.
fn cargo_bin() -> PathBuf {
    let root = ["CARGO_INSTALL_ROOT", "CARGO_HOME"].into_iter().find_map(std::env::var_os);
    let root = root.map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    root.unwrap_or_default().join("bin")
}

/// Whether the program is installed in that version, in cargo's folder or on PATH.
fn has(bin: &Path, program: &str, version: &str) -> bool {
    let in_bin = bin.join(program);
    let found = process::find(&[program], &[]);
    let program = if in_bin.is_file() { in_bin } else { found.unwrap_or_else(|| program.into()) };
    let printed = Cmd::new(program).arg("--version").read().unwrap_or_default();
    printed.split_whitespace().nth(1) == Some(version)
}
