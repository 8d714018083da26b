//! Detects changed inputs of a build by content hashes, because a checkout changes every date.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use crate::error::Error;
use crate::workspace::Workspace;

/// Hashes the inputs of a build.
#[derive(Default)]
pub(super) struct Hasher(Sha256);

impl Hasher {
    /// Adds a text, delimited by its length.
    pub(super) fn add_text(&mut self, text: &str) {
        self.add_bytes(text.as_bytes());
    }

    /// Adds the content of a file.
    pub(super) fn add_file(&mut self, path: &Path) -> Result<(), Error> {
        let bytes = std::fs::read(path).map_err(Error::file(path))?;
        self.add_bytes(&bytes);
        Ok(())
    }

    /// Adds the sources of a crate: everything in its folder except tests and benches.
    pub(super) fn add_sources(&mut self, folder: &Path) -> Result<(), Error> {
        let wanted = |entry: &walkdir::DirEntry| {
            entry.depth() != 1
                || !["tests", "benches", "examples"].iter().any(|name| entry.file_name() == *name)
        };
        self.add_tree(folder, WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(wanted))
    }

    /// The hash in lowercase hex.
    pub(super) fn finish(self) -> String {
        hex::encode(self.0.finalize())
    }

    fn add_tree(
        &mut self,
        folder: &Path,
        entries: impl Iterator<Item = walkdir::Result<walkdir::DirEntry>>,
    ) -> Result<(), Error> {
        for entry in entries {
            let entry = entry.map_err(|error| Error::manifest(folder, error.to_string()))?;
            if entry.file_type().is_file() {
                let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                self.add_text(&below.to_string_lossy());
                self.add_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

/// A hash of all files in a folder.
///
/// # Errors
/// A missing folder.
pub(super) fn folder(folder: &Path) -> Result<String, Error> {
    let mut hasher = Hasher::default();
    hasher.add_tree(folder, WalkDir::new(folder).sort_by_file_name().into_iter())?;
    Ok(hasher.finish())
}

/// Folders of a crate and of all workspace crates that it depends on.
///
/// # Errors
/// A failure of `cargo metadata`.
pub(super) fn crates(workspace: &Workspace, folder: &Path) -> Result<BTreeSet<PathBuf>, Error> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        manifest_path: PathBuf,
        dependencies: Vec<Dependency>,
    }
    #[derive(Deserialize)]
    struct Dependency {
        kind: Option<String>,
        path: Option<PathBuf>,
    }
    let text = workspace.cargo().words("metadata --no-deps --offline --format-version 1").read()?;
    let metadata: Metadata = serde_json::from_str(&text)
        .map_err(|error| Error::manifest(&workspace.path("Cargo.toml"), error.to_string()))?;
    let mut found = BTreeSet::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(folder) = todo.pop() {
        let package =
            metadata.packages.iter().find(|package| package.manifest_path == folder.join("Cargo.toml"));
        let dependencies = package.into_iter().flat_map(|package| &package.dependencies);
        let built = dependencies.filter(|dependency| dependency.kind.as_deref() != Some("dev"));
        todo.extend(
            built.filter_map(|dependency| dependency.path.clone()).filter(|path| !found.contains(path)),
        );
        found.insert(folder);
    }
    Ok(found)
}
