//! Replaces text by white space of the same width.

/// A range to blank. `first` and `last` replace its first and last column.
#[derive(Debug, Clone, Copy)]
struct Edit {
    start: usize,
    end: usize,
    first: Option<char>,
    last: Option<char>,
}

/// Ranges of a source to blank.
#[derive(Debug, Default)]
pub(crate) struct Edits(Vec<Edit>);

impl Edits {
    pub(crate) fn blank(&mut self, start: u32, end: u32) {
        self.push(start, end, None, None);
    }

    /// Blanks a range and writes `;` in its first column, so that the preceding statement ends.
    pub(crate) fn blank_with_semicolon(&mut self, start: u32, end: u32) {
        self.push(start, end, Some(';'), None);
    }

    /// Blanks a range and writes a bracket in its first column.
    pub(crate) fn blank_with_first(&mut self, start: u32, end: u32, first: char) {
        self.push(start, end, Some(first), None);
    }

    /// Blanks a range and writes a bracket in its last column.
    pub(crate) fn blank_with_last(&mut self, start: u32, end: u32, last: char) {
        self.push(start, end, None, Some(last));
    }

    fn push(&mut self, start: u32, end: u32, first: Option<char>, last: Option<char>) {
        if start < end {
            self.0.push(Edit { start: start as usize, end: end as usize, first, last });
        }
    }

    /// The source with every range blanked. Line ends are kept; other characters become one space per UTF-16
    /// unit.
    pub(crate) fn apply(mut self, source: &str) -> String {
        self.0.sort_by_key(|edit| (edit.start, std::cmp::Reverse(edit.end)));
        let mut output = String::with_capacity(source.len());
        let mut at = 0;
        for edit in self.0 {
            // A range inside one that is already blanked.
            if edit.start < at {
                continue;
            }
            output.push_str(&source[at..edit.start]);
            blank_into(&mut output, &source[edit.start..edit.end], edit);
            at = edit.end;
        }
        output.push_str(&source[at..]);
        output
    }
}

fn blank_into(output: &mut String, text: &str, edit: Edit) {
    let mut first = edit.first;
    for (at, character) in text.char_indices() {
        if is_line_end(character) {
            output.push(character);
            continue;
        }
        let last = edit.last.filter(|_| at + character.len_utf8() == text.len());
        let mut width = character.len_utf16();
        if let Some(first) = first.take() {
            output.push(first);
            width -= 1;
        }
        if let Some(last) = last {
            output.extend(std::iter::repeat_n(' ', width.saturating_sub(1)));
            output.push(last);
        } else {
            output.extend(std::iter::repeat_n(' ', width));
        }
    }
}

/// The line ends of ECMAScript.
pub(crate) fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}
