//! `no-lonely-if`: disallow `if` statements as the only statement in `else` blocks.
//!
//! `else if` says the same with one level of nesting less.
//!
//! ```js fails
//! if (a) { one(); } else { if (b) { two(); } }
//! ```
//!
//! ```js passes
//! if (a) { one(); } else if (b) { two(); }
//! ```

use crate::rules::helpers::braces::are_necessary;
use crate::rules::helpers::tokens::{next_token, previous_end};
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-lonely-if",
    kind: Kind::Suggestion,
    fixable: true,
    messages: &[("unexpectedLonelyIf", "Unexpected if as the only statement in an else block.")],
    types: &[AstType::IfStatement],
    run: Run::Nodes(|node, ctx| {
        let AstKind::IfStatement(outer) = node.kind() else { return };
        let Some(Statement::BlockStatement(block)) = &outer.alternate else { return };
        let [Statement::IfStatement(inner)] = block.body.as_slice() else { return };
        if are_necessary(block, ctx) {
            return;
        }
        let report = ctx.report(inner.span, "unexpectedLonelyIf");
        if is_fixable(block, inner, ctx) {
            let is_adjacent = previous_end(block.span.start, ctx) == block.span.start;
            let space = if is_adjacent { " " } else { "" };
            drop(report.fix(block.span, format!("{space}{}", ctx.text(inner.span))));
        }
    }),
    ..Rule::DEFAULT
};

fn is_fixable<'a>(block: &BlockStatement<'a>, inner: &IfStatement<'a>, ctx: &Context<'a>) -> bool {
    if ctx.has_comments(block.span) && has_outer_comment(block.span, inner.span, ctx) {
        return false;
    }
    let after = next_token(block.span.end, ctx);
    let rest = &ctx.source()[after as usize..];
    let consequent = inner.consequent.span();
    let text = ctx.text(consequent);
    if matches!(inner.consequent, Statement::BlockStatement(_)) || text.ends_with(';') || rest.is_empty() {
        return true;
    }
    let line = |offset| ctx.lines.position(offset).0;
    let runs_on = line(consequent.end) == line(after)
        || rest.starts_with(['(', '[', '/', '+', '`', '-'])
        || text.ends_with("++")
        || text.ends_with("--");
    !runs_on
}

/// Whether something other than white space is between the braces and the statement.
fn has_outer_comment(braces: Span, inner: Span, ctx: &Context<'_>) -> bool {
    let before = ctx.text(Span::new(braces.start + 1, inner.start));
    let after = ctx.text(Span::new(inner.end, braces.end - 1));
    !before.trim().is_empty() || !after.trim().is_empty()
}
