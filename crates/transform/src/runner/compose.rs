//! Composes two position maps.

use crate::mocks::Position;

/// Maps a location of the rewritten text to the source. `positions` are in text order; an empty list means
/// that nothing moved.
#[must_use]
pub fn in_source(positions: &[Position], (line, column): (u32, u32)) -> (u32, u32) {
    let after = positions.partition_point(|one| one.turned <= (line, column));
    match after.checked_sub(1).and_then(|index| positions.get(index)) {
        Some(one) if one.is_new || one.turned.0 != line => one.source,
        Some(one) => (one.source.0, one.source.1 + (column - one.turned.1)),
        None => (line, column),
    }
}

/// The map from the text of `outer` to the source of `inner`, whose text is the source of `outer`.
pub(super) fn compose(outer: &[Position], inner: &[Position]) -> Vec<Position> {
    let mut composed = Vec::with_capacity(outer.len() + inner.len());
    for (index, one) in outer.iter().enumerate() {
        let (line, from) = one.source;
        if one.is_new {
            composed.push(Position { source: in_source(inner, one.source), ..*one });
            continue;
        }
        // A copied part ends with its line at the latest.
        let to = match outer.get(index + 1) {
            Some(next) if next.turned.0 == one.turned.0 => from + (next.turned.1 - one.turned.1),
            _ => u32::MAX,
        };
        let first = inner.partition_point(|part| part.turned <= one.source);
        let before = first.checked_sub(1).and_then(|index| inner.get(index));
        let is_new = before.is_some_and(|before| before.is_new || before.turned.0 != line);
        composed.push(Position { source: in_source(inner, one.source), is_new, ..*one });
        let within = inner[first..].iter().take_while(|part| part.turned.0 == line && part.turned.1 < to);
        composed.extend(
            within.map(|part| Position {
                turned: (one.turned.0, one.turned.1 + (part.turned.1 - from)),
                ..*part
            }),
        );
    }
    composed
}
