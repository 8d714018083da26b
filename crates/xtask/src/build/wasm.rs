//! Builds one wasm package with cargo, wasm-bindgen and wasm-opt, unless its inputs are unchanged.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Profile, dispatch, fingerprint};
use crate::error::Error;
use crate::manifest::{self, Manifest, Package};
use crate::process::Cmd;
use crate::setup::{Tools, WASM_TARGET};
use crate::ui;
use crate::workspace::Workspace;

/// A compiled package with its glue, types and wasm file, which `finish` optimises.
pub(super) struct Compiled {
    folder: PathBuf,
    wasm: PathBuf,
    profile: Profile,
    /// Compile time and input hash; `None` if nothing has changed.
    fresh: Option<(Duration, String)>,
}

/// Compiles a package, unless its inputs are unchanged.
pub(super) fn compile(
    workspace: &Workspace,
    tools: &Tools,
    manifest: &Manifest,
    package: &Package,
    profile: Profile,
) -> Result<Compiled, Error> {
    let folder = workspace.work().join(profile.folder()).join(&package.name);
    let wasm = folder.join(package.wasm());
    let stamp = stamp(&folder);
    let inputs = inputs(workspace, manifest, package, profile)?;
    if let (Ok(outputs), Ok(stamped)) = (fingerprint::folder(&folder), std::fs::read_to_string(&stamp))
        && stamped == stamped_with(&inputs, &outputs)
    {
        return Ok(Compiled { folder, wasm, profile, fresh: None });
    }
    let _ = std::fs::remove_file(&stamp);
    let _ = std::fs::remove_dir_all(&folder);
    ui::say("build", format_args!("{} …", package.name));
    let start = Instant::now();
    compile_and_bind(workspace, tools, manifest, package, profile, &folder)?;
    Ok(Compiled { folder, wasm, profile, fresh: Some((start.elapsed(), inputs)) })
}

/// Optimises a compiled package as its profile asks, and returns its folder.
pub(super) fn finish(
    workspace: &Workspace,
    tools: &Tools,
    manifest: &Manifest,
    package: &Package,
    compiled: Compiled,
) -> Result<PathBuf, Error> {
    let Compiled { folder, wasm, profile, fresh } = compiled;
    let Some((compiled, inputs)) = fresh else { return Ok(folder) };
    let start = Instant::now();
    if package.interpreter {
        make_direct(&wasm)?;
    }
    if profile == Profile::Release {
        wasm_opt(workspace, tools, manifest, &wasm)?;
    }
    let outputs = fingerprint::folder(&folder)?;
    let stamp = stamp(&folder);
    std::fs::write(&stamp, stamped_with(&inputs, &outputs)).map_err(Error::file(&stamp))?;
    let (compiled, optimised) = (ui::human(compiled), ui::human(start.elapsed()));
    ui::say("", format_args!("{} compiled in {compiled}, optimised in {optimised}", package.name));
    Ok(folder)
}

/// The file that records a folder's inputs.
fn stamp(folder: &Path) -> PathBuf {
    folder.with_extension("stamp")
}

fn stamped_with(inputs: &str, outputs: &str) -> String {
    format!("{inputs}\n{outputs}\n")
}

/// Compiles the crate, and writes its glue, types and wasm file to a folder.
fn compile_and_bind(
    workspace: &Workspace,
    tools: &Tools,
    manifest: &Manifest,
    package: &Package,
    profile: Profile,
    folder: &Path,
) -> Result<(), Error> {
    let log = folder.with_extension("log");
    let mut command = cargo(workspace, "build --lib", profile).args(selection(manifest, package, profile));
    // The development build has one level for all packages, so that they share what they have in common.
    if profile == Profile::Release {
        command = command.args(package.level_arguments());
        if let Some(level) = &package.opt_level {
            command = command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level);
        }
    }
    command.quiet(&log)?;
    let compiled = workspace.target.join(WASM_TARGET).join(profile.of_cargo()).join(package.compiled());
    Cmd::new("wasm-bindgen")
        .arg(compiled)
        .words("--typescript --target")
        .arg(&package.target)
        .arg("--out-name")
        .arg(&package.out_name)
        .arg("--out-dir")
        .arg(folder)
        .dir(&workspace.root)
        .env("PATH", &tools.path)
        .read()?;
    Ok(())
}

