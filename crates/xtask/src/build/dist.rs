//! Lays out `dist/`: the wasm packages, the hand-written modules unchanged, and the documentation.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::papers::papers;
use crate::error::Error;
use crate::manifest::Package;
use crate::workspace::Workspace;

/// Folders with shipped modules, and their targets in `dist/`. Tests are not shipped.
const MODULES: [(&str, &str); 3] =
    [("crates/manager/js", ""), ("crates/worker/js", ""), ("widget", "widget")];

/// Name endings of shipped files.
const SHIPPED: [&str; 4] = [".js", ".d.ts", ".css", "custom-elements.json"];

/// Copies everything into place and removes other files. `sealed` is the folder of the sealed engine's
/// bundles, and `checker` that of the checker's files.
pub(super) fn lay_out(
    workspace: &Workspace,
    packages: &[(&Package, PathBuf)],
    sealed: &Path,
    checker: &Path,
) -> Result<(), Error> {
    let dist = workspace.dist();
    let mut kept = BTreeSet::from([dist.join("package.json")]);
    for (package, folder) in packages {
        let to = dist.join(&package.out_dir);
        copy_tree(folder, &to, |_| true, &mut kept)?;
    }
    copy_tree(sealed, &dist.join("sealed"), |_| true, &mut kept)?;
    copy_tree(checker, &dist.join("checker"), |_| true, &mut kept)?;
    for (from, to) in MODULES {
        let shipped = |path: &Path| {
            let name = path.to_string_lossy();
            SHIPPED.iter().any(|end| name.ends_with(end)) && !name.contains(".test.")
        };
        copy_tree(&workspace.path(from), &dist.join(to), shipped, &mut kept)?;
    }
    for (path, content) in papers(workspace)? {
        let to = dist.join(path);
        let folder = to.parent().unwrap_or(&dist);
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        std::fs::write(&to, content).map_err(Error::file(&to))?;
        kept.insert(to);
    }
    for entry in WalkDir::new(&dist).into_iter().flatten() {
        if entry.file_type().is_file() && !kept.contains(entry.path()) {
            std::fs::remove_file(entry.path()).map_err(Error::file(entry.path()))?;
        }
    }
    Ok(())
}

/// Copies the files that `wanted` selects by their path below `from`. Folders named `test`, `tests` or
/// `node_modules` are skipped.
fn copy_tree(
    from: &Path,
    to: &Path,
    wanted: impl Fn(&Path) -> bool,
    kept: &mut BTreeSet<PathBuf>,
) -> Result<(), Error> {
    let inside = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !["test", "tests", "node_modules"].iter().any(|name| entry.file_name() == *name)
    };
    for entry in WalkDir::new(from).sort_by_file_name().into_iter().filter_entry(inside) {
        let entry = entry.map_err(|error| Error::manifest(from, error.to_string()))?;
        let below = entry.path().strip_prefix(from).unwrap_or(entry.path());
        if !entry.file_type().is_file() || !wanted(below) {
            continue;
        }
        let copy = to.join(below);
        let folder = copy.parent().unwrap_or(to);
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        std::fs::copy(entry.path(), &copy).map_err(Error::file(entry.path()))?;
        kept.insert(copy);
    }
    Ok(())
}
