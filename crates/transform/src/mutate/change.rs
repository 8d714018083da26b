//! A single change of a text.

use oxc_span::Span;
use verdict_protocol::MutantKind;

use crate::edits::is_line_end;

/// The change of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) kind: MutantKind,
    /// Start of the changed syntax, which identifies the mutant.
    pub(super) offset: u32,
    /// The range to replace.
    pub(super) span: Span,
    pub(super) into: Into,
}

/// The replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Into {
    /// The text, negated.
    Negated,
    /// A fixed text.
    Text(&'static str),
    /// A number increased by one.
    Next(i64),
    /// Another value of the type that the text has when it runs.
    Other,
}

/// A function that returns another value of its argument's type. An object stays as it is.
const OTHER: &str = "it => typeof it === 'number' ? it + 1 : typeof it === 'string' ? it + 'mutant' : \
     typeof it === 'boolean' ? !it : typeof it === 'bigint' ? it + 1n : it instanceof Array ? [] : it";

impl Change {
    /// The source with this change. No line moves.
    pub(super) fn made(&self, source: &str) -> Option<String> {
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let (before, old, after) = (source.get(..start)?, source.get(start..end)?, source.get(end..)?);
        let new = match self.into {
            Into::Negated => format!("!({old})"),
            Into::Text(text) => text.to_owned() + &line_ends(old),
            Into::Other => format!("({OTHER})(({old}))"),
            Into::Next(number) => (number + 1).to_string() + &line_ends(old),
        };
        Some(format!("{before}{new}{after}"))
    }
}

/// The line ends of a removed text.
fn line_ends(text: &str) -> String {
    text.chars().filter(|part| is_line_end(*part)).collect()
}
