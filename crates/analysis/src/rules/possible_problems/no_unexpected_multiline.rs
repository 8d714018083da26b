//! `no-unexpected-multiline`: disallow confusing multiline expressions.
//!
//! Without a semicolon, a line that starts with `(`, `[`, a backtick or `/` continues the line before.
//!
//! ```js fails
//! const size = width
//! (height || depth).toString();
//! ```
//!
//! ```js passes
//! const size = width;
//! (height || depth).toString();
//! ```

use oxc_syntax::operator::BinaryOperator;

use crate::rules::helpers::tokens::{next_token, previous_end, punctuator};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-unexpected-multiline",
    recommended: true,
    messages: &[
        ("function", "Unexpected newline between function and ( of function call."),
        ("property", "Unexpected newline between object and [ of property access."),
        ("taggedTemplate", "Unexpected newline between template tag and template literal."),
        ("division", "Unexpected newline between numerator and division operator."),
    ],
    types: &[
        AstType::ComputedMemberExpression,
        AstType::TaggedTemplateExpression,
        AstType::CallExpression,
        AstType::BinaryExpression,
    ],
    run: Run::Nodes(|node, ctx| match node.kind() {
        AstKind::ComputedMemberExpression(member) if !member.optional => {
            check_break(member.object.span().end, "property", ctx);
        }
        AstKind::TaggedTemplateExpression(tagged) => {
            let start = tagged.quasi.span.start;
            if has_break(previous_end(start, ctx), start, ctx) {
                ctx.report(Span::sized(start, 1), "taggedTemplate");
            }
        }
        AstKind::CallExpression(call) if !call.optional && !call.arguments.is_empty() => {
            check_break(call.callee.span().end, "function", ctx);
        }
        AstKind::BinaryExpression(outer) if outer.operator == BinaryOperator::Division => {
            if let Expression::BinaryExpression(inner) = outer.left.without_parentheses()
                && inner.operator == BinaryOperator::Division
                && are_flags_after(outer.left.span().end, ctx)
            {
                check_break(inner.left.span().end, "division", ctx);
            }
        }
        _ => {}
    }),
    ..Rule::DEFAULT
};

/// Whether there is a line break between two offsets.
fn has_break(from: u32, to: u32, ctx: &Context<'_>) -> bool {
    ctx.text(Span::new(from, to)).contains(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// Reports the token after an expression, if it is on another line.
fn check_break(end: u32, message: &'static str, ctx: &Context<'_>) {
    // Mostly nothing is between them.
    if matches!(ctx.source().as_bytes().get(end as usize), Some(b'(' | b'[')) {
        return;
    }
    let next = next_token(end, ctx);
    if has_break(end, next, ctx) {
        ctx.report(Span::sized(next, 1), message);
    }
}

/// Whether a slash is at an offset, and directly after it a word like the flags of a regular expression.
fn are_flags_after(at: u32, ctx: &Context<'_>) -> bool {
    let Some(slash) = punctuator("/", at, ctx) else { return false };
    let word = ctx.source()[slash.end as usize..].split(|char: char| !(char.is_alphanumeric() || matches!(char, '_' | '$' | '\\')));
    let word = word.into_iter().next().unwrap_or_default();
    !word.is_empty() && word.bytes().all(|byte| b"dgimsuvy".contains(&byte))
}
