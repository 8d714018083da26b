//! Maps positions of a rewritten text to its file.

/// A mapping from a location in the rewritten text to one in the file. It holds up to the next mapping or the
/// end of the line. Lines and columns are 1-based, columns in UTF-16 units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line and column in the rewritten text.
    pub turned: (u32, u32),
    /// Line and column in the file.
    pub source: (u32, u32),
    /// Whether the text up to the next mapping was inserted; all of it maps to the one location.
    pub is_new: bool,
}

/// Maps a location of the rewritten text to the file. `positions` are in text order.
pub(crate) fn in_file(positions: &[Position], (line, column): (u32, u32)) -> (u32, u32) {
    let after = positions.partition_point(|one| one.turned <= (line, column));
    match after.checked_sub(1).and_then(|index| positions.get(index)) {
        Some(one) if one.is_new || one.turned.0 != line => one.source,
        Some(one) => (one.source.0, one.source.1 + (column - one.turned.1)),
        None => (line, column),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_columns_from_the_place_before() {
        let at = |turned, source, is_new| Position { turned, source, is_new };
        let positions = [at((1, 1), (3, 1), false), at((1, 10), (5, 2), true), at((2, 1), (1, 4), false)];
        for (turned, source) in [((1, 1), (3, 1)), ((1, 9), (3, 9)), ((1, 30), (5, 2)), ((2, 3), (1, 6))] {
            assert_eq!(in_file(&positions, turned), source);
        }
        assert_eq!(in_file(&[], (7, 8)), (7, 8));
    }
}
