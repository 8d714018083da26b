//! One change of a text.

use oxc_span::Span;
use verdict_protocol::MutantKind;

use crate::edits::is_line_end;

/// What a mutant changes, and into what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) kind: MutantKind,
    /// Where the syntax that is changed begins: what names the mutant.
    pub(super) offset: u32,
    /// What is replaced.
    pub(super) span: Span,
    pub(super) into: Into,
}

/// What stands in place of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Into {
    /// The text, negated.
    Negated,
    /// Another text.
    Text(&'static str),
    /// A number that is greater by one.
    Next(i64),
}

impl Change {
    /// The source with this change. No line moves.
    pub(super) fn made(&self, source: &str) -> Option<String> {
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        let (before, old, after) = (source.get(..start)?, source.get(start..end)?, source.get(end..)?);
        let new = match self.into {
            Into::Negated => format!("!({old})"),
            Into::Text(text) => text.to_owned() + &line_ends(old),
            Into::Next(number) => (number + 1).to_string() + &line_ends(old),
        };
        Some(format!("{before}{new}{after}"))
    }
}

/// The line ends of a text that is taken out.
fn line_ends(text: &str) -> String {
    text.chars().filter(|part| is_line_end(*part)).collect()
}
