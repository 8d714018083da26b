//! Fixes that nothing else may change along with.

use oxc_ast::AstKind;
use oxc_semantic::AstNode;
use oxc_span::{GetSpan, Span};

use super::results::function_around;
use crate::lint::{Context, Edit};

/// An edit that covers the function around a node, or the file, so that no other fix goes into it in the same pass.
pub(crate) fn alone_in_function<'a>(edit: Edit, node: &AstNode<'a>, ctx: &Context<'a>) -> [Edit; 3] {
    let end = u32::try_from(ctx.source().len()).unwrap_or(u32::MAX);
    let around =
        function_around(node, ctx).map_or(Span::new(bom(ctx), end), |function| function.kind().span());
    alone_in(edit, around)
}

/// An edit that covers a span.
pub(crate) fn alone_in(edit: Edit, span: Span) -> [Edit; 3] {
    [Edit::insert(span.start, ""), edit, Edit::insert(span.end, "")]
}

fn bom(ctx: &Context<'_>) -> u32 {
    if ctx.source().starts_with('\u{feff}') { 3 } else { 0 }
}

/// Whether a node has a list of statements.
pub(crate) const fn has_statements(kind: AstKind<'_>) -> bool {
    matches!(
        kind,
        AstKind::Program(_)
            | AstKind::FunctionBody(_)
            | AstKind::BlockStatement(_)
            | AstKind::StaticBlock(_)
            | AstKind::SwitchCase(_)
    )
}

/// Whether a text that starts a statement could continue the one before.
pub(crate) fn continues(text: &str) -> bool {
    text.starts_with(['(', '[', '/', '+', '`', '-'])
}
