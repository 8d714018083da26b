//! Phase 3, `PostVerify`: the effect against what the bundle said. Warns only.

use verdict_vfs::diff;

use super::run::{Change, Run};
use super::{Journal, Phase, Target, Verifier};
use crate::Operation;

impl<V: Verifier, T: Target, J: Journal> Run<'_, V, T, J> {
    pub(super) fn post_verify(&mut self, Change { set, before, after, .. }: &Change) {
        if !self.options.phase_mask.has(Phase::PostVerify) {
            return;
        }
        let start = (self.clock)();
        let seen = diff(before, after);
        let (created, modified) = (seen.created.len(), seen.modified.len());
        let (deleted, renamed) = (seen.deleted.len(), seen.renamed.len());
        for change in &set.changes {
            let path = &change.path;
            if !matches!(change.operation, Operation::Delete | Operation::Rename { .. })
                && before.get(path) == after.get(path)
            {
                let operation = change.operation.as_str();
                self.report
                    .warnings
                    .push(format!("{operation} {path} changed nothing: the content is the same"));
            }
        }
        let detail = format!(
            "{} operations: {created} created, {modified} modified, {deleted} deleted, {renamed} renamed. Post-count: {}.",
            set.changes.len(),
            after.len()
        );
        self.record(Phase::PostVerify, true, detail, start);
    }
}
