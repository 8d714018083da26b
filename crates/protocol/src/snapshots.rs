//! What a `test:` says of snapshots.

use serde::{Deserialize, Serialize};

use crate::Location;

/// Snapshots that test files ask for and that are not there, and such that nothing asks for. Nothing of it is ever
/// written: whoever reads the result decides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SnapshotReport {
    /// In the order of test files: whole files first, then places in the test file.
    pub proposed: Vec<SnapshotProposal>,
    /// Entries of snapshot files that no test asked for, in the order of files and keys.
    pub obsolete: Vec<SnapshotKey>,
}

impl SnapshotReport {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.proposed.is_empty() && self.obsolete.is_empty()
    }

    /// Takes what another file has to say.
    pub fn append(&mut self, mut other: SnapshotReport) {
        self.proposed.append(&mut other.proposed);
        self.obsolete.append(&mut other.obsolete);
    }
}

/// A snapshot that is not there yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SnapshotProposal {
    /// `toMatchSnapshot`: the snapshot file as Vitest would write it, with what it has already.
    File {
        /// Absolute path.
        path: String,
        /// The whole of it.
        content: String,
        /// Names of the entries that are new.
        keys: Vec<String>,
    },
    /// `toMatchFileSnapshot`.
    Raw {
        /// Absolute path.
        path: String,
        /// The whole of it.
        content: String,
    },
    /// `toMatchInlineSnapshot`: the argument that the call lacks.
    Inline {
        /// Where the method that is called stands.
        #[serde(flatten)]
        location: Location,
        /// The template literal to put between the parentheses, indented for the line.
        literal: String,
    },
}

/// An entry of a snapshot file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotKey {
    /// Absolute path of the file.
    pub path: String,
    /// The entry's name.
    pub key: String,
}

/// What becomes of a snapshot that is not there (Vitest's `update`, without the forms that write).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SnapshotUpdate {
    /// It is proposed, and the assertion passes, as Vitest does where people work.
    #[default]
    New,
    /// The assertion fails, as Vitest does in CI. A gate says so.
    None,
}
