//! What code below a prefix may do.

use serde::Serialize;
use verdict_vfs::VfsPath;

use super::violation::Violation;
use super::{Capability, Constitution, Enforcement};
use crate::ChangeSet;

/// What the code of a file may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// Globs of what it may write.
    pub can_write: Vec<String>,
    /// Whether it may use the network.
    pub can_network: bool,
    /// Whether it may make code of texts.
    pub can_eval: bool,
}

impl Constitution {
    /// The entry with the longest prefix of a path. What has no entry is not restricted: an entry for `/` is
    /// one for all.
    #[must_use]
    pub fn capability_of(&self, path: &VfsPath) -> Option<&Capability> {
        let of = self.capabilities.iter().filter(|entry| entry.prefix.matches(path.as_str()));
        of.max_by_key(|entry| entry.prefix.folder().len())
    }

    /// What the code of a file may do.
    #[must_use]
    pub fn capabilities_for(&self, path: &VfsPath) -> Capabilities {
        match self.capability_of(path) {
            Some(entry) => Capabilities {
                can_write: entry.write.iter().map(|glob| glob.as_str().to_owned()).collect(),
                can_network: entry.network,
                can_eval: entry.eval,
            },
            None => Capabilities { can_write: vec!["/**".to_owned()], can_network: true, can_eval: true },
        }
    }

    /// What a change set writes that the code which makes it may not write: both ends of a RENAME, and what is
    /// deleted.
    #[must_use]
    pub fn check_writes(&self, set: &ChangeSet, actor: &VfsPath) -> Vec<Violation> {
        let Some(entry) = self.capability_of(actor) else { return Vec::new() };
        let may = |path: &VfsPath| entry.write.iter().any(|glob| glob.matches(path.as_str()));
        let mut violations = Vec::new();
        for change in &set.changes {
            for path in change.paths().filter(|path| !may(path)) {
                let where_to: Vec<&str> = entry.write.iter().map(super::PathGlob::as_str).collect();
                let text = match where_to.as_slice() {
                    [] => format!("{actor} may not write."),
                    globs => format!("{actor} may write only to {}.", globs.join(", ")),
                };
                let violation = Violation::new(entry.prefix.as_str(), &text, Enforcement::Blocking);
                violations.push(violation.at(path, change.position));
            }
        }
        violations
    }
}
