//! Files that run before a test file, in its realm (`setupFiles`).

use verdict_judge::setup_file;
use verdict_protocol::{CONFIG_FILE, Code};
use verdict_sandbox::{SourceError, Stop};
use verdict_vfs::VfsPath;

use super::Run;

impl Run<'_> {
    /// Runs the setup files in order. Their top-level declarations belong to the test file.
    pub(super) fn set_up(&mut self) -> Result<(), Stop> {
        for name in &self.env.config.setup_files.0 {
            let path = self.setup_file(name)?;
            self.guest.load(&path)?;
        }
        Ok(())
    }

    fn setup_file(&mut self, name: &str) -> Result<VfsPath, Stop> {
        let found = setup_file(self.env.snapshot, &self.file, name);
        self.guest.note_setup(CONFIG_FILE, name, found.as_ref().ok());
        found.map_err(|(path, message)| {
            let error = SourceError { message, line: 0, column: 0, code: Code::NotFound };
            Stop::Source { path, error }
        })
    }
}
