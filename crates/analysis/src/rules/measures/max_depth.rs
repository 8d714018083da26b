//! `max-depth`: enforce a maximum depth that blocks can be nested.
//!
//! Options: a number (4), or `{ max: 4 }`.
//!
//! ```js fails [1]
//! for (const file of files) { if (file.isOpen) { close(file); } }
//! ```
//!
//! ```js passes [2]
//! for (const file of files) { if (file.isOpen) { close(file); } }
//! ```

use crate::rules::helpers::measure::{Limit, descend, parent_of, read, spelled};
use crate::model::Model;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "max-depth",
    messages: &[("tooDeeply", "Blocks are nested too deeply ({{depth}}). Maximum allowed is {{maxDepth}}.")],
    kind: Kind::Suggestion,
    run: Run::Configured(|options| {
        let max = read::<Limit>(options.0)?.or(4);
        Ok(Check::file(move |ctx| check(ctx, max)))
    }),
    ..Rule::DEFAULT
};

fn check(ctx: &Context<'_>, max: usize) {
    descend(ctx, 0_usize, |node, above| {
        let kind = node.kind();
        if begins_anew(kind) {
            return 0;
        }
        if !is_block(node, ctx) {
            return above;
        }
        let depth = above + 1;
        if depth > max {
            ctx.report(spelled(kind.span(), ctx), "tooDeeply")
                .data("depth", depth.to_string())
                .data("maxDepth", max.to_string());
        }
        depth
    });
}

fn begins_anew(kind: AstKind<'_>) -> bool {
    match kind {
        AstKind::Program(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_) => true,
        AstKind::Function(function) => function.body.is_some(),
        _ => false,
    }
}

/// Whether a node is a nested block; `else if` does not nest.
fn is_block<'a>(node: &AstNode<'a>, model: &Model<'a>) -> bool {
    match node.kind() {
        AstKind::IfStatement(statement) => match parent_of(node.id(), model) {
            AstKind::IfStatement(parent) => {
                parent.alternate.as_ref().is_none_or(|alternate| alternate.span() != statement.span)
            }
            _ => true,
        },
        AstKind::SwitchStatement(_)
        | AstKind::TryStatement(_)
        | AstKind::DoWhileStatement(_)
        | AstKind::WhileStatement(_)
        | AstKind::WithStatement(_)
        | AstKind::ForStatement(_)
        | AstKind::ForInStatement(_)
        | AstKind::ForOfStatement(_) => true,
        _ => false,
    }
}
