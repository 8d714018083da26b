//! `no-empty-static-block`: disallow empty static blocks.
//!
//! An empty block is often a change that was never finished. A comment in it says that it is meant.
//!
//! ```js fails
//! class Store { static {} }
//! ```
//!
//! ```js passes
//! class Store { static { Store.open(); } }
//! ```

use crate::rules::helpers::tokens::punctuator;
use crate::rules::prelude::*;

pub(crate) const RULE: Rule = Rule {
    id: "no-empty-static-block",
    kind: Kind::Suggestion,
    recommended: true,
    has_suggestions: true,
    messages: &[
        ("unexpected", "Unexpected empty static block."),
        ("suggestComment", "Add comment inside empty static block."),
    ],
    types: &[AstType::StaticBlock],
    run: Run::Nodes(|node, ctx| {
        let AstKind::StaticBlock(block) = node.kind() else { return };
        if !block.body.is_empty() {
            return;
        }
        // After `static`.
        let Some(open) = punctuator("{", block.span.start + 6, ctx) else { return };
        let inside = Span::new(open.end, block.span.end - 1);
        if !ctx.has_comments(inside) {
            let report = ctx.report(Span::new(open.start, block.span.end), "unexpected");
            drop(report.suggest("suggestComment", inside, " /* empty */ "));
        }
    }),
    ..Rule::DEFAULT
};
