//! Installs programs by `cargo install`.

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};

use super::{Installed, Purpose};
use crate::error::Error;
use crate::manifest;
use crate::process::{self, Cmd};
use crate::ui;
use crate::workspace::Workspace;

/// The version that reads `deny.toml`.
const CARGO_DENY: &str = "0.20.2";

/// A program that `cargo install` builds.
struct Tool<'a> {
    program: &'a str,
    package: &'a str,
    version: &'a str,
    /// Whether a newer version serves too.
    or_newer: bool,
    /// Arguments besides version and name.
    arguments: &'a str,
}

/// Installs missing programs, and returns the folder with wasm-bindgen and its test runner.
pub(super) fn install(workspace: &Workspace, purpose: Purpose) -> Result<(PathBuf, Installed), Error> {
    let version = manifest::wasm_bindgen_version(workspace)?;
    // Without TLS and the C code it requires: the test runner connects to a local chromedriver. It binds a package in
    // seconds at any level but zero, and takes a fifth less time to compile at the first.
    let arguments = "--no-default-features --config profile.release.opt-level=1 --config profile.release.codegen-units=16";
    let wasm_bindgen = Tool {
        program: "wasm-bindgen",
        package: "wasm-bindgen-cli",
        version: &version,
        or_newer: false,
        arguments,
    };
    let cargo_deny = Tool {
        program: "cargo-deny",
        package: "cargo-deny",
        version: CARGO_DENY,
        or_newer: true,
        // It mostly reads small files. An unoptimised build compiles in half the time.
        arguments: "--debug",
    };
    let tools = match purpose {
        Purpose::Run | Purpose::Compare => vec![wasm_bindgen],
        Purpose::Test => vec![wasm_bindgen, cargo_deny],
    };
    let bin = cargo_bin();
    let missing: Vec<&Tool<'_>> = tools.iter().filter(|tool| !has(&bin, tool)).collect();
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

/// Whether a suitable version is installed, in cargo's folder or on PATH.
fn has(bin: &Path, tool: &Tool<'_>) -> bool {
    let in_bin = bin.join(tool.program);
    let found = process::find(&[tool.program], &[]);
    let program = if in_bin.is_file() { in_bin } else { found.unwrap_or_else(|| tool.program.into()) };
    let printed = Cmd::new(program).arg("--version").read().unwrap_or_default();
    let installed = printed.split_whitespace().nth(1).and_then(|version| Version::parse(version).ok());
    installed.is_some_and(|installed| accepts(tool.version, tool.or_newer, &installed))
}

fn accepts(version: &str, or_newer: bool, installed: &Version) -> bool {
    let operator = if or_newer { ">=" } else { "=" };
    VersionReq::parse(&format!("{operator}{version}")).is_ok_and(|required| required.matches(installed))
}

#[cfg(test)]
mod tests {
    use super::accepts;

    fn check(version: &str, or_newer: bool, installed: &str, expected: bool) {
        let installed = installed.parse().expect("a version");
        assert_eq!(accepts(version, or_newer, &installed), expected, "{version} {or_newer} {installed}");
    }

    #[test]
    fn versions() {
        check("0.20.2", false, "0.20.2", true);
        check("0.20.2", false, "0.20.3", false);
        check("0.20.2", true, "0.20.2", true);
        check("0.20.2", true, "0.21.0", true);
        check("0.20.2", true, "1.0.0", true);
        check("0.20.2", true, "0.20.1", false);
        check("0.20.2", true, "0.19.9", false);
    }
}
