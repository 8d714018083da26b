//! Collects the demo's files: sources from npm packages, and their tests in `www/`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use walkdir::WalkDir;

use crate::error::Error;
use crate::workspace::Workspace;

/// `www/seed.config.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    /// Sources from npm packages.
    libraries: Vec<Library>,
    /// Folders of `www/`.
    files: Folders,
}

/// Files of one npm package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Library {
    /// The package's name.
    package: String,
    /// File paths in the package.
    files: Vec<String>,
    /// Folder in the virtual file system, with a trailing slash.
    to: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Folders {
    One(Folder),
    Many(Vec<Folder>),
}

/// A folder of `www/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Folder {
    from: String,
    /// Folder in the virtual file system, with a trailing slash.
    to: String,
}

/// Writes `[[path, text], …]`, sorted by path, and returns the number of files.
///
/// # Errors
/// A configured file that is missing, is not text, or has the path of another.
pub(super) fn write(workspace: &Workspace) -> Result<usize, Error> {
    let path = workspace.path("www/seed.config.json");
    let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
    let config: Config =
        serde_json::from_str(&text).map_err(|error| Error::manifest(&path, error.to_string()))?;
    let mut files = BTreeMap::new();
    let mut add = |to: String, from: &Path| {
        let text = std::fs::read_to_string(from).map_err(Error::file(from))?;
        match files.insert(to.clone(), text) {
            None => Ok(()),
            Some(_) => Err(Error::manifest(&path, format!("two files for {to}"))),
        }
    };
    for library in &config.libraries {
        let folder = workspace.path("node_modules").join(&library.package);
        for file in &library.files {
            add(format!("{}{file}", library.to), &folder.join(file))?;
        }
    }
    let folders = match config.files {
        Folders::One(folder) => vec![folder],
        Folders::Many(folders) => folders,
    };
    for Folder { from, to } in folders {
        let folder = workspace.path("www").join(from);
        for entry in WalkDir::new(&folder).sort_by_file_name() {
            let entry = entry.map_err(|error| Error::manifest(&folder, error.to_string()))?;
            if entry.file_type().is_file() {
                let below = entry.path().strip_prefix(&folder).unwrap_or(entry.path());
                add(format!("{to}{}", below.to_string_lossy().replace('\\', "/")), entry.path())?;
            }
        }
    }
    let seed = workspace.seed();
    let folder = seed.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let entries: Vec<(&String, &String)> = files.iter().collect();
    let text = serde_json::to_string(&entries).unwrap_or_default();
    std::fs::write(&seed, text).map_err(Error::file(&seed))?;
    Ok(entries.len())
}
