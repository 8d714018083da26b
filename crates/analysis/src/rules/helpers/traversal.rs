//! Walks over the segments of a code path, as ESLint's `CodePath#traverseSegments` does them.

use crate::hash::HashSet;
use crate::lint::{CodePath, Seg};

/// Visits segments from `first` on, each after those before it, to `last` at most. `visit` returns whether
/// to leave out what only comes after the segment.
pub(crate) fn traverse(path: &CodePath, first: Seg, last: Option<Seg>, visit: &mut dyn FnMut(Seg) -> bool) {
    let mut visited: HashSet<Seg> = HashSet::default();
    let mut skipped: HashSet<Seg> = HashSet::default();
    let mut stack: Vec<(Seg, usize)> = vec![(first, 0)];
    while let Some((segment, index)) = stack.last().copied() {
        let of = &path.segments[segment as usize];
        if index == 0 {
            let is_done =
                |set: &HashSet<Seg>, prev: &Seg| set.contains(prev) || path.loops_to(segment, *prev);
            let is_ready = segment == first || of.prev.iter().all(|prev| is_done(&visited, prev));
            if visited.contains(&segment) || !is_ready {
                stack.pop();
                continue;
            }
            visited.insert(segment);
            let is_left_out = !skipped.is_empty()
                && !of.prev.is_empty()
                && of.prev.iter().all(|prev| is_done(&skipped, prev));
            if is_left_out || visit(segment) || Some(segment) == last {
                skipped.insert(segment);
            }
        }
        match of.next.len().checked_sub(1) {
            Some(end) if index < end => {
                if let Some(top) = stack.last_mut() {
                    top.1 += 1;
                }
                stack.push((of.next[index], 0));
            }
            Some(end) if index == end => {
                stack.pop();
                stack.push((of.next[index], 0));
            }
            _ => {
                stack.pop();
            }
        }
    }
}
