//! Maps locations of rewritten texts to the source, and composes position maps.

use verdict_protocol::Diagnostic;

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

/// Maps a location through the position maps of these steps to the file.
pub(crate) fn in_file(steps: &[Vec<Position>], place: (u32, u32)) -> (u32, u32) {
    steps.iter().rev().fold(place, |place, positions| in_source(positions, place))
}

/// Moves a diagnostic from a prepared text to the file.
pub(crate) fn relocated(mut diagnostic: Diagnostic, path: &str, positions: &[Vec<Position>]) -> Diagnostic {
    let at = &mut diagnostic.location;
    path.clone_into(&mut at.file);
    (at.line, at.column) = in_file(positions, (at.line, at.column));
    let end = at.end_line.zip(at.end_column).map(|end| in_file(positions, end));
    (at.end_line, at.end_column) = (end.map(|end| end.0), end.map(|end| end.1));
    diagnostic
}

/// The map from the text of `outer` to the source of `inner`, whose text is the source of `outer`.
pub(crate) fn compose(outer: &[Position], inner: &[Position]) -> Vec<Position> {
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
