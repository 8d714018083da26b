//! The packages of a snapshot; each `package.json` is read once.

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

#[derive(Debug)]
pub(crate) struct Package {
    /// The folder, without a trailing `/`; empty for the root.
    pub(crate) folder: String,
    pub(crate) name: Option<String>,
    /// String members, some of which name the main file.
    fields: BTreeMap<String, String>,
    /// Replacements of files and packages in a page: `browser`, if it is an object.
    pub(crate) browser: Option<Json>,
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
        let texts =
            json.entries().iter().filter_map(|(key, value)| Some((key.clone(), value.text()?.to_owned())));
        Ok(Package {
            folder: folder.to_owned(),
            name: text("name"),
            fields: texts.collect(),
            browser: other("browser").filter(|browser| matches!(browser, Json::Object(_))),
            kind,
            exports: other("exports"),
            imports: other("imports"),
        })
    }

    /// The value of a non-empty string member.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// Path of its `package.json`.
    pub(crate) fn file(&self) -> String {
        format!("{}/package.json", self.folder)
    }
}

/// The packages read so far.
#[derive(Debug, Default)]
pub(crate) struct Packages(Mutex<BTreeMap<String, Result<Arc<Package>, String>>>);

impl Snapshot {
    /// The package whose `package.json` is in a folder.
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

    /// The package of a file: that of the nearest `package.json` above it.
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

    /// The type that a file's package declares for `.js` files; `None` if it declares none or cannot be read.
    #[must_use]
    pub fn package_type(&self, file: &VfsPath) -> Option<PackageType> {
        self.package_of(file).ok().flatten()?.kind
    }
}

impl Snapshot {
    /// The file of this name in the folder of `path` or, without one, in the nearest folder above.
    #[must_use]
    pub fn nearest(&self, path: &VfsPath, name: &str) -> Option<VfsPath> {
        folders_above(path.folder())
            .filter_map(|folder| VfsPath::parse(&format!("{folder}/{name}")).ok())
            .find(|file| self.get(file).is_some())
    }

    /// Whether the extension of a file, or in `node_modules` its package, declares it as CommonJS. Other
    /// files are decided by their text, as in Vitest, where files of a project may use both.
    #[must_use]
    pub fn declared_common_js(&self, path: &VfsPath) -> Option<bool> {
        match path.extension() {
            Some("cjs" | "cts") => Some(true),
            Some("mjs" | "mts") => Some(false),
            _ if !path.as_str().contains("/node_modules/") => None,
            _ => self.package_type(path).map(|kind| kind == PackageType::CommonJs),
        }
    }

    /// Whether the extension or the package of a file, in `node_modules` or not, declares it as an ES module.
    pub(super) fn is_declared_es_module(&self, path: &VfsPath) -> bool {
        match path.extension() {
            Some("mjs" | "mts") => true,
            Some("cjs" | "cts") => false,
            _ => self.package_type(path) == Some(PackageType::Module),
        }
    }

    /// Whether test runners leave a module to Node. Its imports of CommonJS files then have `module.exports` as their
    /// default. Such modules are the CommonJS files of packages, and the files that packages declare as ES modules.
    #[must_use]
    pub fn is_loaded_by_node(&self, module: &VfsPath, is_common_js: bool) -> bool {
        module.as_str().contains("/node_modules/")
            && (is_common_js || self.declared_common_js(&self.module_file(module)) == Some(false))
    }
}

/// Specifiers by which a file may be imported, other than its path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackageNames {
    /// Complete specifiers.
    pub whole: Vec<String>,
    /// Prefixes of specifiers.
    pub starts: Vec<String>,
    /// The last segment of its package's folder, through which its `main` may be imported.
    pub folder: Option<String>,
}

impl Snapshot {
    /// Specifiers by which a file may be imported through its package: the package's name, its own exports,
    /// or `#name`.
    #[must_use]
    pub fn package_names(&self, file: &VfsPath) -> PackageNames {
        let mut names = PackageNames::default();
        if let Some((_, rest)) = file.as_str().rsplit_once("/node_modules/") {
            let parts = if rest.starts_with('@') { 2 } else { 1 };
            let name = rest.split('/').take(parts).collect::<Vec<_>>().join("/");
            names.starts.push(format!("{name}/"));
            names.whole.push(name);
        }
        let Some(package) = self.package_of(file).ok().flatten() else { return names };
        let below = file.as_str().strip_prefix(package.folder.as_str()).unwrap_or_default();
        // A manifest may lead anywhere.
        let is_manifest = below == "/package.json";
        let mut add = |specifier: &str| match specifier.split_once('*') {
            Some((start, _)) => names.starts.push(start.to_owned()),
            None => names.whole.push(specifier.to_owned()),
        };
        for (key, target) in package.imports.as_ref().map_or(&[][..], Json::entries) {
            if is_manifest || leads_to(target, below) {
                add(key);
            }
        }
        if let (Some(name), Some(exports)) = (&package.name, &package.exports) {
            let entries = exports.entries();
            for (key, target) in entries.iter().filter(|(key, _)| key.starts_with('.')) {
                if is_manifest || leads_to(target, below) {
                    add(&format!("{name}{}", &key[1..]));
                }
            }
            if !entries.iter().any(|(key, _)| key.starts_with('.'))
                && (is_manifest || leads_to(exports, below))
            {
                add(name);
            }
        }
        names.folder = package.folder.rsplit('/').next().filter(|name| !name.is_empty()).map(str::to_owned);
        names
    }
}

/// Whether a target may resolve to a file, under any conditions and extension: `/src/a.ts` for `./src/*.js`.
fn leads_to(target: &Json, file: &str) -> bool {
    let stem = |path: &str| {
        path.rsplit_once('.')
            .filter(|(stem, _)| !stem.ends_with('/'))
            .map_or(path.len(), |(stem, _)| stem.len())
    };
    match target {
        Json::Text(text) => text.strip_prefix('.').is_some_and(|target| {
            let (target, file) = (&target[..stem(target)], &file[..stem(file)]);
            match target.split_once('*') {
                Some((before, after)) => file.starts_with(before) && file.ends_with(after),
                None => file == target,
            }
        }),
        Json::List(items) => items.iter().any(|item| leads_to(item, file)),
        Json::Object(entries) => entries.iter().any(|(_, target)| leads_to(target, file)),
        Json::Null | Json::Other => false,
    }
}

/// A folder and its ancestors, ending with the root, which is empty.
pub(crate) fn folders_above(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| folder.rsplit_once('/').map(|(above, _)| above))
}
