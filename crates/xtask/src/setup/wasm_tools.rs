//! wasm-pack and the wasm-bindgen tools.

use std::path::{Path, PathBuf};

use super::Installed;
use crate::error::Error;
use crate::manifest;
use crate::process::{self, Cmd};
use crate::ui;
use crate::workspace::Workspace;

/// The version that the build is tested with.
const WASM_PACK: &str = "0.15.1";

/// Returns the folder that has wasm-bindgen and its test runner.
pub(super) fn install(workspace: &Workspace) -> Result<(PathBuf, Installed), Error> {
    let version = manifest::wasm_bindgen_version(workspace)?;
    // wasm-pack only starts other programs: unoptimised it is as fast, and compiles in half the time.
    let tools = [
        ("wasm-bindgen", "wasm-bindgen-cli", version.as_str(), false),
        ("wasm-pack", "wasm-pack", WASM_PACK, true),
    ];
    let bin = cargo_bin();
    let mut installed = Installed::Already;
    for (program, package, version, debug) in tools {
        if has(&bin, program, version) {
            continue;
        }
        ui::say("install", format_args!("{package} {version} by cargo install (takes minutes)"));
        let install = |locked: &str| {
            let cargo = workspace.cargo().words("install --force --version").arg(version).arg(package);
            cargo.words(locked).words(if debug { "--debug" } else { "" }).read()
        };
        // A mirror of the registry may lag behind what the package was locked with.
        let result = install("--locked").or_else(|_| {
            ui::say("", format_args!("{package} cannot be had as it was locked; taking compatible versions"));
            install("")
        });
        result.map_err(|error| Error::MissingTool {
            tool: package.to_owned(),
            reason: error.to_string(),
            command: format!("cargo install {package} --version {version}"),
        })?;
        installed = Installed::Now;
    }
    Ok((bin, installed))
}

/// Where cargo installs programs.
fn cargo_bin() -> PathBuf {
    let root = ["CARGO_INSTALL_ROOT", "CARGO_HOME"].into_iter().find_map(std::env::var_os);
    let root = root.map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    root.unwrap_or_default().join("bin")
}

/// Whether the program is there, in cargo's folder or on PATH, in that version.
fn has(bin: &Path, program: &str, version: &str) -> bool {
    let in_bin = bin.join(program);
    let found = process::find(&[program], &[]);
    let program = if in_bin.is_file() { in_bin } else { found.unwrap_or_else(|| program.into()) };
    let printed = Cmd::new(program).arg("--version").read().unwrap_or_default();
    printed.split_whitespace().nth(1) == Some(version)
}
