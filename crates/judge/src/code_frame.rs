//! Code frames: the source lines around a location, ready to print.

use verdict_protocol::{CodeFrame, Location};

/// Number of lines shown above and below.
const AROUND: usize = 2;
/// Maximum number of characters shown of a line.
const WIDTH: usize = 100;
/// Column of the location in a line that is also cut at its start.
const LEFT: usize = 60;
/// Maximum number of characters read of a line; nothing beyond them is shown.
const MAX_COLUMN: usize = 1_000_000;

/// The code frame around a location. `starts` holds the byte offset of each line. `None` if the location does
/// not exist.
pub(crate) fn code_frame(text: &str, starts: &[usize], at: &Location) -> Option<CodeFrame> {
    let line = usize::try_from(at.line).ok()?.checked_sub(1)?;
    let units = usize::try_from(at.column).ok()?.checked_sub(1)?;
    let source = |number: usize| {
        let end = starts.get(number + 1).copied().unwrap_or(text.len());
        let line = text.get(*starts.get(number)?..end)?;
        Some(line.trim_end_matches(['\n', '\r']))
    };
    let marked = source(line)?;
    let before = marked
        .chars()
        .scan(0, |seen, char| {
            *seen += char.len_utf16();
            (*seen <= units).then_some(char)
        })
        .take(MAX_COLUMN);
    let caret: usize = before.map(width).sum();
    let skipped = if caret < WIDTH - 10 { 0 } else { caret - LEFT };
    let last = (line + AROUND).min(starts.len() - 1);
    let digits = (last + 1).to_string().len();
    let mut shown = String::new();
    for number in line.saturating_sub(AROUND)..=last {
        // Text after the last line feed is a line only if it is not empty.
        let Some(source) = source(number).filter(|source| number < starts.len() - 1 || !source.is_empty())
        else {
            continue;
        };
        let row = format!("{:>digits$}| {}", number + 1, window(source, skipped));
        shown.push_str(row.trim_end());
        shown.push('\n');
        if number == line {
            shown.push_str(&format!("{:digits$}| {:2$}^\n", "", "", caret - skipped));
        }
    }
    shown.pop();
    Some(CodeFrame { location: at.clone(), text: shown })
}

/// Number of columns that a character takes.
fn width(char: char) -> usize {
    if char == '\t' { 4 } else { 1 }
}

/// The visible part of a line. Cut text becomes `…`; characters that would shift the rest are replaced.
fn window(line: &str, skipped: usize) -> String {
    let all = line.chars().take(MAX_COLUMN).flat_map(|char| {
        let shown = match char {
            '\t' => ' ',
            _ if is_hidden(char) => '\u{fffd}',
            _ => char,
        };
        std::iter::repeat_n(shown, width(char))
    });
    let mut rest = all.skip(skipped);
    let mut shown: String = rest.by_ref().take(WIDTH).collect();
    if skipped > 0 && !shown.is_empty() {
        shown = format!("…{}", shown.chars().skip(1).collect::<String>());
    }
    if rest.next().is_some() {
        shown.pop();
        shown.push('…');
    }
    shown
}

/// Whether a character has no width or changes the order of the rest of the line.
fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, (line, column): (u32, u32), expected: &str) {
        let starts: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect();
        let at = Location { file: "/a.js".to_owned(), line, column, ..Location::default() };
        let frame = code_frame(text, &starts, &at).map(|frame| frame.text).unwrap_or_default();
        assert_eq!(frame, expected, "{text:?} {line}:{column}");
    }

    #[test]
    fn points_at_the_place() {
        check("a\nb\ncd\ne\nf\ng\n", (3, 2), "1| a\n2| b\n3| cd\n |  ^\n4| e\n5| f");
        check("throw 1;", (1, 1), "1| throw 1;\n | ^");
        check("a\n", (1, 1), "1| a\n | ^");
        check("a\r\n\r\nb", (3, 1), "1| a\n2|\n3| b\n | ^");
        // At the end of a line, and beyond it.
        check("ab", (1, 3), "1| ab\n |   ^");
        check("ab", (1, 9), "1| ab\n |   ^");
        for absent in [(0, 1), (2, 1), (1, 0)] {
            check("ab", absent, "");
        }
    }

    #[test]
    fn numbers_are_aligned() {
        let text: String = (1..=12).map(|number| format!("l{number}\n")).collect();
        check(&text, (9, 1), " 7| l7\n 8| l8\n 9| l9\n  | ^\n10| l10\n11| l11");
    }

    #[test]
    fn columns_are_those_of_editors() {
        check("\tx", (1, 2), "1|     x\n |     ^");
        check("'\u{1f600}' + x", (1, 8), "1| '\u{1f600}' + x\n |       ^");
        check("\u{202e}\u{1b}[1mx", (1, 6), "1| \u{fffd}\u{fffd}[1mx\n |      ^");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let shown = format!("1| …{}X{}…\n | {}^", "a".repeat(59), "b".repeat(38), " ".repeat(60));
        check(&line, (1, 501), &shown);
        let shown = format!("1| {}…\n | ^", "a".repeat(99));
        check(&line, (1, 1), &shown);
        check(&format!("{line}\nx"), (2, 1), &format!("1| {}…\n2| x\n | ^", "a".repeat(99)));
    }
}
