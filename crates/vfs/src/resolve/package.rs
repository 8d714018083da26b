//! What a `package.json` says, read once a snapshot.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::ResolveError;
use super::json::Json;
use crate::{Snapshot, VfsPath};

/// Whether `.js` files of a package are ES modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageType {
    /// `"type": "module"`.
    Module,
    /// `"type": "commonjs"`.
    CommonJs,
}

/// A package.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its folder, without a trailing `/`; empty for the root.
    pub(crate) folder: String,
    pub(crate) name: Option<String>,
    pub(crate) main: Option<String>,
    pub(crate) module: Option<String>,
    pub(crate) kind: Option<PackageType>,
    pub(crate) exports: Option<Json>,
    pub(crate) imports: Option<Json>,
}

impl Package {
    fn read(folder: &str, bytes: &[u8]) -> Result<Package, String> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let json: Json = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let text = |key: &str| json.get(key).and_then(Json::text).map(str::to_owned);
        let other = |key: &str| json.get(key).filter(|value| **value != Json::Null).cloned();
        let kind = match json.get("type").and_then(Json::text) {
            Some("module") => Some(PackageType::Module),
            Some("commonjs") => Some(PackageType::CommonJs),
            _ => None,
        };
        Ok(Package {
            folder: folder.to_owned(),
            name: text("name"),
            main: text("main").filter(|main| !main.is_empty()),
            module: text("module").filter(|module| !module.is_empty()),
            kind,
            exports: other("exports"),
            imports: other("imports"),
        })
    }

    /// Where it stands.
    pub(crate) fn file(&self) -> String {
        format!("{}/package.json", self.folder)
    }
}

/// The packages of a snapshot that were asked for.
#[derive(Debug, Default)]
pub(crate) struct Packages(Mutex<BTreeMap<String, Result<Arc<Package>, String>>>);

impl Snapshot {
    /// The package whose `package.json` stands in a folder.
    pub(crate) fn package_in(&self, folder: &str) -> Result<Option<Arc<Package>>, ResolveError> {
        let file = format!("{folder}/package.json");
        let Some(blob) = self.by_text(&file) else { return Ok(None) };
        let mut known = self.packages().0.lock().unwrap_or_else(PoisonError::into_inner);
        let package = known
            .entry(folder.to_owned())
            .or_insert_with(|| Package::read(folder, blob.bytes()).map(Arc::new))
            .clone();
        package
            .map(Some)
            .map_err(|error| ResolveError::Package(format!("Invalid package config {file}: {error}")))
    }

    /// The package that a file belongs to: of the nearest folder above that has a `package.json`.
    pub(crate) fn package_of(&self, file: &VfsPath) -> Result<Option<Arc<Package>>, ResolveError> {
        for folder in folders_above(file.folder()) {
            if folder.ends_with("/node_modules") {
                break;
            }
            if let Some(package) = self.package_in(folder)? {
                return Ok(Some(package));
            }
        }
        Ok(None)
    }

    /// What the package of a file says of its `.js` files; `None` where it says nothing, or cannot be read.
    #[must_use]
    pub fn package_type(&self, file: &VfsPath) -> Option<PackageType> {
        self.package_of(file).ok().flatten()?.kind
    }
}

/// A folder and those above it, down to the root, which is empty.
pub(crate) fn folders_above(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| folder.rsplit_once('/').map(|(above, _)| above))
}
