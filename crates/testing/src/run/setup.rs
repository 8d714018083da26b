//! Files that run before a test file, in its realm (`setupFiles`).

use verdict_protocol::{CONFIG_FILE, Code};
use verdict_sandbox::{SourceError, Stop};
use verdict_vfs::VfsPath;

use super::Run;

impl Run<'_> {
    /// Runs the files that are to run first, one after the other. What they declare at their top belongs to the test file.
    pub(super) fn set_up(&mut self) -> Result<(), Stop> {
        for name in &self.env.config.setup_files.0 {
            let path = self.setup_file(name)?;
            self.guest.load(&path)?;
        }
        Ok(())
    }

    /// The file of a name: a path from the root, or else a package.
    fn setup_file(&self, name: &str) -> Result<VfsPath, Stop> {
        let snapshot = self.env.snapshot;
        let config = VfsPath::parse(CONFIG_FILE).unwrap_or_else(|_| self.file.clone());
        let rooted = format!("/{}", name.trim_start_matches("./").trim_start_matches('/'));
        let found = snapshot.resolve(&config, &rooted).or_else(|_| snapshot.resolve(&config, name));
        found.map_err(|error| {
            let message = format!("setupFiles: cannot find '{name}': {error}");
            let error = SourceError { message, line: 0, column: 0, code: Code::NotFound };
            let from = if snapshot.get(&config).is_some() { &config } else { &self.file };
            Stop::Source { path: from.clone(), error }
        })
    }
}
