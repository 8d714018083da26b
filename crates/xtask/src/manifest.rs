//! Reads `wasm-pack.toml`, the list of wasm packages, and the pinned wasm-bindgen version.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::workspace::Workspace;

/// `wasm-pack.toml`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Manifest {
    /// Arguments of wasm-opt.
    pub(crate) wasm_opt: Vec<String>,
    /// The packages, in build order.
    #[serde(rename = "package")]
    pub(crate) packages: Vec<Package>,
    /// Other files whose size is checked.
    #[serde(rename = "file", default)]
    pub(crate) files: Vec<Weighed>,
}

/// A file of `dist/` that is downloaded but is not wasm.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weighed {
    /// Its path below `dist/`.
    pub(crate) path: String,
    /// Maximum size in bytes after brotli 11.
    pub(crate) budget: u64,
}

/// A wasm file with its glue.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Package {
    /// The package's name in messages.
    pub(crate) name: String,
    /// Folder of the crate, from the root.
    #[serde(rename = "crate")]
    pub(crate) folder: String,
    /// `--target` of wasm-bindgen.
    pub(crate) target: String,
    /// Output folder, below `dist/`.
    pub(crate) out_dir: String,
    /// Base name of the output files.
    pub(crate) out_name: String,
    /// Cargo features; `None` for the crate's defaults.
    pub(crate) features: Option<Vec<String>>,
    /// The compiler's `opt-level`; `None` for the release profile's.
    pub(crate) opt_level: Option<String>,
    /// The `opt-level` of single crates, by name.
    #[serde(default)]
    pub(crate) opt_levels: BTreeMap<String, String>,
    /// Whether it contains an interpreter, whose instruction table [`dispatch`](crate::build) turns into
    /// direct calls.
    #[serde(default)]
    pub(crate) interpreter: bool,
    /// Maximum size of the wasm file in bytes after brotli 11.
    pub(crate) budget: u64,
}

impl Manifest {
    /// The arguments of cargo that select all crates with all their features in one go. Dependencies are then compiled
    /// once.
    pub(crate) fn selection(&self) -> Vec<String> {
        let mut names: Vec<String> = self.packages.iter().map(Package::cargo_name).collect();
        names.sort();
        names.dedup();
        let features = self.packages.iter().flat_map(|package| {
            package.features.iter().flatten().map(|feature| format!("{}/{feature}", package.cargo_name()))
        });
        let features = features.collect::<Vec<_>>().join(",");
        let selected = names.into_iter().flat_map(|name| ["--package".to_owned(), name]);
        selected.chain(["--no-default-features".to_owned(), "--features".to_owned(), features]).collect()
    }
}

impl Package {
    /// The feature arguments for cargo.
    pub(crate) fn feature_arguments(&self) -> Vec<String> {
        match &self.features {
            None => Vec::new(),
            Some(features) => {
                vec!["--no-default-features".into(), "--features".into(), features.join(",")]
            }
        }
    }

    /// Name of its crate for cargo.
    pub(crate) fn cargo_name(&self) -> String {
        format!("verdict-{}", self.folder.rsplit('/').next().unwrap_or_default())
    }

    /// The arguments for cargo that compile single crates at another level.
    pub(crate) fn level_arguments(&self) -> Vec<String> {
        let levels = self.opt_levels.iter();
        levels
            .flat_map(|(name, level)| {
                // A number is no text for cargo.
                let level =
                    level.parse().map_or_else(|_| format!("{level:?}"), |level: u8| level.to_string());
                ["--config".into(), format!("profile.release.package.{name}.opt-level={level}")]
            })
            .collect()
    }

    /// Name of the wasm file that cargo writes.
    pub(crate) fn compiled(&self) -> String {
        format!("{}.wasm", self.cargo_name().replace('-', "_"))
    }

    /// Name of the wasm file.
    pub(crate) fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.out_name)
    }
}

/// Reads `wasm-pack.toml`.
///
/// # Errors
/// [`Error::File`] or [`Error::Manifest`].
pub(crate) fn load(workspace: &Workspace) -> Result<Manifest, Error> {
    let path = workspace.path("wasm-pack.toml");
    parse_toml(&path)
}

/// The wasm-bindgen version pinned in Cargo.toml, which Cargo.lock must match.
///
/// # Errors
/// [`Error::Manifest`] if there is no pin or the versions differ.
pub(crate) fn wasm_bindgen_version(workspace: &Workspace) -> Result<String, Error> {
    let path = workspace.path("Cargo.toml");
    let manifest: toml::Table = parse_toml(&path)?;
    let dependency = &manifest["workspace"]["dependencies"]["wasm-bindgen"];
    let requirement = dependency.as_str().or_else(|| dependency.get("version")?.as_str()).unwrap_or("");
    let Some(pinned) = requirement.strip_prefix('=') else {
        return Err(Error::manifest(&path, "wasm-bindgen has to be pinned with `=`"));
    };
    let lock_path = workspace.path("Cargo.lock");
    let locked = locked_version(&lock_path, "wasm-bindgen")?;
    if locked != pinned {
        let message = format!("wasm-bindgen is {locked} here and {pinned} in Cargo.toml");
        return Err(Error::manifest(&lock_path, message));
    }
    Ok(pinned.to_owned())
}

/// Version of the workspace's packages.
///
/// # Errors
/// [`Error::File`] or [`Error::Manifest`].
pub(crate) fn workspace_version(workspace: &Workspace) -> Result<String, Error> {
    let path = workspace.path("Cargo.toml");
    let manifest: toml::Table = parse_toml(&path)?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    version.map(str::to_owned).ok_or_else(|| Error::manifest(&path, "no workspace.package.version"))
}

fn locked_version(path: &Path, name: &str) -> Result<String, Error> {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Locked>,
    }
    #[derive(Deserialize)]
    struct Locked {
        name: String,
        version: String,
    }
    let lock: Lock = parse_toml(path)?;
    let found = lock.package.into_iter().find(|package| package.name == name);
    found.map(|package| package.version).ok_or_else(|| Error::manifest(path, format!("no package {name}")))
}

fn parse_toml<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
    toml::from_str(&text).map_err(|error| Error::manifest(path, error.to_string()))
}
