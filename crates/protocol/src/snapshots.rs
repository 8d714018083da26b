//! The snapshots that a `test:` reports.

use serde::{Deserialize, Serialize};

use crate::Location;

/// New and obsolete snapshots of test files. They are only proposals: nothing is written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct SnapshotReport {
    /// New snapshots in the order of test files: whole files first, then locations in the test file.
    pub proposed: Vec<SnapshotProposal>,
    /// Entries of snapshot files that no test requested, in the order of files and keys.
    pub obsolete: Vec<SnapshotKey>,
}

impl SnapshotReport {
    /// Whether there are no new and no obsolete snapshots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.proposed.is_empty() && self.obsolete.is_empty()
    }

    /// Appends the report of another file.
    pub fn append(&mut self, mut other: SnapshotReport) {
        self.proposed.append(&mut other.proposed);
        self.obsolete.append(&mut other.obsolete);
    }
}

/// A new snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SnapshotProposal {
    /// `toMatchSnapshot`: the complete snapshot file, as Vitest would write it.
    File {
        /// Absolute path.
        path: String,
        /// The whole content.
        content: String,
        /// Names of the new entries.
        keys: Vec<String>,
    },
    /// `toMatchFileSnapshot`.
    Raw {
        /// Absolute path.
        path: String,
        /// The whole content.
        content: String,
    },
    /// `toMatchInlineSnapshot`: the argument to insert into the call.
    Inline {
        /// Location of the method call.
        #[serde(flatten)]
        location: Location,
        /// The template literal to insert between the parentheses, indented for the line.
        literal: String,
    },
}

/// An entry of a snapshot file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SnapshotKey {
    /// Absolute path of the file.
    pub path: String,
    /// The entry's name.
    pub key: String,
}

/// How to treat a missing snapshot (Vitest's `update`, without the modes that write).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SnapshotUpdate {
    /// It is proposed and the assertion passes, as in Vitest outside CI.
    #[default]
    New,
    /// The assertion fails, as in Vitest in CI. Gates use this.
    None,
}
