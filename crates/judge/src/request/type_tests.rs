//! Which test files run, and which ones a checker judges.

use std::rc::Rc;

use verdict_protocol::{Code, TestConfig};
use verdict_vfs::{FileGlobs, Snapshot, VfsPath};

use crate::{Event, Fault, FileOutcome, Judge, SourceLocations};

/// Why a test of types has no verdict, where nobody checks types.
const TYPES_UNCHECKED: &str = "types were not checked: this host has no type checker for tests of types";

/// The files of a `test:` by how they are judged. One that both kinds of globs match is in both lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestFiles {
    /// The files whose code is executed.
    pub run: Vec<VfsPath>,
    /// The files whose types are checked (Vitest's `typecheck`).
    pub check: Vec<VfsPath>,
}

impl TestFiles {
    /// Divides files as Vitest does. What `typecheck.include` matches is checked, and also runs if `include` matches it.
    /// With `typecheck.only`, nothing runs.
    #[must_use]
    pub fn of(files: Vec<VfsPath>, config: &TestConfig) -> TestFiles {
        let typecheck = &config.typecheck;
        if !typecheck.enabled {
            return TestFiles { run: files, check: Vec::new() };
        }
        let to_check = FileGlobs::new(&typecheck.include, &typecheck.exclude);
        let to_run = FileGlobs::new(&config.include, &config.exclude);
        let mut divided = TestFiles::default();
        for file in files {
            let path = file.as_str().trim_start_matches('/');
            let checked = to_check.matches(path);
            if !typecheck.only && (!checked || to_run.matches(path)) {
                divided.run.push(file.clone());
            }
            if checked {
                divided.check.push(file);
            }
        }
        divided
    }
}

/// The outcome of a file with tests of types where nobody checks them.
pub(super) fn unchecked(file: &VfsPath) -> FileOutcome {
    let config = TestConfig::default();
    let mut judge = Judge::new(file, &config, Rc::new(SourceLocations::new(Snapshot::default())));
    judge.take(Event::LoadFailed(Fault::coded(Code::Unavailable, TYPES_UNCHECKED)));
    judge.outcome(&config)
}
