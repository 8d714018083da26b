//! The capabilities of code below a prefix.

use serde::Serialize;
use verdict_vfs::VfsPath;

use super::violation::Violation;
use super::{Capability, Constitution, Enforcement, registry};
use crate::ChangeSet;

/// What the code of a file may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "PathCapabilities"))]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// Globs of what it may write.
    pub can_write: Vec<String>,
    /// Whether it may use the network.
    pub can_network: bool,
    /// Whether it may make code of texts.
    pub can_eval: bool,
    /// Whether it may start workers. Absent if it may do so whenever it may use the network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub can_workers: Option<bool>,
    /// Whether it may use storage that outlives the page. Absent if it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub can_storage: Option<bool>,
    /// Whether it may use the document and the window. Absent if it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub can_dom: Option<bool>,
    /// Whether it may use timers. Absent if it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub can_timers: Option<bool>,
}

impl Constitution {
    /// The entry with the longest prefix of a path. A path without an entry is unrestricted; an entry for `/`
    /// covers every path.
    #[must_use]
    pub fn capability_of(&self, path: &VfsPath) -> Option<&Capability> {
        self.longest(|prefix| prefix.matches(path.as_str()))
    }

    /// The entries that apply to a path: its own, and those of spellings that some file system treats as
    /// equal. If any of them denies something, it is denied.
    pub(super) fn capabilities_of(&self, path: &VfsPath) -> impl Iterator<Item = &Capability> {
        let own = self.capability_of(path);
        let other = self.longest(|prefix| prefix.matches_any_spelling(path.as_str()));
        own.into_iter().chain(other.filter(|other| own != Some(*other)))
    }

    fn longest(&self, holds: impl Fn(&super::PathGlob) -> bool) -> Option<&Capability> {
        let of = self.capabilities.iter().filter(|entry| holds(&entry.prefix));
        of.max_by_key(|entry| entry.prefix.folder().len())
    }

    /// What the code of a file may do.
    #[must_use]
    pub fn capabilities_for(&self, path: &VfsPath) -> Capabilities {
        let entries: Vec<&Capability> = self.capabilities_of(path).collect();
        let write = entries.first().map_or_else(
            || vec!["/**".to_owned()],
            |first| first.write.iter().map(|glob| glob.as_str().to_owned()).collect(),
        );
        let all = |is_granted: fn(&Capability) -> bool| entries.iter().all(|entry| is_granted(entry));
        let denied = |is_granted: fn(&Capability) -> bool| (!all(is_granted)).then_some(false);
        let can_network = all(|entry| entry.network);
        let can_workers = all(|entry| entry.workers);
        Capabilities {
            can_write: write,
            can_network,
            can_eval: all(|entry| entry.eval),
            can_workers: (can_workers != can_network).then_some(can_workers),
            can_storage: denied(|entry| entry.storage),
            can_dom: denied(|entry| entry.dom),
            can_timers: denied(|entry| entry.timers),
        }
    }

    /// Writes of a change set that the code making it is not allowed. Both ends of a RENAME and deleted files
    /// count as writes.
    #[must_use]
    pub fn check_writes(&self, set: &ChangeSet, actor: &VfsPath) -> Vec<Violation> {
        let Some(entry) = self.capabilities_of(actor).next() else { return Vec::new() };
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
                violations.push(violation.by(&registry::CAPABILITY_WRITE).at(path, change.position));
            }
        }
        violations
    }
}
