//! Regular expressions in options.

use regex_lite::{Regex, RegexBuilder};

use super::lookahead::Program;

/// The largest compiled size, in bytes. Matching takes time in proportion to it.
const MAX_SIZE: usize = 1 << 16;

/// Compiles a regular expression of an option. It takes linear time, and has neither lookaround nor
/// backreferences.
pub(crate) fn pattern(text: &str, ignores_case: bool) -> Result<Regex, String> {
    let mut builder = RegexBuilder::new(text);
    builder.case_insensitive(ignores_case).size_limit(MAX_SIZE);
    builder.build().map_err(|error| unsupported(text, &error))
}

fn unsupported(text: &str, error: &dyn std::fmt::Display) -> String {
    format!("/{}/ is not supported: {error}", text.chars().take(80).collect::<String>())
}

/// A regular expression of an option that may look ahead.
#[derive(Clone)]
pub(crate) enum AheadPattern {
    Plain(Regex),
    Ahead(Program),
}

impl AheadPattern {
    pub(crate) fn new(text: &str) -> Result<AheadPattern, String> {
        if !text.contains("(?=") && !text.contains("(?!") {
            return pattern(text, false).map(AheadPattern::Plain);
        }
        Program::new(text).map(AheadPattern::Ahead).map_err(|error| unsupported(text, &error))
    }

    /// Whether a text matches; `None` if that takes too long to say.
    pub(crate) fn is_match(&self, text: &str) -> Option<bool> {
        match self {
            AheadPattern::Plain(regex) => Some(regex.is_match(text)),
            AheadPattern::Ahead(program) => program.is_match(text),
        }
    }
}
