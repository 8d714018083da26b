//! Files that run before a test file.

use verdict_protocol::CONFIG_FILE;
use verdict_vfs::{Snapshot, VfsPath};

/// Resolves a name in `setupFiles`: a path from the root, or a package. `file` is the test file.
///
/// # Errors
/// The file that contains the name (the configuration, if there is one) and the reason why nothing was found.
pub fn setup_file(snapshot: &Snapshot, file: &VfsPath, name: &str) -> Result<VfsPath, (VfsPath, String)> {
    let config = VfsPath::parse(CONFIG_FILE).unwrap_or_else(|_| file.clone());
    let rooted = format!("/{}", name.trim_start_matches("./").trim_start_matches('/'));
    if let Some(pinned) = snapshot.pinned_import(&config, name) {
        return Ok(pinned);
    }
    let found = snapshot.resolve(&config, &rooted).or_else(|_| snapshot.resolve(&config, name));
    found.map_err(|error| {
        let from = if snapshot.get(&config).is_some() { config } else { file.clone() };
        (from, format!("setupFiles: cannot find '{name}': {error}"))
    })
}
