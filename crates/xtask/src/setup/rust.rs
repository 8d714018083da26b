//! Installs parts of the Rust toolchain: rustfmt, clippy and the standard library for wasm.

use std::path::{Path, PathBuf};

use super::{Installed, rust_src};
use crate::error::Error;
use crate::process::{self, Cmd};
use crate::ui;
use crate::workspace::Workspace;

/// The only wasm target.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Installs cargo subcommands by `rustup component add`.
pub(super) fn components(workspace: &Workspace, names: &[&str]) -> Result<Installed, Error> {
    let missing = |name: &&&str| workspace.cargo().arg(**name).arg("--version").read().is_err();
    let missing: Vec<&str> = names.iter().filter(missing).copied().collect();
    if missing.is_empty() {
        return Ok(Installed::Already);
    }
    let components: Vec<&str> =
        missing.iter().map(|name| if *name == "fmt" { "rustfmt" } else { *name }).collect();
    let what = components.join(" ");
    let by_hand = |reason: String| Error::MissingTool {
        tool: what.clone(),
        reason,
        command: format!("rustup component add {what}"),
    };
    let rustup = rustup().ok_or_else(|| by_hand("rustup is not there".into()))?;
    ui::say("install", format_args!("{what} by rustup"));
    let added = Cmd::new(rustup).words("component add").args(&components).dir(&workspace.root).read();
    added.map_err(|error| by_hand(error.to_string()))?;
    Ok(Installed::Now)
}

/// Installs the standard library for wasm by rustup, or else builds it from source.
pub(super) fn wasm_target(workspace: &Workspace) -> Result<Installed, Error> {
    let libraries = libraries(&sysroot(workspace)?);
    if has_std(&libraries) {
        return Ok(Installed::Already);
    }
    let refused = match rustup() {
        None => "rustup is not there".to_owned(),
        Some(rustup) => {
            ui::say("install", format_args!("{TARGET} by rustup"));
            match Cmd::new(rustup).words("target add").arg(TARGET).dir(&workspace.root).read() {
                Ok(_) if has_std(&libraries) => return Ok(Installed::Now),
                Ok(_) => "rustup added it to another toolchain".to_owned(),
                Err(error) => error.to_string(),
            }
        }
    };
    ui::say("install", format_args!("{TARGET} from the source of the standard library: {refused}"));
    match rust_src::build(workspace, &libraries) {
        Ok(()) if has_std(&libraries) => Ok(Installed::Now),
        Ok(()) => Err(by_hand("the build left no libstd".into())),
        Err(error) => Err(by_hand(format!("{refused}; from source: {error}"))),
    }
}

fn by_hand(reason: String) -> Error {
    let command = format!("rustup target add {TARGET}");
    Error::MissingTool { tool: format!("the standard library for {TARGET}"), reason, command }
}

/// The folder of the toolchain that compiles this workspace.
pub(super) fn sysroot(workspace: &Workspace) -> Result<PathBuf, Error> {
    let path = Cmd::new(rustc()).words("--print sysroot").dir(&workspace.root).read()?;
    Ok(PathBuf::from(path.trim()))
}

/// The compiler that cargo calls.
pub(super) fn rustc() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

fn libraries(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib").join(TARGET).join("lib")
}

fn has_std(libraries: &Path) -> bool {
    let names = std::fs::read_dir(libraries).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.into_iter().any(|name| {
        let name = name.to_string_lossy();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    })
}

fn rustup() -> Option<PathBuf> {
    process::find(&["rustup"], &[])
}
