//! The two builds of the wasm packages.

use std::path::PathBuf;

use crate::error::Error;
use crate::workspace::Workspace;

/// How the wasm packages are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As published: small and fast, with link-time optimisation and wasm-opt.
    Release,
    /// For work on the checkout: quick to build again, larger and slower.
    Development,
}

impl Profile {
    /// The development build, unless the release build is wanted.
    pub(crate) fn unless_release(release: bool) -> Profile {
        if release { Profile::Release } else { Profile::Development }
    }

    /// Its name as a profile of cargo, and of the folder below `target/wasm32-unknown-unknown/`.
    pub(super) fn of_cargo(self) -> &'static str {
        match self {
            Profile::Release => "release",
            Profile::Development => "dev-wasm",
        }
    }

    /// The folder of its packages, below [`Workspace::work`].
    pub(super) fn folder(self) -> &'static str {
        match self {
            Profile::Release => "pkg",
            Profile::Development => "pkg-dev",
        }
    }

    /// Records that `dist/` holds this build.
    pub(super) fn record(self, workspace: &Workspace) -> Result<(), Error> {
        let path = record(workspace);
        std::fs::write(&path, self.of_cargo()).map_err(Error::file(&path))
    }

    /// Whether `dist/` holds a build of this profile.
    pub(crate) fn is_laid_out(self, workspace: &Workspace) -> bool {
        std::fs::read_to_string(record(workspace)).is_ok_and(|name| name == self.of_cargo())
    }
}

fn record(workspace: &Workspace) -> PathBuf {
    workspace.work().join("dist.profile")
}
