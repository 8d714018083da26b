//! Locations of the checkout.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::process::Cmd;

/// Folders of the checkout.
#[derive(Clone)]
pub(crate) struct Workspace {
    /// The folder of the workspace manifest.
    pub(crate) root: PathBuf,
    /// Cargo's target folder, which may be elsewhere.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Finds the checkout from which this program was built.
    ///
    /// # Errors
    /// [`Error::File`] if the folder no longer exists.
    pub(crate) fn find() -> Result<Workspace, Error> {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = own.join("../..").canonicalize().map_err(Error::file(own))?;
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(folder) => root.join(folder),
            None => root.join("target"),
        };
        Ok(Workspace { root, target })
    }

    /// A path below the checkout.
    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.root.join(below)
    }

    /// The npm package as it would be published.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// Intermediate results of xtask.
    pub(crate) fn work(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// The demo's files: real sources from npm and the tests for them.
    pub(crate) fn seed(&self) -> PathBuf {
        self.target.join("www/seed.json")
    }

    /// A program in an installed npm package.
    pub(crate) fn npm_bin(&self, name: &str) -> PathBuf {
        self.root.join("node_modules/.bin").join(name)
    }

    /// `cargo` in the checkout, with the current toolchain.
    pub(crate) fn cargo(&self) -> Cmd {
        Cmd::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())).dir(&self.root)
    }
}
