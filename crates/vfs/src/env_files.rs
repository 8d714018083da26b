//! The files of variables that Vite reads in tests.

use crate::VfsPath;

/// Their names, in the order in which Vite lays them over each other.
const NAMES: [&str; 4] = [".env", ".env.local", ".env.test", ".env.test.local"];

/// The paths of the files of variables in a folder, the first one first. None if the folder is empty; the root
/// is `/`.
#[must_use]
pub fn env_files(folder: &str) -> Vec<VfsPath> {
    let inside = folder.trim_end_matches('/');
    let paths = NAMES.iter().filter_map(|name| VfsPath::parse(&format!("{inside}/{name}")).ok());
    paths.filter(|_| !folder.is_empty()).collect()
}
