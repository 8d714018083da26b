//! Phase 3, `PostVerify`: compares the effect with the bundle. Only warns.

use std::collections::BTreeMap;

use verdict_vfs::{Snapshot, VfsPath, diff};

use super::run::{Change, Run};
use super::{Journal, Phase, Target, Verifier};
use crate::{ChangeSet, Operation};

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    pub(super) fn post_verify(&mut self, Change { set, before, after, .. }: &Change) {
        if !self.options.phase_mask.has(Phase::PostVerify) {
            return;
        }
        let start = (self.clock)();
        let seen = diff(before, after);
        let (created, modified) = (seen.created.len(), seen.modified.len());
        let (deleted, renamed) = (seen.deleted.len(), seen.renamed.len());
        self.report.warnings.extend(unexpected(set, before, after));
        let expected: i64 =
            set.changes.iter().map(|change| delta(&change.operation, before, &change.path)).sum();
        let count = |snapshot: &Snapshot| i64::try_from(snapshot.len()).unwrap_or(i64::MAX);
        let actual = count(after) - count(before);
        if actual != expected {
            self.report.warnings.push(format!("File delta: expected {expected:+}, actual {actual:+}"));
        }
        let detail = format!(
            "{} operations: {created} created, {modified} modified, {deleted} deleted, {renamed} renamed. File delta: expected {expected:+}, actual {actual:+}. Post-count: {}.",
            set.changes.len(),
            after.len()
        );
        self.record(Phase::PostVerify, true, detail, start);
    }
}

/// The number of files that an operation adds.
fn delta(operation: &Operation, before: &Snapshot, path: &VfsPath) -> i64 {
    match operation {
        Operation::Create(_) => 1,
        Operation::Upsert(_) if before.get(path).is_none() => 1,
        Operation::Delete => -1,
        Operation::Modify(_) | Operation::Upsert(_) | Operation::Rename { .. } => 0,
    }
}

/// The effect of an operation on a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Created,
    Modified,
    Deleted,
}

/// Paths with another effect than the operations describe, in byte order.
fn unexpected(set: &ChangeSet, before: &Snapshot, after: &Snapshot) -> Vec<String> {
    let mut expected: BTreeMap<&VfsPath, (Effect, &str)> = BTreeMap::new();
    for change in &set.changes {
        let name = change.operation.as_str();
        let exists = before.get(&change.path).is_some();
        let effect = match &change.operation {
            Operation::Create(_) => Effect::Created,
            Operation::Modify(_) => Effect::Modified,
            Operation::Upsert(_) if exists => Effect::Modified,
            Operation::Upsert(_) => Effect::Created,
            Operation::Delete | Operation::Rename { .. } => Effect::Deleted,
        };
        expected.insert(&change.path, (effect, name));
        if let Operation::Rename { to, .. } = &change.operation {
            expected.insert(to, (Effect::Created, name));
        }
    }
    let mut paths: Vec<&VfsPath> = before.iter().chain(after.iter()).map(|(path, _)| path).collect();
    paths.extend(expected.keys());
    paths.sort();
    paths.dedup();
    paths
        .into_iter()
        .filter_map(|path| warning(path, expected.get(path).copied(), effect(path, before, after)))
        .collect()
}

fn effect(path: &VfsPath, before: &Snapshot, after: &Snapshot) -> Option<Effect> {
    match (before.get(path), after.get(path)) {
        (None, Some(_)) => Some(Effect::Created),
        (Some(_), None) => Some(Effect::Deleted),
        (Some(old), Some(new)) if old != new => Some(Effect::Modified),
        _ => None,
    }
}

fn warning(path: &VfsPath, expected: Option<(Effect, &str)>, actual: Option<Effect>) -> Option<String> {
    match (expected, actual) {
        (Some((expected, _)), Some(actual)) if expected == actual => None,
        (Some((Effect::Modified, name)), None) => {
            Some(format!("{name} {path} changed nothing: the content is the same"))
        }
        (Some((_, name)), None) => Some(format!("{name} {path} changed nothing")),
        (Some((_, name)), Some(actual)) => Some(format!("{name} {path}: the file was {}", actual.as_str())),
        (None, Some(actual)) => Some(format!("{path} was {}, and no operation names it", actual.as_str())),
        (None, None) => None,
    }
}

impl Effect {
    const fn as_str(self) -> &'static str {
        match self {
            Effect::Created => "created",
            Effect::Modified => "modified",
            Effect::Deleted => "deleted",
        }
    }
}
