//! Files that a change moves, by their paths as text.

use std::collections::BTreeMap;

use crate::policy::moves;
use crate::transaction::Change;

/// Where files went, by their old path.
pub(super) fn moves_of(change: &Change) -> BTreeMap<String, String> {
    let moves = moves::moves(&change.set, &change.before, &change.judged);
    moves.into_iter().map(|(from, to)| (from.to_string(), to.to_string())).collect()
}
