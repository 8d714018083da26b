//! Regular expressions in options.

use regex_lite::{Regex, RegexBuilder};

/// The largest compiled size, in bytes. Matching takes time in proportion to it.
const MAX_SIZE: usize = 1 << 16;

/// Compiles a regular expression of an option. It takes linear time, and has neither lookaround nor
/// backreferences.
pub(crate) fn pattern(text: &str, ignores_case: bool) -> Result<Regex, String> {
    let mut builder = RegexBuilder::new(text);
    builder.case_insensitive(ignores_case).size_limit(MAX_SIZE);
    builder
        .build()
        .map_err(|error| format!("/{}/ is not supported: {error}", text.chars().take(80).collect::<String>()))
}
