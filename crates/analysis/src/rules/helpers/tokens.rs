//! The tokens next to an offset, found without a token list by skipping white space and comments.

use oxc_span::{GetSpan, Span};

use super::measure::skip_blank;
use crate::lint::Context;
use crate::model::Model;

/// The start of the first token at an offset or after it, or the length of the source.
pub(crate) fn next_token(from: u32, ctx: &Context<'_>) -> u32 {
    skip_blank(ctx.source(), from)
}

/// The start of the first statement of a file, if it has any; a directive is one.
pub(crate) fn first_statement(ctx: &Context<'_>) -> Option<u32> {
    let program = ctx.nodes().program();
    let directive = program.directives.first().map(|directive| directive.span.start);
    directive.or(program.body.first().map(|statement| statement.span().start))
}

/// The end of the last token that ends at an offset or before it, or 0.
pub(crate) fn previous_end(mut from: u32, model: &Model<'_>) -> u32 {
    let comments = model.semantic.comments();
    loop {
        let text = &model.lines.source()[..from as usize];
        let trimmed = text.trim_end_matches(|char: char| char == '\u{feff}' || char.is_whitespace());
        let end = u32::try_from(trimmed.len()).unwrap_or(from);
        let after = comments.partition_point(|comment| comment.span.start < end);
        match after.checked_sub(1).map(|index| comments[index].span) {
            Some(comment) if comment.end >= end => from = comment.start,
            _ => return end,
        }
    }
}

/// The span of a punctuator that is the first token at an offset or after it.
pub(crate) fn punctuator(of: &str, from: u32, ctx: &Context<'_>) -> Option<Span> {
    let start = next_token(from, ctx);
    let is_here = ctx.source()[start as usize..].starts_with(of);
    is_here.then(|| Span::sized(start, u32::try_from(of.len()).unwrap_or(0)))
}

/// Whether parentheses are directly around a span; those of `if (…)` and of calls look the same.
pub(crate) fn is_parenthesized(span: Span, ctx: &Context<'_>) -> bool {
    let before = previous_end(span.start, ctx) as usize;
    let after = next_token(span.end, ctx) as usize;
    ctx.source()[..before].ends_with('(') && ctx.source()[after..].starts_with(')')
}

/// Whether a text that replaces what starts at an offset would run together with the token before.
pub(crate) fn runs_together(at: u32, text: &str, ctx: &Context<'_>) -> bool {
    let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$' | '#' | '\\');
    let (Some(before), Some(after)) = (ctx.source()[..at as usize].chars().next_back(), text.chars().next())
    else {
        return false;
    };
    (is_word(before) && is_word(after)) || (before == after && matches!(before, '+' | '-' | '/'))
}
