//! Shared parts of this crate's tests.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of this module")]

use verdict_protocol::Files;
use verdict_vfs::Snapshot;

/// Path and text of each file of a fixture, which follows a line `//- /path`.
pub fn files_of(fixture: &str) -> Vec<(&str, &str)> {
    let files = fixture.split("//- ").skip(1);
    let parts = files.map(|file| file.split_once('\n').unwrap_or((file, "")));
    parts.map(|(path, text)| (path.trim(), text)).collect()
}

/// The snapshot of a fixture.
pub fn snapshot_of(fixture: &str) -> Snapshot {
    Snapshot::new(Files::from_texts(files_of(fixture))).expect("a snapshot")
}