/// A command of cargo for wasm.
fn cargo(workspace: &Workspace, words: &str, profile: Profile) -> Cmd {
    workspace
        .cargo()
        .words(words)
        .words("--locked --profile")
        .arg(profile.of_cargo())
        .arg("--target")
        .arg(WASM_TARGET)
        .dir(&workspace.root)
        .env("CARGO_TARGET_DIR", &workspace.target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(workspace, profile).join("\u{1f}"))
}

/// The command of cargo that builds the tests of all packages. They share what they depend on with the development
/// build.
pub(crate) fn tests(workspace: &Workspace, manifest: &Manifest) -> Cmd {
    cargo(workspace, "test --no-run", Profile::Development).args(manifest.selection())
}

/// The arguments of cargo that select crates and features. Packages of one crate have the same wasm in the development
/// build.
fn selection(manifest: &Manifest, package: &Package, profile: Profile) -> Vec<String> {
    match profile {
        Profile::Release => {
            let selected = vec!["--package".to_owned(), package.cargo_name()];
            selected.into_iter().chain(package.feature_arguments()).collect()
        }
        Profile::Development => manifest.selection(),
    }
}

/// The compiler's flags. A build for release compiles each set of features alone, and so finds code that one of them does
/// not use. Its warnings are errors.
fn flags(workspace: &Workspace, profile: Profile) -> Vec<String> {
    let mut flags = remapped(workspace);
    if profile == Profile::Release {
        flags.push("-Dwarnings".to_owned());
    }
    flags
}

/// Replaces this machine's paths in panic messages, so that builds elsewhere give equal bytes.
fn remapped(workspace: &Workspace) -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let registries = std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    let registries = registries.map(|entry| (entry.path(), "crates"));
    let folders = registries.chain([(workspace.root.clone(), "verdict")]);
    folders.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).collect()
}

/// Makes an interpreter's calls through its instruction table direct. Finding none is an error, because
/// nothing else would reveal that it runs at half the speed.
fn make_direct(wasm: &Path) -> Result<(), Error> {
    let bytes = std::fs::read(wasm).map_err(Error::file(wasm))?;
    let (bytes, made) = dispatch::make_direct(&bytes).map_err(|message| Error::manifest(wasm, message))?;
    if made == 0 {
        return Err(Error::manifest(
            wasm,
            "calls nothing by a table of constants, and is said to have an interpreter",
        ));
    }
    std::fs::write(wasm, bytes).map_err(Error::file(wasm))
}

fn wasm_opt(workspace: &Workspace, tools: &Tools, manifest: &Manifest, wasm: &Path) -> Result<(), Error> {
    let optimised = wasm.with_extension("opt");
    Cmd::new(&tools.node)
        .arg(workspace.npm_bin("wasm-opt"))
        .args(&manifest.wasm_opt)
        .arg(wasm)
        .arg("-o")
        .arg(&optimised)
        .read()?;
    std::fs::rename(&optimised, wasm).map_err(Error::file(wasm))
}

/// A hash of all inputs: sources, versions, arguments and tools.
fn inputs(
    workspace: &Workspace,
    manifest: &Manifest,
    package: &Package,
    profile: Profile,
) -> Result<String, Error> {
    let mut inputs = fingerprint::Hasher::default();
    for crate_folder in fingerprint::crates(workspace, &workspace.path(&package.folder))? {
        inputs.add_sources(&crate_folder)?;
    }
    for file in ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"] {
        inputs.add_file(&workspace.path(file))?;
    }
    inputs.add_file(&workspace.path("node_modules/binaryen/package.json"))?;
    inputs.add_text(&serde_json::to_string(package).unwrap_or_default());
    inputs.add_text(&selection(manifest, package, profile).join(" "));
    inputs.add_text(&manifest.wasm_opt.join(" "));
    inputs.add_text(&manifest::wasm_bindgen_version(workspace)?);
    inputs.add_text(&Cmd::new("rustc").arg("--version").dir(&workspace.root).read()?);
    Ok(inputs.finish())
}
