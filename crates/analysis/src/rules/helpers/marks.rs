//! Combining marks: the characters of Unicode's general category `M`, as data.

use std::sync::LazyLock;

/// The ranges, one a line: `300-36f`.
static MARKS: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| {
    let number = |text: &str| u32::from_str_radix(text, 16).unwrap_or_default();
    let range = |line: &str| {
        let (start, end) = line.split_once('-').unwrap_or((line, line));
        (number(start), number(end))
    };
    include_str!("marks.txt").lines().map(range).collect()
});

/// Whether a character combines with the one before it.
pub(crate) fn is_mark(char: u32) -> bool {
    if char < 0x300 {
        return false;
    }
    let index = MARKS.partition_point(|(_, end)| *end < char);
    MARKS.get(index).is_some_and(|(start, _)| *start <= char)
}
