//! Builds the standard library for wasm from source, if rustup is missing or refuses. The source is the
//! toolchain's `rust-src`, or Debian's package of the same version.
//!
//! The compiled libraries go into the toolchain's folder for the target, which must be empty. Libraries of
//! two builds in one place have clashing metadata, and rustc then finds neither.

use std::path::{Path, PathBuf};

use super::rust::{self, TARGET};
use crate::error::Error;
use crate::process::Cmd;
use crate::ui;
use crate::workspace::Workspace;

/// Debian suites with newer compilers than its stable releases.
const SUITES: [&str; 3] = ["trixie-backports", "forky", "sid"];

/// The keys with which Debian signs its packages.
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// Builds the standard library into `libraries`.
pub(super) fn build(workspace: &Workspace, libraries: &Path) -> Result<(), Error> {
    let work = workspace.work().join("build-std");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(work.join("src")).map_err(Error::file(&work))?;
    let own = rust::sysroot(workspace)?.join("lib/rustlib/src/rust/library");
    let source = if own.join("std").is_dir() { own } else { fetch(workspace, &work)? };
    ui::say("", format_args!("compiling {}", source.display()));
    // The standard library is built as a dependency of an empty crate.
    let manifest = "[package]\nname = \"empty\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(work.join("Cargo.toml"), manifest).map_err(Error::file(&work))?;
    std::fs::write(work.join("src/lib.rs"), "").map_err(Error::file(&work))?;
    workspace
        .cargo()
        .dir(&work)
        .words("build --release -Zbuild-std=std,panic_abort,proc_macro,test --target")
        .arg(TARGET)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("__CARGO_TESTS_ONLY_SRC_ROOT", &source)
        .env("CARGO_TARGET_DIR", work.join("target"))
        // The release profile optimises across crates, which requires the library's bitcode.
        .env("RUSTFLAGS", "-Cembed-bitcode=yes")
        .read()?;
    install(&work.join("target").join(TARGET).join("release/deps"), libraries)?;
    std::fs::remove_dir_all(&work).map_err(Error::file(&work))
}

fn install(built: &Path, libraries: &Path) -> Result<(), Error> {
    if libraries.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Error::manifest(libraries, "not empty, and libraries of two builds must not be mixed"));
    }
    std::fs::create_dir_all(libraries).map_err(Error::file(libraries))?;
    for entry in built.read_dir().map_err(Error::file(built))? {
        let from = entry.map_err(Error::file(built))?.path();
        let name = from.file_name().unwrap_or_default();
        let is_library = from.extension().is_some_and(|extension| extension == "rlib");
        if is_library && !name.to_string_lossy().starts_with("libempty-") {
            std::fs::copy(&from, libraries.join(name)).map_err(Error::file(&from))?;
        }
    }
    Ok(())
}

/// Unpacks Debian's `rust-src` of the compiler's version below `work`; nothing is installed on the system.
fn fetch(workspace: &Workspace, work: &Path) -> Result<PathBuf, Error> {
    let version = Cmd::new(rust::rustc()).arg("--version").dir(&workspace.root).read()?;
    let version = version.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let mirror = Cmd::new("apt-get")
        .args(["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"])
        .read()?;
    let mirror =
        mirror.lines().find(|uri| uri.trim_end_matches('/').ends_with("/debian")).unwrap_or_default();
    let lists = work.join("lists");
    std::fs::create_dir_all(lists.join("partial")).map_err(Error::file(&lists))?;
    let sources = work.join("sources.list");
    let mut last = Error::manifest(&sources, "no Debian mirror is configured");
    for suite in SUITES.iter().filter(|_| !mirror.is_empty()) {
        std::fs::write(&sources, format!("deb [signed-by={KEYRING}] {mirror} {suite} main\n"))
            .map_err(Error::file(&sources))?;
        let apt = || {
            Cmd::new("apt-get")
                .args(["-o", "Dir::Etc::SourceParts=-", "-o", "APT::Sandbox::User=root"])
                .arg(format!("-oDir::Etc::SourceList={}", sources.display()))
                .arg(format!("-oDir::State::Lists={}", lists.display()))
                .dir(work)
        };
        let package = format!("rust-src={version}*");
        match apt().arg("update").read().and_then(|_| apt().arg("download").arg(&package).read()) {
            Ok(_) => return unpack(work),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn unpack(work: &Path) -> Result<PathBuf, Error> {
    let files = work.read_dir().map_err(Error::file(work))?.flatten().map(|entry| entry.path());
    let is_package = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "deb");
    let package = files.into_iter().find(is_package).unwrap_or_default();
    let tree = work.join("tree");
    Cmd::new("dpkg").arg("-x").arg(&package).arg(&tree).read()?;
    let below = walkdir::WalkDir::new(tree.join("usr")).max_depth(4).into_iter().flatten();
    let library = below.map(walkdir::DirEntry::into_path).find(|path| path.ends_with("library"));
    library.ok_or_else(|| Error::manifest(&package, "has no folder `library`"))
}
