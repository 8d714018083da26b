//! Escapes in strings.

use oxc_ast::ast::StringLiteral;

use crate::lint::Context;

/// Whether a string may have a backslash, without a look at its text. Escapes are longer than what they mean, unless
/// that is half of a character. In attributes of JSX, a backslash means itself.
pub(crate) fn may_have_backslash(literal: &StringLiteral<'_>, ctx: &Context<'_>) -> bool {
    let is_longer = literal.value.len() + 2 != literal.span.size() as usize;
    is_longer || literal.lone_surrogates || ctx.source_type.is_jsx()
}
