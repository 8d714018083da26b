//! Moved files, with paths as strings.

use std::collections::BTreeMap;

use crate::policy::moves;
use crate::transaction::Change;

/// The new path of each moved file, by its old path.
pub(super) fn moves_of(change: &Change) -> BTreeMap<String, String> {
    let moves = moves::moves(&change.set, &change.before, &change.judged);
    moves.into_iter().map(|(from, to)| (from.to_string(), to.to_string())).collect()
}
