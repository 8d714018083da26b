//! Escapes in strings.

use oxc_ast::ast::StringLiteral;

/// Whether a string may have an escape, without a look at its text: escapes are longer than what they mean, unless
/// that is half of a character.
pub(crate) fn may_have_escapes(literal: &StringLiteral<'_>) -> bool {
    literal.lone_surrogates || literal.value.len() + 2 != literal.span.size() as usize
}
