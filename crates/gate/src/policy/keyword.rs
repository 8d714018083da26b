//! Keywords of rules.

/// Words in order, separated by any white space, ignoring case. They match as whole words: `eval` is in
/// `eval(x)` and `re eval`, not in `retrieval` or `evaluate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword {
    written: String,
    words: Vec<String>,
}

/// A text to search for keywords, folded once.
#[derive(Debug, Clone, Default)]
pub(super) struct Folded(String);

impl Folded {
    pub(super) fn new(text: &str) -> Folded {
        Folded(text.to_lowercase())
    }
}

impl Keyword {
    /// Parses a keyword. `None` if there is only white space.
    #[must_use]
    pub fn parse(written: &str) -> Option<Keyword> {
        let words: Vec<String> = written.split_whitespace().map(str::to_lowercase).collect();
        (!words.is_empty()).then(|| Keyword { written: written.trim().to_owned(), words })
    }

    /// The keyword as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// The number of line ends before the first match in a text.
    pub(super) fn find(&self, text: &Folded) -> Option<usize> {
        let text = text.0.as_str();
        let (first, rest) = self.words.split_first()?;
        let starts = text.match_indices(first.as_str()).map(|(at, _)| at);
        let mut found = starts.filter(|at| self.stands_at(text, *at, first, rest));
        found.next().map(|at| text[..at].bytes().filter(|byte| *byte == b'\n').count())
    }

    fn stands_at(&self, text: &str, start: usize, first: &str, rest: &[String]) -> bool {
        let mut end = start + first.len();
        for word in rest {
            let after = &text[end..];
            let trimmed = after.trim_start();
            if trimmed.len() == after.len() || !trimmed.starts_with(word.as_str()) {
                return false;
            }
            end += after.len() - trimmed.len() + word.len();
        }
        let (before, inside) = (text[..start].chars().next_back(), &text[start..end]);
        let joins =
            |left: Option<char>, right: Option<char>| left.is_some_and(is_word) && right.is_some_and(is_word);
        !joins(before, inside.chars().next())
            && !joins(inside.chars().next_back(), text[end..].chars().next())
    }
}

/// Word characters, as for `\b` in regular expressions.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
