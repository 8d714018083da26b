//! Lists the pages of the lint rules, so that the binary has them.
#![allow(clippy::disallowed_methods, reason = "a build has files")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // Read when it runs, not when it is compiled: a checkout may move with its build.
    let here = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
    let pages = here.join("../../docs/rules");
    println!("cargo::rerun-if-changed={}", pages.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut found = Vec::new();
    collect(&pages, &pages, &mut found)?;
    found.sort();
    let mut list = String::from("&[\n");
    for (id, path) in found {
        writeln!(list, "({id:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("pages.rs"), list)
}

/// The pages below a folder: the ids of the rules, and the files.
fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = fs::canonicalize(entry?.path())?;
        let root = fs::canonicalize(root)?;
        if path.is_dir() {
            collect(&root, &path, found)?;
            continue;
        }
        let id = path.strip_prefix(&root).map_err(io::Error::other)?.with_extension("");
        let id = id.to_string_lossy().replace('\\', "/");
        if path.extension().is_some_and(|extension| extension == "md") && id != "README" {
            found.push((id, path));
        }
    }
    Ok(())
}
