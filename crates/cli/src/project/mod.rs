//! Finds the project that a folder belongs to, and what is to be verified in it.

mod arguments;
pub(crate) mod base;
mod filters;
pub(crate) mod import_graph;
pub(crate) mod init;
mod near;
pub(crate) mod plan;
pub(crate) mod related;
pub(crate) mod running;
mod workspace;

pub(crate) use arguments::{PathArguments, resolve_command};

use std::fs;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde_json::Value;
use verdict_project::Tools;

/// A project on disk. It derefs to its configurations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    /// The folder that is the root of the snapshot: that of the workspace, or of the project.
    pub(crate) root: PathBuf,
    tools: Tools,
}

/// Finds the project of a folder: the nearest one with a `package.json`.
///
/// # Errors
/// [`io::Error`] with a sentence if no folder has one.
pub(crate) fn find(start: &Path) -> io::Result<Project> {
    let start = crate::folder::root(start)?;
    let own = start.ancestors().find(|folder| folder.join("package.json").is_file()).ok_or_else(|| {
        let message = format!(
            "no package.json in {} or above it: name what to run, such as verdict verify 'test:**/*.test.js'",
            start.display()
        );
        io::Error::new(io::ErrorKind::NotFound, message)
    })?;
    let root = workspace::of(own).unwrap_or_else(|| own.to_owned());
    let folder = own.strip_prefix(&root).ok().and_then(Path::to_str).unwrap_or_default().replace('\\', "/");
    Ok(Project::within(root, folder))
}

impl Project {
    /// A project in a folder below a root.
    pub(crate) fn within(root: PathBuf, folder: String) -> Project {
        let tools =
            Tools::find(folder, &|path| root.join(path).is_file(), &|path| fs::read(root.join(path)).ok());
        Project { root, tools }
    }
}

impl Deref for Project {
    type Target = Tools;

    fn deref(&self) -> &Tools {
        &self.tools
    }
}

/// The JSON of a file; null if it is missing or malformed.
fn read_json(path: &Path) -> Value {
    fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}
